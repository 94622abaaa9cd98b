/// What a client of a control socket may do. Clients of the main socket may do all of it.
package enum SocketRight: String, CaseIterable, Sendable {
  /// Ask for the status, and for what the daemon recognizes.
  case look
  /// Get the gestures as they happen, without their places.
  case hear
  /// Get the places of gestures, too: they tell what was typed on a keyboard on the screen.
  case places
  /// Get each finger, and what became of each movement of the hand.
  case touch
  /// Set the mode, views, gestures, the display and how screens are mounted; pause and resume.
  case steer
  /// Have the configuration read again.
  case reload
}
