/// How long a gesture that `delaysTouchesBegan` may keep a touch from its view.
public enum DelayLimit: Equatable, Sendable {
  /// As long as the engine's `maximumDelay`.
  case engine
  /// As long as the gesture takes to decide.
  case unlimited
  /// From the touch's landing on.
  case time(Duration)

  /// In microseconds; `nil`: no limit.
  func microseconds(ofEngine engine: Int64?) -> Int64? {
    switch self {
    case .engine: engine
    case .unlimited: nil
    case .time(let time): time.microseconds
    }
  }
}
