import Gestures

@main
struct Taps {
  static func main() {
    let screen = View(name: "screen", frame: Rect(x: 0, y: 0, width: 217, height: 136))
    screen.addGestureRecognizer(TapGestureRecognizer(name: "tap"))
    let engine = GestureEngine(root: screen)
    for (milliseconds, phase) in [(0, Touch.Phase.began), (80, .ended)] {
      let contact = TouchFrame.Contact(id: 1, phase: phase, location: Point(x: 50, y: 60))
      let frame = TouchFrame(time: Timestamp(microseconds: Int64(milliseconds) * 1000), contacts: [contact])
      for case .gesture(let event) in engine.handle(frame) {
        print(event.recognizer.name, event.state, "at", event.location)
      }
    }
  }
}
