/// The two oldest fingers of a gesture: those that a pinch and a rotation measure.
struct FingerPair {
  // Names and places, not the touches: to hold those would cost a count of references each frame.
  private let first: UInt64
  private let second: UInt64
  /// From one finger to the other.
  let way: Vector
  /// Half way between the two (PIN-8).
  let centre: Point

  /// `nil` with fewer than two fingers; further fingers change nothing (PIN-3).
  init?(_ touches: [Touch]) {
    guard touches.count >= 2 else { return nil }
    first = touches[0].id
    second = touches[1].id
    way = touches[1].location - touches[0].location
    centre = touches[0].location + way * 0.5
  }

  /// Whether the fingers are the same, wherever they are.
  func isSame(as other: FingerPair?) -> Bool {
    guard let other else { return false }
    return first == other.first && second == other.second
  }

  func contains(anyOf touches: [Touch]) -> Bool { touches.contains { $0.id == first || $0.id == second } }
}
