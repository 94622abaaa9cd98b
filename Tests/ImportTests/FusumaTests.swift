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
    #expect(imported.summary == "4 of 4 gestures carried, 0 with differences")
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
}
