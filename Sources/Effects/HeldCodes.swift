/// The gesture that presses keys or buttons.
struct Holder {
  let source: ActionContext.Source
  /// Whether the gesture goes on, so that its end releases what it holds. The others are released after a time.
  let isContinuing: Bool
}

extension Holder {
  init(of context: ActionContext) { self.init(source: context.source, isContinuing: context.isContinuing) }
}

/// The keys or buttons of a virtual device that gestures hold, with these gestures.
struct HeldCodes {
  private var holders: [UInt16: Holder] = [:]

  var isEmpty: Bool { holders.isEmpty }

  func contains(_ code: UInt16) -> Bool { holders[code] != nil }

  mutating func hold(_ codes: [UInt16], by holder: Holder) { for code in codes { holders[code] = holder } }

  /// - Returns: those of the codes that were held, in the same order.
  mutating func release(_ codes: [UInt16]) -> [UInt16] {
    let released = codes.filter(contains)
    for code in released { holders[code] = nil }
    return released
  }

  /// - Returns: the codes that these gestures held, the highest first.
  mutating func release(where isMeant: (Holder) -> Bool) -> [UInt16] {
    release(holders.filter { isMeant($0.value) }.keys.sorted(by: >))
  }

  /// Forgets everything that is held, because the device is gone.
  mutating func removeAll() { holders.removeAll() }
}
