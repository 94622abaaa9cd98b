import Actions
import CLinux
import Gestures
import Program
import Queues

/// The commands that are running and those that wait. Used only on its queue.
///
/// A command needs a place to run. Each action of a gesture has its own places, so an action whose commands hang takes
/// none from the others. Its first place is always available. It may use up to `mostOfAction`, as long as fewer than
/// `mostRunning` commands run in all. When an action's places are taken and another of its commands waits, the oldest
/// one is ended, if it has been running for `ActionSurroundings.placeLimit` and has no `timeout` of its own.
///
/// Commands for a gesture's changes run one after the other, and a new one replaces the one that waits. So changes are
/// skipped while a command is slow, but the last one always gets its command. The command for the gesture's end runs
/// after that.
final class Commands {
  static let mostOfAction = 8
  static let mostRunning = 64
  /// The most commands that wait, of one action and of all.
  static let mostWaitingOfAction = 64
  static let mostWaiting = 256
  /// The most outputs that are kept open for processes that commands left in the background, as `onboard &` does.
  static let mostLeftOpen = 32

  private enum State { case open, stopped }

  private let actions: ActionQueue
  private let watch: DescriptorWatch
  private let starter: CommandStarter
  private let ended: () -> Void
  private let dropping: () -> Void
  private var running: [RunningCommand] = []
  private var waiting: [CommandRequest] = []
  private var lastNumber: UInt64 = 0
  private var leftOpen: [CommandOutput] = []
  /// The number of commands that were dropped since the last report, and the next report, by action. An action stays here until none of its
  /// commands has been dropped for `ActionSurroundings.dropReportInterval`.
  private var dropped: [CommandRequest.Key: (count: Int, report: Pending)] = [:]
  /// The reviews that are scheduled, by action.
  private var reviews: [CommandRequest.Key: Pending] = [:]
  /// The ends of gestures that wait for a change that hangs, by number, with the end of their patience.
  private var patience: [UInt64: Pending] = [:]
  private var state = State.open
  /// The pipe for the next command's output. Made beforehand, as that takes a fifth of the time from a gesture to its command.
  private var nextPipe = try? RunningCommand.makePipe()

  /// - Parameters:
  ///   - ended: called once for each request, whether it ran or not.
  ///   - dropping: called for each request that is dropped.
  init(
    _ actions: ActionQueue, watch: DescriptorWatch, starter: CommandStarter, ended: @escaping () -> Void,
    dropping: @escaping () -> Void
  ) {
    self.actions = actions
    self.watch = watch
    self.starter = starter
    self.dropping = dropping
    self.ended = ended
  }

  deinit {
    guard let nextPipe else { return }
    Descriptor.close(nextPipe.reading)
    Descriptor.close(nextPipe.writing)
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
      actions.log.debug("\(request.label): still running, skipped")
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
    startWaiting()
    guard waiting.last?.number == lastNumber else { return }
    if waiting.count > Commands.mostWaiting
      || waiting.count(where: { $0.key == request.key }) > Commands.mostWaitingOfAction
    {
      drop(waiting.removeLast())
      return review(request.key)
    }
    review(request.key)
    if request.context.occasion == .end { limitPatience(lastNumber) }
  }

  /// The index of the waiting change that `request` replaces; never one from before an end that still waits.
  private func supersededBy(_ request: CommandRequest) -> Int? {
    guard request.isOneOfMany else { return nil }
    let source = request.context.source
    let afterEnd = waiting.lastIndex { $0.context.occasion == .end && $0.context.source == source }.map { $0 + 1 } ?? 0
    return waiting[afterEnd...].lastIndex { $0.isOneOfMany && $0.key == request.key && $0.context.source == source }
  }

  /// Limits how long an end waits for a change that hangs; after that, the end and the changes before it start beside it.
  private func limitPatience(_ number: UInt64) {
    patience[number] = actions.queue.after(actions.surroundings.patience, for: self) { $0.losePatience(number) }
  }

  private func losePatience(_ number: UInt64) {
    patience[number] = nil
    guard let end = waiting.firstIndex(where: { $0.number == number }) else { return }
    let request = waiting[end]
    guard !keepsOrder(request, after: waiting[..<end]) else { return }  // It waits for its turn as all do.
    actions.log.warning(
      "\(request.label): started beside a command for this gesture's changes that is still running "
        + "(consider a timeout for that command)")
    for index in 0...end where waiting[index].context.source == request.context.source {
      waiting[index].isImpatient = true
    }
    startWaiting()
  }

  /// Starts nothing more. Commands that are running continue, without their time-outs.
  func stop() {
    state = .stopped
    forget { _ in true }
    running.forEach { $0.cancelTimeout() }
  }

