import Configuration
import Foundation
import Testing

@Suite("What tickle check says of habits")
struct HabitTests {
  @Test(arguments: Habit.all) func `Each has a word, and none once its advice was followed`(habit: Habit) {
    #expect(Habit.said(habit.text) == [habit.says])
    #expect(Habit.said(habit.cured) == [])
    // A reload says nothing of them.
    let (configuration, found) = Configuration.parse(text: habit.text, path: "c.toml")
    #expect(configuration != nil && found == [])
  }

  @Test(arguments: Habit.sound) func `What works for some users has none`(text: String) {
    #expect(Habit.said(text) == [])
  }

  @Test func `A script beside the file is found by its full path only`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = "\(folder)/lamp.sh"
    #expect(FileManager.default.createFile(atPath: script, contents: nil, attributes: [.posixPermissions: 0o644]))
    let text = Habit.tap("{ exec = [\"./lamp.sh\"] }")
    let advice = "warning: a relative path starts at the daemon's folder, not at this file's: write \"\(script)\""
    #expect(Habit.said(text, in: folder) == ["\(advice), and run `chmod +x \(script)`"])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    #expect(Habit.said(text, in: folder) == [advice])
    #expect(Habit.said(Habit.tap("{ exec = [\"\(script)\"] }"), in: folder) == [])
  }

  @Test func `A unit with a similar name is proposed, and a known one is not doubted`() throws {
    let units = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: units) }
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    for file in ["signage.service", "wall@.service", "halt.service"] {
      #expect(FileManager.default.createFile(atPath: "\(units)/\(file)", contents: nil))
    }
    func said(_ unit: String) -> [String] {
      let machine = Machine(searchPath: "/nowhere", units: "/nowhere", unitFolders: [units])
      return Habit.said(Habit.tap("{ unit = \"\(unit)\" }"), on: machine)
    }
    #expect(said("signag") == ["warning: there is no unit \"signag.service\"; did you mean \"signage\"?"])
    #expect(said("Shutdown") == ["warning: there is no unit \"Shutdown.service\"; did you mean \"poweroff.target\"?"])
    for unit in ["signage", "signage.service", "wall@left", "halt", "poweroff.target", "kiosk"] {
      #expect(said(unit) == [], "\(unit)")
    }
  }

  @Test func `The files that are shipped have none`() throws {
    let config = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config")
    var count = 0
    for folder in [".", "cookbook", "starters"] {
      let path = config.appending(path: folder).path
      for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasSuffix(".toml") {
        if name.hasSuffix(".test.toml") || name == "mqtt.toml" { continue }
        let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        #expect(Habit.said(text, in: path) == [], "\(name)")
        count += 1
      }
    }
    #expect(count >= 25)
  }

  @Test func `The documentation names the variables that are checked`() throws {
    let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/configuration.md")
    let rows = try String(contentsOf: docs, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("| `TICKLED_")
    }
    let names = rows.flatMap { $0.split(separator: "|")[0].split { "`, ".contains($0) }.map(String.init) }
    #expect(names.count > 30)
    for name in names {
      #expect(
        !Habit.said(Habit.tap("{ log = \"$\(name)\" }")).contains { $0.contains("not one of tickled's") }, "\(name)")
      let small = Habit.said(Habit.tap("{ log = \"$\(name.lowercased())\" }"))
      #expect(small.count == 1 && small[0].hasSuffix("did you mean \"$\(name)\"?"), "\(small)")
    }
  }
}

