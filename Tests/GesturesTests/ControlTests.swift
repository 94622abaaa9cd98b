import Gestures
import Testing

@Suite("Controls")
struct ControlTests {
  private let button = Control(name: "button", frame: Rect(x: 100, y: 30, width: 40, height: 40))
  private let root = TestScreen.makeRoot()

  /// The events of the button, in the order of the letters of `names`.
  private final class Log {
    static let names: [(Control.Event, String)] = [
      (.touchDown, "down"), (.touchDrag, "drag"), (.touchDragEnter, "enter"), (.touchDragExit, "exit"),
      (.touchUpInside, "up inside"), (.touchUpOutside, "up outside"), (.touchCancel, "cancel"),
      (.valueChanged, "value"),
    ]
    var lines: [String] = []
  }

  private func follow(_ control: Control) -> Log {
    let log = Log()
    for (event, name) in Log.names {
      control.addAction(for: event) { log.lines.append($0.isHighlighted ? "\(name)!" : name) }
    }
    root.addSubview(control)
    return log
  }

  @Test func `A finger that lands and lifts presses a button`() {
    let log = follow(button)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(120, 50)])
    screen.frame(50, ["1": .lifts])
    #expect(log.lines == ["down!", "up inside"])
  }

  @Test func `A finger may leave a button and come back`() {
    let log = follow(button)
    let screen = TestScreen(root: root)
    for (time, x) in [(0.0, 120.0), (10, 150), (20, 155), (30, 150), (40, 160)] {
      screen.frame(time, ["1": .at(x, 50)])
    }
    screen.frame(50, ["1": .lifts])
    #expect(log.lines == ["down!", "drag!", "exit", "drag", "enter!", "drag!", "exit", "drag", "up outside"])
  }

  @Test func `A drag of the list below takes a button's touch`() {
    let log = follow(button)
    let pan = makePan()
    root.addGestureRecognizer(pan)
    let screen = TestScreen(root: root)
    screen.stroke(from: (120, 50), to: (130, 50), at: 0, for: 50)
    screen.frame(60, ["1": .lifts])
    #expect(log.lines.first == "down!" && log.lines.last == "cancel")
    #expect(button.tracked == nil && !button.isHighlighted)
  }

  @Test func `A button that is switched off takes no touch, and loses the one it has`() {
    let log = follow(button)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(120, 50)])
    screen.perform(at: 10) { button.isEnabled = false }
    screen.frame(20, ["1": .lifts])
    screen.frame(30, ["1": .at(120, 50)])
    screen.frame(40, ["1": .lifts])
    #expect(log.lines == ["down!", "cancel"])
  }

  @Test(arguments: [false, true])
  func `A second finger does not press a button again`(isMultipleTouchEnabled: Bool) {
    button.isMultipleTouchEnabled = isMultipleTouchEnabled
    let log = follow(button)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(110, 50)])
    screen.frame(10, ["2": .at(130, 50)])
    screen.frame(20, ["2": .lifts])
    screen.frame(30, ["1": .lifts])
    #expect(log.lines == ["down!", "up inside"])
  }

  /// A control with a value, as programs write them.
  private final class Slider: Control {
    var value = 0.0
    override func touchesMoved(_ touches: [Touch]) {
      super.touchesMoved(touches)
      guard let tracked else { return }
      value = tracked.location(in: self).x / bounds.size.width
      sendActions(for: .valueChanged)
    }
  }

  @Test func `A slider sends its value`() {
    let slider = Slider(name: "slider", frame: Rect(x: 100, y: 40, width: 100, height: 20))
    let log = follow(slider)
    let screen = TestScreen(root: root)
    screen.frame(0, ["1": .at(120, 50)])
    screen.frame(10, ["1": .at(150, 50)])
    #expect(log.lines == ["down!", "drag!", "value!"] && slider.value == 0.5)
  }
}
