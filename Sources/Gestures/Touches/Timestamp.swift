/// A time on the input's own clock, in microseconds: `CLOCK_MONOTONIC` for a device, the file's clock for a recording.
///
/// The engine never reads a clock: all its times are those of frames and of the deadlines that it requested (RS-10).
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The microseconds since the clock's origin, which has no meaning of its own: only differences count.
  public var microseconds: Int64

  /// Creates a timestamp. All timestamps passed to one engine must come from the same clock.
  @inlinable
  public init(microseconds: Int64) { self.microseconds = microseconds }

  @inlinable
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

  /// Returns the time from `b` to `a`, in microseconds. Saturates at the ends of the range.
  @inlinable
  public static func - (a: Timestamp, b: Timestamp) -> Int64 {
    let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
    return overflow ? (a > b ? .max : .min) : difference
  }

  /// Returns the timestamp `span` microseconds later. Saturates at the ends of the range.
  @inlinable
  public static func + (a: Timestamp, span: Int64) -> Timestamp {
    let (sum, overflow) = a.microseconds.addingReportingOverflow(span)
    return Timestamp(microseconds: overflow ? (span > 0 ? .max : .min) : sum)
  }
}

#if !hasFeature(Embedded)
  extension Timestamp: InstantProtocol {
    /// Returns the timestamp `duration` later, in whole microseconds. Saturates at the ends of the range.
    public func advanced(by duration: Duration) -> Timestamp { self + duration.microseconds }

    /// Returns the time from this timestamp to `other`.
    public func duration(to other: Timestamp) -> Duration { .microseconds(other - self) }
  }

  extension Timestamp: Codable {}
#endif

extension Duration {
  /// The duration in whole microseconds, the engine's unit. Saturates at the ends of the range.
  package var microseconds: Int64 {
    #if compiler(>=6.2)
      // Up to 9 s: avoids 128-bit arithmetic.
      if let short = Int64(exactly: attoseconds) { return short / 1_000_000_000_000 }
    #endif
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    if overflow { return seconds > 0 ? .max : .min }
    return product.addingReportingOverflow(attoseconds / 1_000_000_000_000).partialValue
  }

  /// The duration in seconds, to the microsecond, for display.
  package var seconds: Double { Double(microseconds) / 1e6 }
}
