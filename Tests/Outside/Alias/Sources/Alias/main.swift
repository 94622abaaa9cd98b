import Gestures
import TouchGestures

let screen = View(name: "screen", frame: Rect(x: 0, y: 0, width: 217, height: 136))
let tap = TouchGestures.TapGestureRecognizer(name: "tap")
screen.addGestureRecognizer(tap)
let engine = GestureEngine(root: screen)
for (milliseconds, phase) in [(0, Touch.Phase.began), (80, .ended)] {
  let contact = TouchFrame.Contact(id: 1, phase: phase, location: Point(x: 40, y: 30))
  let time = Timestamp(microseconds: Int64(milliseconds) * 1000)
  for case .gesture(let event) in engine.handle(TouchFrame(time: time, contacts: [contact])) {
    print(String(reflecting: type(of: event.recognizer)), event.state)
  }
}
print(String(reflecting: Gestures.TapGestureRecognizer.self))
