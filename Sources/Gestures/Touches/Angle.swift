extension Vector {
  static let pi = 3.141592653589793

  /// Returns the angle from this vector to `other`, in radians, -π…π; clockwise is positive because y points down.
  func angle(to other: Vector) -> Double {
    Self.arctangent(x * other.y - y * other.x, x * other.x + y * other.y)
  }

  /// Creates the unit vector at an angle from right, clockwise, in radians from -π to π.
  init(angle: Double) {
    let (sine, cosine) = Self.sineAndCosine(angle)
    self.init(x: cosine, y: sine)
  }

  /// Returns the sine and the cosine of an angle from -π to π, computed as series, because C libraries differ in the last digit.
  package static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    var sine = 0.0, cosine = 0.0
    var term = 1.0
    for power in 0..<32 {
      let signed = power & 2 == 0 ? term : -term
      if power & 1 == 0 { cosine += signed } else { sine += signed }
      term *= angle / Double(power + 1)
    }
    return (sine, cosine)
  }

  /// Returns the angle of (x, y) like C's `atan2`, with an error below 4e-16.
  ///
  /// It uses only operations that IEEE 754 rounds exactly: a replay must give the same bytes on every machine, and C libraries
  /// differ in the last digit.
  static func arctangent(_ y: Double, _ x: Double) -> Double {
    let (ax, ay) = (x.magnitude, y.magnitude)
    guard ax > 0 || ay > 0 else { return 0 }
    let first = ax >= ay ? arctangent(ay / ax) : pi / 2 - arctangent(ax / ay)
    let upper = x >= 0 ? first : pi - first
    return y >= 0 ? upper : -upper
  }

  /// Returns the arctangent of 0…1. Two uses of the half-angle formula bring the argument below tan(π/16), where ten terms of
  /// the series are enough.
  private static func arctangent(_ tangent: Double) -> Double {
    var t = tangent
    for _ in 0..<2 { t = t / (1 + (1 + t * t).squareRoot()) }
    let square = t * t
    // The loop is unrolled, because each frame of two fingers needs it: 1/1 - t²/3 + t⁴/5 - …
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
