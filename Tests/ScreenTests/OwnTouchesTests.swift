import Configuration
import Gestures
import Testing

@testable import Screen

/// Views whose touches are their own: which gestures receive them. The keyboard is the lower half of a screen of 200 × 120 mm.
struct OwnTouchesTests {
  private static let keyboard = """
    [[view]]
    name = "keyboard"
    frame = { bottom = "0mm", height = "50%" }
    touches = "TOUCHES"
    [[view]]
    name = "keys"
    parent = "keyboard"
    frame = { right = "0mm", width = "50%" }
    [[gesture]]
    name = "anywhere"
    kind = "tap"
    simultaneous_with = "all"
    [[gesture]]
    name = "two"
    kind = "tap"
    fingers = 2
    simultaneous_with = "all"
    [[gesture]]
    name = "space"
    kind = "tap"
    view = "keyboard"
    simultaneous_with = "all"
    [[gesture]]
    name = "key"
    kind = "tap"
    view = "keys"
    """

  @Test(arguments: [
    // The places of the fingers, and the taps that they make.
    ([Point(x: 50, y: 30)], ["anywhere"], ["anywhere"]),
    ([Point(x: 50, y: 90)], ["space"], ["anywhere", "space"]),
    ([Point(x: 150, y: 90)], ["key", "space"], ["anywhere", "key", "space"]),
    ([Point(x: 50, y: 90), Point(x: 150, y: 90)], ["key"], ["key", "two"]),
    ([Point(x: 50, y: 30), Point(x: 150, y: 90)], ["anywhere", "key", "space"], ["key", "space", "two"]),
    ([Point(x: 50, y: 30), Point(x: 150, y: 30)], ["two"], ["two"]),
  ])
  func `They take part in no gesture of the views around it`(fingers: [Point], own: [String], shared: [String]) throws {
    for (touches, taps) in [("own", own), ("pass", shared)] {
      let text = Self.keyboard.replacing("TOUCHES", with: touches)
      let scene = Scene(try configuration(text), screen: ScreenSettings(), size: Size(width: 200, height: 120))
      for gesture in scene.gestures { gesture.recognizer.reportedStates = [.ended] }
      var found: [String] = []
      for (time, phase) in [(0, Touch.Phase.began), (60_000, .ended)] {
        let contacts = fingers.indices.map {
          TouchFrame.Contact(id: UInt64($0), phase: phase, location: fingers[$0], type: .finger)
        }
        for event in scene.engine.handle(TouchFrame(time: Timestamp(microseconds: Int64(time)), contacts: contacts)) {
          if case .gesture(let event) = event { found.append(scene.gestures[event.tag].settings.name) }
        }
      }
      #expect(found.sorted() == taps, "\(touches)")
    }
  }
}
