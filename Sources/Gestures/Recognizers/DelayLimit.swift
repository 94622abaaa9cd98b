/// The longest time for which a gesture that `delaysTouchesBegan` may hold a touch back from its view.
public enum DelayLimit: Equatable, Sendable {
  /// The engine's `maximumDelay`.
  case engine
  /// No limit: the touch is held back until the gesture has been decided.
  case unlimited
  /// This time after the touch has landed.
  case time(Duration)

  /// The limit in microseconds; `nil`: no limit.
  func microseconds(ofEngine engine: Int64?) -> Int64? {
    switch self {
    case .engine: engine
    case .unlimited: nil
    case .time(let time): time.microseconds
    }
  }
}
