import CLinux
@preconcurrency import Dispatch
import Gestures
import Glibc

/// A program that is fed lines on its standard input and never waited for; lives on its queue.
///
///     resting --- line ---> running --- exit ---> pausing --- back-off ---> running
///                            |   |                   ^
///                  close()   |   | does not read     |
///            closing <-------´   `---> overrun ------´ exit
///               |
///               `--- exit ---> closed
///
/// `resting` is before the first line. `close()` leads from `resting` and `pausing` to `closed` at once. In `overrun` the
/// program has been told to end because its backlog was full; those lines are gone. Lines that came since, and those that a
/// program which died had not read whole, go to the next one.
final class Stream {
  private enum State { case resting, running, overrun, pausing, closing, closed }

  /// A program that has lived so long did not die of its start.
  private static let settledIn = Duration.seconds(10)

  var log: Log
  private let words: [String]
  private let queue: DispatchQueue
  private let watch: DescriptorWatch
  private let surroundings: ActionSurroundings
  private let running: DispatchGroup
  private let settled: () -> Void
  private var state = State.resting
  private var backlog = StreamBacklog()
  /// Changes that a newer one replaced before they were read, since that was last told.
  private var coalesced = 0
  private var process: RunningCommand?
  /// Our end of its standard input; `nil` when it reads no more.
  private var input: StreamInput?
  private var pause: Duration
  private var startedAt: Int64 = 0

  init(
    _ words: [String], queue: DispatchQueue, watch: DescriptorWatch, log: Log, surroundings: ActionSurroundings,
    running: DispatchGroup, settled: @escaping () -> Void
  ) {
    self.words = words
    self.queue = queue
    self.watch = watch
    self.log = log
    self.surroundings = surroundings
    self.running = running
    self.settled = settled
    pause = surroundings.firstPause
  }

  func feed(_ context: ActionContext) {
    switch state {
    case .closing, .closed:
      return settled()
    case .resting:
      add(context)
      start()
    case .running:
      add(context)
      write()
    case .overrun, .pausing:
      add(context)
    }
  }

  /// Nothing more comes: what waits is still written, then its standard input ends. After `grace` it is told to end.
  func close(grace: Duration?) {
    switch state {
    case .resting, .pausing:
      forgetBacklog()
      state = .closed
    case .running:
      state = .closing
      write()
      if let grace { queue.after(grace) { [weak self] in self?.terminate() } }
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

  private var label: String { "stream \(words.first ?? "")" }

  private func add(_ context: ActionContext) {
    switch backlog.add(context) {
    case .kept: break
    case .replacedOlder:
      coalesced += 1
      settled()
    case .full:
      let lost = backlog.removeAll() + 1
      for _ in 0..<lost { settled() }
      log.warning(
        "\(label): does not read, \(lost) lines lost\(state == .running ? "; it is ended, to start again" : "")")
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
      command: .stream(words), options: CommandOptions(), context: ActionContext(gesture: "", view: ""))
    do {
      let (input, reading) = try StreamInput.pipe(watch: watch) { [weak self] in self?.write() }
      defer { Glibc.close(reading) }
      process = try RunningCommand(
        request, environment: .inherited, input: reading, log: log, queue: queue, watch: watch
      ) { process in
        // This closure keeps the stream as long as its program lives.
        self.running.leave()
        process.output.close()
        self.ended()
      }
      running.enter()
      self.input = input
    } catch {
      log.warning("\(label): \(error.reason)")
      return ended()
    }
    write()
  }

  private func ended() {
    process = nil
    input = nil
    switch state {
    case .running, .overrun:
      let lived = Duration.microseconds(linux_monotonic_microseconds() - startedAt)
      if lived >= Stream.settledIn { pause = surroundings.firstPause }
      log.info("\(label): ended, starts again in \(pause)")
      state = .pausing
      queue.after(pause) { [weak self] in
        guard let self, state == .pausing else { return }
        start()
      }
      pause = min(pause * 2, surroundings.longestPause)
    case .closing:
      forgetBacklog()
      state = .closed
    case .resting, .pausing, .closed:
      preconditionFailure("the end of a program that is \(state)")
    }
  }

  /// As much as it takes now.
  private func write() {
    guard let input, state == .running || state == .closing else { return }
    let done = backlog.drain(input.write)
    for _ in 0..<done { settled() }
    switch input.condition {
    case .open:
      if backlog.isEmpty { reportCoalesced() }
      if backlog.isEmpty, state == .closing { self.input = nil }
    case .broken:
      self.input = nil
      expectEnd()
    }
  }

  /// Nobody reads any more: the program is about to end, or is made to.
  private func expectEnd() {
    queue.after(.seconds(1)) { [weak self, weak process] in
      guard let self, let process, process === self.process, state == .running else { return }
      log.warning("\(label): has closed its standard input; it is ended, to start again")
      process.terminate()
    }
  }

  private func reportCoalesced() {
    guard coalesced > 0 else { return }
    log.debug("\(label): did not keep up, \(coalesced) changes left out")
    coalesced = 0
  }
}