  func terminate() { running.forEach { $0.terminate() } }

  func kill() { running.forEach { $0.kill() } }

  private func isBusy(_ key: CommandRequest.Key) -> Bool {
    running.contains { $0.request.key == key } || waiting.contains { $0.key == key }
  }

  private func forget(where condition: (CommandRequest) -> Bool) {
    let count = waiting.count
    waiting.removeAll(where: condition)
    for _ in waiting.count..<count { ended() }
  }

  /// Starts the commands that may start, in the order of their gestures, but past those that wait for another command of their action.
  private func startWaiting() {
    while let next = waiting.indices.first(where: mayStart) { start(waiting.remove(at: next)) }
  }

  private func hasPlace(_ key: CommandRequest.Key) -> Bool {
    let own = running.count { $0.request.key == key }
    return own == 0 || (own < Commands.mostOfAction && running.count < Commands.mostRunning)
  }

  private func mayStart(_ index: Int) -> Bool {
    let request = waiting[index]
    guard hasPlace(request.key), keepsOrder(request, after: waiting[..<index]) else { return false }
    switch request.options.overlap {
    case .allow, .skip: return true
    case .queue, .restart: return !running.contains { $0.request.key == request.key }
    }
  }

  /// Whether the request may start without breaking its gesture's order: one change at a time, an end after all changes and steps, and
  /// nothing before an end that came earlier.
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
        try RunningCommand(request, actions, starter: starter, pipe: pipe, watch: watch, ended: finish))
    } catch {
      actions.log.warning("\(request.label): \(error.reason)")
      ended()
    }
  }

  private func finish(_ command: RunningCommand) {
    running.removeAll { $0 === command }
    leaveOpen(command.output)
    startWaiting()
    review(command.request.key)
    ended()
  }

  private func leaveOpen(_ output: CommandOutput) {
    guard output.isOpen else { return }
    output.closed = { closed in self.leftOpen.removeAll { $0 === closed } }
    leftOpen.append(output)
    if leftOpen.count > Commands.mostLeftOpen { leftOpen[0].close() }
  }

  // MARK: Places that are needed

  /// Ends the oldest command of an action if another one waits for its place and it has been running for `placeLimit`; otherwise schedules
  /// another review for the time when it will have been.
  private func review(_ key: CommandRequest.Key) {
    guard reviews[key] == nil,
      isCrowded(key),
      let oldest = running.filter({ $0.request.key == key && $0.mayBeEnded }).min(by: { $0.startedAt < $1.startedAt })
    else { return }
    let rest = oldest.startedAt + actions.surroundings.placeLimit.microseconds - linux_monotonic_microseconds()
    if rest <= 0 {
      actions.log.warning(
        "\(oldest.request.label): still running after \(actions.surroundings.placeLimit), and another command of its action is waiting: "
          + "ended (timeout = \"none\" lets it run)")
      return oldest.terminate()
    }
    reviews[key] = actions.queue.after(.microseconds(rest), for: self) { commands in
      commands.reviews[key] = nil
      commands.review(key)
    }
  }

  /// Whether commands of an action wait because others of it take all places. Those that run one after the other have one place by design: a
  /// command there may take its time as long as fewer wait than may.
  private func isCrowded(_ key: CommandRequest.Key) -> Bool {
    switch key.options.overlap {
    case .allow: !hasPlace(key) && waiting.contains { $0.key == key }
    case .queue: waiting.count { $0.key == key } >= Commands.mostWaitingOfAction
    case .skip, .restart: false
    }
  }

  // MARK: Dropped commands

  private func drop(_ request: CommandRequest) {
    ended()
    dropping()
    let key = request.key
    guard dropped[key] == nil else {
      dropped[key]!.count += 1
      return
    }
    let own = running.count { $0.request.key == key }
    actions.log.warning(
      "\(request.label): dropped: \(own) of its commands are running and \(Commands.mostWaitingOfAction) are waiting "
        + "(consider a timeout, or overlap = \"skip\")")
    reportLater(key, request.label)
  }

  private func reportLater(_ key: CommandRequest.Key, _ label: String) {
    let interval = actions.surroundings.dropReportInterval
    dropped[key] = (0, actions.queue.after(interval, for: self) { $0.reportDropped(key, label) })
  }

  private func reportDropped(_ key: CommandRequest.Key, _ label: String) {
    guard let more = dropped.removeValue(forKey: key)?.count, more > 0 else { return }
    actions.log.warning("\(label): \(more) more dropped")
    reportLater(key, label)
  }
}
