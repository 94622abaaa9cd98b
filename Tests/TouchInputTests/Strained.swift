import Gestures
import Testing

@testable import TouchInput

/// The frames that the filter passes from a recording on a panel of 1000 mm × 1000 mm, with a line for each that is not empty,
/// and the filter's counts.
func strained(
  _ picture: String, _ settings: TouchFilter.Settings = .init(), known: PanelModel.Summary = .init(),
  on panel: String = Panel.slots, wishes: ContactWishes = .init(), until end: Int? = nil
) throws -> (lines: String, counts: TouchFilter.Counts) {
  let recording = try Recording(bytes: Array((panel + eventLines(picture)).utf8), file: "picture")
  let decoder = try #require(FrameDecoder(of: recording))
  let geometry = PanelGeometry(recording.description, settings: .init(size: Size(width: 1000, height: 1000)))
  decoder.follow(ContactMeasures(wishes, of: recording.description, geometry))
  var filter = TouchFilter(settings, size: geometry.size, known: known)
  var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  var position = 0
  var lines: [String] = []
  func note(_ frame: TouchFrame) { if !frame.contacts.isEmpty { lines.append(line(frame)) } }
  while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
    filter.handle(&frame, note)
  }
  if let end { filter.advance(to: Timestamp(microseconds: Int64(end) * 1000), note) }
  return (lines.joined(separator: "\n"), filter.counts)
}
