/// The numbers of fingers that a gesture takes: exactly 2, 2 or 4, 3 and more.
///
///     tap.numbersOfTouches = [2, 3]
///     press.numbersOfTouches = .atLeast(2)
public struct TouchCounts: Equatable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
  /// The largest number that counts by itself; larger ones are taken for it.
  static let most = 63
  /// Bit n stands for n fingers. Compared in each frame of a swipe.
  private let bits: UInt64

  /// Creates a set of numbers, each from 1 to 63; others count as the nearest of these. Without numbers it is 1.
  public init(_ counts: some Sequence<Int>) {
    let bits = counts.reduce(0 as UInt64) { $0 | 1 << UInt64(min(max($1, 1), Self.most)) }
    self.bits = bits == 0 ? 2 : bits
  }

  /// Creates exactly one number.
  public init(_ count: Int) { self.init(CollectionOfOne(count)) }

  public init(integerLiteral count: Int) { self.init(count) }

  public init(arrayLiteral counts: Int...) { self.init(counts) }

  /// Returns all numbers from this one on.
  public static func atLeast(_ least: Int) -> TouchCounts { TouchCounts(min(max(least, 1), most)...most) }

  /// The smallest number.
  public var least: Int { bits.trailingZeroBitCount }
  /// The largest number; 63 if there is no limit.
  public var most: Int { Self.most - bits.leadingZeroBitCount }

  /// Returns whether a gesture with this number of fingers is meant; no for numbers that are not from 1 to 63.
  public func contains(_ count: Int) -> Bool {
    let count = UInt64(truncatingIfNeeded: count)  // A negative number becomes a large one.
    return count <= Self.most && bits &>> count & 1 == 1
  }

  /// Whether both have a number.
  public func overlaps(_ other: TouchCounts) -> Bool { bits & other.bits != 0 }

  /// The smallest number that is larger than `count`, or else the largest one.
  func next(after count: Int) -> Int { (least...most).first { $0 > count && contains($0) } ?? most }
}
