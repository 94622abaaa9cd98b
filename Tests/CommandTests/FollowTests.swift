import Foundation
import Testing

/// Applications need this long to start on a very busy machine.
private let patience = Duration.seconds(300)

/// A compositor without a display.
private final class Sway {
  static let isAvailable = ["sway", "foot", "setpriv"].allSatisfy { isInstalled($0) }
  static let missing: Comment = "sway, foot and setpriv are not installed: skipped"
  /// Sway refuses to run as root.
  private static let nobody: uid_t = 65534

  private let folder: TemporaryFolder
  private let child: Child
  let socket: String
  private let control: String

  init() async throws {
    folder = try TemporaryFolder()
    let configuration = try folder.write("focus_on_window_activation focus\nxwayland disable\n", to: "sway.conf")
    if geteuid() == 0 { chown(folder.path, Self.nobody, Self.nobody) }
    let user = geteuid() == 0 ? ["setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups"] : []
    child = try Child(
      user + ["sway", "-c", configuration],
      environment: [
        "XDG_RUNTIME_DIR": folder.path, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
        "WLR_LIBINPUT_NO_DEVICES": "1", "LD_PRELOAD": "",
      ], output: nil)
    var sockets: [String] = []
    let (path, child) = (folder.path, child)
    try await until("sway's sockets: \(child.errors)", within: patience) {
      sockets = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      return sockets.contains { $0.hasPrefix("sway-ipc") } && sockets.contains("wayland-1")
    }
    socket = folder.path("wayland-1")
    control = folder.path(sockets.first { $0.hasPrefix("sway-ipc") }!)
  }

  /// Whether this sway reports input of other devices than touchscreens: 1.8 and newer do.
  static let reportsUse: Bool = {
    guard isAvailable else { return false }
    guard let version = try? Child.run(["/usr/bin/sway", "--version"]).output else { return false }
    let numbers = version.split { !$0.isNumber }.compactMap { Int($0) }
    return numbers.count >= 2 && (numbers[0], numbers[1]) >= (1, 8)
  }()
  static let doesNotReportUse: Comment = "sway is older than 1.8: skipped"

  static func isInstalled(_ program: String) -> Bool {
    ["/usr/bin", "/usr/local/bin", "/bin"].contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  func tell(_ command: String) async throws {
    let outcome = try await Child(["swaymsg", "-s", control, "--", command], environment: [:], output: nil).ended()
    try #require(outcome.end == .status(0), "\(command): \(outcome.output)")
  }

  var errors: String { child.errors }

  func end() { child.signal(SIGTERM) }

  /// Moves the pointer.
  func movePointer() async throws { try await tell("seat seat0 cursor move 5 5") }

  /// Opens a window of an application, which becomes active.
  func open(_ application: String) async throws {
    let name = application.replacingOccurrences(of: "'", with: "'\\''")
    // The user of the compositor may not enter the folder that the tests run in.
    let script = try folder.write("cd / && exec foot --app-id='\(name)' sleep 300\n", to: "open-\(UUID().uuidString)")
    chmod(script, 0o644)
    try await tell("exec sh \(script)")
  }
}

@Suite("Following the session", .startsPrograms, .enabled(if: Sway.isAvailable && MockPanel.isAvailable, Sway.missing))
struct FollowTests {
  /// A finger that moves to the panel's left, again and again.
  private static let swipes = Recording.repeated(
    every: 1.6, for: 600,
    (0..<8).map { step in
      let x = 150 - 10 * Double(step)
      return (0.5 + 0.01 * Double(step), [step == 0 ? .down(x, 60) : step == 7 ? .up() : .move(x, 60)])
    })

  private static let configuration = """
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    direction = ["left", "right", "up", "down"]
    [[gesture]]
    name = "tap"
    kind = "tap"
    [mode.film]
    disable = "tap"
    [[follow]]
    app = "mpv"
    mode = "film"

    """

  private func start(_ panel: MockPanel) async throws -> Child {
    let daemon = try panel.startDaemon("daemon.socket = \"\(panel.folder.path("s"))\"\n" + Self.configuration)
    try await until("the control socket: \(daemon.errors)", within: patience) {
      access(panel.folder.path("s"), F_OK) == 0
    }
    return daemon
  }

