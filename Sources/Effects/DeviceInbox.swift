import Actions
import Synchronization

/// Actions of keys and pointers on their way from the engine to the queue that carries them out, in the order in which they were triggered.
///
/// The inbox is bounded even if the queue is held up by a slow driver: a gesture's change replaces an earlier one that still waits, and
/// entries that don't fit are dropped. The ends of gestures are never dropped, because they release keys and buttons.
final class DeviceInbox: Sendable {
  struct Step {
    let action: PointerAction
    let holder: Holder
    let screen: String
    /// `nil` for an action without a touch.
    let motion: Motion?

    fileprivate var isChange: Bool { motion?.phase == .changed }
    fileprivate var isEnd: Bool { motion?.phase == .ended || motion?.phase == .cancelled }
  }

  enum Entry {
    case step(Step)
    case keys(KeySequence, Holder)
    /// A gesture has ended that may hold keys.
    case end(ActionContext.Source)
    /// A finger landed on the screen with this name.
    case landing(String)

    fileprivate var chords: Int { if case .keys(let keys, _) = self { keys.chords.count } else { 0 } }
  }

  enum Addition { case first, added, replacedOlder, full }

  static let most = 1024
  static let mostChords = 256
  /// How many of the newest entries are searched for one to replace.
  private static let reach = 16

  private struct State {
    var entries: [Entry] = []
    var holds = 0
  }

  private let state = Mutex(State())

  /// - Returns: `first` if the queue has not been notified yet that something waits.
  func add(_ entry: Entry) -> Addition {
    state.withLock { state in
      if case .step(let step) = entry {
        if step.isChange, Self.replace(in: &state.entries, by: step) { return .replacedOlder }
        if state.entries.count >= Self.most && !step.isEnd { return .full }
      }
      if entry.chords > 0, state.entries.reduce(entry.chords, { $0 + $1.chords }) > Self.mostChords { return .full }
      state.entries.append(entry)
      return state.entries.count == 1 ? .first : .added
    }
  }

  func takeNext() -> Entry? {
    state.withLock { $0.holds > 0 || $0.entries.isEmpty ? nil : $0.entries.removeFirst() }
  }

  /// Has entries wait, as the devices will change, until `release()` is called.
  func hold() { state.withLock { $0.holds += 1 } }

  func release() { state.withLock { $0.holds -= 1 } }

  /// A change from before something else that the gesture does is not replaced, as the two would swap places.
  private static func replace(in entries: inout [Entry], by step: Step) -> Bool {
    for index in entries.indices.suffix(reach).reversed() {
      switch entries[index] {
      case .step(let older) where older.holder.source == step.holder.source:
        if older.isChange && older.action != step.action { continue }
        if older.isChange { entries[index] = .step(step) }
        return older.isChange
      case .keys(_, let holder) where holder.source == step.holder.source: return false
      case .step, .keys, .end, .landing: continue
      }
    }
    return false
  }
}
