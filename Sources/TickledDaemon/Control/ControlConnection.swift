import Configuration
import Control
import Program
import Screen

/// A client of the control socket, with the part of its next request that has arrived, and the lines that wait to be sent to it.
final class ControlConnection {
  /// The most bytes that wait for a client. Beyond that a watcher loses lines, and another client is dropped.
  private static let mostForReplies = 256 << 10
  private static let mostForWatchers = 64 << 10

  /// The lines that a watcher receives.
  struct Watch {
    var wantsTouches: Bool
    /// Whether lines of actions include their commands, which may hold secrets.
    var wantsValues: Bool
    /// Whether lines of gestures include where they were made.
    var wantsPlaces: Bool
    /// Whether it receives what became of each movement of the hand.
    var wantsAttempts: Bool
    /// Whether it receives text instead of JSON.
    var isText: Bool

    /// Whether it gets all that a record says, or only what the right to hear gestures allows.
    func getsDetails(of record: SessionRecord) -> Bool {
      switch record {
      case .gesture: wantsPlaces
      case .action, .stateAction: wantsValues
      case .touch, .attempt: true
      }
    }
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
  /// What the client may do.
  let rights: Set<SocketRight>
  /// Whether it has come by the watchers' socket.
  let isOnlyWatching: Bool
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
  init?(_ descriptor: Int32, peer: ControlPeer, listener: ControlListener, number: Int, loop: EventLoop) {
    self.descriptor = descriptor
    self.peer = peer
    rights = listener.rights
    isOnlyWatching = !listener.allowsAll
    self.number = number
    self.loop = loop
    output = LineRing(capacity: Self.mostForReplies) { Array("{\"type\":\"lost\",\"lines\":\($0)}\n".utf8) }
    guard loop.watch(descriptor) else {
      Descriptor.close(descriptor)
      return nil
    }
  }

  deinit {
    loop.forget(descriptor)
    Descriptor.close(descriptor)
  }

  /// Whether the client neither watches, nor follows, nor waits for an answer, nor has sent anything that was not read yet.
  var isIdle: Bool {
    watch == nil && awaitedReload == nil && following == nil && !hasInput
  }

  private var hasInput: Bool {
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
      do throws(Errno) {
        _ = try Sockets.receive(descriptor, into: buffer, peeks: true)
        return true
      } catch { return error != .wouldBlock }
    }
  }

  /// Whether the client has closed its end.
  var hasHungUp: Bool {
    !Descriptor.wait(for: [], of: descriptor, milliseconds: 0).isDisjoint(with: .hungUp)
  }

  /// Reads at most one request, and leaves later ones in the socket: the kernel reports them again in the next turn.
  func nextLine() -> Input {
    withUnsafeTemporaryAllocation(byteCount: ControlRequest.longest, alignment: 1) { buffer in
      let room = ControlRequest.longest - input.count
      let start = UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
      let seen: Int
      do throws(Errno) {
        seen = try Sockets.receive(descriptor, into: start, peeks: true)
      } catch { return error == .wouldBlock ? .incomplete : .ended }
      if seen == 0 { return .ended }
      let end = start[..<seen].firstIndex(of: UInt8(ascii: "\n"))
      let line = UnsafeMutableRawBufferPointer(rebasing: start[..<(end.map { $0 + 1 } ?? seen)])
      guard (try? Sockets.receive(descriptor, into: line)) == line.count else { return .ended }
      input.append(contentsOf: line)
      guard end != nil else { return input.count >= ControlRequest.longest ? .tooLong : .incomplete }
      defer { input.removeAll() }
      return .line(Array(input.dropLast()))
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
      let done = pass(line)
      if isBroken { return true }
      if done == line.count { return true }
      guard output.append(UnsafeRawBufferPointer(rebasing: line[done...])) else { return false }
      follow()
      return true
    }
  }

  /// Passes bytes to the kernel, and notes if the client is gone.
  /// - Returns: the number of bytes for which there was room.
  private func pass(_ bytes: UnsafeRawBufferPointer) -> Int {
    do throws(Errno) {
      return try Sockets.send(descriptor, bytes)
    } catch {
      if error != .wouldBlock { isBroken = true }
      return 0
    }
  }

  /// Sends the lines that wait, as far as the client accepts them.
  func flush() {
    if output.isEmpty { return }
    var isStuck = false
    while !output.isEmpty, !isStuck, !isBroken {
      output.next { bytes in
        let count = pass(bytes)
        isStuck = count < bytes.count
        return count
      }
    }
    if output.isEmpty { follow() }
  }

  /// Watches the descriptor for the next request, unless the client still waits for an answer, and for room to send the lines that wait.
  func follow() { loop.watch(descriptor, reading: awaitedReload == nil, writing: !output.isEmpty) }
}
