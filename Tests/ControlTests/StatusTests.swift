import Configuration
import Program
import Testing

@testable import Control
@testable import Text
@testable import TouchInput

@Test func `The status reports which of a panel's touches were left out, and reads back the same`() throws {
  var counts = TouchFilter.Counts()
  counts.repeatedTaps = 3
  counts.bursts = 12
  counts.stale = 1
  counts.ghosts = 2
  var model = PanelModel.Summary()
  model.unit = 0.05
  model.reportPeriod = 0.008
  model.noise = 0.123
  model.steadied = 0.12
  model.landingSkew = .init(typical: 0.018, largest: 0.064)
  model.touches = 412
  model.ghosts = 3
  var panel = DaemonStatus.Panel(
    node: "/dev/input/event1", name: "Panel", screen: "main", width: 1, height: 1, sizeSource: "assumed", touches: 0,
    frames: 7, dropped: 2, filtered: counts, kernelBugs: [.timeBackwards: 4, .undeclaredAxis: 1], model: model,
    interception: "intercepted", isGrabbed: true, takeBack: "hold", clone: "/dev/input/event9")
  (panel.lastGesture, panel.sinceGesture, panel.movementsWithout) = ("ring", 2.5, 3)
  panel.nearMisses = [
    NearMiss("ring", kind: "tap", .interval, recognized: 7, missed: 9, values: [0.5, 0.625], limit: 0.35)
  ]
  var status = DaemonStatus(
    pid: 1, uptime: 0, configuration: "c.toml", isPaused: false, guardian: 7, mode: "default", views: 0,
    gestures: 0, watchers: 0, panels: [panel])
  status.attempts = [
    .init(ago: 1.5, screen: "main", fingers: 2, isRecognized: false, text: "ring came closest: moved 9.0 mm"),
    .init(ago: 2, screen: "main", fingers: 1, isRecognized: true, text: "ring recognized"),
  ]
  status.isConfigurationNewer = true
  status.troubles = [Trouble(about: "keys", "no uinput"), Trouble(about: "led a", "no LED")]
  status.switchedOff = ["gesture tap"]
  let line = ControlReply.status(status).line(to: "status").dropLast()
  let json = try #require(JSONValue(parsing: line))
  #expect(json["guardian"]?.number == 7)
  #expect(json["config_newer"]?.bool == true && json["switched_off"]?.array.first?.string == "gesture tap")
  #expect(json["troubles"]?.array.last?["about"]?.string == "led a")
  #expect(json["panels"]?.array.first?["filtered"]?["bursts"]?.number == 12)
  #expect(json["panels"]?.array.first?["panel_model"]?["landing_skew"]?["largest"]?.number == 0.064)
  #expect(json["panels"]?.array.first?["panel_model"]?["rate"]?.number == 125)
  #expect(ControlReply(line: line) == .status(status))
  #expect(
    counts.sentence == "dropped touches that no finger made: 3 repeated taps, 12 in bursts, 1 stale, 2 ghosts")
  #expect(TouchFilter.Counts().sentence == nil)
}

@Test func `The status of an older daemon has no troubles, and one of a hostile daemon has not more than a daemon has`()
{
  func troubles(_ members: String) -> [Trouble]? {
    let line = Array("{\"type\":\"reply\",\"request\":\"status\",\"ok\":true,\"version\":\"0.1\"\(members)}".utf8)
    guard case .status(let status) = ControlReply(line: line) else { return nil }
    return status.troubles
  }
  #expect(troubles("") == [])
  #expect(troubles(",\"troubles\":7,\"config_newer\":\"yes\"") == [])
  #expect(troubles(",\"troubles\":[{\"about\":\"keys\",\"new\":[1]}]") == [Trouble(about: "keys", "")])
  let many = repeatElement("{\"about\":1}", count: 1000).joined(separator: ",")
  #expect(troubles(",\"troubles\":[\(many)]")?.count == Troubles.most)
}

@Test(
  arguments: [
    ControlReply.done, .taken(isPending: true), .taken(isPending: false), .failed(.usage, ["there is no mode \"a\""]),
    .failed(.configuration, []),
  ])
func `A client can read every reply of the daemon`(reply: ControlReply) {
  #expect(ControlReply(line: reply.line(to: "reload").dropLast()) == reply)
}

@Test(arguments: ["", "{}", "[]", "{\"ok\":1}", "{\"ok\":true", "true"])
func `An invalid line is not read as a reply`(line: String) { #expect(ControlReply(line: Array(line.utf8)) == nil) }

@Test func `A failure with an unknown status counts as a bug of the daemon`() {
  for status in ["", ",\"status\":1e99", ",\"status\":7", ",\"status\":\"64\""] {
    let line = "{\"ok\":false\(status),\"errors\":[\"a\",2]}"
    #expect(ControlReply(line: Array(line.utf8)) == .failed(.software, ["a"]))
  }
}
