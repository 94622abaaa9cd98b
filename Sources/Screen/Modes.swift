import Configuration
import Gestures

/// Which mode is in force, on all screens at once. Belongs to the queue that owns the engines.
///
/// A mode with a time-out lies on those that it goes back to; one without replaces them all, and so does "default". The
/// mode that is in force, set off again, begins its time anew.
package final class Modes {
  private struct Entry {
    let mode: ModeSettings
    let deadline: Timestamp?
  }

  /// Not weak: an object that a weak reference has seen counts its references by a slower way all its life, and a session is
  /// held in each turn. It takes itself away before it goes.
  private struct Member {
    unowned let session: Session
    let id: ObjectIdentifier

    init(_ session: Session) { (self.session, id) = (session, ObjectIdentifier(session)) }
  }

  private let modes: [String: ModeSettings]
  /// Told of each change, before anything that follows from it.
  private let report: (_ name: String, Timestamp) -> Void
  /// The last one is in force; none: "default".
  private var entries: [Entry] = [] {
    didSet { deadline = entries.last?.deadline }
  }
  private var members: [Member] = []

  /// When the active mode ends by itself. Inlinable, as each frame asks for it.
  @inlinable package var nextDeadline: Timestamp? { @inline(__always) get { deadline } }
  /// Exempt from the run-time check of exclusive access, as `Touch` explains: each access is a load or a store. Other modules get
  /// there by `nextDeadline` alone, as for them the compiler does not know of the exemption.
  @exclusivity(unchecked) @usableFromInline var deadline: Timestamp?

  package init(_ modes: [ModeSettings] = [], report: @escaping (String, Timestamp) -> Void = { _, _ in }) {
    self.modes = Dictionary(modes.map { ($0.name, $0) }) { first, _ in first }
    self.report = report
  }

  /// "default" without any.
  package var name: String { current?.name ?? "default" }

  var current: ModeSettings? { entries.last?.mode }

  /// One that does not exist, as after a reload, changes nothing.
  package func enter(_ name: String, at time: Timestamp) {
    guard name != "default" else { return change(to: [], at: time) }
    guard let mode = modes[name] else { return }
    let deadline = mode.timeout.map { time + $0.microseconds }
    let below = deadline == nil ? [] : entries.prefix { $0.mode.name != name }
    change(to: below + [Entry(mode: mode, deadline: deadline)], at: time)
  }

  /// Ends the modes whose time is over, each at its own.
  package func advance(to time: Timestamp) {
    while let deadline = nextDeadline, deadline <= time {
      var rest = entries[...]
      while let last = rest.last?.deadline, last <= deadline { rest.removeLast() }
      change(to: Array(rest), at: deadline)
    }
  }

  /// Takes the modes over that were in force in another configuration, as far as they still exist.
  package func resume(_ old: Modes) {
    entries = old.entries.compactMap { entry in
      modes[entry.mode.name].map { Entry(mode: $0, deadline: entry.deadline) }
    }
  }

  /// From now on told of every change.
  func add(_ session: Session) {
    if !members.contains(where: { $0.id == ObjectIdentifier(session) }) { members.append(Member(session)) }
  }

  func remove(_ session: Session) { members.removeAll { $0.id == ObjectIdentifier(session) } }

  private func change(to entries: [Entry], at time: Timestamp) {
    let before = name
    self.entries = entries
    guard name != before else { return }
    report(name, time)
    // What follows may change the mode again: each session takes the one that is in force when its turn comes.
    for member in members { member.session.applyMode(at: time) }
  }
}