/// A configuration that does not do what was meant, what is said of it, and the same once that was followed.
struct Habit: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let text: String
  let says: String
  let cured: String

  init(_ name: String, _ text: String, says: String, cured: String) {
    (testDescription, self.text, self.says, self.cured) = (name, text, says, cured)
  }

  /// What is said of a text, without the needs of the service and of this machine.
  static func said(_ text: String, in folder: String = "/etc/tickled", on machine: Machine? = nil) -> [String] {
    let machine = machine ?? Machine(searchPath: "/nowhere", units: "/nowhere", unitFolders: [])
    return Configuration.parse(bytes: Array(text.utf8), path: "\(folder)/c.toml", on: machine).1
      .map { "\($0.severity.rawValue): \($0.fullMessage)" }
      .filter { message in
        ![
          "as a service, ", "as the system's service, ", "no program ", "to allow this", "there is no folder",
          "no shape ",
        ]
        .contains { message.contains(": \($0)") }
      }
  }

  static func tap(_ action: String) -> String { gesture("tap", "action = \(action)") }
  static func gesture(_ kind: String, _ keys: String, name: String = "g") -> String {
    "[[gesture]]\nname = \"\(name)\"\nkind = \"\(kind)\"\n\(keys)\n"
  }

  static let all = modes + displays + interception + variables + shells + times + values

  private static let film = gesture("swipe", "action = { mode = \"film\" }", name: "start")
  static let page = gesture("tap", "action = { log = \"page\" }", name: "page")

  private static let modes = [
    Self(
      "a mode that nothing leaves", film + page + "[mode.film]\ndisable = \"page\"",
      says:
        "warning: nothing leaves the mode \"film\": give the mode a timeout, or a gesture that is on in it the action "
        + "{ mode = \"default\" }",
      cured: film + page + "[mode.film]\ndisable = \"page\"\ntimeout = \"2min\""),
    Self(
      "a mode that disables the gesture which leaves it",
      film + gesture("tap", "action = { mode = \"default\" }", name: "stop")
        + "[mode.film]\ndisable = [\"start\", \"stop\"]",
      says:
        "warning: nothing leaves the mode \"film\": give the mode a timeout, or a gesture that is on in it the action "
        + "{ mode = \"default\" }",
      cured: film + gesture("tap", "action = { mode = \"default\" }", name: "stop") + "[mode.film]\ndisable = \"start\""
    ),
    Self(
      "a mode that turns the whole screen off",
      film + gesture("tap", "action = { mode = \"default\" }", name: "stop") + "[mode.film]\ndisable = \"main\"",
      says:
        "warning: nothing leaves the mode \"film\": give the mode a timeout, or a gesture that is on in it the action "
        + "{ mode = \"default\" }",
      cured: film + gesture("press", "key = \"f1\"\naction = { mode = \"default\" }", name: "stop")
        + "[mode.film]\ndisable = \"main\""),
    Self(
      "an idle mode",
      page + "[[idle]]\nafter = \"1min\"\naction = { mode = \"away\" }\n[mode.away]\ndisable = \"page\"",
      says:
        "warning: nothing leaves the mode \"away\": give the idle step active = { mode = \"default\" }, or a gesture that is "
        + "on in it the action { mode = \"default\" }",
      cured: page + "[[idle]]\nafter = \"1min\"\naction = { mode = \"away\" }\nactive = { mode = \"default\" }\n"
        + "[mode.away]\ndisable = \"page\""),
    Self(
      "a mode that nothing enters", page + "[mode.film]\ndisable = \"page\"",
      says:
        "note: nothing but `tickle set mode` enters the mode \"film\": give a gesture the action { mode = \"film\" }",
      cured: page + film + "[mode.film]\ndisable = \"page\"\ntimeout = \"2min\""),
    Self(
      "a mode that watchers may enter", page + "[mode.film]\ndisable = \"page\"",
      says:
        "note: nothing but `tickle set mode` enters the mode \"film\": give a gesture the action { mode = \"film\" }",
      cured: page + "[mode.film]\ndisable = \"page\"\ntimeout = \"2min\"\n[daemon]\nwatch_rights = [\"steer\"]"),
    Self(
      "a mode that enables what is on", film + page + "[mode.film]\nenable = \"page\"\ntimeout = \"2min\"",
      says:
        "note: \"enable\" does not change \"page\", which is on in every mode: if it is for this mode only, give it "
        + "enabled = false",
      cured: film + page + "enabled = false\n[mode.film]\nenable = \"page\"\ntimeout = \"2min\""),
    Self(
      "a gesture that is off", page + "enabled = false",
      says:
        "note: \"page\" is off, and no mode turns it on: name it in the \"enable\" of a mode, or remove "
        + "enabled = false",
      cured: film + page + "enabled = false\n[mode.film]\nenable = \"page\"\ntimeout = \"2min\""),
    Self(
      "a profile", page + "[profile.pan]\nthreshold = \"8mm\"",
      says: "note: no gesture is a pan, so nothing has the values of this profile",
      cured: page + "[profile.tap]\nmovement = \"8mm\""),
    Self(
      "a named action", page + "[actions.lamp]\nlog = \"lamp\"",
      says: "note: nothing runs the action \"lamp\": write action = \"lamp\" in a gesture",
      cured: gesture("tap", "action = \"lamp\"") + "[actions.lamp]\nlog = \"lamp\""),
    Self(
      "two screens without a match", "[[screen]]\nname = \"left\"\n[[screen]]\nname = \"right\"\n" + page,
      says:
        "warning: no touchscreen is the screen \"right\": \"left\" on line 2 comes first and matches the same ones: give each a "
        + "match of its own, as `tickle devices` lists them",
      cured:
        "[[screen]]\nname = \"left\"\nmatch = { serial = \"1\" }\n[[screen]]\nname = \"right\"\nmatch = { serial = \"2\" }\n"
        + page),
  ]

  private static let displays = [
    Self(
      "a display that idles", page + "[[idle]]\nafter = \"2min\"\naction = { backlight = \"10%\" }",
      says: "warning: nothing makes the display bright again: give the idle step active = { backlight = \"on\" }",
      cured: page + "[[idle]]\nafter = \"2min\"\naction = { backlight = \"10%\" }\nactive = { backlight = \"on\" }"),
    Self(
      "a display that a gesture switches off", tap("{ backlight = \"off\", device = \"intel*\" }"),
      says: "warning: nothing makes the display bright again: give a gesture the action { backlight = \"on\" }",
      cured: tap("{ backlight = \"off\", device = \"intel*\" }")
        + gesture("tap", "fingers = 2\naction = { backlight = \"on\" }", name: "light")),
  ]

  private static let grab = "[[screen]]\nname = \"main\"\nintercept = true\n"

  private static let interception = [
    Self(
      "a key of the screen", "[[screen]]\nname = \"main\"\npanic_time = \"9s\"\n" + page,
      says: "warning: this \"panic_time\" has no effect without intercept = true in the [[screen]]",
      cured: grab + "panic_time = \"9s\"\n" + page),
    Self(
      "a view that swallows", "[[view]]\nname = \"lid\"\ntouches = \"swallow\"\n" + page,
      says: "warning: this \"touches\" has no effect without intercept = true in the [[screen]]",
      cured: grab + "[[view]]\nname = \"lid\"\ntouches = \"swallow\"\n" + page),
    Self(
      "one finger that scrolls", gesture("pan", "action = { scroll = true }"),
      says: "note: applications see the finger, too, and one that understands touches does this twice: give the screen "
        + "intercept = true, or the pan min_fingers = 2",
      cured: gesture("pan", "min_fingers = 2\naction = { scroll = true }")),
    Self(
      "one finger that clicks", tap("{ click = \"left\" }"),
      says: "note: applications see the finger, too, and one that understands touches does this twice: give the screen "
        + "intercept = true, or use \"click\" with several fingers",
      cured: grab + tap("{ click = \"left\" }")),
  ]

  static let sound = soundModes + soundCommands + soundValues

  private static let soundModes = [
    // A client leaves the mode, or says in a comment that it enters it.
    film + page + gesture("tap", "fingers = 2\naction = { shell = \"tickle set mode default\" }", name: "out")
      + "[mode.film]\ndisable = \"page\"",
    "# tickle set mode film\n" + page + "[mode.film]\ndisable = \"page\"",
    page + "[mode.film]\ndisable = \"page\"\n[[follow]]\napp = \"mpv\"\nmode = \"film\"",
    page + gesture("swipe", "", name: "read by a client") + "[mode.film]\ndisable = \"page\"",
    // A level that another action raises.
    tap("{ backlight = \"20%\" }"), tap("[{ backlight = \"off\" }, { shell = \"brightnessctl set 100%\" }]"),
    // Gestures of several fingers, and the other button.
    gesture("long-press", "action = { click = \"right\" }"),
    gesture("pan", "min_fingers = 2\naction = { scroll = true }"),
  ]
}
