/// The movement of a pan after the lift of its fingers, in steps of 1/60 s (PAN-13).
///
/// The times of the steps count from the lift, on the clock of the frames. The numbers come from series, not from a C library, so that
/// a replay gives the same bytes on every machine.
struct Coast {
  /// The rate of a usual display and of UIKit's display link.
  private static let stepsPerSecond: Int64 = 60
  /// The share of the speed that is left after a step: exp(-x), where x is the step's share of the time constant.
  private static let decay = exponential(-1 / (Double(stepsPerSecond) * Momentum.timeConstant))

  /// Returns exp(x) for a small x.
  static func exponential(_ x: Double) -> Double {
    var (sum, term) = (0.0, 1.0)
    for power in 1...20 {
      sum += term
      term *= x / Double(power)
    }
    return sum
  }

  /// The velocity, in mm/s.
  private(set) var velocity: Vector
  /// The movement since the lift, in millimetres.
  private(set) var movement = Vector.zero
  private let start: Timestamp
  private var steps: Int64 = 0

  /// Creates the movement after a lift, with its velocity in mm/s; `nil` if it is too slow to go on.
  init?(velocity: Vector, at lift: Timestamp) {
    guard let velocity = Momentum.velocity(afterLift: velocity) else { return nil }
    self.velocity = velocity
    start = lift
  }

  var nextStep: Timestamp { start + (steps + 1) * 1_000_000 / Self.stepsPerSecond }

  /// Takes a step.
  ///
  /// - Returns: the step's movement, and whether it was the last one.
  mutating func takeStep() -> (movement: Vector, isLast: Bool) {
    steps += 1
    let slower = velocity * Self.decay
    let step = (velocity - slower) * Momentum.timeConstant
    movement = movement + step
    velocity = slower
    return (step, slower.length < Momentum.slowest)
  }

  mutating func stop() { velocity = .zero }
}

/// What a pan with momentum remembers until it ends. Other pans have no room for it.
final class PanMomentum {
  /// The movement after the lift; `nil` before it.
  var coast: Coast?
  /// When too few fingers were left; `nil` while there are enough.
  var pause: Timestamp?

  func startOver() {
    coast = nil
    pause = nil
  }
}
