import Testing

@testable import Import

@Suite("Importing touchégg")
struct ToucheggTests {
  /// A configuration with gestures for every application, and others for one.
  private func touchegg(_ gestures: String, only application: String = "", _ others: String = "") throws -> Import {
    try imported(
      .touchegg,
      """
      <touchégg>
        <application name="All">\(gestures)</application>
        <application name="\(application)">\(others)</application>
      </touchégg>
      """)
  }

  private func gesture(_ type: String, _ fingers: Int, _ direction: String, _ action: String, _ settings: String = "")
    -> String
  {
    """
    <gesture type="\(type)" fingers="\(fingers)" direction="\(direction)">
    <action type="\(action)">\(settings)</action></gesture>
    """
  }

  @Test func `A command and its moment are kept`() throws {
    let imported = try touchegg(
      gesture("SWIPE", 3, "UP", "RUN_COMMAND", "<command>a &amp;&amp; b \"c\" && d</command><on>begin</on>")
        + gesture("PINCH", 4, "IN", "RUN_COMMAND", "<command><![CDATA[x < y]]></command><on>end</on>"))
    #expect(
      imported.tables == """

        [[gesture]]
        name = "3-swipe-up"
        kind = "swipe"
        direction = "up"
        max_duration = "none"
        decide = "movement"
        fingers = 3
        action = { shell = "a && b \\"c\\" && d" }

        [[gesture]]
        name = "4-pinch-in"
        kind = "pinch"
        direction = "in"
        fingers = 4

        [gesture.on]
        ended = { shell = "x < y" }

        """)
    try valid(imported)
  }

  @Test func `Keys have the kernel's names`() throws {
    let imported = try touchegg(
      gesture("SWIPE", 3, "LEFT", "SEND_KEYS", "<modifiers>Control_L+Super_L</modifiers><keys>Page_Down</keys>"))
    #expect(imported.tables.contains("action = { key = \"ctrl+super+pagedown\" }"))
    #expect(imported.different == 0)
    try valid(imported)
  }

  @Test func `Repeated keys are steps of one drag, with the modifier held`() throws {
    func keys(_ keys: String, _ reverse: String) -> String {
      """
      <repeat>true</repeat><modifiers>Alt_L</modifiers><keys>\(keys)</keys><decreaseKeys>\(reverse)</decreaseKeys>
      """
    }
    let imported = try touchegg(
      gesture("SWIPE", 3, "LEFT", "SEND_KEYS", keys("Shift_L+Tab", "Tab"))
        + gesture("SWIPE", 3, "RIGHT", "SEND_KEYS", keys("Tab", "Shift_L+Tab")))
    #expect(imported.summary == "2 of 2 gestures carried, 0 with differences")
    #expect(
      imported.tables.hasSuffix(
        """
        [gesture.on]
        began = { key = "+alt" }
        backwards = { key = "shift+tab", every = "5mm" }
        forwards = { key = "tab", every = "5mm" }

        """))
    try valid(imported)
  }

  @Test(arguments: [
    ("MAXIMIZE_RESTORE_WINDOW", "super+up"), ("MINIMIZE_WINDOW", "super+h"), ("CLOSE_WINDOW", "alt+f4"),
    ("FULLSCREEN_WINDOW", "f11"), ("SHOW_DESKTOP", "super+d"), ("CHANGE_DESKTOP", "super+pagedown"),
    ("TILE_WINDOW", "super+left"),
  ])
  func `An action of the window manager becomes a chord, with a remark`(action: String, chord: String) throws {
    let imported = try touchegg(gesture("SWIPE", 4, "LEFT", action))
    #expect(imported.different == 1)
    #expect(imported.toml.contains("# Different: tickled does not manage windows; \(chord) stands for"))
    #expect(imported.tables.contains("action = { key = \"\(chord)\" }"))
    try valid(imported)
  }

  @Test(.needsPointer) func `Clicks and drags are those of the virtual pointer`() throws {
    try valid(
      try touchegg(
        gesture("TAP", 2, "", "MOUSE_CLICK", "<button>3</button>")
          + gesture("SWIPE", 3, "LEFT", "MOUSE_CLICK", "<button>1</button><on>begin-and-end</on>")
          + gesture("DRAG", 2, "ALL", "SCROLL", "SPEED=7")))
  }

  @Test func `A tap clicks`() throws {
    let imported = try touchegg(gesture("TAP", 2, "", "MOUSE_CLICK", "<button>3</button><on>begin</on>"))
    #expect(imported.gestures.first?.bindings.first?.steps.map(\.action) == [.click("right")])
  }

  @Test func `A gesture for one application is off until a window of it is active`() throws {
    let command = "<command>a</command>"
    let imported = try touchegg(
      gesture("SWIPE", 3, "UP", "RUN_COMMAND", command), only: "Firefox",
      gesture("SWIPE", 3, "UP", "RUN_COMMAND", command) + gesture("SWIPE", 3, "DOWN", "RUN_COMMAND", command))
    #expect(imported.summary == "3 of 3 gestures carried, 2 with differences")
    #expect(imported.toml.contains("# Different: it is for Firefox only, so it is off until `tickle follow` finds it."))
    #expect(
      imported.tables.hasSuffix(
        """
        [mode."firefox"]
        enable = ["3-swipe-up.2", "3-swipe-down"]
        disable = ["3-swipe-up"]

        [[follow]]
        app = "*Firefox*"
        mode = "firefox"

        [[follow]]
        app = "*firefox*"
        mode = "firefox"

        """))
    try valid(imported)
  }

  @Test func `The first version's gestures and settings are read`() throws {
    let imported = try touchegg(
      gesture("DRAG", 4, "LEFT", "SEND_KEYS", "Control+Alt+Right")
        + gesture("ROTATE", 2, "RIGHT", "RUN_COMMAND", "turn") + gesture("DOUBLE_TAP", 3, "", "SEND_KEYS", "Super"))
    #expect(imported.gestures.map(\.kind) == [.swipe, .rotation, .tap])
    #expect(imported.tables.contains("key = \"ctrl+alt+right\""))
    #expect(imported.tables.contains("taps = 2"))
    try valid(imported)
  }

  @Test func `A key that has no name and an action that is not known are left out with the gesture's text`() throws {
    let imported = try touchegg(
      gesture("SWIPE", 3, "UP", "SEND_KEYS", "<keys>Frobnicate</keys>") + gesture("SWIPE", 3, "LEFT", "TELEPORT")
        + gesture("SWIPE", 3, "DOWN", "RUN_COMMAND", "<command>a</command>"))
    #expect(imported.omissions == ["no key is named Frobnicate", "TELEPORT is not an action that is known here"])
    #expect(imported.toml.contains("#   <action type=\"SEND_KEYS\"><keys>Frobnicate</keys></action></gesture>"))
    try valid(imported)
  }

  @Test func `A later gesture replaces an earlier one`() throws {
    let imported = try touchegg(
      gesture("SWIPE", 3, "UP", "RUN_COMMAND", "<command>a</command>")
        + gesture("SWIPE", 3, "UP", "RUN_COMMAND", "<command>b</command>"))
    #expect(imported.summary == "1 of 2 gestures carried, 0 with differences")
    #expect(imported.tables.contains("shell = \"b\""))
  }

  private func repeated(_ direction: String, _ modifiers: String, _ keys: String, fingers: Int = 4) -> String {
    gesture(
      "SWIPE", fingers, direction, "SEND_KEYS",
      "<repeat>true</repeat><on>begin</on><modifiers>\(modifiers)</modifiers><keys>\(keys)</keys>")
  }

  @Test(arguments: [("All", 0), ("Firefox", 2)])
  func `Each direction of a drag has its own modifiers, also in one application`(name: String, different: Int) throws {
    let imported = try imported(
      .touchegg,
      "<touchégg><application name=\"\(name)\">\(repeated("UP", "Control_L+Shift_L", "Tab"))"
        + "\(repeated("DOWN", "Control_L", "Tab"))</application></touchégg>")
    #expect(imported.summary == "2 of 2 gestures carried, \(different) with differences")
    #expect(imported.gestures.map(\.kind) == [.pan, .swipe, .swipe])
    let swipes = imported.gestures.dropFirst()
    #expect(swipes.map(\.directions) == [["up"], ["down"]])
    #expect(swipes.flatMap(\.bindings).flatMap(\.steps).map(\.action) == [.key("+ctrl+shift"), .key("+ctrl")])
    #expect(imported.tables.contains("decide = \"movement\"\nfingers") == false)
    #expect(
      imported.tables.contains(
        """
        [gesture.on]
        backwards = { key = "tab", every = "5mm" }
        forwards = { key = "tab", every = "5mm" }
        ended = [
          { key = "-ctrl+shift" },
          { key = "-ctrl" },
        ]
        """))
    #expect(imported.tables.contains("simultaneous_with = [\"4-pan-vertical\", \"4-begin-down\"]"))
    try valid(imported)
  }

  @Test func `Both directions of a drag in an application are one drag in its mode`() throws {
    let imported = try touchegg(
      gesture("SWIPE", 3, "UP", "MAXIMIZE_RESTORE_WINDOW"), only: "Firefox",
      repeated("UP", "Control_L", "Page_Up", fingers: 3) + repeated("DOWN", "Control_L", "Page_Down", fingers: 3))
    #expect(imported.gestures.count == 2)
    #expect(
      imported.tables.contains(
        "[mode.\"firefox\"]\nenable = [\"3-pan-vertical\"]\ndisable = [\"3-swipe-up\"]"))
    try valid(imported)
  }

  @Test func `The windows of an application are those that the file names`() {
    #expect(Import.windows(of: "Google-chrome, mpv") == ["*Google-chrome*", "*google-chrome*", "*mpv*"])
    #expect(Import.windows(of: "$window_class == firefox") == ["*firefox*"])
    for other in ["$window_title == mail", "$window_class == a and $b == c", "a*", "", "$window_class contains x"] {
      #expect(Import.windows(of: other).isEmpty, "\(other)")
    }
  }

  @Test func `Two gestures of one application are no rivals of each other`() throws {
    let command = "<command>a</command>"
    let imported = try touchegg(
      "", only: "Firefox",
      gesture("SWIPE", 5, "ALL", "RUN_COMMAND", command) + gesture("SWIPE", 5, "RIGHT", "RUN_COMMAND", command)
        + gesture("TAP", 5, "", "RUN_COMMAND", command) + gesture("TAP", 5, "x", "RUN_COMMAND", command))
    #expect(imported.summary == "3 of 4 gestures carried, 3 with differences")
    #expect(imported.gestures.map(\.directions) == [["right"], [], ["left", "up", "down"]])
    #expect(imported.toml.contains("# Different: not for right, as the gesture from line"))
    #expect(imported.tables.contains("[mode.\"firefox\"]\nenable = ["))
    #expect(!imported.tables.contains("disable"))
    try valid(imported)
  }

  @Test(.needsPointer) func `A mode keeps the directions that its gestures do not use`() throws {
    let imported = try touchegg(
      gesture("DRAG", 2, "ALL", "SCROLL", "SPEED=7:INVERTED=true")
        + gesture("SWIPE", 3, "ALL", "RUN_COMMAND", "<command>a</command>"), only: "Chromium",
      gesture("DRAG", 2, "LEFT", "SEND_KEYS", "Alt+Left") + gesture("SWIPE", 3, "LEFT", "SEND_KEYS", "Alt+Left"))
    #expect(
      imported.tables.contains(
        """
        [mode."chromium"]
        enable = ["2-swipe-left", "3-swipe-left", "2-drag-all.2", "3-swipe-all.2"]
        disable = ["2-drag-all", "3-swipe-all"]
        """))
    let rests = imported.gestures.suffix(2)
    #expect(rests.map(\.axis) == ["vertical", nil])
    #expect(rests.last?.directions == ["right", "up", "down"])
    #expect(imported.summary == "4 of 4 gestures carried, 3 with differences")
    try valid(imported)
  }

  @Test(.needsPointer) func `The direction of a wheel and the button of a drag are kept`() throws {
    let imported = try touchegg(
      gesture("DRAG", 2, "ALL", "SCROLL", "SPEED=7:INVERTED=true") + gesture("DRAG", 3, "ALL", "SCROLL", "SPEED=2")
        + gesture("DRAG", 4, "ALL", "DRAG_AND_DROP", "BUTTON=3"))
    let actions = imported.gestures.flatMap(\.bindings).flatMap(\.steps).map(\.action)
    #expect(actions == [.scroll(), .scroll(natural: false), .drag("right")])
    #expect(imported.toml.contains("# Different: SPEED=7 is left out: step, next to scroll,"))
    try valid(imported)
  }

  @Test func `A drag with an opposite action says that it may begin with the opposite movement`() throws {
    let imported = try touchegg(
      gesture(
        "SWIPE", 3, "LEFT", "RUN_COMMAND",
        "<repeat>true</repeat><command>a</command><decreaseCommand>b</decreaseCommand>"))
    #expect(imported.toml.contains("# Different: fingers that begin with the opposite movement run its opposite"))
    try valid(imported)
  }

  @Test func `The name of a mode does not end with a hyphen`() {
    #expect(Import.mode(for: "Google-chrome, Chromium-browser, a") == "google-chrome-chromium-browser-a")
    #expect(Import.mode(for: "Dolphin, Midori, Chromium-browse, Chrome") == "dolphin-midori-chromium-browse-c")
    #expect(Import.mode(for: "Dolphin, Midori, Chromium-browser, Chrome") == "dolphin-midori-chromium-browser")
  }
}
