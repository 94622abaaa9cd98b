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

  /// A sentence without a full stop, to follow "kernel bug: ".
  package var sentence: String {
    switch self {
    case .slotOutOfRange: "an event for a slot outside the range of ABS_MT_SLOT"
    case .negativeTrackingID: "a tracking id below -1"
    case .liftWithoutTouch: "a lift of a touch that was not down"
    case .valuesWithoutTouch: "values for a slot without a touch"
    case .trackingIDTwice: "two contacts with the same tracking id in a frame"
    case .undeclaredAxis: "a value of an axis that the device has not declared"
    case .timeBackwards: "a frame older than the previous one"
    }
  }

  /// The name in the daemon's status.
  package var name: StaticString {
    switch self {
    case .slotOutOfRange: "slot_out_of_range"
    case .negativeTrackingID: "negative_tracking_id"
    case .liftWithoutTouch: "lift_without_touch"
    case .valuesWithoutTouch: "values_without_touch"
    case .trackingIDTwice: "tracking_id_twice"
    case .undeclaredAxis: "undeclared_axis"
    case .timeBackwards: "time_backwards"
    }
  }

  /// Returns a sentence without a full stop for each kind that occurred.
  package static func sentences(_ counts: [KernelBug: Int]) -> [String] {
    allCases.compactMap { bug in counts[bug].map { "kernel bug, \($0) ×: \(bug.sentence)" } }
  }

  fileprivate var kind: ti_kernel_bug {
    switch self {
    case .slotOutOfRange: TI_BUG_SLOT
    case .negativeTrackingID: TI_BUG_TRACKING_ID
    case .liftWithoutTouch: TI_BUG_LIFT
    case .valuesWithoutTouch: TI_BUG_EMPTY_SLOT
    case .trackingIDTwice: TI_BUG_SAME_ID
    case .undeclaredAxis: TI_BUG_AXIS
    case .timeBackwards: TI_BUG_TIME
    }
  }

  /// Returns the number of events of each kind that a decoder has counted, without kinds that did not occur.
  static func counts(of decoder: OpaquePointer) -> [KernelBug: Int] {
    var counts: [KernelBug: Int] = [:]
    for bug in allCases {
      let count = ti_decoder_kernel_bugs(decoder, bug.kind)
      if count > 0 { counts[bug] = Int(clamping: count) }
    }
    return counts
  }
}
