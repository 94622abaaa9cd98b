import Actions
import Synchronization

/// Pointer actions on their way from the engine to the queue that carries them out.
///
/// The inbox is bounded even if the queue is held up by a slow driver: a gesture's change replaces an earlier one that still waits, and
/// entries that don't fit are dropped. The ends of gestures are never dropped, because they release buttons.
final class PointerInbox: Sendable {
  struct Step {
    let action: PointerAction
    let holder: Holder
    let screen: String
    /// `nil` for an action without a touch.
    let motion: Motion?

    fileprivate func isOfSameGesture(as other: Step) -> Bool {
      holder.source == other.holder.source && action == other.action
    }

    fileprivate var isChange: Bool { motion?.phase == .changed }
    fileprivate var isEnd: Bool { motion?.phase == .ended || motion?.phase == .cancelled }
  }

  enum Entry {
    case step(Step)
    /// A finger landed on the screen with this name.
    case landing(String)
  }

  enum Addition { case first, added, replacedOlder, full }

  static let most = 1024
  /// How many of the newest entries are searched for one to replace.
  private static let reach = 16

  private let entries = Mutex<[Entry]>([])

  /// - Returns: `first` if the queue has not been notified yet that something waits.
  func add(_ entry: Entry) -> Addition {
    entries.withLock { entries in
      if case .step(let step) = entry {
        if step.isChange, Self.replace(in: &entries, by: step) { return .replacedOlder }
        if entries.count >= Self.most && !step.isEnd { return .full }
      }
      entries.append(entry)
      return entries.count == 1 ? .first : .added
    }
  }

  func takeNext() -> Entry? { entries.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

  private static func replace(in entries: inout [Entry], by step: Step) -> Bool {
    for index in entries.indices.suffix(reach).reversed() {
      guard case .step(let older) = entries[index], step.isOfSameGesture(as: older) else { continue }
      if older.isChange { entries[index] = .step(step) }
      return older.isChange
    }
    return false
  }
}