  private func follow(_ panel: MockPanel, _ arguments: [String], _ environment: [String: String] = [:]) throws -> Child
  {
    try Program.tickle.start(
      ["follow", "--config", panel.folder.path("config.toml")] + arguments, environment: environment)
  }

  /// Waits for the next swipe of a kind among those that were not there before.
  private func swipe(_ direction: String, _ daemon: Child) async throws {
    let before = daemon.output.utf8.count
    try await until("a swipe \(direction); \(daemon.output.suffix(600))", within: patience) {
      String(decoding: daemon.output.utf8.dropFirst(before), as: UTF8.self).contains(#""direction":"\#(direction)""#)
    }
  }

  private func mode(_ panel: MockPanel) throws -> String? {
    let status = try Program.tickle.run([
      "status", "--format", "json", "--config", panel.folder.path("config.toml"),
    ])
    return try JSON.lines(status.outputBytes).first?["mode"].string
  }

  @Test func `Gestures turn with the picture, and turn back when the companion is killed`() async throws {
    let sway = try await Sway()
    let panel = try MockPanel(Self.swipes)
    let daemon = try await start(panel)
    let companion = try follow(panel, ["--socket", sway.socket])
    try await swipe("left", daemon)
    // Sway turns clockwise. What was left of the picture is below then.
    for (transform, direction) in [("90", "down"), ("180", "right"), ("270", "up"), ("normal", "left"), ("90", "down")]
    {
      try await sway.tell("output HEADLESS-1 transform \(transform)")
      try await swipe(direction, daemon)
    }
    companion.signal(SIGKILL)
    try await swipe("left", daemon)
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
    #expect(companion.output.contains("screen main: picture turned by 180°"))
    #expect(companion.errors == "")
  }

  @Test func `What two companions have set stays until both are gone`() async throws {
    let sway = try await Sway()
    let panel = try MockPanel(Self.swipes)
    let daemon = try await start(panel)
    let companions = try (0..<2).map { _ in try follow(panel, ["--socket", sway.socket]) }
    try await sway.tell("output HEADLESS-1 transform 90")
    for companion in companions {
      try await companion.prints("by 270°", within: patience)
    }
    companions[0].signal(SIGKILL)
    _ = try await companions[0].ended()
    for _ in 0..<2 { try await swipe("down", daemon) }
    companions[1].signal(SIGKILL)
    try await swipe("left", daemon)
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `The active application's mode is active, whatever applications are called`() async throws {
    let sway = try await Sway()
    let panel = try MockPanel()
    let daemon = try await start(panel)
    let companion = try follow(panel, ["--socket", sway.socket])
    try await sway.open("mpv")
    try await until("the mode; \(companion.output)\(companion.errors)\(daemon.errors)\(sway.errors)", within: patience)
    {
      try mode(panel) == "film"
    }
    let marker = panel.folder.path("marker")
    for name in ["$(touch \(marker))", "\u{1B}[2Jmpv", "mpv\nmode = x", "%s%n", String(repeating: "ü", count: 400)] {
      try await sway.open(name)
      try await until("the default mode; \(companion.output)", within: patience) { try mode(panel) == "default" }
      try await sway.tell("kill")
      try await until("the mode again; \(companion.output)", within: patience) { try mode(panel) == "film" }
    }
    #expect(access(marker, F_OK) != 0)
    #expect(!companion.output.contains("\u{1B}"))
    companion.signal(SIGKILL)
    try await until("the configured state", within: patience) { try mode(panel) == "default" }
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test(.enabled(if: Sway.reportsUse, Sway.doesNotReportUse))
  func `A pointer keeps the machine from becoming idle, until the companion is killed`() async throws {
    let sway = try await Sway()
    let panel = try MockPanel()
    let daemon = try panel.startDaemon(
      "daemon.socket = \"\(panel.folder.path("s"))\"\n[[idle]]\nafter = \"3s\"\n")
    try await until("the control socket: \(daemon.errors)", within: patience) {
      access(panel.folder.path("s"), F_OK) == 0
    }
    func changes() -> [String] {
      (try? JSON.lines(Data(daemon.output.utf8)).compactMap { line in
        ["idle", "active"].contains(line["type"].string) ? line["type"].string : nil
      }) ?? []
    }
    let companion = try follow(panel, ["--socket", sway.socket])
    // Whatever is used once is not used a second later, and idle three seconds after that.
    try await until("the idle step; \(companion.output)\(companion.errors)", within: patience) { changes() == ["idle"] }
    try await sway.movePointer()
    try await until("the use; \(companion.output)", within: patience) { changes().last == "active" }
    try await until("the idle step again", within: patience) { changes() == ["idle", "active", "idle"] }
    // Movements that are less than a second apart.
    let end = ContinuousClock.now + .seconds(8)
    try await sway.movePointer()
    try await until("the second use", within: patience) { changes().count == 4 }
    var longest = Duration.zero
    var last = ContinuousClock.now
    while last < end {
      try await sway.movePointer()
      longest = max(longest, ContinuousClock.now - last)
      last = ContinuousClock.now
    }
    if longest < .seconds(2) { #expect(changes().count == 4, "\(daemon.output)") }
    companion.signal(SIGKILL)
    try await until("the idle step without a companion", within: patience) { changes().last == "idle" }
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `A daemon that starts later, or again, gets everything`() async throws {
    let sway = try await Sway()
    try await sway.tell("output HEADLESS-1 transform 180")
    let panel = try MockPanel(Self.swipes)
    let path = try panel.folder.write(
      "daemon.socket = \"\(panel.folder.path("s"))\"\n" + Self.configuration, to: "config.toml")
    let companion = try Program.tickle.start(["follow", "--config", path, "--socket", sway.socket])
    try await companion.says("waiting for one")
    for _ in 0..<2 {
      let daemon = try await start(panel)
      try await swipe("right", daemon)
      // A reload keeps what the companion has said.
      #expect(try Program.tickle.run(["reload", "--config", path]).end == .status(0))
      try await daemon.says("config.toml: reloaded")
      try await swipe("right", daemon)
      try panel.signal(SIGTERM)
      #expect(try await daemon.ended().end == .status(0))
    }
  }

  @Test func `What is printed without a daemon, and without a compositor`() async throws {
    let sway = try await Sway()
    try await sway.tell("output HEADLESS-1 transform 270")
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.configuration, to: "config.toml")
    let dry = try Program.tickle.start(["follow", "--dry-run", "--config", path, "--socket", sway.socket])
    try await dry.prints("screen main: picture turned by 90°\n", within: patience)
    // Displays without a device cannot be switched off, so this is all that can be seen here.
    try await dry.prints("display on\n", within: patience)
    sway.end()
    #expect(try await dry.ended().end == .status(69))
    #expect(dry.errors.contains("the compositor has gone"))

    let alone = try Program.tickle.run(["follow", "--config", path, "--socket", folder.path("none")])
    #expect(alone.end == .status(69))
    #expect(alone.errors.contains("no Wayland compositor: No such file or directory"))
  }

  private static let hasBus =
    Sway.isInstalled("dbus-daemon") && access("/usr/lib/python3/dist-packages/dbus", F_OK) == 0

  /// Starts a bus in place of the system's. It ends with the returned process.
  private func startBus(_ panel: MockPanel) async throws -> (bus: Child, environment: [String: String]) {
    let address = "unix:path=\(panel.folder.path("bus"))"
    let bus = try Child(
      ["dbus-daemon", "--session", "--nofork", "--address=\(address)"], environment: [:], output: nil)
    try await until("the bus: \(bus.errors)", within: patience) { access(panel.folder.path("bus"), F_OK) == 0 }
    return (bus, ["DBUS_SYSTEM_BUS_ADDRESS": address])
  }

  @Test(.enabled(if: hasBus)) func `The lock's mode is active before that of any application`() async throws {
    let sway = try await Sway()
    let panel = try MockPanel()
    let (bus, environment) = try await startBus(panel)
    defer { bus.signal(SIGTERM) }
    let daemon = try panel.startDaemon(
      "daemon.socket = \"\(panel.folder.path("s"))\"\n" + Self.configuration
        + "[mode.dark]\ndisable = \"swipe\"\n[[follow]]\nlocked = true\nmode = \"dark\"\n")
    try await until("the control socket: \(daemon.errors)", within: patience) {
      access(panel.folder.path("s"), F_OK) == 0
    }
    let companion = try follow(panel, ["--socket", sway.socket], environment)
    // The companion is there first, and finds each logind that starts.
    for _ in 0..<2 {
      let logind = try Child(["\(Files.devices)/logind"], environment: environment, output: nil)
      try await logind.prints("ready", within: patience)
      try await until("the default mode; \(companion.errors)", within: patience) { try mode(panel) == "default" }
      var locks = companion.output.split(separator: "\n").count { $0 == "mode dark: locked" }
      for _ in 0..<2 {
        // Until the companion knows the session, no signal reaches it, but the state does.
        logind.signal(SIGUSR1)
        try await until("the lock; \(companion.output)", within: patience) { try mode(panel) == "dark" }
        locks += 1
        #expect(companion.output.split(separator: "\n").count { $0 == "mode dark: locked" } == locks)
        logind.signal(SIGUSR1)
        try await until("the end of the lock", within: patience) { try mode(panel) == "default" }
      }
      logind.signal(SIGKILL)
      _ = try await logind.ended()
    }
    try await sway.open("mpv")
    try await until("the application's mode", within: patience) { try mode(panel) == "film" }
    let logind = try Child(["\(Files.devices)/logind"], environment: environment, output: nil)
    try await logind.prints("ready", within: patience)
    logind.signal(SIGUSR1)
    try await until("the lock beside an application", within: patience) { try mode(panel) == "dark" }
    // Nothing wakes the companion while nothing happens.
    let before = try #require(Self.switches(of: companion))
    try await Task.sleep(for: .seconds(3))
    #expect(Self.switches(of: companion) == before)
    logind.signal(SIGUSR1)
    try await until("the application again", within: patience) { try mode(panel) == "film" }
    companion.signal(SIGTERM)
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  /// How often a process has waited.
  private static func switches(of child: Child) -> String? {
    (try? String(contentsOfFile: "/proc/\(child.process)/status", encoding: .utf8))?.split(separator: "\n")
      .first { $0.hasPrefix("voluntary_ctxt_switches") }.map(String.init)
  }

  @Test(.enabled(if: hasBus)) func `A lock that nothing reports is mentioned`() async throws {
    let sway = try await Sway()
    let panel = try MockPanel()
    let (bus, environment) = try await startBus(panel)
    defer { bus.signal(SIGTERM) }
    let logind = try Child(["\(Files.devices)/logind", "--without-session"], environment: environment, output: nil)
    try await logind.prints("ready", within: patience)
    let path = try panel.folder.write(
      "[mode.dark]\ndisable = \"main\"\n[[follow]]\nlocked = true\nmode = \"dark\"\n", to: "config.toml")
    let arguments = ["follow", "--dry-run", "--config", path, "--socket", sway.socket]
    let companion = try Program.tickle.start(arguments, environment: environment)
    try await companion.says("logind knows no session of this user: its lock is not followed")
    companion.signal(SIGTERM)
    logind.signal(SIGTERM)
    let alone = try await Program.tickle.start(
      arguments, environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"]
    ).ended()
    #expect(alone.end == .status(69))
  }

  @Test(.enabled(if: hasBus)) func `Gestures turn with the device if the sensor is followed`() async throws {
    let panel = try MockPanel(Self.swipes)
    let (bus, environment) = try await startBus(panel)
    defer { bus.signal(SIGTERM) }
    let daemon = try await start(panel)
    // The companion is there first: it waits for the service.
    let companion = try follow(panel, ["--rotation", "sensor", "--socket", "/nonexistent"], environment)
    try await companion.says("only the sensor is followed")
    let proxy = try Child(["\(Files.devices)/sensor-proxy"], environment: environment, output: nil)
    try await proxy.prints("ready", within: patience)
    try await swipe("left", daemon)
    for direction in ["up", "right", "down", "left"] {
      // Until the companion has claimed the sensor, no signal is sent.
      proxy.signal(SIGUSR1)
      try await swipe(direction, daemon)
    }
    companion.signal(SIGTERM)
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }
}
