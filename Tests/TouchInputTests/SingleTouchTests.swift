import Gestures
import Testing

@testable import TouchInput

@Suite struct `A panel of one touch` {
  @Test(arguments: pictures) func `reports its touches`(picture: Picture) throws { try picture.check() }

  private static let pictures = Picture.all(in: "single")
}

/// As a panel goes, or the machine sleeps, the kernel releases all keys, in a report with the value 1.
@Suite struct `A release that the kernel makes by itself` {
  @Test(arguments: [
    (Panel.single, "0 X 5 Y 5 touch 1"), (Panel.slots, "0 slot 0 id 7 x 5 y 5 touch 1"),
    (Panel.anonymous, "0 touch 1 x 5 y 5 mt"),
  ]) func `cancels the touch, which has not lifted`(panel: String, landing: String) throws {
    func phases(value: Int) throws -> [Touch.Phase] {
      let text = panel + eventLines(landing) + "E: 0.010000 0001 014a 0\nE: 0.010000 0000 0000 \(value)\n"
      let recording = try Recording(bytes: Array(text.utf8), file: "release")
      let decoder = try #require(FrameDecoder(of: recording))
      let geometry = PanelGeometry(recording.description)
      var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
      var position = 0
      var phases: [Touch.Phase] = []
      while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
        phases += frame.contacts.map(\.phase)
      }
      return phases
    }
    #expect(try phases(value: 0) == [.began, .ended])
    #expect(try phases(value: 1) == [.began, .cancelled])
  }
}
