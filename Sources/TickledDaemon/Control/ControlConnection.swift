import CLinux
import Control
import Glibc
import Program

/// A client of the control socket, with the part of its next request that has arrived, and the lines that wait to be sent to it.
final class ControlConnection {
  /// The most bytes that wait for a client. Beyond that a watcher loses lines, and another client is dropped.
  private static let mostForReplies = 256 << 10
  private static let mostForWatchers = 64 << 10

  /// Flags for sending without waiting and without SIGPIPE.
  static let sendFlags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)

  /// The lines that a watcher receives.
  struct Watch {
    var wantsTouches: Bool
    /// Whether lines of actions include their commands, which may hold secrets.
    var wantsValues: Bool
    /// Whether it receives text instead of JSON.
    var isText: Bool
  }

  enum Input: Equatable {
    /// A whole line, without its line feed.
    case line([UInt8])
    case incomplete
    /// A line that exceeds `ControlRequest.longest`.
    case tooLong
    case ended
  }

  let descriptor: Int32
  let peer: ControlPeer
  /// The connection's number; the oldest connection has the lowest one.
  let number: Int
  /// The turn in which the client was last served.
  var lastServed: UInt64 = 0
  var watch: Watch?
  /// What the client has set for as long as it is connected; `nil`: what it sets outlasts it.
  var following: Following?
  /// The number of the reload whose result the client waits for. Until then none of its requests are read.
  var awaitedReload: Int?
  /// The number of lines lost because the client does not read.
  private(set) var lost = 0
  private(set) var isBroken = false
  private var input: [UInt8] = []
  private var output: LineRing
  private let loop: EventLoop

  /// Takes over the descriptor. Returns `nil` if it cannot be watched; it is then closed.
  init?(_ descriptor: Int32, peer: ControlPeer, number: Int, loop: EventLoop) {
    self.descriptor = descriptor
    self.peer = peer
    self.number = number
    self.loop = loop
    output = LineRing(capacity: Self.mostForReplies) { Array("{\"type\":\"lost\",\"lines\":\($0)}\n".utf8) }
    guard loop.watch(descriptor) else {
      close(descriptor)
      return nil
    }
  }

  deinit {
    loop.forget(descriptor)
    close(descriptor)
  }

  /// Whether the client neither watches, nor follows, nor waits for an answer, nor has sent anything that was not read yet.
  var isIdle: Bool {
    var byte: UInt8 = 0
    return watch == nil && awaitedReload == nil && following == nil && receive(&byte, 1, MSG_PEEK) < 0
      && errno == EAGAIN
  }

  /// Whether the client has closed its end.
  var hasHungUp: Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// Reads at most one request, and leaves later ones in the socket: the kernel reports them again in the next turn.
  func nextLine() -> Input {
    withUnsafeTemporaryAllocation(byteCount: ControlRequest.longest, alignment: 1) { buffer in
      let room = ControlRequest.longest - input.count
      let seen = receive(buffer.baseAddress!, room, MSG_PEEK)
      if seen < 0 { return errno == EAGAIN ? .incomplete : .ended }
      if seen == 0 { return .ended }
      let end = memchr(buffer.baseAddress!, Int32(UInt8(ascii: "\n")), seen)
      let size = end.map { UnsafeMutableRawPointer($0) - buffer.baseAddress! + 1 } ?? seen
      guard receive(buffer.baseAddress!, size, 0) == size else { return .ended }
      input.append(contentsOf: buffer[..<size])
      guard end != nil else { return input.count >= ControlRequest.longest ? .tooLong : .incomplete }
      defer { input.removeAll() }
      return .line(Array(input.dropLast()))
    }
  }

  private func receive(_ buffer: UnsafeMutableRawPointer, _ size: Int, _ flag: Int) -> Int {
    while true {
      let count = recv(descriptor, buffer, size, Int32(flag | MSG_DONTWAIT))
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Sends a reply. A client that does not read its replies is broken.
  func reply(_ line: [UInt8]) {
    if !send(line) { isBroken = true }
  }

  /// Sends a line to a watcher, or counts it as lost.
  func report(_ line: [UInt8]) {
    if !send(line) { lost += 1 }
  }

  private func send(_ line: [UInt8]) -> Bool {
    output.capacity = watch == nil ? Self.mostForReplies : Self.mostForWatchers
    return line.withUnsafeBytes { line in
      // Lines that wait go first, when the loop reports that the client reads.
      if !output.isEmpty { return output.append(line) }
      let count = Glibc.send(descriptor, line.baseAddress, line.count, ControlConnection.sendFlags)
      if count < 0, errno != EAGAIN, errno != EINTR {
        isBroken = true
        return true
      }
      let done = max(0, count)
      if done == line.count { return true }
      guard output.append(UnsafeRawBufferPointer(rebasing: line[done...])) else { return false }
      follow()
      return true
    }
  }

  /// Sends the lines that wait, as far as the client accepts them.
  func flush() {
    if output.isEmpty { return }
    var isStuck = false
    while !output.isEmpty, !isStuck, !isBroken {
      output.next { bytes in
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, ControlConnection.sendFlags)
        if count < 0, errno != EAGAIN, errno != EINTR { isBroken = true }
        isStuck = count < bytes.count
        return max(0, count)
      }
    }
    if output.isEmpty { follow() }
  }

  /// Watches the descriptor for the next request, unless the client still waits for an answer, and for room to send the lines that wait.
  func follow() { loop.watch(descriptor, reading: awaitedReload == nil, writing: !output.isEmpty) }
}
