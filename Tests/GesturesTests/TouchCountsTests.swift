import Gestures
import Testing

@Suite("Numbers of fingers")
struct TouchCountsTests {
  private static let sets: [(TouchCounts, [Int])] = [
    (2, [2]), ([2, 4], [2, 4]), ([1, 10], [1, 10]), ([], [1]), ([0, -5], [1]), ([3, 3], [3]),
    (.atLeast(62), [62, 63]), (.atLeast(1_000), [63]), (TouchCounts([Int.max, Int.min]), [1, 63]),
  ]

  @Test(arguments: sets.indices) func `A set has the numbers that it was given, as far as they exist (RS-20)`(
    index: Int
  ) {
    let (counts, expected) = Self.sets[index]
    for outside in [Int.min, -63, -1, 0, 64, 65, 66, 127, 128, Int.max] { #expect(!counts.contains(outside)) }
    #expect((1...63).filter(counts.contains) == expected)
    #expect(counts.least == expected.first && counts.most == expected.last)
  }

  @Test func `Sets overlap if they have a number in common (RS-20)`() {
    #expect(TouchCounts.atLeast(2).overlaps([1, 5]))
    #expect(!TouchCounts(2).overlaps([1, 3]))
  }
}
