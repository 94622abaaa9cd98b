import Configuration
import Foundation
import Gestures
import Screen
import Testing

// MARK: - Views out of reach

@Test func `A gesture that no finger can reach causes a warning that names what is in the way`() {
  for odd in outOfReach { odd.check() }
}

private let outOfReach: [BrokenConfiguration] = [
  .init(
    "covered", isUsable: true,
    #"""
    view = [{ name = "snake", frame = { x = "10%", width = "30%" } }, { name = "dragon", frame = { width = "40%" } }]
    [[gesture]]
    name = "bite"
    kind = "tap"
    view = ["dragon", "snake"]
    """#,
    says: #"""
      c.toml:5:19: warning: the gesture "bite" never gets a touch: its view "snake" lies under "dragon", which comes later in the file and covers it: put "snake" after it, or inside it with `parent`
         5 | view = ["dragon", "snake"]
           |                   ^~~~~~~
      """#),
  .init(
    "covered with its parent", isUsable: true,
    #"""
    [[view]]
    name = "egg"
    parent = "snake"
    frame = { width = "10mm", height = "10mm" }
    [[view]]
    name = "snake"
    frame = { right = "20%" }
    [[view]]
    name = "dragon"
    [[gesture]]
    name = "hatch"
    kind = "tap"
    view = "egg"
    """#,
    says: #"""
      c.toml:13:8: warning: the gesture "hatch" never gets a touch: "snake", around its view "egg", lies under "dragon", which comes later in the file and covers it: put "snake" after it, or inside it with `parent`
        13 | view = "egg"
           |        ^~~~~
      """#),
  .init(
    "hidden", isUsable: true,
    #"""
    [[view]]
    name = "snake"
    hidden = true
    [[gesture]]
    name = "bite"
    kind = "tap"
    view = "snake"
    """#,
    says: #"""
      c.toml:7:8: warning: the gesture "bite" never gets a touch: its view "snake" is hidden
         7 | view = "snake"
           |        ^~~~~~~
      """#),
  .init(
    "transparent", isUsable: true,
    #"""
    [[view]]
    name = "snake"
    alpha = 0.01
    [[view]]
    name = "egg"
    parent = "snake"
    [[gesture]]
    name = "bite"
    kind = "tap"
    view = "egg"
    """#,
    says: #"""
      c.toml:10:8: warning: the gesture "bite" never gets a touch: "snake", around its view "egg", has an alpha of 0.01 or less
        10 | view = "egg"
           |        ^~~~~
      """#),
  .init(
    "off in every mode", isUsable: true,
    #"""
    [[view]]
    name = "snake"
    enabled = false
    [[gesture]]
    name = "bite"
    kind = "tap"
    view = "snake"
    """#,
    says: #"""
      c.toml:7:8: warning: the gesture "bite" never gets a touch: its view "snake" is disabled and no mode enables it; only `tickle set view` can
         7 | view = "snake"
           |        ^~~~~~~
      """#),
  .init(
    "outside", isUsable: true,
    #"""
    [[view]]
    name = "snake"
    frame = { y = "100%", height = "10mm" }
    """#,
    says: #"""
      c.toml:3:9: warning: the view "snake" lies outside its parent, so no touch can reach it
         3 | frame = { y = "100%", height = "10mm" }
           |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "flat", isUsable: true,
    #"""
    [[view]]
    name = "snake"
    frame = { left = "60%", right = "40%" }
    """#,
    says: #"""
      c.toml:3:9: warning: the view "snake" has no size: its right edge is never beyond its left edge
         3 | frame = { left = "60%", right = "40%" }
           |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "a mode that names nothing", isUsable: true,
    #"""
    [mode.idle]
    timeout = "30s"
    """#,
    says: #"""
      c.toml:1:7: warning: the mode "idle" changes nothing: name gestures or views in "disable" or "enable"
         1 | [mode.idle]
           |       ^~~~
      """#),
]

private let tapOnSnake = "\n[[gesture]]\nname = \"bite\"\nkind = \"tap\"\nview = \"snake\"\n"

@Test(arguments: [
  // A finger can reach these gestures on some screen, in some mode, or in some part of the view.
  "view = [{ name = \"snake\", frame = { x = \"10%\", width = \"30mm\" } }, { name = \"dragon\", frame = { width = \"50%\" } }]",
  "view = [{ name = \"snake\", frame = { width = \"30%\" } }, { name = \"dragon\", frame = { x = \"1%\", width = \"40%\" } }]",
  "view = [{ name = \"dragon\" }, { name = \"snake\" }]",
  "view = [{ name = \"snake\" }, { name = \"dragon\", parent = \"snake\" }]",
  "view = [{ name = \"snake\" }, { name = \"dragon\", hidden = true }]",
  "view = [{ name = \"snake\" }, { name = \"dragon\", alpha = 0.0 }]",
  "view = [{ name = \"snake\" }, { name = \"dragon\" }]\n[mode.away]\ndisable = \"dragon\"",
  "view = [{ name = \"snake\", enabled = false }]\n[mode.play]\nenable = \"snake\"",
  "screen = [{ name = \"a\" }, { name = \"b\" }]\nview = [{ name = \"snake\" }, { name = \"dragon\", screen = \"b\" }]",
  "view = [{ name = \"snake\", frame = { left = \"60%\", right = \"10mm\" } }]",
  "view = [{ name = \"snake\", frame = { x = \"300mm\", width = \"10mm\" } }]",
])
func `A gesture that some finger can reach causes no warning`(text: String) throws {
  _ = try configuration(text + tapOnSnake)
}

// MARK: - Gestures that never win

/// Two gestures on the screen, and a hand that makes the second one if that is alone.
private struct Rivals: CustomTestStringConvertible {
  let testDescription: String
  let winner: String
  let loser: String
  let hand: [TouchFrame]
  /// The reason in the warning, between "is never recognized: " and the advice.
  var says = ""
  var more = ""

  var text: String {
    "[[gesture]]\nname = \"winner\"\n\(winner)\n[[gesture]]\nname = \"loser\"\n\(loser)\n\(more)"
  }

  /// Returns the gestures that are recognized.
  func recognized(by text: String) throws -> Set<String> {
    let parsed = try #require(Configuration.parse(text: text, path: "c.toml").0)
    let scene = Scene(parsed, screen: ScreenSettings(), size: Size(width: 200, height: 120))
    var names: Set<String> = []
    let session = Session(scene, origin: Timestamp(microseconds: 0), runner: nil) { record in
      if case .gesture(let event, let gesture) = record, event.state == .began || event.state == .ended {
        names.insert(gesture.settings.name)
      }
    }
    for frame in hand { session.handle(frame) }
    session.advance(to: Timestamp(microseconds: 10_000_000))
    return names
  }

  var alone: String { "[[gesture]]\nname = \"loser\"\n\(loser)\n" }
}

/// A finger at these locations, 10 ms apart, that then lifts.
private func finger(_ places: [(Double, Double)], staying milliseconds: Int64 = 0) -> [TouchFrame] {
  func frame(_ time: Int64, _ phase: Touch.Phase, _ place: (Double, Double)) -> TouchFrame {
    let contact = TouchFrame.Contact(id: 1, phase: phase, location: Point(x: place.0, y: place.1))
    return TouchFrame(time: Timestamp(microseconds: time * 1000), contacts: [contact])
  }
  let way = places.enumerated().map { frame(Int64($0) * 10, $0 == 0 ? .began : .moved, $1) }
  return way + [frame(Int64(places.count) * 10 + milliseconds, .ended, places.last!)]
}

private let way = (0...12).map { (50 + 2 * Double($0), 50.0) }
private let jump = [(50.0, 50.0), (90.0, 50.0)]
private let toAndFro = [50, 55, 60, 65, 60, 55, 50, 55, 60, 65, 70].map { (Double($0), 50.0) }
private let inwards = (0...10).map { (1 + 2 * Double($0), 50.0) }

private let rivals: [Rivals] = [
  Rivals(
    testDescription: "a swipe after a pan", winner: "kind = \"pan\"", loser: "kind = \"swipe\"", hand: finger(way),
    says: "the pan \"winner\" on line 2 begins after a shorter distance"),
  Rivals(
    testDescription: "a swipe in one leap", winner: "kind = \"pan\"", loser: "kind = \"swipe\"", hand: finger(jump),
    says: "the pan \"winner\" on line 2 begins after a shorter distance"),
  Rivals(
    testDescription: "a tickle after a pan", winner: "kind = \"pan\"", loser: "kind = \"tickle\"",
    hand: finger(toAndFro), says: "the pan \"winner\" on line 2 begins after a shorter distance"),
  Rivals(
    testDescription: "an edge pan after a pan", winner: "kind = \"pan\"", loser: "kind = \"edge-pan\"",
    hand: finger(inwards), says: "the pan \"winner\" on line 2 begins with the same movement and comes before it"),
  Rivals(
    testDescription: "the same tap", winner: "kind = \"tap\"", loser: "kind = \"tap\"",
    hand: finger([(50, 50)], staying: 50),
    says: "the tap \"winner\" on line 2 is the same and comes before it"),
  Rivals(
    testDescription: "a stricter tap", winner: "kind = \"tap\"\nmovement = \"none\"",
    loser: "kind = \"tap\"\nmax_duration = \"200ms\"", hand: finger([(50, 50)], staying: 50),
    says: "the tap \"winner\" on line 2 is no stricter and comes before it"),
  Rivals(
    testDescription: "one of two directions", winner: "kind = \"swipe\"\ndirection = [\"left\", \"right\"]",
    loser: "kind = \"swipe\"\nstraightness = 0.8", hand: finger(way),
    says: "the swipe \"winner\" on line 2 is no stricter and comes before it"),
  Rivals(
    testDescription: "a longer swipe, decided during the movement",
    winner: "kind = \"swipe\"\ndecide = \"movement\"",
    loser: "kind = \"swipe\"\ndecide = \"movement\"\nmin_distance = \"20mm\"", hand: finger(way),
    says: "the swipe \"winner\" on line 2 is no stricter and comes before it"),
  Rivals(
    testDescription: "a swipe from the same edge", winner: "kind = \"swipe\"\nstarts_at = \"left\"",
    loser: "kind = \"swipe\"\nstarts_at = \"left\"\nends_at = \"right\"",
    hand: finger([(2, 50), (110, 50), (215, 50)]),
    says: "the swipe \"winner\" on line 2 is no stricter and comes before it"),
  Rivals(
    testDescription: "a longer press", winner: "kind = \"long-press\"",
    loser: "kind = \"long-press\"\nmin_duration = \"2s\"", hand: finger([(50, 50)], staying: 3000),
    says: "the long-press \"winner\" on line 2 begins sooner"),
  Rivals(
    testDescription: "a pan along an axis", winner: "kind = \"pan\"",
    loser: "kind = \"pan\"\naxis = \"horizontal\"\nthreshold = \"4mm\"", hand: finger(way),
    says: "the pan \"winner\" on line 2 is no stricter and comes before it"),
]

@Test(arguments: rivals)
private func `A gesture that another always prevents causes a warning, and the engine agrees`(rivals: Rivals) throws {
  let (configuration, diagnostics) = Configuration.parse(text: rivals.text, path: "c.toml")
  #expect(configuration != nil)
  try #require(diagnostics.count == 1)
  #expect(diagnostics[0].message.contains("is never recognized: \(rivals.says), and prevents it"))
  #expect(diagnostics[0].severity == .warning)
  #expect(try rivals.recognized(by: rivals.alone) == ["loser"])
  #expect(try rivals.recognized(by: rivals.text) == ["winner"])
}

@Test(arguments: rivals)
private func `The warning's advice removes the warning`(rivals: Rivals) throws {
  let message = try #require(Configuration.parse(text: rivals.text, path: "c.toml").1.first).message
  let mended: String? =
    if message.contains("requires_failure_of = [\"loser\"]") {
      rivals.text.replacingOccurrences(of: "\"winner\"", with: "\"winner\"\nrequires_failure_of = [\"loser\"]")
    } else if message.contains("simultaneous_with = [\"winner\"]") {
      rivals.text.replacingOccurrences(of: "\"loser\"", with: "\"loser\"\nsimultaneous_with = [\"winner\"]")
    } else {
      nil
    }
  guard let mended else { return }
  #expect(Configuration.parse(text: mended, path: "c.toml").1 == [])
  #expect(try rivals.recognized(by: mended).contains("loser"))
}

/// Pairs like `rivals`, each changed so that the second gesture wins for some movement of the hand.
private let pairsThatWork: [Rivals] = [
  Rivals(
    testDescription: "a swipe before a pan wins when it leaps", winner: "kind = \"swipe\"", loser: "kind = \"pan\"",
    hand: finger((0...3).map { (50 + Double($0), 50.0) })),
  Rivals(
    testDescription: "a pan that waits", winner: "kind = \"pan\"\nrequires_failure_of = \"loser\"",
    loser: "kind = \"swipe\"", hand: finger(way)),
  Rivals(
    testDescription: "a pan that is simultaneous", winner: "kind = \"pan\"",
    loser: "kind = \"tickle\"\nnot_prevented_by = \"all\"", hand: finger(toAndFro)),
  Rivals(
    testDescription: "a pan that begins after a longer distance", winner: "kind = \"pan\"\nthreshold = \"9mm\"",
    loser: "kind = \"swipe\"", hand: finger((0...6).map { (50 + 1.4 * Double($0), 50.0) })),
  Rivals(
    testDescription: "a pan of two fingers", winner: "kind = \"pan\"\nmin_fingers = 2", loser: "kind = \"swipe\"",
    hand: finger(way)),
  Rivals(
    testDescription: "a pan along the other axis", winner: "kind = \"pan\"\naxis = \"vertical\"",
    loser: "kind = \"swipe\"", hand: finger(way)),
  Rivals(
    testDescription: "a pan that is disabled", winner: "kind = \"pan\"\nenabled = false", loser: "kind = \"swipe\"",
    hand: finger(way)),
  Rivals(
    testDescription: "a pan that does not see those touches",
    winner: "kind = \"pan\"\ntools = \"pen\"", loser: "kind = \"swipe\"", hand: finger(way)),
  Rivals(
    testDescription: "a longer tap", winner: "kind = \"tap\"\nmax_duration = \"200ms\"", loser: "kind = \"tap\"",
    hand: finger([(50, 50)], staying: 400)),
  Rivals(
    testDescription: "a double tap after a single one", winner: "kind = \"tap\"", loser: "kind = \"tap\"\ntaps = 2",
    hand: finger([(50, 50)], staying: 50)
      + finger([(50, 50)], staying: 50).map {
        TouchFrame(
          time: $0.time + 200_000, contacts: $0.contacts.map { .init(id: 2, phase: $0.phase, location: $0.location) })
      }),
  Rivals(
    testDescription: "a press that allows more", winner: "kind = \"long-press\"",
    loser: "kind = \"long-press\"\nmin_duration = \"2s\"\nmovement = \"5mm\"",
    hand: finger([(50, 50), (53, 50)], staying: 3000)),
  Rivals(
    testDescription: "a third gesture stops the pan alone", winner: "kind = \"pan\"", loser: "kind = \"swipe\"",
    hand: finger(way),
    more: "[[gesture]]\nname = \"press\"\nkind = \"long-press\"\nmin_duration = \"0s\"\ndoes_not_prevent = \"loser\""),
]

@Test(arguments: pairsThatWork)
private func `A gesture that some hand can make causes no warning`(rivals: Rivals) throws {
  #expect(Configuration.parse(text: rivals.text, path: "c.toml").1 == [])
  #expect(try rivals.recognized(by: rivals.text).contains("loser"))
}

@Test func `A pan that a mode disables does not prevent the swipe in that mode`() throws {
  let pair = "[[gesture]]\nname = \"drag\"\nkind = \"pan\"\n[[gesture]]\nname = \"next\"\nkind = \"swipe\"\n"
  #expect(Configuration.parse(text: pair, path: "c.toml").1.count == 1)
  _ = try configuration(pair + "[mode.still]\ndisable = \"drag\"")
}

@Test func `Thousands of views and gestures are read quickly`() throws {
  let views = (0..<5_000).map { "[[view]]\nname = \"v\($0)\"\n" }.joined()
  let gestures = (0..<5_000).map { "[[gesture]]\nname = \"g\($0)\"\nkind = \"tap\"\nview = \"v\($0)\"\n" }.joined()
  #expect(try configuration(views + gestures).gestures.count == 5_000)
}

// MARK: - Requirements of the machine and of the service

@Suite("A configuration's requirements of its machine")
struct MachineTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)").path
  private let machine: Machine

  init() throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/bin", withIntermediateDirectories: true)
    for name in ["playerctl", "volume"] {
      _ = FileManager.default.createFile(
        atPath: "\(folder)/bin/\(name)", contents: nil, attributes: [.posixPermissions: 0o755])
    }
    for name in ["bin/readme", "bell.wav"] {
      _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil)
    }
    machine = Machine(searchPath: "relative:\(folder)/bin")
  }

  private func said(_ actions: String) -> [String] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let text = "[[gesture]]\nname = \"g\"\nkind = \"tap\"\n[gesture.on]\nended = [\n\(actions)\n]\n"
    return Configuration.parse(bytes: Array(text.utf8), path: "\(folder)/c.toml", on: machine).1
      .map { "\($0.line):\($0.column): \($0.severity.rawValue): \($0.fullMessage)" }
      .map { $0.replacingOccurrences(of: folder, with: "~") }
  }

  private func warnings(_ actions: String) -> [String] { said(actions).filter { $0.contains(": warning: ") } }

  @Test func `A program that is not on the PATH causes a warning, with a suggestion if there is a similar one`() {
    #expect(
      warnings(
        """
        { exec = ["playerclt", "next"] },
        { shell = "exec volum 2%+" }, { stream = ["readme"] },
        { exec = ["\(folder)/bin/readme"] }, { exec = ["\(folder)/none"] },
        { exec = ["./none"], cwd = "bin" },
        """) == [
          #"6:11: warning: no program "playerclt" is on the PATH; did you mean "playerctl"?"#,
          #"7:11: warning: no program "volum" is on the PATH; did you mean "volume"?"#,
          #"7:43: warning: no program "readme" is on the PATH"#,
          #"8:11: warning: "~/bin/readme" is not an executable file"#,
          #"8:\#(39 + folder.count): warning: there is no "~/none""#,
          #"9:11: warning: there is no "~/bin/./none""#,
        ])
  }

  @Test func `Programs that exist, and shell commands that cannot be judged, cause no warning`() {
    #expect(
      warnings(
        """
        { exec = ["playerctl"] }, { stream = ["volume"] }, { exec = ["\(folder)/bin/volume"], cwd = "\(folder)" },
        { exec = ["./anything"] }, { sound = "bell.wav" }, { sound = "chomp" }, { shell = "volume $TICKLED_X > x" },
        { shell = "command -v nothing" }, { shell = "nothing || true" }, { shell = "f() { true; }\\nf" },
        { shell = "nothing here", env = { PATH = "/opt/bin" } }, { shell = "X=1 nothing" }, { shell = "$HOME/nothing" },
        { shell = "echo nothing" }, { shell = "'no thing'" },
        """) == [])
  }

  @Test func `Missing sounds and folders cause warnings`() {
    #expect(
      warnings(
        "{ sound = \"bel.wav\" }, { shell = \"true\", cwd = \"nowhere\" }, { exec = [\"volume\"], cwd = \"bell.wav\" },"
      )
        == [
          #"6:11: warning: there is no file "~/bel.wav"; did you mean "bell.wav"?"#,
          #"6:48: warning: there is no folder "~/nowhere""#,
          #"6:88: warning: "~/bell.wav" is not a folder"#,
        ])
  }

  @Test func `Each permission that the service needs is noted once, at the first action that needs it`() {
    let notes = said(
      """
      { log = "x" }, { mode = "default" },
      { sound = "chomp" }, { sound = "hehe" },
      { key = "a" }, { led = "status" }, { click = "left" },
      { haptic = true },
      { shell = "true" }, { exec = ["volume"] }, { stream = ["volume"] },
      """)
    #expect(
      notes == [
        "7:11: note: as a service, this needs the drop-in sound.conf: access to the sound cards in /dev/snd "
          + "(and 1 more like it)",
        "8:9: note: as a service, this needs the drop-in keys.conf: a virtual keyboard or pointer through /dev/uinput "
          + "(and 1 more like it)",
        "8:24: note: as a service, this needs the drop-in leds.conf: write access to LEDs in /sys",
        "9:12: note: as a service, this needs the drop-in haptics.conf: write access to input devices",
        "10:11: note: as a service, this command has no network, no home directories and no writable files: "
          + "see the drop-in commands.conf (and 2 more like it)",
      ])
  }

  @Test func `Loading a configuration does not check requirements; only tickle check does`() throws {
    _ = try configuration("[[gesture]]\nname = \"g\"\nkind = \"tap\"\naction = { exec = [\"no-such-program\"] }\n")
  }
}
