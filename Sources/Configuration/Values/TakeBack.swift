import Gestures
import TouchInput

/// How an intercepted screen keeps touches that a gesture takes from applications.
package enum TakeBack: String, CaseIterable, Sendable {
  /// Holds each touch back until gestures have decided, for `max_delay` at most. A touch taken later is handled as in `away`.
  case hold
  /// Passes each touch on at once. When a gesture takes it, moves it beyond the farthest edge of the panel and lifts it there.
  case away
  /// Passes each touch on at once. When a gesture takes it, lifts it where it is.
  case lift
  /// Passes each touch on at once. When a gesture takes it, turns it into a palm.
  case palm

  /// A readable description.
  package var sentence: String {
    switch self {
    case .hold: "touches are held back until gestures have decided"
    case .away: "a touch that is taken back is moved off the panel and lifted"
    case .lift: "a touch that is taken back is lifted where it is"
    case .palm: "a touch that is taken back becomes a palm"
    }
  }

  /// How the clone takes back a touch that applications know of.
  package var taking: TouchClone.Taking {
    switch self {
    case .hold, .away: .away
    case .lift: .lift
    case .palm: .palm
    }
  }
}

/// The name of an intercepted panel's clone.
package enum CloneName: String, CaseIterable, Sendable {
  /// The panel's name followed by ` (tickled)`.
  case marked
  /// The panel's name.
  case panel
}

extension ScreenSettings {
  /// The delay of UIScrollView.
  private static let usualDelay = Duration.milliseconds(150)
  /// The delay for gestures of four and more fingers, which applications hardly use: drawing programs use three. It is our choice, half of
  /// what a swipe may take.
  static let ofManyFingers = (fingers: 4, delay: Duration.milliseconds(400))

  /// The longest time for which a gesture without its own limit may hold a touch back; `nil`: until it is decided.
  package var longestDelay: Duration? {
    switch maxDelay {
    case .time(let time): time
    case .unlimited: nil
    case .engine, nil: Self.usualDelay
    }
  }
}

extension GestureSettings {
  /// Returns whether the gesture holds touches back on a screen, and for how long.
  package func holding(on screen: ScreenSettings) -> (delaysTouchesBegan: Bool, limit: DelayLimit) {
    if kind.name.input != .touches { return (false, .engine) }
    let isHeldByScreen = screen.intercept && screen.takeBack == .hold && cancelsTouches
    // Waiting is worthwhile for a gesture that certainly decides soon, or that only takes touches on a strip along an edge.
    let isByDefault = isHeldByScreen && delaysTouchesBegan == nil && screen.maxDelay == nil
    var usual = isByDefault && kind.traits.decidesByItself ? DelayLimit.unlimited : .engine
    let many = ScreenSettings.ofManyFingers
    if isByDefault, screen.recognition == .hand, let fingers = kind.leastFingers, fingers >= many.fingers {
      usual = .time(many.delay)
    }
    return (delaysTouchesBegan ?? isHeldByScreen, maxDelay ?? usual)
  }
}
