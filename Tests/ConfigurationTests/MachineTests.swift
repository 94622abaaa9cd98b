import Configuration
import Foundation
import Program
import Testing

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
      { key = "b" }, { led = "status" }, { click = "right" },
      { haptic = true }, { backlight = "20%" },
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
        "9:34: note: as a service, this needs the drop-in backlight.conf: write access to displays in /sys",
        "10:11: note: as a service, this command has no network, no home directories and no writable files: "
          + "see the drop-in commands.conf (and 2 more like it)",
      ])
  }

  @Test func `The drop-in for interception is noted at the first screen that has it`() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let screens = [("a", false), ("b", true), ("c", true)]
    let text = screens.map { "[[screen]]\nname = \"\($0)\"\nmatch.name = \"\($0)\"\nintercept = \($1)\n" }.joined()
    let notes = Configuration.parse(bytes: Array(text.utf8), path: "\(folder)/c.toml", on: machine).1
    #expect(
      notes.filter { $0.fullMessage.contains("drop-in") }.map { "\($0.line): \($0.fullMessage)" } == [
        "8: as a service, this needs the drop-in intercept.conf: a virtual touchscreen through /dev/uinput "
          + "(and 1 more like it)"
      ])
  }

  @Test func `The drop-in for buttons or motion is noted at the first gesture that needs it`() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let kinds = ["tap", "knock", "switch\"\nswitch = \"lid", "press\"\nkey = \"a", "shake"]
    let text = kinds.enumerated().map { "[[gesture]]\nname = \"g\($0)\"\nkind = \"\($1)\"\n" }.joined()
    let notes = Configuration.parse(bytes: Array(text.utf8), path: "\(folder)/c.toml", on: machine).1
    #expect(
      notes.map { "\($0.line): \($0.severity.rawValue): \($0.fullMessage)" } == [
        "6: note: as a service, this needs the drop-in motion.conf: access to accelerometers (and 1 more like it)",
        "9: note: as a service, this needs the drop-in buttons.conf: access to devices with buttons and switches "
          + "(and 1 more like it)",
      ])
  }

  /// What is said about commands, from their first word in quotes on, so that the words before it need not be repeated.
  private func notes(_ actions: String, in name: String = "c.toml", _ daemon: String = "") -> [String] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let text = "\(daemon)[[gesture]]\nname = \"g\"\nkind = \"tap\"\n[gesture.on]\nended = [\n\(actions)\n]\n"
    return Configuration.parse(bytes: Array(text.utf8), path: "\(folder)/\(name)", on: machine).1
      .filter { $0.severity == .note }.map { "\($0.line): \($0.fullMessage)" }
  }

  @Test func `What known programs need of the system's service is noted at the first one, in command lines too`() {
    let found = notes(
      """
      { exec = ["/usr/bin/systemctl", "stop", "kiosk"] }, { shell = "sleep 1; loginctl lock-session" },
      { exec = ["sudo", "reboot"] },
      { shell = "wpctl set-volume 1 2%+" },
      { shell = "DISPLAY=:0 xset dpms force off" },
      { shell = "if true; then curl -s http://hub/; fi" }, { exec = ["mosquitto_pub", "-h", "hub"] },
      { exec = ["pkill", "cage"] },
      { exec = ["aplay", "x.wav"] },
      { exec = ["brightnessctl", "set", "5%"] },
      { exec = ["chvt", "2"] },
      { stream = ["node", "x.js"] },
      """)
    let expected = [
      "6: as a service, \"systemctl\" is refused, as it asks as the user \"tickled\": use an action such as "
        + "{ unit = \"kiosk\", do = \"stop\" } or { unit = \"reboot.target\" } (and 1 more like it)",
      "7: as a service, \"sudo\" cannot gain privileges", "8: as the system's service, \"wpctl\" reaches no session",
      "9: as the system's service, \"xset\" reaches no X server", "10: as a service, \"curl\" has no network",
      "11: as a service, \"pkill\" sees no other processes", "12: as a service, \"aplay\" needs the drop-in sound.conf",
      "13: as a service, \"brightnessctl\" cannot change displays: use an action such as { backlight = \"20%\" }",
      "14: as a service, \"chvt\" has no terminal", "15: as a service, \"node\" cannot compile code as it runs",
    ]
    #expect(found.count == expected.count)
    for (note, beginning) in zip(found, expected) { #expect(note.hasPrefix(beginning), "\(note)") }
    #expect(found.dropFirst(4).first?.hasSuffix("(and 1 more like it)") == true)
  }

  @Test func `A session's service has what programs need, but for some of it with sandbox = true`() {
    let actions = """
      { exec = ["systemctl", "--user", "stop", "kiosk"] }, { exec = ["swaymsg", "x"] }, { exec = ["xset", "x"] },
      { exec = ["curl", "x"] },
      { exec = ["sudo", "x"] },
      { exec = ["node", "x.js"] },
      """
    let own = "home/.config/tickled/config.toml"
    #expect(notes(actions, in: own) == [])
    #expect(
      notes(actions, in: own, "daemon.sandbox = true\n") == [
        "8: as a service, \"curl\" has no network: start it with `systemd-run --user --quiet`",
        "9: as a service, \"sudo\" cannot gain privileges (NoNewPrivileges=yes): put the work into a unit of systemd, and "
          + "start that with an action such as { unit = \"my-work\" }",
        "10: as a service, \"node\" cannot compile code as it runs: start it with `systemd-run --user --quiet`",
      ])
    for program in ["konsole", "firefox"] {
      #expect(notes("{ exec = [\"\(program)\"] },").first?.contains("reaches no session") == true)
    }
    let system = notes("{ exec = [\"systemctl\", \"--user\", \"stop\", \"kiosk\"] },")
    #expect(system.count == 1)
    #expect(system.first?.contains("reaches no session") == true)
  }

  @Test func `A unit that gestures may not control is noted with the command that allows it, once for each job`() {
    let actions = """
      { unit = "kiosk", do = "stop" }, { unit = "kiosk.service", do = "stop" },
      { unit = "reboot.target" },
      """
    let reboot = "7: to allow this, run `systemctl enable --now tickled-start@reboot.target.socket`"
    #expect(
      notes(actions) == [
        "6: to allow this, run `systemctl enable --now tickled-stop@kiosk.socket` (and 1 more like it)", reboot,
      ])
  }

  @Test func `A unit that gestures may control on this machine needs no note`() throws {
    let units = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: units) }
    #expect(mkfifo("\(units)/stop@kiosk", 0o600) == 0)
    let text = "[[gesture]]\nname = \"g\"\nkind = \"tap\"\naction = { unit = \"kiosk\", do = \"stop\" }\n"
    let machine = Machine(searchPath: "/usr/bin", units: units)
    #expect(Configuration.parse(bytes: Array(text.utf8), path: "c.toml", on: machine).1 == [])
  }

  @Test
  func `Where a session's server has the default sound device, the service cannot use it, and another one it can`()
    throws
  {
    let settings = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: settings) }
    #expect(SoundServer.ofDefaultDevice(in: settings) == nil && SoundServer.ofDefaultDevice(in: "/nowhere") == nil)
    for name in ["50-pipewire.conf", "99-pipewire-default.conf"] {
      try Data().write(to: URL(fileURLWithPath: "\(settings)/\(name)"))
    }
    let machine = Machine(searchPath: "/usr/bin", soundServer: .ofDefaultDevice(in: settings))
    func notes(_ device: String) -> [String] {
      let text = "\(device)\n[[gesture]]\nname = \"g\"\nkind = \"tap\"\naction = { sound = \"hehe\" }\n"
      return Configuration.parse(bytes: Array(text.utf8), path: "c.toml", on: machine).1.map(\.message)
        .filter { $0.contains("PipeWire") }
    }
    #expect(notes("").count == 1)
    #expect(notes("")[0].hasPrefix("as a service, this is not heard: the default device is that of PipeWire"))
    #expect(notes("[daemon]\nsound_device = \"plughw:0\"") == [])
  }

  @Test func `Loading a configuration does not check requirements; only tickle check does`() throws {
    _ = try configuration("[[gesture]]\nname = \"g\"\nkind = \"tap\"\naction = { exec = [\"no-such-program\"] }\n")
  }
}
