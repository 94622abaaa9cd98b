import CLinux
import Program
import Synchronization

/// An end of a connection between a session's daemon and its starter. Nothing here waits.
struct StarterConnection {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Connects to the starter at a path, if it is this user's own.
  init(_ path: String) throws(Errno) {
    descriptor = try Sockets.connect(to: path, .packets, waits: false)
    if isOwn { return }
    close()
    throw .permissionDenied
  }

  /// Whether the process at the other end has the same user.
  var isOwn: Bool {
    var (process, user, group) = (Int32(0), UInt32(0), UInt32(0))
    return linux_peer(descriptor, &process, &user, &group, 1) > 0 && user == UserAccount.ownID
  }

  /// Sends a few numbers. If that fails, the other end is gone, and this is read next.
  func send(_ numbers: [Int32]) { _ = linux_send_message(descriptor, numbers, numbers.count * 4, nil, 0) }
  func send(_ end: ProcessEnd) { send([end.kind.rawValue, end.number, end.detail]) }

  /// Receives a message of some numbers; none at the end, or if it is something else; `nil` if there is none yet.
  func receive(_ count: Int) -> [Int32]? {
    var numbers = [Int32](repeating: 0, count: count)
    let size = linux_receive_message(descriptor, &numbers, count * 4, nil)
    if size < 0 && Errno.latest == .wouldBlock { return nil }
    return size == count * 4 ? numbers : []
  }

  func close() { Descriptor.close(descriptor) }
}

/// Starts the commands of a session's daemon, in a process of its own, which is not confined as the daemon is.
///
/// Each connection is for one command (`CommandProcess`), and has a thread. All that comes through it is bounded and checked: it can ask
/// for any command that this user may run, and for nothing else.
package final class StarterServer: Sendable {
  /// More than the daemon runs.
  static let mostClients = 256

  private let clients = Atomic(0)
  /// Never changes.
  private nonisolated(unsafe) let inherited = Environment()

  package init() {}

  /// Serves the clients of a socket until a signal ends the process.
  package func serve(_ listener: Int32) -> Never {
    Signal.reportChildren()
    while true {
      _ = Descriptor.wait(for: .readable, of: listener)
      let connection = StarterConnection(linux_accept(listener))
      if connection.descriptor < 0 {
        // Without a descriptor for it, the connection stays there, and the socket readable.
        blockThread(microseconds: 10_000)
      } else if clients.load(ordering: .relaxed) < Self.mostClients, connection.isOwn,
        (try? startThread { self.serve(connection) }) != nil
      {
        clients.add(1, ordering: .relaxed)
      } else {
        connection.close()
      }
    }
  }

  private func serve(_ connection: StarterConnection) {
    defer {
      connection.close()
      clients.subtract(1, ordering: .relaxed)
    }
    _ = Descriptor.wait(for: .readable, of: connection.descriptor)
    do throws(ProcessEnd) {
      if let command = try start(connection) { attend(command, connection) }
    } catch {
      connection.send(error)
      // The daemon closes it when it has read that.
      _ = Descriptor.wait(for: .readable, of: connection.descriptor)
    }
  }

  /// - Returns: `nil` if the client is gone, or asks for nothing that is known.
  private func start(_ connection: StarterConnection) throws(ProcessEnd) -> CommandProcess? {
    var message = [UInt8](repeating: 0, count: Launch.longestMessage)
    var files = [Int32](repeating: -1, count: Int(LINUX_MESSAGE_FDS))
    let size = linux_receive_message(connection.descriptor, &message, message.count, &files)
    defer { for file in files where file >= 0 { Descriptor.close(file) } }
    guard size > 0, files[0] >= 0, let launch = Launch(message: message[..<size]) else { return nil }
    var rights = linux_rights()
    rights.oom_score_above = CommandRights.oomScore
    rights.ruleset = -1
    return try CommandProcess(launch, inherited, rights, input: files[1], output: files[0])
  }

  /// Does for a command what its client asks for, until the client is gone. The command then has 2 s to end.
  private func attend(_ command: CommandProcess, _ connection: StarterConnection) {
    while true {
      let watched = [connection.descriptor, command.isReaped ? -1 : command.descriptor]
      let ready = Descriptor.wait(for: .readable, ofAny: watched)
      if !ready[1].isEmpty, let end = command.end() { connection.send(end) }
      guard !ready[0].isEmpty, let numbers = connection.receive(1) else { continue }
      guard let signal = [Signal.terminate, .kill].first(where: { [$0.rawValue] == numbers }) else { break }
      command.send(signal)
    }
    if command.isReaped { return command.close() }
    command.send(.terminate)
    _ = Descriptor.wait(for: .readable, of: command.descriptor, milliseconds: 2000)
    command.abandon()
  }
}
