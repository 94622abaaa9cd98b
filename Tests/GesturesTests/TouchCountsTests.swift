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

  @Test func `A tap and a swipe are made with one of their numbers (RS-20)`() {
    for fingers in 1...5 {
      let (tap, swipe) = (makeTap(), makeSwipe("swipe", [.right]))
      tap.numbersOfTouches = [2, 4]
      swipe.numbersOfTouches = [2, 4]
      swipe.decision = .atLift
      let screen = TestScreen(tap, swipe)
      let all = (1...fingers).map { (name: "\($0)", x: 30 * Double($0)) }
      screen.frame(0, all.map { ($0.name, .at($0.x, 50)) })
      screen.frame(60, all.map { ($0.name, .lifts) })
      for step in 0...5 {
        screen.frame(1000 + 20 * Double(step), all.map { ($0.name, .at($0.x + 6 * Double(step), 50)) })
      }
      screen.frame(1110, all.map { ($0.name, .lifts) })
      let isOne = [2, 4].contains(fingers)
      #expect(screen.gestures.map(\.recognizer.name) == (isOne ? ["tap", "swipe"] : []), "\(fingers)")
    }
  }

  @Test func `Sets overlap if they have a number in common (RS-20)`() {
    #expect(TouchCounts.atLeast(2).overlaps([1, 5]))
    #expect(!TouchCounts(2).overlaps([1, 3]))
  }
}
