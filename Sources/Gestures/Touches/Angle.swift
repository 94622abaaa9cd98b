extension Vector {
  static let pi = 3.141592653589793

  /// The angle from this vector to `other` in radians, -π…π, clockwise positive as y points down.
  func angle(to other: Vector) -> Double {
    Self.arctangent(x * other.y - y * other.x, x * other.x + y * other.y)
  }

  /// The angle of (x, y), as C's atan2: within 4e-16 of it.
  ///
  /// Written with the operations that IEEE 754 rounds exactly, because a replay has to give the same bytes on every
  /// machine and the C libraries differ in the last digit.
  static func arctangent(_ y: Double, _ x: Double) -> Double {
    let (ax, ay) = (x.magnitude, y.magnitude)
    guard ax > 0 || ay > 0 else { return 0 }
    let first = ax >= ay ? arctangent(ay / ax) : pi / 2 - arctangent(ax / ay)
    let upper = x >= 0 ? first : pi - first
    return y >= 0 ? upper : -upper
  }

  /// For 0…1: the half-angle formula twice brings it below tan(π/16), where ten terms of the series are enough.
  private static func arctangent(_ tangent: Double) -> Double {
    var t = tangent
    for _ in 0..<2 { t = t / (1 + (1 + t * t).squareRoot()) }
    let square = t * t
    // Written out, as it is needed in each frame of two fingers: 1/1 - t²/3 + t⁴/5 - …
    var sum = 1.0 / 21
    sum = 1.0 / 19 - square * sum
    sum = 1.0 / 17 - square * sum
    sum = 1.0 / 15 - square * sum
    sum = 1.0 / 13 - square * sum
    sum = 1.0 / 11 - square * sum
    sum = 1.0 / 9 - square * sum
    sum = 1.0 / 7 - square * sum
    sum = 1.0 / 5 - square * sum
    sum = 1.0 / 3 - square * sum
    sum = 1.0 - square * sum
    return 4 * t * sum
  }
}
