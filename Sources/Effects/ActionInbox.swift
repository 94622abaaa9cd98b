import Synchronization

/// Commands and lines of streams on their way from the engine to the queue that runs them.
///
/// The inbox is bounded, as touches may come faster than programs take them: a gesture's change replaces an earlier change that still
/// waits, and entries that don't fit are dropped.
final class ActionInbox: Sendable {
  enum Entry: Sendable {
    case command(CommandRequest)
    /// A line for the stream behind this gate, the number of its bytes that have been written, and the number of older changes that it
    /// has replaced.
    case line(StreamGate, ActionContext, written: Int = 0, replaced: Int = 0)

    var context: ActionContext {
      switch self {
      case .command(let request): request.context
      case .line(_, let context, _, _): context
      }
    }

    /// Returns this entry, a change, if it may replace an older change; otherwise `nil`.
    func replacing(_ older: Entry) -> Entry? {
      switch (self, older) {
      case (.command(let new), .command(let old)):
        new.isOneOfMany && old.isOneOfMany && new.key == old.key ? self : nil
      case (.line(let new, let context, let written, _), .line(let old, _, let partOfOld, let replaced)):
        // A line that has been written in part must be completed.
        new === old && partOfOld == 0 ? .line(new, context, written: written, replaced: replaced + 1) : nil
      default: nil
      }
    }
  }

  enum Addition { case first, added, replacedOlder, full }

  private static let most = 1024
  /// How many of the newest entries are searched for one to replace.
  private static let reach = 16

  private let entries = Mutex<[Entry]>([])

  /// - Returns: `first` if the queue has not been notified yet that something waits.
  func add(_ entry: Entry) -> Addition {
    entries.withLock { entries in
      if entry.context.occasion == .change, Self.replace(in: &entries, by: entry) { return .replacedOlder }
      if entries.count >= Self.most { return .full }
      entries.append(entry)
      return entries.count == 1 ? .first : .added
    }
  }

  func takeAll() -> [Entry] {
    entries.withLock { entries in
      let taken = entries
      entries = []
      return taken
    }
  }

  /// Replaces the latest change of the same gesture that still waits. A change from before another event of the gesture is not replaced, as
  /// the two would swap places.
  private static func replace(in entries: inout [Entry], by entry: Entry) -> Bool {
    for index in entries.indices.suffix(reach).reversed() where entries[index].context.source == entry.context.source {
      if entries[index].context.occasion != .change { return false }
      guard let new = entry.replacing(entries[index]) else { continue }
      entries[index] = new
      return true
    }
    return false
  }
}
