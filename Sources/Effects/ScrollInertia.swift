import Gestures

/// How content goes on after a finger has lifted.
struct ScrollInertia {
  private let velocity: Vector
  /// The time after which the content rests, in seconds.
  let duration: Double

  /// Creates the inertia of a lift, with its velocity in mm/s; `nil` if it is too slow to go on.
  init?(velocity: Vector) {
    guard let velocity = Momentum.velocity(afterLift: velocity) else { return nil }
    self.velocity = velocity
    duration = Momentum.timeConstant * Self.logarithm(velocity.length / Momentum.slowest)
  }

  /// Returns the distance in millimetres from the lift to a time after it, in seconds.
  func travel(after time: Double) -> Vector {
    let time = min(max(time, 0), duration)
    let factor = Momentum.timeConstant * (1 - 1 / Self.power(ofE: time / Momentum.timeConstant))
    return Vector(x: velocity.x * factor, y: velocity.y * factor)
  }

  /// The natural logarithm of a normal number: that of its power of 2, and a series for the rest.
  static func logarithm(_ number: Double) -> Double {
    let part = (number.significand - 1) / (number.significand + 1)
    let rest = stride(from: 41.0, through: 1, by: -2).reduce(0) { sum, odd in sum * part * part + 1 / odd }
    return Double(number.exponent) * 0.6931471805599453 + 2 * part * rest
  }

  /// e to a power from 0 to 10, by a series of a part of the power.
  private static func power(ofE exponent: Double) -> Double {
    let part = exponent / 32
    var result = stride(from: 14.0, through: 1, by: -1).reduce(1) { sum, n in 1 + part / n * sum }
    for _ in 0..<5 { result *= result }
    return result
  }
}
