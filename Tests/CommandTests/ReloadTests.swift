import Foundation
import Program
import Testing

@Suite(
  "A new configuration while a finger is down", .startsPrograms, .enabled(if: MockPanel.isAvailable, MockPanel.missing))
struct ReloadTests {
  /// A finger that lands, drags, and stays down.
  private static let endless = Recording([(0.5, [.down(50, 40)]), (0.55, [.move(70, 40)])])
  private static let drag = "[[gesture]]\nname = \"drag\"\nkind = \"pan\"\n"
  private static let poke = "[[gesture]]\nname = \"poke\"\nkind = \"tap\"\n"

  private func write(_ text: String, for panel: MockPanel) throws -> String {
    // On a busy machine a test may last longer than a finger may rest.
    let head = "screen = [{ name = \"main\", stale = \"none\" }]\ndaemon.socket = \"\(panel.folder.path("s"))\"\n"
    return try panel.folder.write(head + text, to: "config.toml")
  }

  private func start(_ panel: MockPanel, _ text: String, environment: [String: String] = [:]) throws -> Child {
    try Program.tickled.start(
      ["--config", write(text, for: panel), "--format", "json"], environment: environment, wrapper: panel.wrapper)
  }

  @Test func `Changes are noticed again after the system had run out of what it needs to watch files`() async throws {
    let panel = try MockPanel()
    let daemon = try start(panel, "daemon.watch = true\n" + Self.drag)
    try await daemon.says("is screen")
    let process = try #require(panel.content("process").flatMap { pid_t($0.dropLast()) })
    // No number is left for a new descriptor.
    try await Child.limitFiles(of: process, to: 3)
    _ = try write("daemon.watch = true\n" + Self.poke, for: panel)
    try await daemon.says("Too many open files")

    try await Child.limitFiles(of: process, to: 1000)
    _ = try write("daemon.watch = true\n" + Self.poke + Self.drag, for: panel)
    try await daemon.says("config.toml: reloaded")
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `Drags end with the configuration with which they began`() async throws {
    // 0.4 s of dragging in every two seconds.
    let drag = (0...5).map { step in
      let x = 40 + Double(step) * 9
      let event = step == 0 ? Recording.Event.down(x, 40) : step == 5 ? .up() : .move(x, 40)
      return (0.5 + Double(step) * 0.08, [event])
    }
    let panel = try MockPanel(.repeated(every: 2, for: 900, drag))
    let daemon = try start(panel, Self.drag)
    try await daemon.prints(#""state":"changed""#)
    _ = try write(Self.drag.replacingOccurrences(of: "drag", with: "pull"), for: panel)
    let reload = try Program.tickle.run(["reload", "--config", panel.folder.path("config.toml")])
    #expect(reload.end == .status(0), "\(reload.errors)")
    try await until("a drag by the new one; \(daemon.errors)") {
      daemon.output.contains(#""gesture":"pull","kind":"pan","state":"ended""#)
    }
    try panel.signal(SIGTERM)
    let outcome = try await daemon.ended()
    let states = try JSON.lines(outcome.outputBytes).filter { $0["type"].string == "gesture" }
    #expect(states.allSatisfy { $0["gesture"].string == "pull" || $0["state"].string != "cancelled" })
    let old = states.filter { $0["gesture"].string == "drag" }.compactMap { $0["state"].string }
    #expect(old.count { $0 == "began" } == old.count { $0 == "ended" })
    // The panel stayed open.
    #expect(outcome.errors.components(separatedBy: "\"Test Panel\" on").count == 2, "\(outcome.errors)")
  }

  @Test func `A drag goes on if the file has not changed`() async throws {
    let panel = try MockPanel(Self.endless)
    let quiet = Self.drag + "[[gesture]]\nname = \"quiet\"\nkind = \"tap\"\n"
    let daemon = try start(panel, quiet)
    try await daemon.prints(#""state":"began""#)
    let path = panel.folder.path("config.toml")
    #expect(try Program.tickle.run(["set", "gesture", "quiet", "off", "--config", path]).end == .status(0))
    #expect(try Program.tickle.run(["reload", "--config", path]).end == .status(0))
    try await daemon.says("config.toml: reloaded")
    #expect(!daemon.output.contains(#""state":"cancelled""#))
    // The gesture is enabled again, so this changes something: it ends the drag.
    #expect(try Program.tickle.run(["set", "gesture", "drag", "off", "--config", path]).end == .status(0))
    try await daemon.prints(#""state":"cancelled""#)
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `A drag that does not end is cancelled, and the client is informed of the delay at once`() async throws {
    let panel = try MockPanel(Self.endless)
    let daemon = try start(
      panel, Self.drag + "[gesture.on]\ncancelled = { log = \"taken away\" }\n")
    try await daemon.prints(#""state":"began""#)
    let path = try write(Self.poke, for: panel)
    let reload = try Program.tickle.run(["reload", "--config", path])
    #expect(reload.end == .status(0))
    #expect(reload.errors.contains("takes effect when touches and gestures have ended"))
    #expect(reload.output == "")
    try await daemon.says("config.toml: reloaded")
    #expect(daemon.errors.contains("taken away"))
    let states = try JSON.lines(Data(daemon.output.utf8)).compactMap { $0["state"].string }
    #expect(states == ["began", "cancelled"])
    // No gesture is active any more: the daemon ignores the finger that stays down.
    let again = try Program.tickle.run(["reload", "--config", path])
    #expect(again.end == .status(0))
    #expect(again.errors == "")
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `The service manager is notified of the reload, and of readiness once the new one is active`()
    async throws
  {
    let panel = try MockPanel(Self.endless)
    let manager = try Mailbox(panel.folder.path("notify"))
    let daemon = try start(panel, Self.drag, environment: ["NOTIFY_SOCKET": manager.path])
    try await daemon.prints(#""state":"began""#)
    manager.take()
    #expect(manager.heard.last?.hasPrefix("READY=1") == true)

    _ = try write("nonsense = 1", for: panel)
    try panel.signal(SIGHUP)
    try await daemon.says("not reloaded")
    _ = try write(Self.poke, for: panel)
    try panel.signal(SIGHUP)
    try await daemon.says("takes effect when")
    try await daemon.says("config.toml: reloaded")
    try await until("the end of the reload") {
      manager.take()
      return manager.heard.count >= 5
    }
    let words = manager.heard.map { String($0.prefix { $0 != "\n" }) }
    #expect(words == ["READY=1", "RELOADING=1", "READY=1", "RELOADING=1", "READY=1"])
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `A service manager that does not read delays nothing, and hears the newest state once it reads`()
    async throws
  {
    let panel = try MockPanel(Self.endless)
    let manager = try Mailbox(panel.folder.path("notify"))
    manager.fill()
    let daemon = try start(panel, Self.drag, environment: ["NOTIFY_SOCKET": manager.path])
    try await daemon.prints(#""state":"began""#)
    _ = try write(Self.poke, for: panel)
    try panel.signal(SIGHUP)
    try await daemon.says("config.toml: reloaded")
    try await until("the end of the reload") {
      manager.take()
      return manager.heard.last?.hasPrefix("READY=1") == true
    }
    // Of the two times it was ready, it hears of the second one, which belongs to the reload.
    let words = manager.heard.map { String($0.prefix { $0 != "\n" }) }.filter { $0 != "full" }
    #expect(words == ["RELOADING=1", "READY=1"])
    #expect(manager.heard.last?.contains("1 gestures on") == true)
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }
}

/// A datagram socket like that of a service manager.
private final class Mailbox {
  let path: String
  private let descriptor: Int32
  private(set) var heard: [String] = []

  init(_ path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    let address = try #require(SocketAddress(path))
    try #require(address.withPointer { bind(descriptor, $0, $1) } == 0)
  }

  deinit { close(descriptor) }

  /// Sends messages to itself until there is room for no other.
  func fill() {
    let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(sender) }
    guard let address = SocketAddress(path) else { return }
    while address.withPointer({ sendto(sender, "full", 4, 0, $0, $1) }) == 4 {}
  }

  /// Receives the waiting messages.
  func take() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      heard.append(String(decoding: buffer.prefix(count), as: UTF8.self))
    }
  }
}

@Suite("A watched configuration", .startsPrograms)
struct WatchedConfigurationTests {
  @Test func `A changed file takes effect, an invalid one is reported once, and an equal one changes nothing`()
    async throws
  {
    let folder = try TemporaryFolder()
    let head = "[daemon]\nwatch = true\nsocket = \"\(folder.path("s"))\"\n"
    let path = try folder.write(head, to: "config.toml")
    let daemon = try Program.tickled.start(["--config", path, "--device", "/nonexistent/event0"])
    func count(_ words: String) -> Int { daemon.errors.components(separatedBy: words).count - 1 }
    func save(_ text: String) throws {
      try folder.write(head + text, to: "config.toml.new")
      try #require(rename(folder.path("config.toml.new"), path) == 0)
    }
    try await daemon.says("waiting for one")

    try save("[[view]]\nname = \"snake\"\n")
    try await until("a reload; \(daemon.errors)") { count("config.toml: reloaded") == 1 }
    try save("# the same, with a remark\n[[view]]\nname = \"snake\"\n")
    try save("[[view]]\nnaem = \"snake\"\n")
    try await until("a refusal; \(daemon.errors)") { count("not reloaded") == 1 }
    #expect(daemon.errors.contains("did you mean \"name\"?"))
    // Overwrites the file in place, with the same error.
    try folder.write(head + "[[view]]\nnaem = \"snake\"\n", to: "config.toml")
    try save("[[view]]\nname = \"dragon\"\n")
    try await until("a second reload; \(daemon.errors)") { count("config.toml: reloaded") == 2 }
    #expect(count("not reloaded") == 1)

    // Without `watch` the daemon stops watching.
    try folder.write("[daemon]\nsocket = \"\(folder.path("s"))\"\n", to: "config.toml")
    try await until("a third reload; \(daemon.errors)") { count("config.toml: reloaded") == 3 }
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.process)/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon.process)/fd/\($0)")
    }
    #expect(!descriptors.contains { $0.contains("inotify") }, "\(descriptors)")
    daemon.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }
}
