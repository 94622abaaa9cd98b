import Gestures
import Glibc

/// How content goes on after a finger has lifted.
struct ScrollInertia {
  private let velocity: Vector
  /// The time after which the content rests, in seconds.
  let duration: Double

  /// Creates the inertia of a lift, with its velocity in mm/s; `nil` if it is too slow to go on.
  init?(velocity: Vector) {
    guard let velocity = Momentum.velocity(afterLift: velocity) else { return nil }
    self.velocity = velocity
    duration = Momentum.timeConstant * log(velocity.length / Momentum.slowest)
  }

  /// Returns the distance in millimetres from the lift to a time after it, in seconds.
  func travel(after time: Double) -> Vector {
    let time = min(max(time, 0), duration)
    let factor = Momentum.timeConstant * (1 - exp(-time / Momentum.timeConstant))
    return Vector(x: velocity.x * factor, y: velocity.y * factor)
  }
}
