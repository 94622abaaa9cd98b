@preconcurrency import Dispatch

/// The gesture that presses keys or buttons.
struct Holder {
  let source: ActionContext.Source
  /// Whether the gesture goes on, so that its end releases what it holds. The others are released after a time.
  let isContinuing: Bool
}

/// The keys or buttons of a virtual device that gestures hold, with these gestures. Used only on its queue.
final class HeldCodes {
  private let queue: DispatchQueue
  private let limit: Duration
  private var holders: [UInt16: Holder] = [:]
  /// The number of times that a gesture that does not continue began to hold something.
  private var timedHolds = 0

  /// - Parameter limit: how long a gesture that does not continue may hold something.
  init(queue: DispatchQueue, limit: Duration) {
    self.queue = queue
    self.limit = limit
  }

  var isEmpty: Bool { holders.isEmpty }

  func contains(_ code: UInt16) -> Bool { holders[code] != nil }

  /// - Parameter timeIsUp: called if the holder does not continue, and no other one like it began to hold something within the limit.
  func hold(_ codes: [UInt16], by holder: Holder, timeIsUp: @escaping () -> Void) {
    for code in codes { holders[code] = holder }
    guard !holder.isContinuing else { return }
    timedHolds += 1
    queue.after(limit) { [weak self, timedHolds] in
      if let self, timedHolds == self.timedHolds { timeIsUp() }
    }
  }

  /// - Returns: those of the codes that were held, in the same order.
  func release(_ codes: [UInt16]) -> [UInt16] {
    let released = codes.filter(contains)
    for code in released { holders[code] = nil }
    return released
  }

  /// - Returns: the codes that these gestures held, the highest first.
  func release(where isMeant: (Holder) -> Bool) -> [UInt16] {
    release(holders.filter { isMeant($0.value) }.keys.sorted(by: >))
  }

  /// Forgets everything that is held, because the device is gone.
  func removeAll() { holders.removeAll() }
}
