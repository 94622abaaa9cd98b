/// The touches of an engine at one time, as UIKit's `UIEvent`. Read it while the engine calls you: it does not change later, but its
/// touches do.
public struct InputEvent {
  /// The time of the frame or deadline.
  public let timestamp: Timestamp
  /// All touches of the screen: first those that are down, oldest first, then those that were lifted or cancelled
  /// with this event.
  public let allTouches: [Touch]

  /// Returns the touches that landed on a view, not on one of its subviews.
  public func touches(for view: View) -> [Touch] { allTouches.filter { $0.view === view } }

  /// Returns the touches that a recognizer received.
  public func touches(for recognizer: GestureRecognizer) -> [Touch] {
    allTouches.filter { recognizer.attempt.has($0) }
  }
}

extension GestureEngine {
  /// The touches of the screen at `now`.
  public var currentEvent: InputEvent {
    InputEvent(timestamp: now, allTouches: touches + lifted)
  }
}

extension GestureRecognizer {
  /// The touches of the screen, also those of other recognizers and views; `nil` outside of an attempt.
  public final var currentEvent: InputEvent? { engine?.currentEvent }
}

extension View {
  /// The touches of the screen, also those of other views; `nil` if the view is not on a screen.
  public final var currentEvent: InputEvent? { screenFocus?.engine?.currentEvent }
}
