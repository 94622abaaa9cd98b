import Testing
import TouchInput

@testable import Control
@testable import JSON

@Test func `The status tells what was left out of a panel's touches, and reads it again`() throws {
  var counts = TouchFilter.Counts()
  counts.repeatedTaps = 3
  counts.bursts = 12
  counts.stale = 1
  let panel = DaemonStatus.Panel(
    node: "/dev/input/event1", name: "Panel", screen: "main", width: 1, height: 1, sizeSource: "assumed", touches: 0,
    frames: 7, dropped: 2, filtered: counts)
  let status = DaemonStatus(
    pid: 1, uptime: 0, configuration: "c.toml", isPaused: false, mode: "default", views: 0, gestures: 0,
    watchers: 0, panels: [panel])
  let reply = try #require(JSONValue(parsing: ControlReply.status(status).line(to: "status").dropLast()))
  let filtered = try #require(reply["panels"]?.array.first?["filtered"])
  #expect(filtered["bursts"]?.number == 12)
  #expect(DaemonStatus.filtered(filtered) == counts)
  #expect(counts.sentence == "touches that no finger made were left out: 3 repeated taps, 12 of bursts, 1 stale")
  #expect(DaemonStatus.filtered(nil).sentence == nil)
}
