import Control
import Foundation
import Testing

/// A daemon with a control socket, and the tool that talks to it.
struct Controlled {
  let folder: TemporaryFolder
  let daemon: Child
  var socket: String { folder.path("control.sock") }

  static let gestures = """

    [[view]]
    name = "snake"
    [[gesture]]
    name = "bite"
    kind = "tap"
    view = "snake"
    [mode.locked]
    disable = ["bite"]
    """

  init(_ wrapper: [String] = [], in folder: TemporaryFolder, _ text: String = gestures) async throws {
    self.folder = folder
    try folder.write("[daemon]\nsocket = \"\(folder.path("control.sock"))\"\n\(text)", to: "config.toml")
    daemon = try Program.tickled.start(
      ["--config", folder.path("config.toml")] + (wrapper.isEmpty ? Program.noPanel : []), wrapper: wrapper)
    let socket = folder.path("control.sock")
    // It isn't enough that the socket exists: it may be bound, but not listen yet.
    try await until("a control socket") {
      let descriptor = try? ControlSocket.connect(to: socket)
      if let descriptor { close(descriptor) }
      return descriptor != nil
    }
  }

  func ask(_ words: String...) throws -> Outcome {
    try Program.tickle.run(words + ["--config", folder.path("config.toml")])
  }

  func status() throws -> JSON { try JSON.lines(ask("status", "--format", "json").outputBytes)[0] }

  func stop() async throws {
    daemon.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }
}

extension Program {
  /// A node that does not exist, so that the daemon waits.
  static let noPanel = ["--device", "/nonexistent/event0"]
}

/// A client that can send anything.
final class RawClient {
  private static let patience = 60
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var time = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }

  deinit { close(descriptor) }

  func say(_ bytes: [UInt8]) { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

  /// Reads until the end of a line or of the connection.
  func hear() -> String {
    var heard: [UInt8] = []
    var byte: UInt8 = 0
    var size = 0
    repeat {
      size = recv(descriptor, &byte, 1, 0)
      if size == 1, byte != UInt8(ascii: "\n") { heard.append(byte) }
    } while size == 1 && byte != UInt8(ascii: "\n")
    if size < 0 && errno == EAGAIN { Issue.record("neither a line nor an end within \(Self.patience) s") }
    return String(decoding: heard, as: UTF8.self)
  }
}
