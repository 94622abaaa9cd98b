import Gestures

/// The first responder in the place of a view, which is next in its chain.
///
/// A view of the library cannot become the first responder. A subclass of `View` could, but the engine delivers touches to subclasses, and
/// that costs time in each frame.
final class ViewResponder: Responder {
  let view: View

  init(_ view: View) {
    self.view = view
    super.init()
  }

  override var next: Responder? { view }
  override var canBecomeFirstResponder: Bool { true }
}
