import CLinux
import Program

/// How a process ended, or why there was none.
struct ProcessEnd: Error {
  enum Kind: Int32 { case exited, killed, notStarted, lost }

  var kind: Kind
  /// The exit status, the signal, or the error of a start that failed.
  var number: Int32 = 0
  /// 1 if others are left in the process's group; the step of a start that failed.
  var detail: Int32 = 0

  var groupLives: Bool { kind != .notStarted && detail == 1 }
}

/// The process of a command, with its process group: a child of this one, or one that the session's starter has started.
///
/// A connection to the starter is for one command. The daemon sends its request, with its pipes, and then signals; the starter sends its
/// end, or why it could not be started, and ends a command whose connection is closed.
final class CommandProcess {
  /// Readable when the process may have ended: a pidfd, or a connection to the starter.
  let descriptor: Int32
  /// A child's number, which is its own until it is reaped; `nil`: it is the starter's.
  private let child: Int32?
  private(set) var isReaped = false

  /// Starts a child.
  init(
    _ launch: Launch, _ inherited: Environment, _ rights: linux_rights, _ user: User? = nil, input: Int32, output: Int32
  ) throws(ProcessEnd) {
    let child = try launch.spawn(inherited, rights, user, input: input, output: output)
    self.child = child
    descriptor = linux_pidfd_open(child)
    guard descriptor < 0 else { return }
    let error = Errno.latest
    abandon()
    throw ProcessEnd(kind: .notStarted, number: error.rawValue)
  }

  init(_ connection: StarterConnection) {
    child = nil
    descriptor = connection.descriptor
  }

  /// Sends a signal to the group. After the end, it goes to the processes that are left in it.
  func send(_ signal: Signal) {
    guard let child else { return StarterConnection(descriptor).send([signal.rawValue]) }
    // If a process has the number of one that was reaped, it is a new one, and the group is its own.
    if !isReaped || !Processes.exists(child) { signal.send(toGroup: child) }
  }

  /// Returns how the process ended; `nil`: it is still running.
  func end() -> ProcessEnd? {
    guard let child else {
      guard let numbers = StarterConnection(descriptor).receive(3) else { return nil }
      guard numbers.count == 3, let kind = ProcessEnd.Kind(rawValue: numbers[0]) else { return ProcessEnd(kind: .lost) }
      return ProcessEnd(kind: kind, number: numbers[1], detail: numbers[2])
    }
    var exit = linux_exit()
    if linux_reap(child, &exit) == 0 { return nil }
    isReaped = true
    let detail: Int32 = Processes.groupExists(child) ? 1 : 0
    return ProcessEnd(kind: exit.signalled ? .killed : .exited, number: exit.status, detail: detail)
  }

  func close() { Descriptor.close(descriptor) }

  /// Ends a process whose end cannot be watched. The starter ends that of a connection which is closed.
  func abandon() {
    send(.kill)
    if let child { Processes.awaitEnd(of: child) }
    if descriptor >= 0 { close() }
  }
}
