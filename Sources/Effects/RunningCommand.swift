import Actions
import CLinux
import Gestures
import Program
import Queues

/// A command from its start to its end. Used only on the queue of its `Commands`.
///
///     running ---- time-out, terminate() ----> terminating ---- 2 s ----> killing
///        |                                       |      |                    |
///        |                             its group |      | its group lives    |
///        |                              is empty |      v                    |
///        |                                       |   orphaned                |
///        |                                       |      | 2 s                |
///        `-----------------> ended <-------------+------+--------------------´
///
/// Terminating sends SIGTERM to the process group, which belongs to the process until it has been reaped; killing sends SIGKILL. In
/// `orphaned` the command is finished for its owner: its process has ended and is reaped, but processes that it left in its group have
/// until the 2 s are over. If something else has killed the process with SIGKILL, as the kernel does when memory runs out, its group is
/// killed at once.
final class RunningCommand {
  private enum State: String { case running, terminating, killing, orphaned, ended }
  private enum Event: String { case timeout, terminate, kill, exit }
  static let grace = Duration.seconds(2)

  let request: CommandRequest
  let output: CommandOutput
  /// On CLOCK_MONOTONIC, in microseconds.
  let startedAt = linux_monotonic_microseconds()
  private let actions: ActionQueue
  private let process: Int32
  private let exitDescriptor: Int32
  private var exitIdentifier: UInt64 = 0
  private let watch: DescriptorWatch
  /// The end of the time that the state has. It keeps the command, which has no other owner while it is orphaned.
  private var timeout: Pending?
  private var state = State.running
  private let ended: (RunningCommand) -> Void

  /// Starts the command.
  /// - Parameters:
  ///   - rights: what it may do, without its user.
  ///   - input: its standard input, which the caller closes; -1: there is none.
  ///   - pipe: the pipe for its output; `nil`: one is made.
  ///   - ended: called once, when the process has ended and has been reaped, and its output has been logged.
  init(
    _ request: CommandRequest, _ actions: ActionQueue, environment: Environment, rights: linux_rights,
    input: Int32 = -1, pipe: Pipe? = nil, watch: DescriptorWatch, ended: @escaping (RunningCommand) -> Void
  ) throws(SpawnError) {
    let (reading, writing) = if let pipe { pipe } else { try RunningCommand.makePipe() }
    defer { Descriptor.close(writing) }
    do {
      process = try request.spawn(environment: environment, rights: rights, input: input, output: writing)
    } catch {
      Descriptor.close(reading)
      throw error
    }
    let label = request.label
    guard
      let output = CommandOutput(
        descriptor: reading, isLongLived: request.isLongLived, watch: watch,
        report: { line in actions.log.info("\(label): \(line)") })
    else {
      let error = Errno.latest
      Descriptor.close(reading)
      RunningCommand.abandon(process)
      throw SpawnError(reason: "epoll_ctl: \(error)")
    }
    self.output = output
    self.request = request
    self.actions = actions
    self.watch = watch
    self.ended = ended
    exitDescriptor = linux_pidfd_open(process)
    guard exitDescriptor >= 0, let identifier = watch.add(exitDescriptor, { self.handle(.exit) }) else {
      let error = Errno.latest
      if exitDescriptor >= 0 { Descriptor.close(exitDescriptor) }
      output.close()
      RunningCommand.abandon(process)
      throw SpawnError(reason: "pidfd_open: \(error)")
    }
    exitIdentifier = identifier
    if case .after(let limit) = request.options.timeLimit { setTimeout(limit) }
  }

  private func setTimeout(_ time: Duration) { timeout = actions.queue.after(time) { self.handle(.timeout) } }

  /// Whether the command is running, and its configuration sets no time limit and doesn't exclude one.
  var mayBeEnded: Bool { state == .running && request.options.timeLimit == .whilePlaceIsFree }

  func terminate() { handle(.terminate) }

  func kill() { handle(.kill) }

  /// Lets the command run without a time limit.
  func cancelTimeout() { timeout = nil }

  private func handle(_ event: Event) {
    switch (state, event) {
    case (.running, .timeout):
      if case .after(let limit) = request.options.timeLimit {
        actions.log.warning("\(request.label): still running after \(limit), terminated")
      }
      Signal.terminate.send(toGroup: process)
      setTimeout(RunningCommand.grace)
      state = .terminating
    case (.running, .terminate):
      actions.log.debug("\(request.label): terminated")
      Signal.terminate.send(toGroup: process)
      setTimeout(RunningCommand.grace)
      state = .terminating
    case (.terminating, .timeout):
      actions.log.debug("\(request.label): killed, as it did not end after SIGTERM")
      Signal.kill.send(toGroup: process)
      state = .killing
    case (.running, .kill), (.terminating, .kill):
      Signal.kill.send(toGroup: process)
      state = .killing
    case (.running, .exit), (.killing, .exit):
      let endedByItself = state == .running
      guard let exit = reap() else { return }
      if endedByItself {
        report(exit)
        // Killed by another: when memory has run out, what it has started would go on taking memory, without a time limit.
        if exit.signalled, Signal(rawValue: exit.status) == .kill { killRestOfGroup() }
      }
      timeout = nil
      state = .ended
      finish()
    case (.terminating, .exit):
      guard reap() != nil else { return }
      let groupLives = Processes.groupExists(process)
      if !groupLives { timeout = nil }
      state = groupLives ? .orphaned : .ended
      finish()
    case (.orphaned, .timeout):
      killRestOfGroup()
      timeout = nil
      state = .ended
    case (.terminating, .terminate), (.killing, .terminate), (.killing, .kill), (.killing, .timeout):
      break
    case (.orphaned, .terminate), (.orphaned, .kill), (.orphaned, .exit), (.ended, _):
      preconditionFailure("\(event.rawValue) of a command that is \(state.rawValue)")
    }
  }

  /// Kills what the process has left in its group, after it has been reaped.
  private func killRestOfGroup() {
    // If a process has that number, it is a new one, and the group is its own.
    if !Processes.exists(process) { Signal.kill.send(toGroup: process) }
  }

  private func reap() -> linux_exit? {
    var exit = linux_exit()
    switch linux_reap(process, &exit) {
    case 0: return nil
    case 1: return exit
    default:
      actions.log.error("waitid of \(request.label): \(Errno.latest)")
      return linux_exit()
    }
  }

  private func report(_ exit: linux_exit) {
    if exit.signalled {
      actions.log.warning("\(request.label): killed by \(Signal(rawValue: exit.status))")
    } else if exit.status != 0 {
      actions.log.warning("\(request.label): exit status \(exit.status)")
    } else {
      actions.log.debug("\(request.label): done")
    }
  }

  private func finish() {
    watch.remove(exitIdentifier, exitDescriptor)
    Descriptor.close(exitDescriptor)
    output.readAvailable()
    ended(self)
  }

  typealias Pipe = (reading: Int32, writing: Int32)

  static func makePipe() throws(SpawnError) -> Pipe {
    do throws(Errno) {
      let pipe = try Descriptor.pipe()
      // Only our end: the command expects the usual kind.
      Descriptor.setNonBlocking(pipe.reading)
      return pipe
    } catch { throw SpawnError(reason: "pipe: \(error)") }
  }

  /// Kills and reaps a process whose end could not be watched.
  private static func abandon(_ process: Int32) {
    Signal.kill.send(toGroup: process)
    Processes.awaitEnd(of: process)
  }
}
