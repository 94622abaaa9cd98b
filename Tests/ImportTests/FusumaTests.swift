import Testing

@testable import Import

@Suite("Importing fusuma")
struct FusumaTests {
  @Test func `Commands and keys are carried`() throws {
    let imported = try imported(
      .fusuma,
      """
      swipe:
        3:
          left:
            command: 'xdotool key alt+Right' # forward
            threshold: 0.5
          right:
            sendkey: "LEFTALT+LEFT"
        4:
          up: {sendkey: [LEFTCTRL+A, LEFTCTRL+C]}
      pinch:
        in:
          command: "zoom in"
      rotate:
        2: {clockwise: {command: turn}}
      hold:
        4:
          command: menu
      tap:
        3:
          command: tapped
      """)
    #expect(imported.summary == "7 of 7 gestures carried, 0 with differences")
    #expect(imported.gestures.map(\.name).sorted().first == "2-rotation-clockwise")
    #expect(imported.tables.contains("min_distance = \"4mm\""))
    #expect(imported.tables.contains("action = { key = \"alt+left\" }"))
    #expect(imported.tables.contains("action = { key = \"ctrl+a ctrl+c\" }"))
    #expect(imported.tables.contains("decide = \"movement\""))
    try valid(imported)
  }

  @Test func `The beginning, the updates and the end of a swipe are one drag`() throws {
    let imported = try imported(
      .fusuma,
      """
      swipe:
        3:
          begin: {sendkey: {keydown: LEFTALT}}
          left: {update: {sendkey: LEFTSHIFT+TAB}}
          right: {update: {sendkey: TAB, threshold: 2}}
          end: {sendkey: {keyup: LEFTALT}}
      """)
    #expect(imported.summary == "4 of 4 gestures carried, 4 with differences")
    #expect(imported.toml.contains("its begin is not for other directions than left, right"))
    #expect(
      imported.tables.hasSuffix(
        """
        [gesture.on]
        backwards = { key = "shift+tab", every = "5mm" }
        forwards = { key = "tab", every = "10mm" }
        began = { key = "+alt" }
        ended = { key = "-alt" }

        """))
    try valid(imported)
  }

  @Test func `Windows and workspaces become chords`() throws {
    let imported = try imported(
      .fusuma,
      "swipe:\n  4:\n    up: {workspace: next}\n    down: {window: {maximized: toggle}}\n    left: {window: close}\n")
    #expect(imported.summary == "3 of 3 gestures carried, 3 with differences")
    try valid(imported)
  }

  @Test func `Gestures for an application stand in a document of their own`() throws {
    let imported = try imported(
      .fusuma,
      """
      ---
      context:
        application: Google-chrome
      swipe:
        3:
          left: {command: chrome}
      ---
      swipe:
        3:
          left: {command: all}
      plugin:
        inputs: {}
      """)
    #expect(imported.summary == "2 of 2 gestures carried, 1 with differences")
    #expect(
      imported.tables.contains("[mode.\"google-chrome\"]\nenable = [\"3-swipe-left.2\"]\ndisable = [\"3-swipe-left\"]"))
    #expect(imported.toml.contains("plugin is not about gestures of fingers"))
    try valid(imported)
  }

  @Test func `Anchors and merge keys are followed`() throws {
    let imported = try imported(
      .fusuma,
      """
      base: &base {command: first, threshold: 0.5}
      swipe:
        3:
          left: *base
          right:
            <<: *base
            command: second
      """)
    #expect(imported.tables.contains("shell = \"first\""))
    #expect(imported.tables.contains("shell = \"second\""))
    #expect(imported.gestures.allSatisfy { $0.settings.contains(.init(key: "min_distance", value: "\"4mm\"")) })
    try valid(imported)
  }

  @Test func `What needs a keyboard or another plugin is left out with the reason`() throws {
    let imported = try imported(
      .fusuma,
      """
      swipe:
        3:
          left:
            command: a
            keypress:
              LEFTSHIFT:
                command: b
          right:
            teleport: home
          up:
            sendkey: FROBNICATE
          down:
            command:
      """)
    #expect(imported.summary == "1 of 5 gestures carried, 0 with differences")
    #expect(
      imported.omissions.sorted() == [
        "it has no command", "it has no command, and teleport is not known here",
        "it needs the key LEFTSHIFT of a keyboard to be down", "no key is named as in FROBNICATE",
      ])
    #expect(imported.toml.contains("# Line 9: swipe 3 right:\n#   teleport: home"))
  }

  @Test func `The beginning of one direction is not that of the opposite one`() throws {
    let imported = try imported(
      .fusuma,
      """
      swipe:
        4:
          up: {begin: {command: first up}, update: {command: up}, end: {command: last up}}
          down: {begin: {command: first down}, update: {command: down}}
        3:
          left: {begin: {sendkey: {keydown: LEFTALT}}, update: {sendkey: TAB}}
      """)
    #expect(imported.summary == "7 of 7 gestures carried, 0 with differences")
    #expect(
      imported.gestures.filter { $0.kind == .swipe }.map { "\($0.name) \($0.directions)" } == [
        #"4-begin-up ["up"]"#, #"4-end-up ["up"]"#, #"4-begin-down ["down"]"#, #"3-begin-left ["left"]"#,
      ])
    #expect(
      imported.tables.contains(
        """
        [gesture.on]
        backwards = { key = "tab", every = "5mm" }
        ended = { key = "-alt" }
        cancelled = { key = "-alt" }
        """))
    let pans = imported.gestures.filter { $0.kind == .pan }
    #expect(pans.flatMap(\.bindings).filter { $0.state == "began" } == [])
    try valid(imported)
  }

  @Test func `The beginning and the end of a pinch in any direction are joined to its updates`() throws {
    let imported = try imported(
      .fusuma,
      """
      pinch:
        2:
          begin: {command: keydown}
          end: {command: keyup}
          in: {update: {command: smaller}}
          out: {update: {command: larger}}
      """)
    #expect(imported.summary == "4 of 4 gestures carried, 0 with differences")
    #expect(imported.gestures.map(\.directions) == [["in", "out"]])
    #expect(imported.gestures.first?.bindings.map(\.state) == ["in", "out", "began", "ended"])
    try valid(imported)
  }

  @Test func `The beginning of a pinch in one direction stays with this direction`() throws {
    let imported = try imported(
      .fusuma,
      "pinch:\n  2:\n    in: {begin: {command: a}, update: {command: b}}\n    out: {update: {command: c}}\n")
    #expect(imported.gestures.map(\.directions) == [["in"], ["out"]])
    #expect(imported.gestures.map { $0.bindings.map(\.state) } == [["began", "in"], ["out"]])
    try valid(imported)
  }

  @Test(
    .needsPointer,
    arguments: [
      ("xdotool mousedown 1", "xdotool mousemove_relative -- $move_x, $move_y", "xdotool mouseup 1", "left"),
      ("S=\"$HOME/s\" ydotool click 0x41", "ydotool mousemove -- $move_x $move_y", "ydotool click 0x81", "right"),
    ])
  func `Commands that drag with the mouse are a drag`(begin: String, update: String, end: String, button: String) throws
  {
    let imported = try imported(
      .fusuma,
      """
      swipe:
        3:
          begin: {command: '\(begin)'}
          update: {command: '\(update)', interval: 0.01, accel: 2}
          end: {command: '\(end)'}
      """)
    #expect(imported.summary == "3 of 3 gestures carried, 3 with differences")
    #expect(imported.gestures.flatMap(\.bindings).flatMap(\.steps).map(\.action) == [.drag(button)])
    #expect(imported.toml.contains("# Different: its accel of 2 is left out."))
    try valid(imported)
  }

  @Test func `A command with variables that only fusuma sets is left out with the reason`() throws {
    let imported = try imported(
      .fusuma, "swipe:\n  3:\n    update: {command: 'log $move_x'}\n    left: {command: a, interval: 2}\n")
    #expect(imported.omissions == ["it needs variables that only fusuma sets: log $move_x"])
    #expect(imported.toml.contains("# Different: its interval of 2 is left out."))
  }

  @Test func `Each event of a drag that is left out has its reason`() throws {
    let imported = try imported(
      .fusuma,
      """
      swipe:
        3:
          left: {command: a}
          begin: {command: b}
          right: {update: {command: c}}
          left_: {command: d}
        4:
          left: {update: {command: e}, begin: {command: f}}
          up: {command: g}
          begin: {command: h}
          end: {command: i}
      """)
    #expect(imported.total == 9)
    for line in [3, 4, 5, 6, 8, 9, 10, 11] { #expect(imported.toml.contains("# Line \(line):"), "\(line)") }
    try valid(imported)
  }

  @Test func `A template is no gesture, and what uses it has its commands`() throws {
    let imported = try imported(
      .fusuma,
      """
      swipe:
        unused: &workspace
          right:
            command: echo right
        4: *workspace
      """)
    #expect(imported.gestures.map(\.name) == ["4-swipe-right"])
    #expect(imported.omissions.map { $0.hasPrefix("unused is no number of fingers") } == [true])
    #expect(imported.summary == "1 of 2 gestures carried, 0 with differences")
  }

  @Test func `Events of one gesture have the differences of each, once`() throws {
    let imported = try imported(
      .fusuma,
      """
      pinch:
        2:
          in:
            begin: {command: a}
            end: {command: b, interval: 3}
            cancel: {command: c, interval: 3}
      """)
    #expect(imported.gestures.map(\.name) == ["2-pinch-in"])
    #expect(
      imported.gestures.map { $0.differences.filter { $0.contains("interval") } } == [["its interval of 3 is left out"]]
    )
  }
}
