import Testing

@testable import Gestures

@Suite("The quiet zone")
struct QuietZoneTests {
  /// Lands a finger on a screen and moves it by a millimetre, at last so slowly that it would stay in a zone.
  private func drag(_ recognizers: GestureRecognizer...) -> TestScreen {
    let screen = TestScreen(recognizers)
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(10, ["1": .at(101, 50)])
    screen.frame(20, ["1": .at(101.01, 50)])
    return screen
  }

  @Test func `ends where a tap ends, and a tap alone leaves room`() {
    let screen = drag(TapGestureRecognizer())
    #expect(screen.engine.findQuietZone())
    let place = screen.engine.quietZone.places[0]
    for corner in [place.low, place.high, Point(x: place.low.x, y: place.high.y)] {
      #expect((corner - Point(x: 100, y: 50)).length <= TapLimits.movement)
    }
    #expect(place.high.x > 101.5)
  }

  @Test func `is closed while a recognizer of somebody else's class has the finger`() {
    let own = Probe()
    #expect(!drag(TapGestureRecognizer(), own).engine.findQuietZone())
    own.isEnabled = false
    #expect(drag(TapGestureRecognizer(), own).engine.findQuietZone())
  }

  @Test func `is closed for a subclass of a built-in class`() {
    final class OwnPan: PanGestureRecognizer {}
    #expect(!drag(OwnPan()).engine.findQuietZone())
    #expect(drag(PanGestureRecognizer()).engine.findQuietZone())
  }

  @Test func `is closed while a pan reports its changes, and open while it does not`() {
    let pan = PanGestureRecognizer()
    let screen = drag(pan)
    screen.frame(30, ["1": .at(105, 50)])
    screen.frame(40, ["1": .at(106, 50)])
    #expect(!screen.engine.findQuietZone())
    pan.reportedStates = [.began, .ended]
    #expect(screen.engine.findQuietZone())
  }

  @Test func `is closed without fingers, while a view sees movements, and for places that are no numbers`() {
    final class Sheet: View {}
    #expect(!TestScreen(TapGestureRecognizer()).engine.findQuietZone())
    let sheet = Sheet(name: "sheet", frame: Rect(x: 0, y: 0, width: 300, height: 100))
    let screen = TestScreen(root: sheet, TapGestureRecognizer())
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(10, ["1": .at(101, 50)])
    #expect(!screen.engine.findQuietZone())
    let broken = drag(PanGestureRecognizer())
    broken.frame(30, ["1": .at(.nan, 50)])
    #expect(!broken.engine.findQuietZone())
  }
}
