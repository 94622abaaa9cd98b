import Actions
import Configuration
import Gestures
import Program

/// The time without a touch on any screen, and what happens after it. Belongs to the queue that owns the engines.
///
///     ACTIVE ── no touch for the first step's time ──▶ IDLE ── the next step's time has passed ──▶ IDLE ── a touch ──▶ ACTIVE
///
/// A finger that rests counts as a touch for as long as it is down, although its panel reports nothing. A touch costs a store and a
/// comparison: the deadline is not moved by touches, but looked at again when it is reached.
package final class Idleness {
  /// How late a step can be, in microseconds. If it is later, this process or its machine was stopped, and no time is counted for that:
  /// otherwise all steps would follow at once.
  private static let latest: Int64 = 10_000_000

  /// The steps, the earliest first.
  private let steps: [IdleSettings]
  private let modes: Modes
  private let report: (IdleChange, Timestamp) -> Void
  private let perform: (StateAction) -> Void
  /// The steps that were reached since the last touch, in their order. They may be those of an older configuration.
  private var reached: [IdleSettings] = []
  /// The index of the first step that comes after all reached ones.
  private var position = 0
  /// The moment from which the time counts: the last touch, or a later start.
  private var since: Timestamp
  /// The moment before which no step happens, although its time has passed: that of the last change of mode or configuration.
  private var earliest: Timestamp
  /// Whether the machine is in use by other means than touches.
  private var isUsed = false

  /// The time of the last frame with a finger; `nil`: there was none yet.
  @usableFromInline var last: Timestamp?
  @usableFromInline var isIdle = false
  /// The time at which the next step is reached, unless a touch comes before; `nil` if there is none.
  package private(set) var nextDeadline: Timestamp?

  /// - Parameters:
  ///   - start: the moment from which the time counts before the first touch.
  ///   - perform: called for each action of a step, after the change was reported.
  ///   - report: called when a step is reached, and when a touch ends the idle time.
  package init(
    _ steps: [IdleSettings] = [], modes: Modes, from start: Timestamp,
    perform: @escaping (StateAction) -> Void = { _ in }, report: @escaping (IdleChange, Timestamp) -> Void = { _, _ in }
  ) {
    self.steps = steps.sorted { $0.after < $1.after }
    self.modes = modes
    self.perform = perform
    self.report = report
    since = start
    earliest = start
    schedule()
    // `deinit` takes the reference back.
    if !steps.isEmpty { modes.onChange = { [owner = Unowned(self)] in owner.object.modeChanged(at: $0) } }
  }

  deinit { if !steps.isEmpty { modes.onChange = nil } }

  /// The time of the last frame with a finger; `nil`: there was none yet.
  package var lastTouch: Timestamp? { last }

  /// The names of the steps that have been reached; empty while the machine is in use.
  package var names: [String] { reached.map { $0.name } }

  /// Notes a frame with a finger. Call it after the frame was handled: the touch that ends the idle time still belongs to the mode that
  /// a step may have entered.
  @inlinable package func touched(at time: Timestamp) {
    last = time
    if isIdle { wake(at: time) }
  }

  /// Has the time count from a moment at which something else than a touch shows that the machine is in use, such as its waking up.
  package func restart(at time: Timestamp) {
    if isIdle { wake(at: time) }
    since = max(since, time)
    schedule()
  }

  /// Notes whether the machine is in use by other means than touches, such as a keyboard. While it is, no time counts.
  package func setUsed(_ isUsed: Bool, at time: Timestamp) {
    guard isUsed != self.isUsed else { return }
    self.isUsed = isUsed
    restart(at: time)
  }

  /// Reaches the steps whose time has come, each at its own time. Nothing happens while a finger rests or the machine is in
  /// use otherwise.
  package func advance(to time: Timestamp) {
    while let due = nextDeadline, due <= time {
      since = max(since, last ?? since)
      if modes.hasTouches || isUsed {
        since = max(since, due)  // The time counts from the lift or the end of the use, which has not come yet.
      } else if time - due > Self.latest {
        return restart(at: time)
      } else if let next, moment(of: steps[next]) <= due {
        reach(next, at: due)
      }
      schedule()
    }
  }

  /// Runs what the reached steps do when the machine is in use again, as nothing else would do it after this program's end.
  package func end(at time: Timestamp) { undo(at: time) }

  /// Adopts the state from another configuration. What its steps have begun is ended by themselves.
  package func resume(_ old: Idleness, at time: Timestamp) {
    (reached, since, last, isIdle, isUsed) = (old.reached, old.since, old.last, old.isIdle, old.isUsed)
    if let past = reached.last?.after { position = steps.firstIndex { $0.after > past } ?? steps.count }
    earliest = time
    schedule()
  }

  // MARK: Steps

  /// The index of the next step that the active mode leaves on.
  private var next: Int? {
    let mode = modes.current
    return steps[position...].firstIndex { step in
      if mode?.enable.idle.contains(step.name) == true { return true }
      return step.isEnabled && mode?.disable.idle.contains(step.name) != true
    }
  }

  private func moment(of step: IdleSettings) -> Timestamp {
    max(max(since, last ?? since) + step.after.microseconds, earliest)
  }

  private func schedule() { nextDeadline = next.map { moment(of: steps[$0]) } }

  private func modeChanged(at time: Timestamp) {
    earliest = max(earliest, time)
    schedule()
  }

  private func reach(_ index: Int, at time: Timestamp) {
    let step = steps[index]
    reached.append(step)
    position = index + 1
    isIdle = true
    report(.idle(step), time)
    perform(step.actions, of: step, "idle", at: time)
  }

  @usableFromInline func wake(at time: Timestamp) {
    report(.active(reached.map { $0.name }, after: .microseconds(time - since)), time)
    undo(at: time)
    since = time
    schedule()
  }

  /// Runs what the steps do when the machine is in use again, the latest step first.
  private func undo(at time: Timestamp) {
    let steps = reached
    reached = []
    position = 0
    isIdle = false
    for step in steps.reversed() { perform(step.activeActions, of: step, "active", at: time) }
  }

  private func perform(_ actions: [Action], of step: IdleSettings, _ word: String, at time: Timestamp) {
    for action in actions {
      perform(StateAction(action: action, subject: .idle, name: step.name, word: word, time: time))
      if case .mode(let name) = action { modes.enter(name, at: time) }
    }
  }
}

/// A step of the idle time that was reached, or the end of the idle time.
package enum IdleChange {
  case idle(IdleSettings)
  /// The names of the steps that had been reached, and the time without a touch.
  case active([String], after: Duration)

  /// What happened in a word or two, such as "idle dim".
  package var words: String {
    switch self {
    case .idle(let step): "idle \(step.name)"
    case .active: "active"
    }
  }
}
