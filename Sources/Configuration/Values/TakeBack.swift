import Gestures

/// How an intercepted screen keeps from applications what a gesture takes.
package enum TakeBack: String, CaseIterable, Sendable {
  /// They see no touch before it is decided, at most for `max_delay`; what is taken after that is led away.
  case hold
  /// They see each touch at once; one that is taken goes beyond the farthest side of the panel, and is lifted there.
  case away
  /// One that is taken is lifted where it is.
  case lift
  /// One that is taken turns into a palm.
  case palm

  /// For people.
  package var sentence: String {
    switch self {
    case .hold: "touches are held back until gestures have decided"
    case .away: "a touch that a gesture takes is led away and lifted"
    case .lift: "a touch that a gesture takes is lifted where it is"
    case .palm: "a touch that a gesture takes becomes a palm"
    }
  }
}

/// What the clone of an intercepted panel is called.
package enum CloneName: String, CaseIterable, Sendable {
  /// The panel's name with ` (tickled)` behind it.
  case marked
  /// The panel's name.
  case panel
}

extension ScreenSettings {
  /// UIScrollView's.
  private static let usualDelay = Duration.milliseconds(150)

  /// The longest that a gesture without a limit of its own may hold a touch back; `nil`: as long as it takes.
  package var longestDelay: Duration? {
    switch maxDelay {
    case .time(let time): time
    case .unlimited: nil
    case .engine, nil: Self.usualDelay
    }
  }
}

extension GestureSettings {
  /// What it holds back of touches on a screen, and for how long.
  package func holding(on screen: ScreenSettings) -> (delaysTouchesBegan: Bool, limit: DelayLimit) {
    let isHeldByScreen = screen.intercept && screen.takeBack == .hold && cancelsTouches
    // What is certain to decide soon, or on a strip only, is worth waiting for.
    let mayTakeItsTime =
      isHeldByScreen && delaysTouchesBegan == nil && screen.maxDelay == nil && kind.name.decidesByItself
    return (delaysTouchesBegan ?? isHeldByScreen, maxDelay ?? (mayTakeItsTime ? .unlimited : .engine))
  }
}
