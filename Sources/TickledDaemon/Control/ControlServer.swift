import Actions
import CLinux
import Control
import Glibc
import Program

/// The control socket: requests a line each, answers a line each. Belongs to the queue that owns the engine, and never waits.
///
/// Who may open the socket may use it: its mode is 0660, and whoever connects must be root, the daemon's own user, or in the
/// socket's group. All that clients can make us hold is bounded.
final class ControlServer {
  /// Clients at once. Those that ask nothing make room for further ones, the oldest first; watchers stay.
  private static let mostClients = 32
  /// Bytes that may wait for a client; a watcher beyond it loses lines, another client is dropped.
  private static let mostPending = 256 << 10

  let path: String
  private let listener: Int32
  private let group: gid_t
  private let loop: EventLoop
  private let log: Log
  private var clients: [Int32: Client] = [:]
  private var isListening = false
  private var connections = 0

  private struct Client {
    let number: Int
    var input: [UInt8] = []
    var output: [UInt8] = []
    var isWatching = false
    var wantsTouches = false
    var lost = 0
  }

  /// - Throws: a sentence.
  init(path: String, loop: EventLoop, log: Log) throws(ControlError) {
    self.path = path
    self.loop = loop
    self.log = log
    guard let address = SocketAddress(path) else { throw ControlError(description: "\(path): no path of a socket") }
    try Self.removeStale(path, address)
    let listener = socket(AF_UNIX, Self.socketType, 0)
    guard listener >= 0 else { throw ControlError("socket", path) }
    let bound = address.withPointer { bind(listener, $0, $1) }
    // Not by umask, which a command that is started meanwhile would inherit. Before listen, nobody can connect.
    if bound == 0 { chmod(path, 0o660) }
    self.listener = listener
    var status = stat()
    group = stat(path, &status) == 0 ? status.st_gid : getgid()
    guard bound == 0, listen(listener, 16) == 0, loop.watch(listener) else { throw ControlError("bind", path) }
    isListening = true
  }

  deinit {
    for client in clients.keys { close(client) }
    close(listener)
    if isListening { unlink(path) }
  }

  private static let socketType =
    Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

  /// A socket that nobody listens on is what is left of a daemon that was killed.
  private static func removeStale(_ path: String, _ address: SocketAddress) throws(ControlError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ControlError(description: "\(path): is there and is no socket (remove it, or name another `socket`)")
    }
    let probe = socket(AF_UNIX, socketType, 0)
    defer { close(probe) }
    if address.withPointer({ connect(probe, $0, $1) }) == 0 || errno == EAGAIN {
      throw ControlError(description: "\(path): another tickled listens there")
    }
    unlink(path)
  }

  func owns(_ descriptor: Int32) -> Bool { descriptor == listener || clients[descriptor] != nil }

  var watchers: Int { clients.values.count { $0.isWatching } }
  var wantsTouches: Bool { clients.values.contains { $0.isWatching && $0.wantsTouches } }

  /// Takes what a descriptor has for us.
  /// - Parameter answer: does what is asked.
  func serve(_ descriptor: Int32, answer: (ControlRequest) -> ControlReply) {
    if descriptor == listener { return accept() }
    flush(descriptor)
    var buffer = [UInt8](repeating: 0, count: ControlRequest.longest)
    while clients[descriptor] != nil {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        clients[descriptor]?.input.append(contentsOf: buffer[..<count])
        answerLines(of: descriptor, answer)
      } else if count < 0 && errno == EINTR {
        continue
      } else {
        if count == 0 || errno != EAGAIN { drop(descriptor) }
        return
      }
    }
  }

  /// Sends a line to those who watch. One who does not read loses lines, and is told how many once it reads again.
  func broadcast(_ line: [UInt8], isTouch: Bool) {
    for (descriptor, client) in clients where client.isWatching && (client.wantsTouches || !isTouch) {
      guard client.output.count + line.count <= Self.mostPending else {
        clients[descriptor]?.lost += 1
        continue
      }
      if client.lost > 0 {
        clients[descriptor]?.lost = 0
        send(Array("{\"type\":\"lost\",\"lines\":\(client.lost)}\n".utf8), to: descriptor)
      }
      send(line, to: descriptor)
    }
  }

  private func accept() {
    while true {
      let descriptor = linux_accept(listener)
      if descriptor < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      guard mayUse(descriptor), makeRoom(), loop.watch(descriptor) else {
        close(descriptor)
        continue
      }
      connections += 1
      clients[descriptor] = Client(number: connections)
    }
  }

  private func makeRoom() -> Bool {
    guard clients.count >= Self.mostClients else { return true }
    let idle = clients.filter { !$0.value.isWatching }
    guard let oldest = idle.min(by: { $0.value.number < $1.value.number }) else { return false }
    drop(oldest.key)
    return true
  }

  /// By the kernel's word on who is at the other end.
  private func mayUse(_ descriptor: Int32) -> Bool {
    var user = uid_t()
    var groups = [gid_t](repeating: 0, count: 1024)
    let count = Int(linux_peer(descriptor, &user, &groups, Int32(groups.count)))
    if count < 1 { return false }
    return user == 0 || user == geteuid() || groups.prefix(count).contains(group)
  }

  private func answerLines(of descriptor: Int32, _ answer: (ControlRequest) -> ControlReply) {
    while let end = clients[descriptor]?.input.firstIndex(of: UInt8(ascii: "\n")) {
      guard let line = clients[descriptor]?.input.prefix(end) else { return }
      let reply: [UInt8]
      do throws(ControlRequest.Mistake) {
        let request = try ControlRequest(line: line)
        if case .watch(let touches) = request {
          clients[descriptor]?.isWatching = true
          clients[descriptor]?.wantsTouches = touches
        }
        reply = answer(request).line(to: request.name)
      } catch {
        reply = ControlReply.failed(.usage, ["\(error)"]).line(to: "")
      }
      clients[descriptor]?.input.removeFirst(end + 1)
      send(reply, to: descriptor)
    }
    if let client = clients[descriptor], client.input.count >= ControlRequest.longest {
      send(
        ControlReply.failed(.usage, ["a request is longer than \(ControlRequest.longest) bytes"]).line(to: ""),
        to: descriptor)
      drop(descriptor)
    }
  }

  private func send(_ bytes: [UInt8], to descriptor: Int32) {
    guard let client = clients[descriptor] else { return }
    if client.output.count + bytes.count > Self.mostPending { return drop(descriptor) }
    clients[descriptor]?.output.append(contentsOf: bytes)
    flush(descriptor)
  }

  private func flush(_ descriptor: Int32) {
    guard var output = clients[descriptor]?.output, !output.isEmpty else { return }
    let count = Glibc.send(descriptor, output, output.count, Int32(MSG_NOSIGNAL))
    if count < 0 && errno != EAGAIN && errno != EINTR { return drop(descriptor) }
    output.removeFirst(max(0, count))
    clients[descriptor]?.output = output
    loop.watch(descriptor, alsoForWriting: !output.isEmpty)
  }

  private func drop(_ descriptor: Int32) {
    clients[descriptor] = nil
    loop.forget(descriptor)
    close(descriptor)
  }
}

/// Why there is no control socket.
struct ControlError: Error, CustomStringConvertible {
  let description: String
}

extension ControlError {
  init(_ call: String, _ path: String) {
    let code = errno
    let mend = code == ENOENT ? " (make its folder, or name another `socket` in [daemon])" : ""
    self.init(description: "\(call) \(path): \(String(cString: strerror(code)))\(mend)")
  }
}
