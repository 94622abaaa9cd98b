import Control
import Program
import Testing
import Text
import TouchInput

@testable import Bridge

/// What is asked of the daemon, and what the broker has of it.
struct BridgeStateTests {
  private static func status(_ change: (inout DaemonStatus) -> Void = { _ in }) -> DaemonStatus {
    var status = DaemonStatus(
      pid: 1, uptime: 20, configuration: "/etc/tickled/config.toml", isPaused: false, mode: "default", views: 0,
      gestures: 2, watchers: 1, panels: [])
    status.version = "9.8"
    change(&status)
    return status
  }

  @Test func `The state has every member`() throws {
    var counts = TouchFilter.Counts()
    (counts.repeatedTaps, counts.bursts, counts.stale, counts.ghosts) = (1, 20, 300, 4000)
    (counts.samples, counts.breaks) = (50_000, 600_000)
    var model = PanelModel.Summary()
    model.noise = 0.1234
    let wall = DaemonStatus.Panel(
      node: "n", name: "Wall", screen: "wall", width: 217.55, height: 136.04, sizeSource: "x", touches: 2, frames: 3,
      dropped: 4, filtered: counts, kernelBugs: [.timeBackwards: 5, .undeclaredAxis: 6], model: model)
    var other = wall
    (other.screen, other.name, other.dropped, other.filtered, other.kernelBugs) = ("till", "Till", 40, .init(), [:])
    other.model = nil
    let status = Self.status {
      ($0.isPaused, $0.mode, $0.lastTouch, $0.configurationErrors) = (true, "night", 7.4, ["c:1: no", "c:2: no"])
      $0.panels = [wall, other]
    }
    var description = Stage.description
    description.isDisplayOn = false
    description.screens = [.init(name: "wall", orientation: "left"), .init(name: "till", orientation: "normal")]
    var state = PanelState(status, description, at: Moment(monotonic: 0, unix: 1_000_000_000))
    #expect(state.lastTouch == 999_999_993)
    state.lastGesture = "scene"
    (state.counts.events, state.counts.dropped, state.counts.unconfirmed, state.counts.missed) = (11, 12, 13, 14)
    (state.counts.refused, state.counts.skipped, state.counts.reconnects) = (15, 16, 17)
    let text = String(decoding: state.payload(at: Moment(monotonic: 5, unix: 1_000_000_003)), as: UTF8.self)
    #expect(
      text
        == #"{"version":"9.8","config":"/etc/tickled/config.toml","hash":"\#(Stage.description.hash)","mode":"night","#
        + #""paused":true,"display":false,"orientations":{"wall":"left","till":"normal"},"#
        + #""last_touch":"2001-09-09T01:46:33Z","idle":10.0,"last_gesture":"scene","last_error":"c:1: no","lost":44,"#
        + #""filtered":4321,"noise":0.123,"events":11,"dropped":12,"unconfirmed":13,"missed":14,"refused":15,"#
        + #""skipped":16,"reconnects":17,"screens":[{"screen":"wall","name":"Wall","width":217.6,"height":136.0,"frames":3,"#
        + #""lost":4,"filtered":4321,"noise":0.123,"kernel_bugs":11},{"screen":"till","name":"Till","width":217.6,"#
        + #""height":136.0,"frames":3,"lost":40,"filtered":0,"kernel_bugs":0}],"updated":"2001-09-09T01:46:43Z"}"#)
  }

  @Test func `The status is asked for every minute, as long as there is a daemon`() {
    var stage = Stage { $0.statusInterval = .seconds(30) }
    stage.connect(at: 10)
    #expect(stage.requests == [.status, .describe])
    for (time, count) in [(39.9, 1), (40, 2), (69.9, 2), (70, 3), (200, 4), (229, 4), (230, 5)] {
      stage.at(time) { _, _ in }
      #expect(stage.requests.filter { $0 == .status }.count == count, "\(time)")
    }
    #expect(stage.bridge.nextDeadline == 260_000_000)
    stage.at(231) { $0.daemonLost(at: $1) }
    stage.at(300) { _, _ in }
    #expect(stage.requests.filter { $0 == .status }.count == 5 && stage.requests.filter { $0 == .describe }.count == 1)
  }

