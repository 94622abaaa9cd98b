/// A number of things that another program has counted, or a sum of such numbers. It is never negative, and a sum never
/// overflows: it ends at `most`.
package struct Count: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  package static let most = Count(.max)

  package let number: Int

  /// A number whose sign may not have been checked: a negative one becomes 0.
  package init(_ number: Int) { self.number = max(0, number) }

  package init(integerLiteral number: Int) { self.init(number) }

  /// A number of JSON: from 2⁶³ on it becomes `most`, and −0 is 0. `nil` if it can't be a count: it is negative, has a
  /// fraction, or is not a number.
  package init?(_ number: Double) {
    guard number >= 0, number == number.rounded(.down) else { return nil }
    self.number = Int(exactly: number) ?? .max
  }

  package static func + (one: Count, other: Count) -> Count {
    let (sum, hasOverflowed) = one.number.addingReportingOverflow(other.number)
    return hasOverflowed ? most : Count(sum)
  }

  package static func += (sum: inout Count, more: Count) { sum = sum + more }

  package static func sum(_ numbers: some Sequence<Int>) -> Count { numbers.reduce(0) { $0 + Count($1) } }

  package static func < (one: Count, other: Count) -> Bool { one.number < other.number }
}

extension JSONValue {
  /// A number that can be a count.
  package var count: Count? { number.flatMap { Count($0) } }
}

extension JSONWriter {
  package mutating func member(_ name: StaticString, _ value: Count) { member(name, value.number) }
}
