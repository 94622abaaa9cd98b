import Gestures
import Testing

@testable import TouchInput

/// Recordings of devices that claim to be something else than touchscreens.
@Suite struct `A recording of a device that claims to be a touchpad` {
  private static let ranges = "A: 00 0 100 0 0\nA: 01 0 100 0 0\n"
  private static let pad = "N: Pad\nP: 00\nB: 01 \(String(repeating: "00 ", count: 40))20 04\n" + ranges
  private static let events = "E: 0.0 0001 014a 1\nE: 0.0 0003 0000 50\nE: 0.0 0003 0001 50\nE: 0.0 0000 0000 0\n"

  @Test func `is refused, with what makes it a panel`() {
    do {
      _ = try RecordingContent(bytes: Array((Self.pad + Self.events).utf8), file: "pad").recordings(of: "pad")
      Issue.record("it was read")
    } catch {
      #expect(
        "\(error)"
          == "pad: Pad is not a touchscreen: it is a touchpad (if it is a panel, name it in the match of a [[screen]])")
    }
  }

  @Test func `is read if it is named`() throws {
    var content = try RecordingContent(bytes: Array((Self.pad + Self.events).utf8), file: "pad")
    content.name { $0.name == "Pen" }
    #expect(throws: RecordingError.self) { try content.recordings(of: "pad") }
    content.name { $0.name == "Pad" }
    let recording = try #require(try content.recordings(of: "pad").first)
    #expect(recording.description.touchProtocol == .single)
    let decoder = try #require(FrameDecoder(of: recording))
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    let geometry = PanelGeometry(recording.description)
    #expect(decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil)
    #expect(frame.contacts.map(\.phase) == [.began])
  }
}
