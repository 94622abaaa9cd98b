import Gestures
import Glibc

/// How content goes on after a finger has lifted: its speed decays exponentially.
struct ScrollInertia {
  /// The time in which the speed falls to 1/e, in seconds. UIKit's `UIScrollView.DecelerationRate.normal` is a factor of 0.998 for each
  /// millisecond, which is this time.
  static let timeConstant = 0.5
  /// The least speed at the lift, in mm/s: a finger that stops before it lifts does not throw the content.
  static let slowestLift = 50.0
  /// The speed at which the content stops, in mm/s: less than a step of a usual wheel in a second.
  static let slowest = 5.0
  /// A faster lift, in mm/s, is an error of measurement: hands reach about 3 m/s.
  static let fastest = 5000.0

  private let velocity: Vector
  /// The time after which the content rests, in seconds.
  let duration: Double

  /// Creates the inertia of a lift, with its velocity in mm/s; `nil` if it is too slow to go on.
  init?(velocity: Vector) {
    let speed = velocity.length
    guard speed >= Self.slowestLift, speed.isFinite else { return nil }
    let share = min(1, Self.fastest / speed)
    self.velocity = Vector(x: velocity.x * share, y: velocity.y * share)
    duration = Self.timeConstant * log(speed * share / Self.slowest)
  }

  /// Returns the distance in millimetres from the lift to a time after it, in seconds.
  func travel(after time: Double) -> Vector {
    let time = min(max(time, 0), duration)
    let factor = Self.timeConstant * (1 - exp(-time / Self.timeConstant))
    return Vector(x: velocity.x * factor, y: velocity.y * factor)
  }
}
