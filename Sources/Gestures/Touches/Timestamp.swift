/// A moment on the input's own clock, in microseconds: `CLOCK_MONOTONIC` for a device, the file's clock for a recording.
///
/// The engine never reads a clock: all its times are those of frames and of the deadlines that it asked for (RS-10).
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Since whatever moment the clock counts from; only differences matter.
  public var microseconds: Int64

  /// All of one engine's timestamps must be of one clock.
  @inlinable
  public init(microseconds: Int64) { self.microseconds = microseconds }

  @inlinable
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

  /// The time from `b` to `a`, in microseconds; saturates at the ends of the range.
  @inlinable
  public static func - (a: Timestamp, b: Timestamp) -> Int64 {
    let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
    return overflow ? (a > b ? .max : .min) : difference
  }

  /// `span` microseconds later; saturates at the ends of the range.
  @inlinable
  public static func + (a: Timestamp, span: Int64) -> Timestamp {
    let (sum, overflow) = a.microseconds.addingReportingOverflow(span)
    return Timestamp(microseconds: overflow ? (span > 0 ? .max : .min) : sum)
  }
}

extension Duration {
  /// Whole microseconds, saturating; the unit in which the engine counts.
  package var microseconds: Int64 {
    #if compiler(>=6.2)
      if let short = Int64(exactly: attoseconds) { return short / 1_000_000_000_000 }  // Up to 9 s: without 128 bits.
    #endif
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    if overflow { return seconds > 0 ? .max : .min }
    return product.addingReportingOverflow(attoseconds / 1_000_000_000_000).partialValue
  }

  /// For people: to the microsecond.
  package var seconds: Double { Double(microseconds) / 1e6 }
}
