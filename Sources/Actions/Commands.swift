@preconcurrency import Dispatch
import Glibc

/// The commands that run and that wait; lives on its queue.
final class Commands {
  static let mostRunning = 16
  static let mostWaiting = 64
  /// Outputs that are kept open for what commands left in the background, as `onboard &` does.
  static let mostLeftOpen = 32
  private static let reportInterval = DispatchTimeInterval.seconds(10)

  private enum State { case open, stopped }

  var log: Log
  private let queue: DispatchQueue
  private let watch: DescriptorWatch
  private let inherited = Environment.inherited
  private let ended: () -> Void
  private var running: [RunningCommand] = []
  private var waiting: [CommandRequest] = []
  private var leftOpen: [CommandOutput] = []
  private var dropped = 0
  private var reportsDropped = false
  private var state = State.open

  /// `ended` comes once for each request, whatever became of it.
  init(queue: DispatchQueue, log: Log, ended: @escaping () -> Void) {
    self.queue = queue
    self.log = log
    self.ended = ended
    watch = DescriptorWatch(queue: queue)
    // Ignored, as a parent may leave it, the kernel reaps commands before we know how they ended.
    signal(SIGCHLD, SIG_DFL)
  }

  func submit(_ request: CommandRequest) {
    guard state == .open else { return ended() }
    switch request.options.overlap {
    case .allow, .queue:
      break
    case .skip where isBusy(request.key):
      log.debug("\(request.label): still running, skipped")
      return ended()
    case .skip:
      break
    case .restart:
      forget { $0.key == request.key }
      for command in running where command.request.key == request.key { command.terminate() }
    }
    waiting.append(request)
    startWhatMay()
    if waiting.count > Commands.mostWaiting { drop(waiting.removeLast()) }
  }

  /// Starts nothing more, and lets run what runs: it may be an on-screen keyboard.
  func stop() {
    state = .stopped
    forget { _ in true }
    running.forEach { $0.cancelTimeout() }
  }

  private func isBusy(_ key: CommandRequest.Key) -> Bool {
    running.contains { $0.request.key == key } || waiting.contains { $0.key == key }
  }

  private func forget(where condition: (CommandRequest) -> Bool) {
    let count = waiting.count
    waiting.removeAll(where: condition)
    for _ in waiting.count..<count { ended() }
  }

  /// In the order of their gestures, but past those that wait for one of their own.
  private func startWhatMay() {
    while running.count < Commands.mostRunning, let next = waiting.firstIndex(where: mayStart) {
      start(waiting.remove(at: next))
    }
  }

  private func mayStart(_ request: CommandRequest) -> Bool {
    switch request.options.overlap {
    case .allow, .skip: true
    case .queue, .restart: !running.contains { $0.request.key == request.key }
    }
  }

  private func start(_ request: CommandRequest) {
    do {
      running.append(
        try RunningCommand(request, environment: inherited, log: log, queue: queue, watch: watch) { self.finish($0) })
    } catch {
      log.warning("\(request.label): \(error.reason)")
      ended()
    }
  }

  private func finish(_ command: RunningCommand) {
    running.removeAll { $0 === command }
    leaveOpen(command.output)
    startWhatMay()
    ended()
  }

  private func leaveOpen(_ output: CommandOutput) {
    guard output.isOpen else { return }
    output.closed = { closed in self.leftOpen.removeAll { $0 === closed } }
    leftOpen.append(output)
    if leftOpen.count > Commands.mostLeftOpen { leftOpen[0].close() }
  }

  private func drop(_ request: CommandRequest) {
    ended()
    dropped += 1
    guard !reportsDropped else { return }
    log.warning(
      "\(request.label): dropped, \(Commands.mostRunning) commands run and \(Commands.mostWaiting) wait "
        + "(give the slow ones a timeout, or overlap = \"skip\")")
    dropped = 0
    reportsDropped = true
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler {
      timer.cancel()
      self.reportsDropped = false
      if self.dropped > 0 { self.log.warning("\(self.dropped) more commands dropped") }
      self.dropped = 0
    }
    timer.schedule(deadline: .now() + Commands.reportInterval)
    timer.activate()
  }
}
