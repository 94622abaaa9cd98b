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
  private let process: CommandProcess
  private var exitIdentifier: UInt64 = 0
  private let watch: DescriptorWatch
  /// The end of the time that the state has. It keeps the command, which has no other owner while it is orphaned.
  private var timeout: Pending?
  private var state = State.running
  private let ended: (RunningCommand) -> Void

  /// Starts the command.
  /// - Parameters:
  ///   - input: its standard input, which the caller closes; -1: there is none.
  ///   - pipe: the pipe for its output; `nil`: one is made.
  ///   - ended: called once, when the process has ended and has been reaped, and its output has been logged.
  init(
    _ request: CommandRequest, _ actions: ActionQueue, starter: CommandStarter, input: Int32 = -1, pipe: Pipe? = nil,
    watch: DescriptorWatch, ended: @escaping (RunningCommand) -> Void
  ) throws(SpawnError) {
    let (reading, writing) = if let pipe { pipe } else { try RunningCommand.makePipe() }
    defer { Descriptor.close(writing) }
    do {
      process = try starter.start(request, input: input, output: writing)
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
      process.abandon()
      throw SpawnError(reason: "epoll_ctl: \(error)")
    }
    self.output = output
    self.request = request
    self.actions = actions
    self.watch = watch
    self.ended = ended
    guard let identifier = watch.add(process.descriptor, { self.handle(.exit) }) else {
      let error = Errno.latest
      output.close()
      process.abandon()
      throw SpawnError(reason: "epoll_ctl: \(error)")
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
      process.send(.terminate)
      setTimeout(RunningCommand.grace)
      state = .terminating
    case (.running, .terminate):
      actions.log.debug("\(request.label): terminated")
      process.send(.terminate)
      setTimeout(RunningCommand.grace)
      state = .terminating
    case (.terminating, .timeout):
      actions.log.debug("\(request.label): killed, as it did not end after SIGTERM")
      process.send(.kill)
      state = .killing
    case (.running, .kill), (.terminating, .kill):
      process.send(.kill)
      state = .killing
    case (.running, .exit), (.killing, .exit):
      let endedByItself = state == .running
      guard let end = process.end() else { return }
      if endedByItself { report(end) }
      timeout = nil
      state = .ended
      finish()
    case (.terminating, .exit):
      guard let end = process.end() else { return }
      if !end.groupLives { timeout = nil }
      state = end.groupLives ? .orphaned : .ended
      finish()
    case (.orphaned, .timeout):
      process.send(.kill)
      process.close()
      timeout = nil
      state = .ended
    case (.terminating, .terminate), (.killing, .terminate), (.killing, .kill), (.killing, .timeout):
      break
    case (.orphaned, .terminate), (.orphaned, .kill), (.orphaned, .exit), (.ended, _):
      preconditionFailure("\(event.rawValue) of a command that is \(state.rawValue)")
    }
  }

  private func report(_ end: ProcessEnd) {
    let problem: String? =
      switch end.kind {
      case .exited: end.number == 0 ? nil : "exit status \(end.number)"
      case .killed: "killed by \(Signal(rawValue: end.number))"
      case .notStarted: request.reason(end)
      case .lost: "lost, as the process that starts commands has ended (`systemctl --user status tickled-commands`)"
      }
    guard let problem else { return actions.log.debug("\(request.label): done") }
    if end.kind == .notStarted, request.isLongLived {
      // Until it starts.
      actions.log.trouble(about: request.label, "\(request.label): \(problem)")
    } else {
      actions.log.warning("\(request.label): \(problem)")
    }
    // Killed by another: when memory has run out, what it has started would go on taking memory, without a time limit.
    if end.kind == .killed, Signal(rawValue: end.number) == .kill { process.send(.kill) }
  }

  private func finish() {
    watch.remove(exitIdentifier, process.descriptor)
    if state == .ended { process.close() }
    output.readAvailable()
    ended(self)
  }

  typealias Pipe = (reading: Int32, writing: Int32)

  /// Makes a pipe. Only our end does not wait: the command expects the usual kind.
  static func makePipe(ours end: (Pipe) -> Int32 = { $0.reading }) throws(SpawnError) -> Pipe {
    do throws(Errno) {
      let pipe = try Descriptor.pipe()
      Descriptor.setNonBlocking(end(pipe))
      return pipe
    } catch { throw SpawnError(reason: "pipe: \(error)") }
  }
}
