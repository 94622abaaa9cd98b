import Gestures
import TouchInput

/// Made-up touches on a screen of their own, before the first real one.
///
/// The runtime prepares classes, generic types and memory when they are first used. Without a rehearsal, the first finger on a panel
/// would wait for that.
enum Rehearsal {
  static func play() {
    let size = Size(width: 100, height: 100)
    let screen = View(frame: Rect(origin: .zero, size: size))
    let recognizers: [GestureRecognizer] = [
      TapGestureRecognizer(), PanGestureRecognizer(), PinchGestureRecognizer(), RotationGestureRecognizer(),
      TransformGestureRecognizer(), LongPressGestureRecognizer(), SwipeGestureRecognizer(), QuietTickle(),
    ]
    for recognizer in recognizers { screen.addGestureRecognizer(recognizer) }
    let engine = GestureEngine(root: screen)
    var filter = TouchFilter(TouchFilter.Settings(), size: size)
    var time = Timestamp(microseconds: 0)
    // One finger taps, and two fingers move apart.
    for fingers in [[10.0], [10.0, 60.0]] {
      for step in 0..<(fingers.count == 1 ? 2 : 5) {
        let isLast = step == (fingers.count == 1 ? 1 : 4)
        let contacts = fingers.enumerated().map { index, x in
          TouchFrame.Contact(
            id: UInt64(fingers.count * 10 + index), phase: step == 0 ? .began : isLast ? .ended : .moved,
            location: Point(x: x + Double(index * step * 2), y: 50))
        }
        var frame = TouchFrame(time: time, contacts: contacts)
        filter.handle(&frame) { _ = engine.handle($0) }
        time = time + 10_000
      }
      _ = engine.advance(to: time + 1_000_000)
      time = time + 1_000_000
    }
  }
}
