import Foundation
import Testing

/// A mosquitto on this machine, on a port of its own, and a client that writes down all that it sends.
final class MQTTBroker {
  static let isAvailable = ["/usr/sbin", "/usr/local/sbin"].contains { access("\($0)/mosquitto", X_OK) == 0 }
  static let missing: Comment = "mosquitto is not installed: skipped"

  let port: Int
  let folder: TemporaryFolder
  private let extra: String
  private var broker: Child?
  private let arguments: [String]

  /// - Parameters:
  ///   - settings: more lines of the broker's configuration; a `%` is its folder.
  ///   - arguments: what clients need to connect to it.
  init(settings: String = "allow_anonymous true", arguments: [String] = [], folder: TemporaryFolder? = nil) async throws
  {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    port = try Self.freePort()
    extra = settings.replacingOccurrences(of: "%", with: folder.path)
    self.arguments = arguments.map { $0.replacingOccurrences(of: "%", with: folder.path) }
    try await start()
  }

  func start() async throws {
    let user = geteuid() == 0 ? "user root\n" : ""
    let file = try folder.write("\(user)listener \(port) 127.0.0.1\n\(extra)\n", to: "mosquitto.conf")
    let broker = try Child(
      ["mosquitto", "-c", file], environment: ["PATH": "/usr/local/sbin:/usr/sbin:/usr/bin:/bin"], output: nil)
    self.broker = broker
    try await broker.says("running")
  }

  /// Ends it without a goodbye.
  func kill() async throws {
    broker?.signal(SIGKILL)
    _ = try await broker?.ended()
    broker = nil
  }

  /// Subscribes to everything: a line for each message, with 1 if it was retained, its topic and its payload.
  func listen() async throws -> Listener {
    let words = ["mosquitto_sub", "-h", "127.0.0.1", "-p", "\(port)"] + arguments
    let child = try Child(
      words + ["-t", "#", "-q", "1", "-F", "%r %t %p"], environment: [:], output: nil)
    let listener = Listener(child)
    // It listens once it receives what it is sent.
    try await until("a subscription; \(child.errors)") {
      try publish("test/ready", "1")
      return !listener.messages("test/ready").isEmpty
    }
    return listener
  }

  func publish(_ topic: String, _ payload: String, isRetained: Bool = false) throws {
    let outcome = try Child.run(
      ["mosquitto_pub", "-h", "127.0.0.1", "-p", "\(port)"] + arguments
        + ["-t", topic, "-m", payload, "-q", "1"] + (isRetained ? ["-r"] : []))
    #expect(outcome.end == .status(0), "\(outcome.errors)")
  }

  /// Publishes the contents of a file.
  func publish(_ topic: String, file: String) throws {
    _ = try Child.run(
      ["mosquitto_pub", "-h", "127.0.0.1", "-p", "\(port)"] + arguments + ["-t", topic, "-f", file, "-q", "1"])
  }

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    try #require(result == 0)
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

/// A client that has subscribed to everything.
final class Listener {
  private let child: Child

  init(_ child: Child) { self.child = child }

  private var lines: [(isRetained: Bool, topic: String, payload: String)] {
    child.output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      return parts.count == 3 ? (parts[0] == "1", String(parts[1]), String(parts[2])) : nil
    }
  }

  /// The payloads of the messages to a topic, in their order.
  func messages(_ topic: String) -> [String] { lines.filter { $0.topic == topic }.map(\.payload) }

  /// The same as JSON.
  func json(_ topic: String) -> [JSON] {
    messages(topic).compactMap { try? JSON(JSONSerialization.jsonObject(with: Data($0.utf8))) }
  }

  /// The number of messages to all topics from the first event to the last one.
  func messages(between first: JSON, and last: JSON) -> Int {
    let times = [first, last].compactMap { $0["time"].double }
    let places = lines.enumerated().filter { _, line in
      guard let value = try? JSONSerialization.jsonObject(with: Data(line.payload.utf8)) else { return false }
      return JSON(value)["time"].double.map(times.contains) ?? false
    }.map(\.offset)
    return (places.last ?? 0) - (places.first ?? 0) + 1
  }

  func waits(for what: String, within limit: Duration = .seconds(60), _ holds: () throws -> Bool) async throws {
    try await until("\(what); messages:\n\(child.output.suffix(3000))", within: limit, holds)
  }
}
