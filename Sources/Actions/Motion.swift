import Gestures

/// A gesture's place and movement at one of its events, for a pointer action.
package struct Motion: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    case began, changed, ended, cancelled
    /// The recognition of a discrete gesture.
    case single
  }

  package var phase: Phase
  /// The place on the screen, in millimetres.
  package var location: Point
  /// The screen's size in millimetres.
  package var screen: Size
  /// The displacement in millimetres from a place that stays the same during the gesture: only its changes count. Unlike the location, a
  /// pan's translation does not jump when a finger is added or lifted.
  package var translation: Vector
  /// In millimetres per second.
  package var velocity: Vector

  package init(
    _ phase: Phase, at location: Point, on screen: Size, translation: Vector = .zero, velocity: Vector = .zero
  ) {
    self.phase = phase
    self.location = location
    self.screen = screen
    self.translation = translation
    self.velocity = velocity
  }
}
