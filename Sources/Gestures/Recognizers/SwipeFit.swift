/// A direction in which the fingers of a swipe have moved, and how well it fits the movement.
struct SwipeFit {
  let direction: SwipeDirection
  /// The angle between the fingers' mean movement and the direction, in radians.
  let deviation: Double
  /// The least distance that the swipe asks for in this direction, in millimetres.
  let leastDistance: Double

  /// Returns whether this direction fits better: it is nearer to the movement (SW-9), or equally near with a swipe that asks for a
  /// longer movement (SW-10). At equal angles and distances, the direction with the smaller angle fits better, so that one of two
  /// neighbours always does.
  func isBetter(than other: SwipeFit) -> Bool {
    if isNearer(than: other) { return true }
    if other.isNearer(than: self) { return false }
    if (leastDistance - other.leastDistance).magnitude > Thresholds.tolerance {
      return leastDistance > other.leastDistance
    }
    return direction.angle < other.direction.angle
  }

  /// Returns whether this direction is nearer to the movement. The margin keeps rounding from deciding.
  func isNearer(than other: SwipeFit) -> Bool { deviation < other.deviation - 1e-9 }
}