  @Test(
    arguments: [
      (ControlRequest.setMode("locked"), [.status]), (.pause, [.status]), (.resume, [.status]),
      (.rotate(screen: "main", orientation: .left), [.describe, .status]),
      (.setDisplay(isOn: true), [.describe, .status]), (.reload, [.describe, .status]),
      (.trigger(action: "front /door"), []),
    ] as [(ControlRequest, [ControlRequest])])
  func `After each change the panel is asked what it changed`(request: ControlRequest, questions: [ControlRequest]) {
    var stage = Stage { $0.mayControl = true }
    stage.connect(at: 1)
    let before = stage.requests.count
    stage.at(5) { $0.reply(.done, to: request, at: $1) }
    #expect(Array(stage.requests.dropFirst(before)) == questions)
    stage.at(6) { $0.reply(.failed(.usage, ["not now"]), to: request, at: $1) }
    #expect(Array(stage.requests.dropFirst(before + questions.count)) == [.status])
    #expect(stage.warnings == ["\(request.name): not now"] && stage.bridge.counts.refused == 1)
  }

  @Test func `Answers of the daemon are followed in at most four states a second`() {
    var stage = Stage()
    stage.connect(at: 1)
    let before = stage.text("tickled/hall/state").count
    for tenth in 50..<70 {
      stage.at(Double(tenth) / 10) { bridge, moment in
        let status = DaemonStatus(
          pid: 1, uptime: Double(tenth) / 10, configuration: "c", isPaused: false, mode: "mode \(tenth)", views: 0,
          gestures: 2, watchers: 1, panels: [])
        bridge.reply(.status(status), to: .status, at: moment)
      }
    }
    #expect(stage.text("tickled/hall/state").count - before <= 9)
  }

