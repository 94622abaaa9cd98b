import Actions
import Configuration
import Gestures
import Program
import Text

/// The active mode, which applies to all screens. Belongs to the queue that owns the engines.
///
/// A mode with a time-out is stacked on the modes that it returns to. A mode without one replaces them all, and so does "default".
/// Entering the active mode again restarts its time.
package final class Modes {
  private struct Entry {
    let mode: ModeSettings
    let deadline: Timestamp?
  }

  /// A session to notify. It removes itself when it is deinitialized.
  private struct Member {
    private let reference: Unowned<Session>
    let id: ObjectIdentifier

    init(_ session: Session) { (reference, id) = (Unowned(session), ObjectIdentifier(session)) }

    var session: Session { reference.object }
  }

  private let modes: [String: ModeSettings]
  /// Called for each change, before anything that results from it.
  private let report: (_ name: String, Timestamp) -> Void
  /// Called for each action of a mode that is left or entered, after the change was reported.
  private let perform: (StateAction) -> Void
  /// The stack of modes. The last one is active; if there is none, "default" is.
  private var entries: [Entry] = [] {
    didSet { nextDeadline = entries.last?.deadline }
  }
  private var members: [Member] = []
  var onChange: ((Timestamp) -> Void)?

  /// The time at which the active mode ends by itself.
  package private(set) var nextDeadline: Timestamp?

  package init(
    _ modes: [ModeSettings] = [], perform: @escaping (StateAction) -> Void = { _ in },
    report: @escaping (String, Timestamp) -> Void = { _, _ in }
  ) {
    self.modes = Dictionary(firstOf: modes.map { ($0.name, $0) })
    self.perform = perform
    self.report = report
  }

  /// The name of the active mode, or "default".
  package var name: String { current?.name ?? "default" }

  var current: ModeSettings? { entries.last?.mode }

  /// Whether a finger is down on any screen.
  var hasTouches: Bool { members.contains { !$0.session.scene.engine.touches.isEmpty } }

  /// Enters a mode. A name that does not exist, such as one removed by a reload, changes nothing.
  package func enter(_ name: String, at time: Timestamp) {
    guard name != "default" else { return change(to: [], at: time) }
    guard let mode = modes[name] else { return }
    let deadline = mode.timeout.map { time + $0.microseconds }
    let below = deadline == nil ? [] : entries.prefix { $0.mode.name != name }
    change(to: below + [Entry(mode: mode, deadline: deadline)], at: time)
  }

  /// Ends the modes whose deadlines have passed, each at its own deadline.
  package func advance(to time: Timestamp) {
    while let deadline = nextDeadline, deadline <= time {
      var rest = entries[...]
      while let last = rest.last?.deadline, last <= deadline { rest.removeLast() }
      change(to: Array(rest), at: deadline)
    }
  }

  /// Adopts the modes that were active in another configuration, as far as they still exist.
  package func resume(_ old: Modes) {
    entries = old.entries.compactMap { entry in
      modes[entry.mode.name].map { Entry(mode: $0, deadline: entry.deadline) }
    }
  }

  /// Adds a session, to which each change of the mode is applied from now on.
  func add(_ session: Session) {
    if !members.contains(where: { $0.id == ObjectIdentifier(session) }) { members.append(Member(session)) }
  }

  func remove(_ session: Session) { members.removeAll { $0.id == ObjectIdentifier(session) } }

  private func change(to entries: [Entry], at time: Timestamp) {
    let before = current
    self.entries = entries
    guard name != before?.name ?? "default" else { return }
    report(name, time)
    if let before { perform(before.left, of: before, isEntry: false, at: time) }
    if let current { perform(current.entered, of: current, isEntry: true, at: time) }
    // Applying a mode may change it again, so each session applies the mode that is active at that moment.
    for member in members { member.session.applyMode(at: time) }
    onChange?(time)
  }

  private func perform(_ actions: [Action], of mode: ModeSettings, isEntry: Bool, at time: Timestamp) {
    let word = isEntry ? "entered" : "left"
    for action in actions {
      perform(StateAction(action: action, subject: .mode, name: mode.name, word: word, time: time))
    }
  }
}
