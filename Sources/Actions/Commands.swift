@preconcurrency import Dispatch
import Gestures
import Glibc

/// The commands that run and that wait; lives on its queue.
///
/// Commands for a gesture's changes follow one another, and the newest takes the place of the one that waits: they come as
/// often as they can keep up with, and the last one always. What the gesture's end sets off comes after it.
final class Commands {
  static let mostRunning = 16
  static let mostWaiting = 64
  /// Outputs that are kept open for what commands left in the background, as `onboard &` does.
  static let mostLeftOpen = 32
  private static let reportInterval = Duration.seconds(10)

  private enum State { case open, stopped }

  var log: Log
  private let queue: DispatchQueue
  private let watch: DescriptorWatch
  private let patience: Duration
  private let inherited = Environment.inherited
  private let ended: () -> Void
  private var running: [RunningCommand] = []
  private var waiting: [CommandRequest] = []
  private var lastNumber: UInt64 = 0
  private var leftOpen: [CommandOutput] = []
  private var dropped = 0
  private var reportsDropped = false
  private var state = State.open
  /// For what the next command prints. Made beforehand, as that takes a fifth of the time from a gesture to its command.
  private var nextPipe = try? RunningCommand.makePipe()

  /// `ended` comes once for each request, whatever became of it.
  init(
    queue: DispatchQueue, watch: DescriptorWatch, log: Log, patience: Duration, ended: @escaping () -> Void
  ) {
    self.queue = queue
    self.watch = watch
    self.log = log
    self.patience = patience
    self.ended = ended
    // Ignored, as a parent may leave it, the kernel reaps commands before we know how they ended.
    signal(SIGCHLD, SIG_DFL)
  }

  deinit {
    guard let nextPipe else { return }
    close(nextPipe.reading)
    close(nextPipe.writing)
  }

  func submit(_ request: CommandRequest) {
    guard state == .open else { return ended() }
    if let older = supersededBy(request) {
      waiting[older] = request
      return ended()
    }
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
    lastNumber += 1
    waiting.append(request)
    waiting[waiting.count - 1].number = lastNumber
    startWhatMay()
    if waiting.count > Commands.mostWaiting { return drop(waiting.removeLast()) }
    if request.context.occasion == .end, waiting.last?.number == lastNumber { limitPatience(lastNumber) }
  }

  /// The change that waits and that `request` replaces; but none from before an end that still waits.
  private func supersededBy(_ request: CommandRequest) -> Int? {
    guard request.isOneOfMany else { return nil }
    let source = request.context.source
    let afterEnd = waiting.lastIndex { $0.context.occasion == .end && $0.context.source == source }.map { $0 + 1 } ?? 0
    return waiting[afterEnd...].lastIndex { $0.isOneOfMany && $0.key == request.key && $0.context.source == source }
  }

  /// An end does not wait for ever for a change that hangs: then both come beside it.
  private func limitPatience(_ number: UInt64) {
    queue.after(patience) { [weak self] in self?.losePatience(number) }
  }

  private func losePatience(_ number: UInt64) {
    guard let end = waiting.firstIndex(where: { $0.number == number }) else { return }
    let request = waiting[end]
    guard !keepsOrder(request, after: waiting[..<end]) else { return }  // It waits for its turn as all do.
    log.warning("\(request.label): a command for its changes still runs, started beside it (give that one a timeout)")
    for index in 0...end where waiting[index].context.source == request.context.source {
      waiting[index].isImpatient = true
    }
    startWhatMay()
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
    while running.count < Commands.mostRunning, let next = waiting.indices.first(where: mayStart) {
      start(waiting.remove(at: next))
    }
  }

  private func mayStart(_ index: Int) -> Bool {
    let request = waiting[index]
    guard keepsOrder(request, after: waiting[..<index]) else { return false }
    switch request.options.overlap {
    case .allow, .skip: return true
    case .queue, .restart: return !running.contains { $0.request.key == request.key }
    }
  }

  /// One change at a time, an end after all of them, and nothing before an end that came earlier.
  private func keepsOrder(_ request: CommandRequest, after earlier: ArraySlice<CommandRequest>) -> Bool {
    let source = request.context.source
    if earlier.contains(where: { $0.context.occasion == .end && $0.context.source == source }) { return false }
    if request.isImpatient { return true }
    switch request.context.occasion {
    case .change where request.isOneOfMany:
      return !running.contains { $0.request.key == request.key && $0.request.context.source == source }
    case .change, .step, .single: return true
    case .end:
      let isEarlier = { (other: CommandRequest) in
        other.context.source == source && [.change, .step].contains(other.context.occasion)
      }
      return !running.contains { isEarlier($0.request) } && !earlier.contains(where: isEarlier)
    }
  }

  private func start(_ request: CommandRequest) {
    let pipe = nextPipe.take()
    defer { nextPipe = try? RunningCommand.makePipe() }
    do {
      running.append(
        try RunningCommand(request, environment: inherited, pipe: pipe, log: log, queue: queue, watch: watch) {
          self.finish($0)
        })
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
    queue.after(Commands.reportInterval) {
      self.reportsDropped = false
      if self.dropped > 0 { self.log.warning("\(self.dropped) more commands dropped") }
      self.dropped = 0
    }
  }
}
