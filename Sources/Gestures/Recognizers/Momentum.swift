/// How a movement goes on after the lift of its fingers: its speed decays exponentially.
///
/// These are the numbers of pans (PAN-13) and of scrolls.
package enum Momentum {
  /// The time in which the speed falls to 1/e, in seconds. UIKit's `UIScrollView.DecelerationRate.normal` is a factor of 0.998 for each
  /// millisecond, which is this time.
  package static let timeConstant = 0.5
  /// The least speed at the lift, in mm/s: a finger that stops before it lifts throws nothing.
  package static let slowestLift = 50.0
  /// The speed at which the movement stops, in mm/s: less than a step of a usual wheel in a second.
  package static let slowest = 5.0
  /// A faster lift, in mm/s, is an error of measurement: hands reach about 3 m/s.
  package static let fastest = 5000.0

  /// Returns the velocity with which a movement goes on after a lift, in mm/s; `nil` if the lift is too slow.
  package static func velocity(afterLift velocity: Vector) -> Vector? {
    let speed = velocity.length
    guard speed >= slowestLift, speed.isFinite else { return nil }
    return velocity * min(1, fastest / speed)
  }
}
