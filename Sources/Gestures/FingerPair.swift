/// The two oldest fingers of a gesture, and the way from one to the other: what a pinch and a rotation measure.
struct FingerPair {
  private(set) var first: Touch
  private(set) var second: Touch

  /// `nil` with fewer than two fingers; further fingers change nothing (PIN-3).
  init?(_ touches: [Touch]) {
    guard touches.count >= 2 else { return nil }
    first = touches[0]
    second = touches[1]
  }

  var way: Vector { second.location - first.location }

  /// Half way between the two (PIN-8).
  var centre: Point { first.location + way * 0.5 }

  func isSame(as other: FingerPair?) -> Bool { first === other?.first && second === other?.second }

  func contains(anyOf touches: [Touch]) -> Bool { touches.contains { $0 === first || $0 === second } }
}