  @Test func `A message of 256 bytes is looked at, and a longer one is not`() {
    for (count, sentence) in [(256, "there is no mode "), (257, "the message is not a short text")] {
      do throws(BridgeCommand.Refusal) {
        _ = try BridgeCommand.request("mode", [UInt8](repeating: 0x78, count: count), for: Stage.description)
        Issue.record("\(count)")
      } catch { #expect(error.sentence.hasPrefix(sentence), "\(count)") }
    }
  }

  @Test func `What the daemon says of itself is followed, in at most four states a second`() {
    var stage = Stage()
    stage.connect(at: 1)
    let topic = "tickled/hall/state"
    let before = stage.text(topic).count
    stage.at(5) { $0.line(Array(#"{"type":"mode","mode":"locked"}"#.utf8), at: $1) }
    #expect(stage.text(topic).last?.contains(#""mode":"locked","paused":false"#) == true)
    stage.at(5.1) { $0.line(Array(#"{"type":"pause","paused":true}"#.utf8), at: $1) }
    #expect(stage.text(topic).count == before + 1 && stage.bridge.nextDeadline == 5_250_000)
    stage.at(5.25) { _, _ in }
    #expect(stage.text(topic).count == before + 2)
    #expect(stage.text(topic).last?.contains(#""mode":"locked","paused":true"#) == true)
    // What is known already is not sent again.
    stage.at(6) { $0.line(Array(#"{"type":"mode","mode":"locked"}"#.utf8), at: $1) }
    stage.at(7) { $0.line(Array(#"{"type":"pause","paused":true}"#.utf8), at: $1) }
    stage.at(8) { _, _ in }
    #expect(stage.text(topic).count == before + 2)
    stage.at(9) { $0.line(Array(#"{"type":"lost","lines":7}"#.utf8), at: $1) }
    #expect(stage.text(topic).last?.contains(#""missed":7,"#) == true)
    let requests = stage.requests.count
    for (index, type) in ["configuration", "device"].enumerated() {
      stage.at(10 + Double(index)) { $0.line(Array("{\"type\":\"\(type)\"}".utf8), at: $1) }
    }
    #expect(Array(stage.requests.dropFirst(requests)) == [.describe, .status, .describe, .status])
  }

  @Test func `A state is sent again on each connection, and not without one`() {
    var stage = Stage()
    stage.connect(at: 1)
    let topic = "tickled/hall/state"
    let before = stage.text(topic).count
    stage.at(5) { $0.brokerLost(at: $1) }
    #expect(stage.bridge.counts.reconnects == 1)
    stage.at(6) { $0.brokerLost(at: $1) }
    #expect(stage.bridge.counts.reconnects == 1, "it was not connected")
    stage.at(7) { $0.line(Array(#"{"type":"mode","mode":"locked"}"#.utf8), at: $1) }
    stage.at(8) { bridge, _ in bridge.close() }
    #expect(stage.text(topic).count == before && stage.text("tickled/hall/availability") == ["offline", "online"])
    stage.at(9) { $0.brokerConnected(at: $1) }
    #expect(stage.text(topic).count == before + 1)
    #expect(stage.text("tickled/hall/availability").last == "online")
    stage.at(10) { bridge, _ in bridge.close() }
    #expect(stage.text("tickled/hall/availability").last == "offline")
  }

  @Test func `Messages to other topics are nothing, and another panel's announcement is not ours`() {
    var stage = Stage { $0.mayControl = true }
    stage.connect(at: 1)
    let (requests, published) = (stage.requests.count, stage.published.count)
    for topic in ["homeassistant/device/tickled_attic/config", "tickled/attic/set/mode", "tickled/hall/mode", ""] {
      stage.at(5) { $0.receive(topic, Array("locked".utf8), isRetained: false, at: $1) }
    }
    #expect(stage.requests.count == requests && stage.published.count == published)
    #expect(stage.bridge.counts.refused == 0)
  }

  @Test func `A day has its date, in leap years and others`() {
    var days = 0
    for year in 1970..<2500 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (index, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
        for (day, time, seconds) in [(1, "00:00:00", 0), (length, "23:59:59", 86399), (15, "12:34:56", 45296)] {
          func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
          let text = "\(year)-\(two(index + 1))-\(two(day))T\(time)Z"
          let unix = Double((days + day - 1) * 86400 + seconds)
          guard ISOTime.text(unix) == text, ISOTime.unix(text) == unix else {
            Issue.record("\(text): \(ISOTime.text(unix)), \(ISOTime.unix(text) ?? -1)")
            return
          }
        }
        days += length
      }
    }
  }

  @Test func `Each component has its topics, templates and words`() {
    var settings = BridgeSettings(broker: BrokerAddress(host: "house"))
    (settings.mayControl, settings.hasBacklight, settings.hasTriggers, settings.area) = (true, true, true, "Hall")
    var description = Stage.description
    description.gestures.append(
      DaemonDescription.Gesture(name: "dim", kind: "pan", states: ["began", "changed", "ended", "cancelled"]))
    description.screens.append(.init(name: "at\"tic", orientation: "left"))
    let topics = Topics(panel: "hall", base: "t", discoveryPrefix: "ha")
    func text(_ settings: BridgeSettings) -> [String] {
      Discovery(settings, topics, description, version: "9.8", model: "Panel").components.map {
        "\($0.key) \($0.platform) \(String(decoding: $0.members, as: UTF8.self))"
      }
    }
    #expect(
      text(settings) == [
        ##"""
        gesture_light event "uniq_id":"tickled_hall_gesture_light","name":"light",\##
        "stat_t":"t/hall/gesture/light","evt_typ":["ended"],"ic":"mdi:gesture-tap"
        """##,
        ##"""
        trigger_light_ended device_automation "atype":"trigger","type":"ended","stype":"light",\##
        "t":"t/hall/gesture/light","pl":"ended","val_tpl":"{{ value_json.event_type }}"
        """##,
        ##"""
        gesture_scene event "uniq_id":"tickled_hall_gesture_scene","name":"scene",\##
        "stat_t":"t/hall/gesture/scene","evt_typ":["left","right"],"ic":"mdi:gesture-swipe"
        """##,
        ##"""
        trigger_scene_left device_automation "atype":"trigger","type":"left","stype":"scene",\##
        "t":"t/hall/gesture/scene","pl":"left","val_tpl":"{{ value_json.event_type }}"
        """##,
        ##"""
        trigger_scene_right device_automation "atype":"trigger","type":"right","stype":"scene",\##
        "t":"t/hall/gesture/scene","pl":"right","val_tpl":"{{ value_json.event_type }}"
        """##,
        ##"""
        gesture_dim event "uniq_id":"tickled_hall_gesture_dim","name":"dim","stat_t":"t/hall/gesture/dim",\##
        "evt_typ":["began","changed","ended","cancelled"],"ic":"mdi:gesture-swipe-vertical"
        """##,
        ##"""
        trigger_dim_began device_automation "atype":"trigger","type":"began","stype":"dim",\##
        "t":"t/hall/gesture/dim","pl":"began","val_tpl":"{{ value_json.event_type }}"
        """##,
        ##"""
        trigger_dim_ended device_automation "atype":"trigger","type":"ended","stype":"dim",\##
        "t":"t/hall/gesture/dim","pl":"ended","val_tpl":"{{ value_json.event_type }}"
        """##,
        ##"""
        trigger_dim_cancelled device_automation "atype":"trigger","type":"cancelled","stype":"dim",\##
        "t":"t/hall/gesture/dim","pl":"cancelled","val_tpl":"{{ value_json.event_type }}"
        """##,
        ##"""
        version sensor "uniq_id":"tickled_hall_version","name":"Version","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.version }}","ent_cat":"diagnostic","ic":"mdi:tag-outline"
        """##,
        ##"""
        configuration sensor "uniq_id":"tickled_hall_configuration","name":"Configuration",\##
        "stat_t":"t/hall/state","val_tpl":"{{ value_json.hash[:12] }}","ent_cat":"diagnostic",\##
        "ic":"mdi:file-cog-outline"
        """##,
        ##"""
        last_touch sensor "uniq_id":"tickled_hall_last_touch","name":"Last touch","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.last_touch | default('None') }}","ent_cat":"diagnostic",\##
        "dev_cla":"timestamp"
        """##,
        ##"""
        last_gesture sensor "uniq_id":"tickled_hall_last_gesture","name":"Last gesture",\##
        "stat_t":"t/hall/state","val_tpl":"{{ value_json.last_gesture | default('None') }}",\##
        "ent_cat":"diagnostic","ic":"mdi:gesture"
        """##,
        ##"""
        idle sensor "uniq_id":"tickled_hall_idle","name":"Idle","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.idle | default('None') }}","ent_cat":"diagnostic","dev_cla":"duration",\##
        "unit_of_meas":"s"
        """##,
        ##"""
        last_error sensor "uniq_id":"tickled_hall_last_error","name":"Last error","stat_t":"t/hall/state",\##
        "val_tpl":"{{ (value_json.last_error | default('none'))[:250] }}","ent_cat":"diagnostic",\##
        "ic":"mdi:alert-outline"
        """##,
        ##"""
        lost sensor "uniq_id":"tickled_hall_lost","name":"Frames lost","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.lost }}","ent_cat":"diagnostic","ic":"mdi:counter",\##
        "stat_cla":"total_increasing","json_attr_t":"t/hall/state",\##
        "json_attr_tpl":"{{ {'screens': value_json.screens} | tojson }}"
        """##,
        ##"""
        filtered sensor "uniq_id":"tickled_hall_filtered","name":"Filtered touches","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.filtered }}","ent_cat":"diagnostic","ic":"mdi:counter",\##
        "stat_cla":"total_increasing"
        """##,
        ##"""
        dropped sensor "uniq_id":"tickled_hall_dropped","name":"Dropped events","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.dropped }}","ent_cat":"diagnostic","ic":"mdi:counter",\##
        "stat_cla":"total_increasing","json_attr_t":"t/hall/state",\##
        "json_attr_tpl":"{{ {'unconfirmed': value_json.unconfirmed, 'missed': value_json.missed,\##
         'refused': value_json.refused, 'skipped': value_json.skipped} | tojson }}"
        """##,
        ##"""
        reconnects sensor "uniq_id":"tickled_hall_reconnects","name":"Reconnects","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.reconnects }}","ent_cat":"diagnostic","ic":"mdi:counter",\##
        "stat_cla":"total_increasing"
        """##,
        ##"""
        noise sensor "uniq_id":"tickled_hall_noise","name":"Noise","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.noise | default('None') }}","ent_cat":"diagnostic","ic":"mdi:waveform",\##
        "unit_of_meas":"mm","stat_cla":"measurement"
        """##,
        ##"""
        set_mode select "uniq_id":"tickled_hall_set_mode","name":"Mode","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.mode }}","cmd_t":"t/hall/set/mode","ops":["default","locked"],\##
        "ic":"mdi:shape-outline"
        """##,
        ##"""
        set_pause switch "uniq_id":"tickled_hall_set_pause","name":"Pause","stat_t":"t/hall/state",\##
        "val_tpl":"{{ 'ON' if value_json.paused else 'OFF' }}","cmd_t":"t/hall/set/pause",\##
        "ic":"mdi:pause-circle-outline"
        """##,
        ##"""
        set_display switch "uniq_id":"tickled_hall_set_display","name":"Display","stat_t":"t/hall/state",\##
        "val_tpl":"{{ 'None' if value_json.display is not defined else 'ON' if value_json.display else 'OFF'\##
         }}","cmd_t":"t/hall/set/display","ic":"mdi:monitor"
        """##,
        ##"""
        set_rotation_main select "uniq_id":"tickled_hall_set_rotation_main","name":"Rotation of main",\##
        "stat_t":"t/hall/state","val_tpl":"{{ value_json.orientations[\"main\"] }}",\##
        "cmd_t":"t/hall/set/rotate/main","ops":["normal","left","right","inverted"],"ent_cat":"config",\##
        "ic":"mdi:screen-rotation"
        """##,
        ##"""
        set_rotation_at_tic_f8412542 select "uniq_id":"tickled_hall_set_rotation_at_tic_f8412542",\##
        "name":"Rotation of at\"tic","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.orientations[\"at\\U00000022tic\"] }}","cmd_t":"t/hall/set/rotate/at\"tic",\##
        "ops":["normal","left","right","inverted"],"ent_cat":"config","ic":"mdi:screen-rotation"
        """##,
        ##"""
        set_backlight light "uniq_id":"tickled_hall_set_backlight","name":"Backlight",\##
        "cmd_t":"t/hall/set/backlight","bri_cmd_t":"t/hall/set/brightness","bri_scl":100,\##
        "on_cmd_type":"first","opt":true,"ic":"mdi:brightness-6"
        """##,
        ##"""
        reload button "uniq_id":"tickled_hall_reload","name":"Reload","cmd_t":"t/hall/set/reload",\##
        "ent_cat":"config","ic":"mdi:reload"
        """##,
        ##"""
        action_front_door_aeff8f49 button "uniq_id":"tickled_hall_action_front_door_aeff8f49",\##
        "name":"front /door","cmd_t":"t/hall/set/action/front %2Fdoor","ic":"mdi:gesture-tap-button"
        """##,
      ])
    (settings.mayControl, settings.hasTriggers) = (false, false)
    #expect(
      text(settings).filter { $0.hasPrefix("mode ") || $0.hasPrefix("paused ") } == [
        ##"""
        mode sensor "uniq_id":"tickled_hall_mode","name":"Mode","stat_t":"t/hall/state",\##
        "val_tpl":"{{ value_json.mode }}","ent_cat":"diagnostic","ic":"mdi:shape-outline"
        """##,
        ##"""
        paused binary_sensor "uniq_id":"tickled_hall_paused","name":"Paused","stat_t":"t/hall/state",\##
        "val_tpl":"{{ 'ON' if value_json.paused else 'OFF' }}","ent_cat":"diagnostic",\##
        "ic":"mdi:pause-circle-outline"
        """##,
      ])
    let discovery = Discovery(settings, topics, description, version: "9.8", model: "Panel")
    let payload = String(decoding: discovery.payload(removing: [("old", "event")]), as: UTF8.self)
    #expect(
      payload.hasPrefix(
        #"{"dev":{"ids":["tickled_hall"],"name":"hall","mf":"tickled","mdl":"Panel","sw":"9.8","sa":"Hall"},"#
          + #""o":{"name":"tickled-mqtt","sw":"\#(Version.current)"},"avty_t":"t/hall/availability","qos":1,"cmps":{"#
          + #""gesture_light":{"p":"event","uniq_id":"tickled_hall_gesture_light","#))
    #expect(payload.hasSuffix(#","old":{"p":"event"}}}"#))
  }
}
