import CTouchInput

/// An event that a kernel should never send, as in libinput's "kernel bug" messages.
///
/// The decoder handles such events all the same and counts them, whether they come from a faulty driver or from a recording. For
/// faults in a panel's description see `DeviceDescription.oddities`.
package enum KernelBug: Hashable, Sendable, CaseIterable {
  case slotOutOfRange
  case negativeTrackingID
  case liftWithoutTouch
  case valuesWithoutTouch
  case trackingIDTwice
  case undeclaredAxis
  case timeBackwards
  case placeBeyondRange

  /// A sentence without a full stop, to follow "kernel bug: ".
  package var sentence: String { facts.sentence }

  /// The name in the daemon's status.
  package var name: StaticString { facts.name }

  private var facts: (kind: ti_kernel_bug, name: StaticString, sentence: String) {
    switch self {
    case .slotOutOfRange: (TI_BUG_SLOT, "slot_out_of_range", "an event for a slot outside the range of ABS_MT_SLOT")
    case .negativeTrackingID: (TI_BUG_TRACKING_ID, "negative_tracking_id", "a tracking id below -1")
    case .liftWithoutTouch: (TI_BUG_LIFT, "lift_without_touch", "a lift of a touch that was not down")
    case .valuesWithoutTouch: (TI_BUG_EMPTY_SLOT, "values_without_touch", "values for a slot without a touch")
    case .trackingIDTwice: (TI_BUG_SAME_ID, "tracking_id_twice", "two contacts with the same tracking id in a frame")
    case .undeclaredAxis: (TI_BUG_AXIS, "undeclared_axis", "a value of an axis that the device has not declared")
    case .timeBackwards: (TI_BUG_TIME, "time_backwards", "a frame older than the previous one")
    case .placeBeyondRange:
      (TI_BUG_RANGE, "place_beyond_range", "a place beyond the range of its axis: `tickle setup` finds the calibration")
    }
  }

  /// Returns a sentence without a full stop for each kind that occurred.
  package static func sentences(_ counts: [KernelBug: Int]) -> [String] {
    allCases.compactMap { bug in counts[bug].map { "kernel bug, \($0) ×: \(bug.sentence)" } }
  }

  /// Returns the number of events of each kind that a decoder has counted, without kinds that did not occur.
  static func counts(of decoder: OpaquePointer) -> [KernelBug: Int] {
    var counts: [KernelBug: Int] = [:]
    for bug in allCases {
      let count = ti_decoder_kernel_bugs(decoder, bug.facts.kind)
      if count > 0 { counts[bug] = Int(clamping: count) }
    }
    return counts
  }
}
