import Gestures

/// Keeps touches that land in certain views from a recognizer.
final class IgnoredViews: GestureRecognizerDelegate {
  private let views: Set<String>

  init(ignoring views: [String]) { self.views = Set(views) }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    var view = touch.view
    while let here = view {
      if views.contains(here.name) { return false }
      view = here.superview
    }
    return true
  }
}
