/// The two oldest fingers of a gesture: those that a pinch and a rotation measure.
struct FingerPair {
  // Names and places, not the touches: to hold those would cost a count of references each frame.
  private let first: UInt64
  private let second: UInt64
  /// Of the first one.
  private let place: Point
  /// From one finger to the other.
  let way: Vector
  /// Half way between the two (PIN-8).
  var centre: Point { place + way * 0.5 }

  /// `nil` with fewer than two fingers; further fingers change nothing (PIN-3).
  @inline(__always)
  init?(_ touches: [Touch]) {
    guard touches.count >= 2 else { return nil }
    first = touches[0].id
    second = touches[1].id
    place = touches[0].location
    way = touches[1].location - place
  }

  /// Whether the fingers are the same, wherever they are.
  @inline(__always)
  func isSame(as other: FingerPair?) -> Bool {
    guard let other else { return false }
    return first == other.first && second == other.second
  }

  @inline(__always)
  func contains(anyOf touches: [Touch]) -> Bool {
    for touch in touches where touch.id == first || touch.id == second { return true }
    return false
  }
}
