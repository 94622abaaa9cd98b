import Actions
import CLinux
import Program
import Queues

/// A program that receives lines on its standard input and is never waited for. Used only on its queue.
///
///     resting --- line ---> running --- exit ---> pausing --- back-off ---> running
///                            |   |                   ^
///                  close()   |   | does not read     |
///            closing <-------´   `---> overrun ------´ exit
///               |
///               `--- exit ---> closed
///
/// `resting` is the state before the first line. `close()` leads from `resting` and `pausing` to `closed` at once. In `overrun` the
/// program has been sent SIGTERM because its backlog was full; those lines are lost. Lines that came since then, and those that a program
/// had not read completely when it ended, go to the next one.
final class Stream {
  private enum State: String { case resting, running, overrun, pausing, closing, closed }

  private let gate: StreamGate
  private let actions: ActionQueue
  private let watch: DescriptorWatch
  private let starter: CommandStarter
  private let running: WorkGroup
  private let settled: () -> Void
  private var state = State.resting
  private var backlog = StreamBacklog()
  /// The number of changes that a newer one replaced before they were read, since the last report.
  private var coalesced = 0
  private var process: RunningCommand?
  /// Our end of its standard input; `nil` when nothing more is written to it.
  private var input: StreamInput? {
    willSet { if newValue == nil { gate.shut() } }
  }
  private var pause: Duration
  /// What the state leads to when its time is over.
  private var next: Pending?
  private var startedAt: Int64 = 0

  init(
    _ gate: StreamGate, _ actions: ActionQueue, watch: DescriptorWatch, starter: CommandStarter, running: WorkGroup,
    settled: @escaping () -> Void
  ) {
    self.gate = gate
    self.actions = actions
    self.watch = watch
    self.starter = starter
    self.running = running
    self.settled = settled
    pause = actions.surroundings.firstPause
  }

  /// - Parameter written: the number of the line's bytes that the program has got through the gate.
  func feed(_ context: ActionContext, _ written: Int, _ replaced: Int) {
    coalesced += replaced
    switch state {
    case .closing, .closed:
      return settled()
    case .resting:
      add(context)
      start()
    case .running:
      add(context, written)
      write()
    case .overrun, .pausing:
      add(context)
    }
  }

  /// Ends the stream: lines that wait are still written, then the program's standard input ends. After `grace` it gets SIGTERM.
  func close(grace: Duration?) {
    gate.shut()
    actions.log.fixed(label)
    switch state {
    case .resting, .pausing:
      forgetBacklog()
      next = nil
      state = .closed
    case .running:
      state = .closing
      write()
      next = grace.map { actions.queue.after($0, for: self) { $0.terminate() } }
    case .overrun:
      forgetBacklog()
      state = .closing
    case .closing, .closed:
      break
    }
  }

  func terminate() {
    guard state == .closing else { return }
    forgetBacklog()
    input = nil
    process?.terminate()
  }

  func kill() {
    guard state == .closing else { return }
    process?.kill()
  }

  private var label: String { "stream \(gate.words.first ?? "")" }

  private func add(_ context: ActionContext, _ written: Int = 0) {
    switch backlog.add(context, written) {
    case .kept: break
    case .replacedOlder:
      coalesced += 1
      settled()
    case .full:
      let lost = backlog.removeAll() + 1
      for _ in 0..<lost { settled() }
      actions.log.warning(
        "\(label): does not read, \(lost) lines lost\(state == .running ? "; it is terminated and started again" : "")")
      guard state == .running else { return }
      state = .overrun
      input = nil
      process?.terminate()
    }
  }

  private func forgetBacklog() { for _ in 0..<backlog.removeAll() { settled() } }

  // MARK: The program

  private func start() {
    state = .running
    startedAt = linux_monotonic_microseconds()
    backlog.rewind()
    let request = CommandRequest(
      command: .stream(gate.words), options: CommandOptions(), context: ActionContext(gesture: "", view: ""))
    do {
      // Like its program, the pipe keeps the stream; it is closed when the program ends.
      let (input, reading) = try StreamInput.pipe(watch: watch) { self.write() }
      defer { Descriptor.close(reading) }
      process = try RunningCommand(
        request, actions, starter: starter, input: reading, watch: watch
      ) { process in
        // This closure keeps the stream as long as its program lives.
        self.running.leave()
        process.output.close()
        self.ended()
      }
      running.enter()
      self.input = input
      actions.log.fixed(label)
    } catch {
      actions.log.fixed(label)  // Each try is logged.
      actions.log.trouble(about: label, "\(label): \(error.reason)")
      return ended()
    }
    write()
  }

  private func ended() {
    process = nil
    input = nil
    next = nil
    switch state {
    case .running, .overrun:
      let lived = Duration.microseconds(linux_monotonic_microseconds() - startedAt)
      if lived >= actions.surroundings.settledAfter { pause = actions.surroundings.firstPause }
      actions.log.info("\(label): ended, starts again in \(pause)")
      state = .pausing
      next = actions.queue.after(pause, for: self) { $0.start() }
      pause = min(pause * 2, actions.surroundings.longestPause)
    case .closing:
      forgetBacklog()
      state = .closed
    case .resting, .pausing, .closed:
      preconditionFailure("the end of a program that is \(state.rawValue)")
    }
  }

  /// Writes as much as the program accepts now.
  private func write() {
    guard let input, state == .running || state == .closing else { return }
    let done = backlog.drain(input.write)
    for _ in 0..<done { settled() }
    switch input.condition {
    case .open:
      guard backlog.isEmpty else { break }
      reportCoalesced()
      if state == .closing { self.input = nil } else { gate.open(input.descriptor) }
    case .broken:
      self.input = nil
      if state == .running { expectEnd() }
    }
  }

  /// Called when the program has closed its standard input: it is about to end, or is terminated after 1 s.
  private func expectEnd() {
    next = actions.queue.after(.seconds(1), for: self) { $0.terminateUnfed() }
  }

  private func terminateUnfed() {
    guard state == .running else { return }
    actions.log.warning("\(label): has closed its standard input; it is terminated and started again")
    process?.terminate()
  }

  private func reportCoalesced() {
    guard coalesced > 0 else { return }
    actions.log.debug("\(label): did not keep up, \(coalesced) changes left out")
    coalesced = 0
  }
}
