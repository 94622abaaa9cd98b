import Foundation
import Program
import Testing

/// A running `tickle-edit`, and a browser's requests to it.
final class EditServer {
  struct Reply {
    var status = 0
    /// The lines of the head, the first one included.
    var head: [String] = []
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? {
      head.first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }.map { String($0.dropFirst(name.count + 2)) }
    }
  }

  let child: Child
  let address: String
  let port: UInt16
  /// The path of the page's folder, between slashes.
  let folder: String
  private(set) var cookie = ""

  init(_ words: [String], environment: [String: String] = ["DISPLAY": ":0"]) async throws {
    child = try Program.edit.start(words, environment: environment)
    try await child.prints("\n")
    address = child.output.trimmingCharacters(in: .newlines)
    let parts = address.split(separator: "/", omittingEmptySubsequences: false)
    try #require(parts.count == 5, "\(address)")
    port = try #require(parts[2].split(separator: ":").last.flatMap { UInt16($0) })
    folder = "/\(parts[3])/"
  }

  /// Opens the printed address, as a browser does.
  func open() throws -> Reply {
    let reply = try send("GET", String(address.dropFirst("http://127.0.0.1:\(port)".count)))
    cookie = reply.header("Set-Cookie").map { String($0.prefix { $0 != ";" }) } ?? ""
    return reply
  }

  /// Sends a request of the page, and returns the answer.
  func ask(_ body: String) throws -> Reply { try ask(Array(body.utf8)) }

  func ask(_ body: [UInt8]) throws -> Reply {
    let origin = "http://127.0.0.1:\(port)"
    return try send("POST", "\(folder)request", ["Origin: \(origin)", "Content-Type: application/json"], body)
  }

  func send(_ method: String, _ path: String, _ headers: [String] = [], _ body: [UInt8] = []) throws -> Reply {
    let connection = try Connection(to: port)
    var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + headers
    if !cookie.isEmpty { lines.append("Cookie: \(cookie)") }
    if method == "POST" { lines.append("Content-Length: \(body.count)") }
    try connection.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    let bytes = try connection.readToEnd()
    let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)), "\(path): \(bytes.count) bytes")
    var reply = Reply()
    reply.head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    reply.status = Int(reply.head[0].split(separator: " ")[1]) ?? 0
    reply.body = Array(bytes[end.upperBound...])
    return reply
  }

  /// A connection to the server.
  final class Connection {
    private let socket: Int32

    init(to port: UInt16) throws {
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let isConnected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      try #require(isConnected, "connect: \(String(cString: strerror(errno)))")
      Sockets.setPatience(socket, seconds: 20)
    }

    deinit { close(socket) }

    func send(_ bytes: [UInt8]) throws {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Array(rest).withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        try #require(count > 0, "send: \(String(cString: strerror(errno)))")
        rest = rest.dropFirst(count)
      }
    }

    func readToEnd() throws -> [UInt8] {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = recv(socket, &buffer, buffer.count, 0)
        try #require(count >= 0, "recv: \(String(cString: strerror(errno)))")
        if count == 0 { return bytes }
        bytes += buffer[..<count]
      }
    }

    /// Whether the server has not ended it.
    var isOpen: Bool {
      var byte: UInt8 = 0
      return recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) < 0 && errno == EAGAIN
    }
  }
}
