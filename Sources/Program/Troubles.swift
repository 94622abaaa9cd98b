import Synchronization

/// Something that does not work, and will not until it is fixed.
package struct Trouble: Equatable, Sendable {
  /// A stable word, followed by a name where there are several of the kind: `keys`, `led NAME`.
  package var about: String
  /// The sentence, as it was logged.
  package var message: String

  package init(about: String, _ message: String) {
    self.about = about
    self.message = message
  }
}

/// The troubles that were not fixed yet. Each queue notes its own.
package final class Troubles: Sendable {
  /// More than a person reads; the oldest ones are forgotten first.
  package static let most = 32

  private let rows = Mutex<[Trouble]>([])

  package var all: [Trouble] { rows.withLock { $0 } }

  /// Replaces what is known about a subject.
  /// - Returns: the messages that were not known, and whether nothing was known about the subject.
  @discardableResult
  package func set(_ messages: [String], about subject: String) -> (new: [String], isFirst: Bool) {
    rows.withLock { rows in
      let isFirst = !rows.contains { $0.about == subject }
      let new = messages.filter { !rows.contains(Trouble(about: subject, $0)) }
      rows.removeAll { $0.about == subject && !messages.contains($0.message) }
      rows += new.map { Trouble(about: subject, $0) }
      rows.removeFirst(max(0, rows.count - Self.most))
      return (new, isFirst)
    }
  }

  fileprivate func remove(where isFixed: (Trouble) -> Bool) { rows.withLock { $0.removeAll(where: isFixed) } }
}

extension Log {
  /// Keeps a warning until it is fixed, in place of an earlier one about the same subject. It is logged if there was none: what fails in
  /// turn for two reasons would fill the log.
  package func trouble(about subject: String, _ message: String) {
    if troubles.set([Log.printable(message)], about: subject).isFirst { warning(message) }
  }

  /// Keeps all that is wrong with a subject, and logs what is new.
  package func troubles(_ messages: [String], about subject: String) {
    for message in troubles.set(messages.map(Log.printable), about: subject).new { warning(message) }
  }

  /// Forgets the trouble about a subject. The next one is logged, even if it is the same.
  package func fixed(_ subject: String) { troubles.remove { $0.about == subject } }

  /// Forgets the troubles about all subjects of a kind.
  package func fixed(all kind: String) { troubles.remove { $0.about == kind || $0.about.hasPrefix("\(kind) ") } }
}
