import Actions
import Configuration
import Control
import Testing
import Text
import TouchInput

@testable import Bridge

@Suite struct BridgeTests {
  @Test func `A gesture's event has its type, when it happened, and the fields of its line`() {
    var stage = Stage()
    stage.connect(at: 10)
    stage.at(20) { $0.line(Stage.line("scene", "ended", at: 19.5, more: ",\"direction\":\"left\""), at: $1) }
    let event = stage.events().first
    #expect(event?.topic == "tickled/hall/gesture/scene")
    #expect(event?.isRetained == false)
    #expect(event?.expiry == 2)
    #expect(
      stage.text("tickled/hall/gesture/scene") == [
        "{\"event_type\":\"left\",\"timestamp\":1000000019.5,\"time\":19.5,\"screen\":\"main\",\"view\":\"main\","
          + "\"gesture\":\"scene\",\"kind\":\"tap\",\"state\":\"ended\",\"direction\":\"left\"}"
      ])
  }

  @Test func `A line that was read late is too old, as its own time counts`() {
    var stage = Stage()
    stage.connect(at: 10)
    stage.at(20) { $0.line(Stage.line("light", "ended", at: 17.9), at: $1) }
    #expect(stage.events().isEmpty)
    #expect(stage.bridge.counts.dropped == 1)
    stage.at(21) { $0.line(Stage.line("light", "ended", at: 19.1), at: $1) }
    #expect(stage.events().count == 1)
  }

  @Test func `Events that the broker has not confirmed at its end are counted, and never sent again`() {
    var stage = Stage()
    stage.connect(at: 10)
    for number in 0..<20 {
      stage.at(20 + Double(number) / 100) { $0.line(Stage.line("light", "ended", at: 20), at: $1) }
    }
    #expect(stage.events().count == 16, "the others wait for the first ones' confirmation")
    stage.at(20.3) { $0.confirmed(event: 1, at: $1) }
    #expect(stage.events().count == 17)
    stage.at(20.4) { $0.brokerLost(at: $1) }
    #expect(stage.bridge.counts.unconfirmed == 16)
    #expect(stage.bridge.counts.events == 1)
    stage.at(30) { $0.brokerConnected(at: $1) }
    #expect(stage.events().count == 17)
    #expect(stage.bridge.counts.dropped == 3)
  }

  @Test func `The panel is announced once it is known what the broker has of it, and only then`() {
    var stage = Stage()
    stage.at(1) { $0.brokerConnected(at: $1) }
    #expect(stage.text("tickled/hall/availability") == ["offline"], "no daemon yet")
    stage.at(2) { bridge, moment in
      let former = "{\"cmps\":{\"gesture_old\":{\"p\":\"event\"},\"../x\":{\"p\":\"event\"},\"odd\":{\"p\":\"lock\"}}}"
      bridge.receive(bridge.topics.discovery, Array(former.utf8), isRetained: true, at: moment)
    }
    #expect(stage.text("homeassistant/device/tickled_hall/config").isEmpty)
    stage.at(3) { bridge, moment in
      bridge.daemonConnected(at: moment)
      bridge.reply(.description(Stage.description), to: .describe, at: moment)
      bridge.reply(
        .status(
          DaemonStatus(
            pid: 1, uptime: 3, configuration: "x", isPaused: false, mode: "default", views: 0, gestures: 2, watchers: 1,
            panels: [])), to: .status, at: moment)
    }
    let messages = stage.text("homeassistant/device/tickled_hall/config").compactMap {
      JSONValue(parsing: Array($0.utf8))
    }
    #expect(messages.count == 2)
    #expect(messages[0]["cmps"]?["gesture_old"] == .object([.init(name: "p", value: .string("event"))]))
    #expect(messages[0]["cmps"]?["../x"] == nil && messages[0]["cmps"]?["odd"] == nil, "only what is ours")
    #expect(messages[1]["cmps"]?["gesture_old"] == nil)
    #expect(messages[1]["cmps"]?["gesture_scene"]?["evt_typ"]?.array.compactMap(\.string) == ["left", "right"])
    #expect(stage.text("tickled/hall/availability") == ["offline", "online"])
  }

  @Test func `A start of Home Assistant is answered within two seconds, with everything`() {
    var stage = Stage()
    stage.connect(at: 10)
    let topics = ["homeassistant/device/tickled_hall/config", "tickled/hall/availability", "tickled/hall/state"]
    let before = topics.map { stage.text($0).count }
    stage.at(20) { $0.receive("homeassistant/status", Array("online".utf8), isRetained: false, at: $1) }
    stage.at(22) { _, _ in }
    for (topic, count) in zip(topics, before) { #expect(stage.text(topic).count == count + 1, "\(topic)") }
    stage.at(23) { $0.receive("homeassistant/status", Array("offline".utf8), isRetained: false, at: $1) }
    stage.at(26) { _, _ in }
    #expect(stage.text(topics[0]).count == before[0] + 1)
  }

  @Test(arguments: [
    ("mode", "locked", ControlRequest.setMode("locked")), ("mode", "default", .setMode("default")),
    ("pause", "ON", .pause), ("pause", "OFF", .resume), ("display", "ON", .setDisplay(isOn: true)),
    ("reload", "PRESS", .reload), ("rotate/main", "left", .rotate(screen: "main", orientation: .left)),
    ("backlight", "ON", .setBacklight(Backlight(.on))), ("backlight", "OFF", .setBacklight(Backlight(.off))),
    ("brightness", "1", .setBacklight(Backlight(.level(0.01)))),
    ("brightness", "100", .setBacklight(Backlight(.level(1)))),
    ("action/front %2Fdoor", "PRESS", .trigger(action: "front /door")),
  ])
  func `A message is a request of its kind`(path: String, payload: String, request: ControlRequest) {
    var stage = Stage { $0.mayControl = true }
    stage.connect(at: 1)
    let count = stage.requests.count
    stage.at(5) { $0.receive("tickled/hall/set/\(path)", Array(payload.utf8), isRetained: false, at: $1) }
    #expect(stage.requests.dropFirst(count) == [request])
    // The same message, kept by the broker, would be followed again after each connection.
    stage.at(6) { $0.receive("tickled/hall/set/\(path)", Array(payload.utf8), isRetained: true, at: $1) }
    #expect(stage.requests.count == count + 1)
    #expect(stage.bridge.counts.refused == 1)
    // Without control nothing is followed, even if the broker sends what was not subscribed to.
    var readOnly = Stage()
    readOnly.connect(at: 1)
    readOnly.at(5) { $0.receive("tickled/hall/set/\(path)", Array(payload.utf8), isRetained: false, at: $1) }
    #expect(!readOnly.requests.contains(request))
    #expect(!readOnly.subscribed.contains { $0.contains("/set/") })
  }

  @Test(arguments: [
    ("mode", "party"), ("mode", ""), ("mode", "locked\0"), ("mode", "locked\n"), ("mode/x", "locked"),
    ("", "locked"), ("pause", "on"), ("reload", "ON"), ("rotate", "left"), ("rotate/side", "left"),
    ("rotate/main", "diagonal"), ("rotate/main/x", "left"), ("shell", "reboot"), ("backlight", "40"),
    ("brightness", "0"), ("brightness", "101"), ("brightness", "9223372036854775808"),
    ("brightness", "-0"), ("action", "PRESS"), ("action/door", "PRESS"), ("action/front %2Fdoor", "ON"),
    ("set", "{\"mode\":\"locked\"}"),
    ("mode", String(repeating: "[", count: 100_000)),
  ])
  func `Any other message changes nothing`(path: String, payload: String) {
    var stage = Stage { $0.mayControl = true }
    stage.connect(at: 1)
    let count = stage.requests.count
    stage.at(5) { $0.receive("tickled/hall/set/\(path)", Array(payload.utf8), isRetained: false, at: $1) }
    #expect(stage.requests.count == count)
    #expect(stage.bridge.counts.refused == 1)
    #expect(stage.warnings.count == 1)
    for _ in 0..<100 {
      stage.at(6) { $0.receive("tickled/hall/set/\(path)", Array(payload.utf8), isRetained: false, at: $1) }
    }
    #expect(stage.warnings.count < 30, "the log is not filled")
  }

  @Test func `Without a daemon the panel is not available, and it is again with the next one`() {
    var stage = Stage()
    stage.connect(at: 1)
    stage.at(5) { $0.daemonLost(at: $1) }
    stage.connect(at: 10)
    #expect(stage.text("tickled/hall/availability").suffix(2) != ["online", "online"])
    #expect(stage.text("tickled/hall/availability").contains("offline"))
    #expect(stage.text("tickled/hall/availability").last == "online")
  }

  @Test func `Actions and the brightness are announced if control and the daemon allow them`() throws {
    func components(_ rights: Set<SocketRight>, _ change: (inout BridgeSettings) -> Void) throws -> JSONValue {
      var description = Stage.description
      description.rights = rights
      var stage = Stage(change)
      stage.connect(at: 1, description)
      let text = try #require(stage.text("homeassistant/device/tickled_hall/config").last)
      return try #require(JSONValue(parsing: Array(text.utf8))?["cmps"])
    }
    let key = "action_\(Topics.slug("front /door"))"
    let all = try components([.look, .hear, .steer]) { ($0.mayControl, $0.hasBacklight) = (true, true) }
    #expect(all[key]?["p"]?.string == "button" && all[key]?["name"]?.string == "front /door")
    #expect(all[key]?["cmd_t"]?.string == "tickled/hall/set/action/front %2Fdoor")
    #expect(all["set_backlight"]?["p"]?.string == "light")
    #expect(all["set_backlight"]?["bri_cmd_t"]?.string == "tickled/hall/set/brightness")
    let heard = try components([.look, .hear]) { ($0.mayControl, $0.hasBacklight) = (true, true) }
    #expect(heard[key] != nil && heard["set_backlight"] == nil)
    let readOnly = try components([.look, .hear, .steer]) { $0.hasBacklight = true }
    #expect(readOnly[key] == nil && readOnly["set_backlight"] == nil)
  }

  @Test func `The state has the last gesture that was published, and the seconds since the last touch`() throws {
    var stage = Stage { $0.gestures = ["scene"] }
    stage.connect(at: 1)
    for (time, gesture) in [(20.0, "scene"), (21, "light")] {
      stage.at(time) { $0.line(Stage.line(gesture, "ended", at: time), at: $1) }
    }
    stage.at(22) { bridge, moment in
      var status = DaemonStatus(
        pid: 1, uptime: 22, configuration: "/etc/tickled/config.toml", isPaused: false, mode: "default", views: 0,
        gestures: 2, watchers: 1, panels: [])
      status.lastTouch = 1
      bridge.reply(.status(status), to: .status, at: moment)
    }
    stage.at(23) { _, _ in }
    let state = JSONValue(parsing: Array(try #require(stage.text("tickled/hall/state").last).utf8))
    #expect(state?["last_gesture"]?.string == "scene")
    #expect(try (1...2).contains(#require(state?["idle"]?.number)))
  }

  @Test func `Device triggers stand beside the events if they are wanted`() throws {
    var stage = Stage { $0.hasTriggers = true }
    stage.connect(at: 1)
    let text = try #require(stage.text("homeassistant/device/tickled_hall/config").last)
    let trigger = JSONValue(parsing: Array(text.utf8))?["cmps"]?["trigger_scene_left"]
    #expect(trigger?["p"]?.string == "device_automation")
    #expect(trigger?["t"]?.string == "tickled/hall/gesture/scene")
    #expect(trigger?["pl"]?.string == "left")
    #expect(trigger?["uniq_id"] == nil, "triggers have none")
  }

  @Test func `Only the gestures that the settings name are published and announced`() throws {
    var stage = Stage { $0.gestures = ["scene", "lihgt", "other"] }
    stage.connect(at: 10)
    for gesture in ["light", "scene"] {
      stage.at(20) { $0.line(Stage.line(gesture, "ended", at: 19.5), at: $1) }
    }
    #expect(stage.events().map(\.topic) == ["tickled/hall/gesture/scene"])
    let text = try #require(stage.text("homeassistant/device/tickled_hall/config").last)
    let components = JSONValue(parsing: Array(text.utf8))?["cmps"]
    #expect(components?["gesture_scene"] != nil)
    #expect(components?["gesture_light"] == nil)
    #expect(
      stage.warnings == [
        "gestures: the daemon's configuration has no gesture \"lihgt\"; did you mean \"light\"?",
        "gestures: the daemon's configuration has no gesture \"other\"",
      ])
    stage.at(30) { $0.reply(.description(Stage.description), to: .describe, at: $1) }
    #expect(stage.warnings.count == 2, "once is enough")
  }

  @Test func `Without places an event has no coordinate, and its other fields as they were`() {
    var stage = Stage { $0.hasPlaces = false }
    stage.connect(at: 10)
    let places =
      ",\"touches\":2,\"location\":{\"x\":50.25,\"y\":40.5},\"location_in_view\":{\"x\":1.5,\"y\":2.5},"
      + "\"translation\":{\"x\":3.5,\"y\":4.5},\"velocity\":{\"x\":5.5,\"y\":6.5},\"value\":0.75,\"later\":7.5,"
      + "\"direction\":\"left\",\"scale\":1.25,\"step\":-1"
    stage.at(20) { $0.line(Stage.line("scene", "ended", at: 19.5, more: places), at: $1) }
    #expect(
      stage.text("tickled/hall/gesture/scene") == [
        "{\"event_type\":\"left\",\"timestamp\":1000000019.5,\"time\":19.5,\"screen\":\"main\",\"gesture\":\"scene\","
          + "\"kind\":\"tap\",\"state\":\"ended\",\"touches\":2,\"direction\":\"left\",\"scale\":1.25,\"step\":-1}"
      ])
  }

  @Test func `Without the right to steer, one sentence says what to write, and no control is announced`() throws {
    var description = Stage.description
    description.rights = [.look, .hear]
    var stage = Stage { $0.mayControl = true }
    stage.connect(at: 1, description)
    let sentence =
      "control has no effect: the daemon does not allow \"steer\" here: write watch_rights = "
      + "[\"look\", \"hear\", \"steer\"] below [daemon] in /etc/tickled/config.toml"
    #expect(stage.warnings == [sentence])
    func components() throws -> JSONValue? {
      let text = try #require(stage.text("homeassistant/device/tickled_hall/config").last)
      return JSONValue(parsing: Array(text.utf8))?["cmps"]
    }
    #expect(try components()?["set_mode"] == nil && components()?["reload"] == nil)
    #expect(try components()?["mode"] != nil, "it is shown")
    stage.at(3) { $0.receive("tickled/hall/set/pause", Array("ON".utf8), isRetained: false, at: $1) }
    #expect(!stage.requests.contains(.pause))
    #expect(stage.bridge.counts.refused == 1)
    // Each right stands for itself, and nothing is said twice.
    description.rights.insert(.reload)
    stage.at(4) { $0.reply(.description(description), to: .describe, at: $1) }
    #expect(try components()?["set_mode"] == nil && components()?["reload"] != nil)
    #expect(stage.warnings.filter { $0.hasPrefix("control") }.count == 1)
    // Taken away while the bridge asks.
    description.rights = [.look, .hear, .steer]
    stage.at(5) { $0.reply(.description(description), to: .describe, at: $1) }
    stage.at(6) { $0.receive("tickled/hall/set/pause", Array("ON".utf8), isRetained: false, at: $1) }
    description.rights = [.look, .hear]
    stage.at(7) { bridge, moment in
      bridge.reply(.failed(.noPermission, ["no"]), to: .pause, at: moment)
      bridge.reply(.description(description), to: .describe, at: moment)
    }
    #expect(stage.bridge.counts.refused == 2)
    #expect(stage.warnings.last == sentence, "it was granted since")
  }

  @Test(arguments: [
    (ControlRequest.status, "look"), (.describe, "look"), (.watch(touches: false), "hear"),
  ])
  func `Without the right to look or hear, one sentence says what to write`(request: ControlRequest, right: String) {
    var stage = Stage()
    for second in 1...3 {
      stage.at(Double(second)) { $0.reply(.failed(.noPermission, ["no"]), to: request, at: $1) }
    }
    #expect(
      stage.warnings == [
        "the daemon does not allow \"\(right)\" here: write watch_rights = [\"look\", \"hear\"] below [daemon] in its "
          + "configuration"
      ])
    #expect(stage.bridge.counts.refused == 0)
  }
}
