import Control
import Program

/// The connections to the daemon: one on which it sends lines, and one for requests, each of which waits for its reply.
final class DaemonLink {
  enum Event {
    case connected
    case lost
    /// The daemon does not let this client watch. The link has ended.
    case refused(ControlReply)
    case line([UInt8])
    case reply(ControlReply, to: ControlRequest)
  }

  /// The longest line; replies of daemons with hundreds of gestures fit.
  private static let longest = 4 << 20
  /// How long a reply is awaited, in microseconds: a reload reads files first.
  private static let patience: Int64 = 30_000_000

  static let watch = ControlRequest.watch(touches: false)

  private let watching: LineReader
  private let asking: LineReader
  /// At most one of each question, and one command: the bridge sends the next one after the reply.
  private var waiting: [ControlRequest] = []
  private var asked: ControlRequest?
  /// When the link is given up; `nil`: nothing is awaited.
  private(set) var nextDeadline: Int64?
  private var isWatched = false

  /// - Throws: the reason why no daemon accepts connections there.
  init(socket: String) throws(Errno) {
    watching = LineReader(try ControlSocket.connect(to: socket), longest: Self.longest)
    asking = LineReader(try ControlSocket.connect(to: socket), longest: Self.longest)
    if !watching.send(Self.watch.line) { throw .latest }
  }

  var descriptors: [Int32] { [watching.descriptor, asking.descriptor] }

  /// Sends a request once the earlier ones are answered. A question that is already waiting is asked once.
  func ask(_ request: ControlRequest, at now: Int64) {
    if [.status, .describe].contains(request), waiting.contains(request) { return }
    waiting.append(request)
    _ = askNext(at: now)
  }

  private func askNext(at now: Int64) -> Bool {
    guard asked == nil, !waiting.isEmpty else { return true }
    let request = waiting.removeFirst()
    asked = request
    nextDeadline = now + Self.patience
    return asking.send(request.line)
  }

  /// Reads what has arrived.
  func take(at now: Int64) -> [Event] {
    var events: [Event] = []
    guard let lines = watching.lines(), let replies = asking.lines() else { return [.lost] }
    for line in lines {
      if isWatched {
        events.append(.line(line))
      } else {
        guard let reply = ControlReply(line: line) else { return [.lost] }
        if reply != .done { return [.refused(reply)] }
        isWatched = true
        events.append(.connected)
      }
    }
    for line in replies {
      guard let request = asked, let reply = ControlReply(line: line) else { return events + [.lost] }
      (asked, nextDeadline) = (nil, nil)
      events.append(.reply(reply, to: request))
      if !askNext(at: now) { return events + [.lost] }
    }
    if let nextDeadline, nextDeadline <= now { events.append(.lost) }
    return events
  }
}

/// A connected socket that sends lines.
private final class LineReader {
  let descriptor: Int32
  private let longest: Int
  private var input: [UInt8] = []

  /// Takes over the descriptor.
  init(_ descriptor: Int32, longest: Int) {
    self.descriptor = descriptor
    self.longest = longest
  }

  deinit { Descriptor.close(descriptor) }

  /// - Returns: false if the connection has ended.
  func send(_ line: [UInt8]) -> Bool {
    // A request is shorter than the smallest buffer of a socket.
    (try? Sockets.send(descriptor, line)) == line.count
  }

  /// The lines that have arrived, without their line feeds; `nil` if the connection has ended.
  func lines() -> [[UInt8]]? {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count: Int
      do throws(Errno) {
        count = try Sockets.receive(descriptor, into: &chunk)
      } catch {
        if error == .wouldBlock { break }
        return nil
      }
      guard count > 0, input.count <= longest else { return nil }
      input.append(contentsOf: chunk[..<count])
      if count < chunk.count { break }
    }
    guard let last = input.lastIndex(of: UInt8(ascii: "\n")) else { return input.count > longest ? nil : [] }
    defer { input.removeFirst(last + 1) }
    return input[..<last].split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }
}
