import Testing

@testable import Gestures

@Suite("Built-in classes")
struct BuiltInTests {
  @Test func `A built-in gesture without a delegate is not asked for requirements (REQ-3)`() {
    let gestures = [
      TapGestureRecognizer(), LongPressGestureRecognizer(), PanGestureRecognizer(), ScreenEdgePanGestureRecognizer(),
      SwipeGestureRecognizer(), PinchGestureRecognizer(), RotationGestureRecognizer(), QuietTickle(),
      TransformGestureRecognizer(),
      StrokeGestureRecognizer(), PressGestureRecognizer(code: 1), RemoteCommandGestureRecognizer(),
      ShakeGestureRecognizer(), KnockGestureRecognizer(), TurnGestureRecognizer(),
    ]
    for gesture in gestures { #expect(!gesture.mayHaveDynamicRequirements, "\(type(of: gesture))") }
  }

  @Test func `A subclass of a built-in class is asked for requirements (REQ-3)`() {
    final class OwnPan: PanGestureRecognizer {}
    final class Own: GestureRecognizer {}
    #expect(OwnPan().mayHaveDynamicRequirements)
    #expect(Own().mayHaveDynamicRequirements)
  }
}
