import Configuration
import Program
import Testing

@testable import Control
@testable import TouchInput

/// The lines of replies as they are sent, which other programs read.
struct ReplyLineTests {
  private func line(_ reply: ControlReply, to request: String) -> String {
    String(decoding: reply.line(to: request), as: UTF8.self)
  }

  @Test func `Each reply is one line with its request`() {
    #expect(line(.done, to: "pause") == #"{"type":"reply","request":"pause","ok":true}"# + "\n")
    #expect(
      line(.taken(isPending: true), to: "reload") == #"{"type":"reply","request":"reload","ok":true,"pending":true}"#
        + "\n")
    #expect(
      line(.failed(.usage, ["a", "b"]), to: "set")
        == #"{"type":"reply","request":"set","ok":false,"status":64,"errors":["a","b"]}"# + "\n")
  }

  @Test func `A full status has every member, and reads back the same`() {
    var counts = TouchFilter.Counts()
    (counts.repeatedTaps, counts.bursts, counts.stale, counts.ghosts) = (1, 2, 3, 4)
    (counts.samples, counts.breaks) = (5, 6)
    var panel = DaemonStatus.Panel(
      node: "/dev/input/event1", name: "Panel", screen: "wall", width: 217.5, height: 136.25, sizeSource: "resolution",
      touches: 2, frames: 7, dropped: 8, filtered: counts, kernelBugs: [.timeBackwards: 9, .slotOutOfRange: 10],
      interception: "intercepted", isGrabbed: true, takeBack: "hold", clone: "/dev/input/event9")
    panel.quirks = ["goodix: ghosts"]
    panel.cloneReaders = ["weston"]
    (panel.lastGesture, panel.sinceGesture, panel.movementsWithout) = ("ring", 2.5, 11)
    var status = DaemonStatus(
      pid: 12, uptime: 13.5, configuration: "c.toml", configurationErrors: ["c.toml:1: no"],
      losses: .init(output: 14, log: 15, watchers: 16, commands: 17), isPaused: true, guardian: 18, mode: "night",
      views: 19, gestures: 20, watchers: 21, panels: [panel])
    status.version = "9.8"
    status.isConfigurationNewer = true
    status.troubles = [Trouble(about: "keys", "no uinput")]
    status.lastTouch = 22.25
    status.idle = ["dim", "off"]
    status.switchedOff = ["view left"]
    status.attempts = [.init(ago: 1.5, screen: "wall", fingers: 3, isRecognized: true, text: "ring recognized")]
    let text = line(.status(status), to: "status")
    let members = [
      #"{"type":"reply","request":"status","ok":true,"version":"9.8","pid":12,"uptime":13.5,"config":"c.toml""#,
      #""config_errors":["c.toml:1: no"],"config_newer":true,"troubles":[{"about":"keys","message":"no uinput"}]"#,
      #""lost":{"output":14,"log":15,"watchers":16,"commands":17},"paused":true,"guardian":18,"mode":"night""#,
      #""last_touch":22.25,"idle":["dim","off"],"switched_off":["view left"],"views":19,"gestures":20,"watchers":21"#,
      #""panels":[{"node":"/dev/input/event1","name":"Panel","screen":"wall""#,
      #""size":{"width":217.5,"height":136.25,"source":"resolution"},"touches":2,"frames":7,"dropped":8"#,
      #""filtered":{"repeated_taps":1,"bursts":2,"stale":3,"ghosts":4,"samples":5,"breaks":6}"#,
      #""kernel_bugs":{"slot_out_of_range":10,"time_backwards":9},"last_gesture":{"gesture":"ring","ago":2.5}"#,
      #""movements_without":11,"quirks":["goodix: ghosts"],"interception":"intercepted","grabbed":true"#,
      #""take_back":"hold","clone":"/dev/input/event9","clone_readers":["weston"]}]"#,
      #""attempts":[{"ago":1.5,"screen":"wall","fingers":3,"recognized":true,"text":"ring recognized"}]}"#,
    ]
    #expect(text == members.joined(separator: ",") + "\n")
    #expect(ControlReply(line: Array(text.utf8).dropLast()) == .status(status))
  }

  @Test func `A status leaves out what there is none of, and a reader takes nothing for it`() {
    let panel = DaemonStatus.Panel(
      node: "n", name: "p", screen: "main", width: 1, height: 2, sizeSource: "assumed", touches: 0, frames: 0,
      dropped: 0, filtered: .init())
    var status = DaemonStatus(
      pid: 1, uptime: 0, configuration: "c", isPaused: false, mode: "default", views: 0, gestures: 0, watchers: 0,
      panels: [panel])
    status.version = "1"
    let zeros = #"{"repeated_taps":0,"bursts":0,"stale":0,"ghosts":0,"samples":0,"breaks":0}"#
    let text = line(.status(status), to: "status")
    #expect(
      text == #"{"type":"reply","request":"status","ok":true,"version":"1","pid":1,"uptime":0.0,"config":"c","lost":"#
        + #"{"output":0,"log":0,"watchers":0,"commands":0},"paused":false,"mode":"default","idle":[],"views":0,"#
        + #""gestures":0,"watchers":0,"panels":[{"node":"n","name":"p","screen":"main","size":{"width":1.0,"height":2.0,"#
        + #""source":"assumed"},"touches":0,"frames":0,"dropped":0,"filtered":\#(zeros),"movements_without":0}],"#
        + #""attempts":[]}"# + "\n")
    #expect(ControlReply(line: Array(text.utf8).dropLast()) == .status(status))
    guard case .status(let bare) = ControlReply(line: Array(#"{"ok":true,"version":"1","panels":[{}]}"#.utf8)) else {
      Issue.record("not read")
      return
    }
    #expect(
      bare.panels.first
        == DaemonStatus.Panel(
          node: "", name: "", screen: "", width: 0, height: 0, sizeSource: "", touches: 0, frames: 0, dropped: 0,
          filtered: .init()))
    #expect(bare.losses == .init() && bare.mode == "default" && bare.guardian == nil && bare.lastTouch == nil)
  }

  @Test func `A description has every member, and reads back the same`() {
    let description = DaemonDescription(
      hash: "ab", modes: ["default", "night"],
      screens: [.init(name: "main", orientation: "normal"), .init(name: "wall", orientation: "left")],
      isDisplayOn: false,
      gestures: [
        .init(name: "tap", kind: "tap", states: ["ended"]),
        .init(
          name: "flick", kind: "swipe", states: ["ended"], outcomeField: "direction", outcomes: ["left", "right"]),
      ], omitted: 3, rights: [.look, .steer], actions: ["door"])
    let text = line(.description(description), to: "describe")
    #expect(
      text == #"{"type":"reply","request":"describe","ok":true,"description":{"hash":"ab","rights":["look","steer"],"#
        + #""actions":["door"],"modes":["default","night"],"screens":[{"name":"main","orientation":"normal"},"#
        + #"{"name":"wall","orientation":"left"}],"display":false,"gestures":[{"name":"tap","kind":"tap","#
        + #""states":["ended"]},{"name":"flick","kind":"swipe","states":["ended"],"outcomes":{"field":"direction","#
        + #""values":["left","right"]}}],"omitted":3}}"# + "\n")
    #expect(ControlReply(line: Array(text.utf8).dropLast()) == .description(description))
  }

  @Test func `The description of an older daemon has all rights, and nothing that it does not name`() {
    let line = #"{"ok":true,"description":{"screens":[{}],"gestures":[{}]}}"#
    #expect(
      ControlReply(line: Array(line.utf8))
        == .description(
          DaemonDescription(
            hash: "", modes: [], screens: [.init(name: "", orientation: "")],
            gestures: [.init(name: "", kind: "", states: [])])))
  }

  @Test func `Gestures that find no room are counted`() {
    let gestures = (0..<2000).map { number in
      DaemonDescription.Gesture(name: "gesture number \(number)", kind: "tap", states: ["began", "changed", "ended"])
    }
    let line = ControlReply.description(
      DaemonDescription(hash: "", modes: [], screens: [], gestures: gestures, omitted: 1)
    ).line(to: "describe")
    guard case .description(let read) = ControlReply(line: line.dropLast()) else {
      Issue.record("not read")
      return
    }
    #expect(line.count < 132 << 10 && line.count > 128 << 10)
    #expect(read.gestures == Array(gestures.prefix(read.gestures.count)) && read.omitted == 2001 - read.gestures.count)
  }

  @Test func `A configuration describes its screens, modes and gestures`() throws {
    let text = """
      [[screen]]
      name = "wall"
      [mode.night]
      disable = "spread"
      [[gesture]]
      name = "flick"
      kind = "swipe"
      direction = ["left", "right"]
      [[gesture]]
      name = "spread"
      kind = "pinch"
      """
    let (parsed, problems) = Configuration.parse(text: text, path: "c.toml")
    let configuration = try #require(parsed, "\(problems)")
    let description = DaemonDescription(
      configuration, hash: "h", orientation: { $0.name == "wall" ? .left : .normal }, isDisplayOn: true,
      rights: [.hear], actions: ["a"])
    #expect(description.modes == ["default", "night"] && description.isDisplayOn == true && description.hash == "h")
    #expect(description.screens == [.init(name: "wall", orientation: "left")])
    #expect(description.rights == [.hear] && description.actions == ["a"] && description.omitted == 0)
    #expect(description.gestures.map(\.name) == ["flick", "spread"])
    #expect(description.gestures[0].states == ["ended"] && description.gestures[0].outcomeField == "direction")
    #expect(Set(description.gestures[0].outcomes) == ["left", "right"])
    #expect(description.gestures[1].states == ["began", "changed", "ended", "cancelled"])
    // Without a screen there is one.
    let (bare, _) = Configuration.parse(text: "", path: "c.toml")
    let one = DaemonDescription(try #require(bare), hash: "", orientation: { _ in .normal }, isDisplayOn: nil)
    #expect(one.screens == [.init(name: "main", orientation: "normal")] && one.gestures.isEmpty)
  }
}
