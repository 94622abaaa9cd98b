import Foundation
import Testing

/// A daemon with a panel, a broker, and the bridge between them.
struct Bridged {
  let broker: MQTTBroker
  let listener: Listener
  let folder: TemporaryFolder
  let panel: MockPanel?
  let daemon: Child
  private(set) var bridge: Child

  /// On a busy machine the panel's lifts may come late.
  static let gestures = """
    [[gesture]]
    name = "light"
    kind = "tap"
    max_duration = "none"
    [[gesture]]
    name = "scene"
    kind = "swipe"
    direction = ["left", "right"]
    [[gesture]]
    name = "dim"
    kind = "pan"
    min_fingers = 2
    max_fingers = 2
    axis = "vertical"
    slider = true
    [mode.locked]
    disable = ["light"]

    """

  /// - Parameters:
  ///   - hand: played from the moment at which the daemon opens the panel. The bridge is there first.
  ///   - steps: a panel that the test touches itself, instead of a hand.
  init(
    _ hand: Recording? = nil, steps: PluggablePanel? = nil, settings: String = "", gestures: String = gestures,
    broker given: MQTTBroker? = nil,
    address: (MQTTBroker) -> String = { "mqtt://127.0.0.1:\($0.port)" }
  ) async throws {
    if let given { broker = given } else { broker = try await MQTTBroker() }
    listener = try await broker.listen()
    folder = try TemporaryFolder()
    panel = try hand.map { try MockPanel($0) }
    try folder.write("[daemon]\nsocket = \"\(folder.path("control.sock"))\"\n\(gestures)", to: "config.toml")
    try folder.write(
      """
      broker = "\(address(broker))"
      panel = "hall"
      socket = "\(folder.path("control.sock"))"
      keepalive = "5s"
      \(settings)
      """, to: "mqtt.toml")
    bridge = try Program.bridge.start(["--config", folder.path("mqtt.toml")])
    try await bridge.says("connected to mqtt")
    let arguments = ["--config", folder.path("config.toml"), "--format", "json"]
    daemon =
      try panel.map { try $0.start(.tickled, arguments) } ?? steps.map { try $0.start(.tickled, arguments) }
      ?? Program.tickled.start(arguments + ["--device", "/nonexistent/event0"])
    try await announced()
  }

  func announced() async throws {
    try await listener.waits(for: "an announcement; \(bridge.errors); \(daemon.errors)") {
      listener.messages("tickled/hall/availability").last == "online" && !discoveries.isEmpty
        && !listener.messages("tickled/hall/state").isEmpty
    }
  }

  var discoveries: [JSON] { listener.json("homeassistant/device/tickled_hall/config") }
  var state: JSON { listener.json("tickled/hall/state").last ?? JSON(nil) }

  func events(_ gesture: String) -> [JSON] { listener.json("tickled/hall/gesture/\(gesture)") }

  /// What the daemon itself has recognized.
  func recognized(_ gesture: String) throws -> [JSON] {
    let whole = daemon.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return try JSON.lines(Data(whole.joined(separator: "\n").utf8)).filter { $0["gesture"].string == gesture }
  }

  func ask(_ words: String...) throws -> Outcome {
    try Program.tickle.run(words + ["--config", folder.path("config.toml")])
  }

  func status() throws -> JSON { try JSON.lines(ask("status", "--format", "json").outputBytes)[0] }

  mutating func restartBridge() async throws {
    bridge.signal(SIGTERM)
    #expect(try await bridge.ended().end == .status(0))
    bridge = try Program.bridge.start(["--config", folder.path("mqtt.toml")])
    try await bridge.says("connected to mqtt")
  }
}

@Suite("MQTT", .startsPrograms, .enabled(if: MQTTBroker.isAvailable && MockPanel.isAvailable, MQTTBroker.missing))
struct MQTTTests {
  /// A frame without a touch: times count from the first frame.
  private static let start: (Double, [Recording.Event]) = (0, [])

  /// Two taps, long after the bridge has found the daemon.
  private static let twoTaps = Recording([
    start, (4, [.down(50, 40)]), (4.06, [.up()]), (4.6, [.down(50, 40)]), (4.66, [.up()]),
  ])

  @Test func `Two taps are two events, with the fields of their lines`() async throws {
    let bridged = try await Bridged(Self.twoTaps)
    try await bridged.listener.waits(for: "two events") { bridged.events("light").count == 2 }
    try await until("two taps of the daemon") { try bridged.recognized("light").count == 2 }
    let lines = try bridged.recognized("light")
    for (event, line) in zip(bridged.events("light"), lines) {
      #expect(event["event_type"].string == "ended")
      #expect(event["time"].double == line["time"].double)
      #expect(event["location"]["x"].double == 50)
      #expect(event["taps"].int == 1)
      #expect(event["kind"].string == "tap")
      #expect(try #require(event["timestamp"].double) > 1_700_000_000)
    }
    // A listener that comes later gets the device and the state, but no event.
    let late = try await bridged.broker.listen()
    try await late.waits(for: "what is retained") {
      !late.messages("tickled/hall/state").isEmpty && !late.messages("homeassistant/device/tickled_hall/config").isEmpty
        && late.messages("tickled/hall/availability") == ["online"]
    }
    #expect(late.messages("tickled/hall/gesture/light").isEmpty)
  }

  @Test func `A bridge that is killed is offline by its last will, one that ends says so itself`() async throws {
    let bridged = try await Bridged()
    bridged.bridge.signal(SIGKILL)
    try await bridged.listener.waits(for: "the last will", within: .seconds(8)) {
      bridged.listener.messages("tickled/hall/availability").last == "offline"
    }
    var second = bridged
    try await second.restart()
    let count = bridged.listener.messages("tickled/hall/availability").count
    second.bridge.signal(SIGTERM)
    #expect(try await second.bridge.ended().end == .status(0))
    try await bridged.listener.waits(for: "the goodbye") {
      let messages = bridged.listener.messages("tickled/hall/availability")
      return messages.count > count && messages.last == "offline"
    }
  }

  @Test func `What happens while the broker is away is counted and never delivered late`() async throws {
    let panel = try PluggablePanel()
    let bridged = try await Bridged(steps: panel)
    try await bridged.daemon.says("is screen \"main\"")
    try await bridged.broker.kill()
    // Until the bridge notices that, it sends events, and counts those as not confirmed.
    try await bridged.bridge.says("trying again")
    for number in 0..<3 { try panel.take("down 0 \(50 + 40 * number) 40", "up 0") }
    try await until("three taps") { try bridged.recognized("light").count == 3 }
    // The bridge drops an event that has waited for 2 s.
    try await Task.sleep(for: .seconds(3))
    try await bridged.broker.start()
    let listener = try await bridged.broker.listen()
    try await listener.waits(for: "the count") { listener.json("tickled/hall/state").last?["dropped"].int == 3 }
    try panel.take("down 0 150 40", "up 0")
    try await listener.waits(for: "the next tap") { !listener.messages("tickled/hall/gesture/light").isEmpty }
    #expect(listener.messages("tickled/hall/gesture/light").count == 1)
    #expect(listener.json("tickled/hall/gesture/light")[0]["location"]["x"].double == 150)
    #expect(try bridged.status()["panels"][0]["dropped"].int == 0, "the daemon lost no frame")
    #expect(listener.json("tickled/hall/state").last?["reconnects"].int == 1)
  }

  @Test func `A drag of 2 s with two fingers is at most 25 messages, with its first and last change`() async throws {
    let drag = (0...200).map { step -> (Double, [Recording.Event]) in
      let y = 100 - 0.4 * Double(step)
      let time = 4 + 0.01 * Double(step)
      switch step {
      case 0: return (time, [.down(60, y), .down(80, y, finger: 1)])
      case 200: return (time, [.up(), .up(finger: 1)])
      default: return (time, [.move(60, y), .move(80, y, finger: 1)])
      }
    }
    let bridged = try await Bridged(Recording([Self.start] + drag))
    try await bridged.listener.waits(for: "the end of the drag") {
      bridged.events("dim").last?["event_type"].string == "ended"
    }
    let events = bridged.events("dim")
    let lines = try bridged.recognized("dim")
    #expect(lines.count > 50, "the daemon reports each change")
    // 25 in 2 s; on a busy machine the panel's frames come later, and the drag takes longer.
    let times = lines.compactMap { $0["time"].double }
    let seconds = max(2, (times.last ?? 0) - (times.first ?? 0))
    #expect(Double(events.count) <= 5 + 10 * seconds, "\(events.count) in \(seconds) s")
    #expect(events.count >= 15, "\(events.count)")
    #expect(
      Double(bridged.listener.messages(between: events[0], and: events.last!)) <= 5 + 10 * seconds, "of all topics")
    let changes = lines.filter { $0["state"].string == "changed" }
    let sent = events.filter { $0["event_type"].string == "changed" }
    #expect(events.first?["event_type"].string == "began")
    #expect(sent.first?["time"].double == changes.first?["time"].double)
    #expect(sent.last?["value"].double == changes.last?["value"].double)
  }

  @Test func `A gesture that a reload removes is taken back, even if the bridge was away`() async throws {
    var bridged = try await Bridged()
    func keys(_ discovery: JSON?) -> Set<String> { Set(discovery?["cmps"].keys ?? []) }
    #expect(keys(bridged.discoveries.last).isSuperset(of: ["gesture_light", "gesture_scene", "gesture_dim"]))
    let socket = "[daemon]\nsocket = \"\(bridged.folder.path("control.sock"))\"\n"
    let fewer = Bridged.gestures.replacingOccurrences(
      of: "[[gesture]]\nname = \"scene\"\nkind = \"swipe\"\ndirection = [\"left\", \"right\"]\n", with: "")
    try bridged.folder.write(socket + fewer, to: "config.toml")
    #expect(try bridged.ask("reload").end == .status(0))
    try await bridged.listener.waits(for: "a device without the gesture") {
      !keys(bridged.discoveries.last).contains("gesture_scene")
    }
    // Home Assistant removes a component that has nothing but its platform.
    let retraction = try #require(bridged.discoveries.dropLast().last?["cmps"]["gesture_scene"])
    #expect(retraction.keys == ["p"] && retraction["p"].string == "event")
    #expect(keys(bridged.discoveries.last).isSuperset(of: ["gesture_light", "gesture_dim"]))

    bridged.bridge.signal(SIGTERM)
    _ = try await bridged.bridge.ended()
    let none = fewer.replacingOccurrences(
      of: "[[gesture]]\nname = \"light\"\nkind = \"tap\"\nmax_duration = \"none\"\n", with: ""
    )
    .replacingOccurrences(of: "disable = [\"light\"]", with: "disable = [\"dim\"]")
    try bridged.folder.write(socket + none, to: "config.toml")
    #expect(try bridged.ask("reload").end == .status(0))
    try await bridged.restart()
    try await bridged.listener.waits(for: "a device without the second gesture") {
      !keys(bridged.discoveries.last).contains("gesture_light")
    }
    #expect(bridged.discoveries.dropLast().last?["cmps"]["gesture_light"].keys == ["p"])
  }

  @Test func `Three bridges are three devices, and a restart keeps all ids`() async throws {
    var bridged = try await Bridged()
    let settings = try String(contentsOfFile: bridged.folder.path("mqtt.toml"), encoding: .utf8)
    var others: [Child] = []
    for name in ["kitchen", "Küche 2"] {
      let file = try bridged.folder.write(
        settings.replacingOccurrences(of: "\"hall\"", with: "\"\(name)\""), to: "\(others.count).toml")
      others.append(try Program.bridge.start(["--config", file]))
    }
    func ids(_ device: String) -> [Set<String>] {
      bridged.listener.json("homeassistant/device/\(device)/config").map { discovery in
        Set(
          discovery["cmps"].keys.compactMap { discovery["cmps"][$0]["uniq_id"].string }
            + discovery["dev"]["ids"].strings)
      }
    }
    let third = "tickled_k_che_2_\(Self.hash("Küche 2"))"
    try await bridged.listener.waits(for: "three devices") {
      ["tickled_hall", "tickled_kitchen", third].allSatisfy { !ids($0).isEmpty }
    }
    let all = ["tickled_hall", "tickled_kitchen", third].flatMap { ids($0)[0] }
    #expect(all.count == Set(all).count, "no id is used twice")
    let before = ids("tickled_hall").count
    try await bridged.restartBridge()
    try await bridged.listener.waits(for: "another announcement") { ids("tickled_hall").count > before }
    #expect(Set(ids("tickled_hall")).count == 1, "the same ids as before")

    // Home Assistant has started: everything is said again, with the same ids.
    let announced = ids("tickled_hall").count
    try bridged.broker.publish("homeassistant/status", "online")
    try await bridged.listener.waits(for: "the answer to Home Assistant's start") {
      ids("tickled_hall").count > announced
    }
    #expect(Set(ids("tickled_hall")).count == 1)

    let table = try Program.tickle.run(["fleet", "--broker", "127.0.0.1:\(bridged.broker.port)", "--wait", "1"])
    #expect(table.end == .status(0), "\(table.errors)")
    #expect(table.output.contains("Küche 2") && table.output.contains("kitchen"), "\(table.output)")
    let json = try JSON.lines(
      Program.bridge.run(["fleet", "--broker", "127.0.0.1:\(bridged.broker.port)", "--wait", "1", "--format", "json"])
        .outputBytes)
    #expect(json.map { $0["panel"].string } == ["Küche 2", "hall", "kitchen"])
    #expect(json.allSatisfy { $0["online"].bool == true && $0["silent"].bool == true }, "never touched")
  }

  /// The first half of FNV-1a, as ids have it.
  private static func hash(_ name: String) -> String {
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash & 0xFFFF_FFFF, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  @Test func `Messages set the mode, pause, display and rotation, and reload; the state follows`() async throws {
    let bridged = try await Bridged(settings: "control = true")
    func set(_ kind: String, _ word: String, _ holds: @escaping (JSON) -> Bool) async throws {
      try bridged.broker.publish("tickled/hall/set/\(kind)", word)
      try await bridged.listener.waits(for: "\(kind) \(word); \(bridged.bridge.errors)") { holds(bridged.state) }
    }
    try await set("mode", "locked") { $0["mode"].string == "locked" }
    #expect(try bridged.status()["mode"].string == "locked")
    try await set("pause", "ON") { $0["paused"].bool == true }
    #expect(try bridged.status()["paused"].bool == true)
    try await set("pause", "OFF") { $0["paused"].bool == false }
    try await set("rotate/main", "left") { $0["orientations"]["main"].string == "left" }
    try await set("display", "OFF") { $0["display"].bool == false }
    // A change that `tickle` asked for is published, too.
    #expect(try bridged.ask("set", "mode", "default").end == .status(0))
    try await bridged.listener.waits(for: "a mode from elsewhere") { bridged.state["mode"].string == "default" }
    #expect(try bridged.ask("pause").end == .status(0))
    try await bridged.listener.waits(for: "a pause from elsewhere") { bridged.state["paused"].bool == true }
    let path = bridged.folder.path("config.toml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try bridged.folder.write(text + "# another text\n", to: "config.toml")
    let hash = bridged.state["hash"].string
    try await set("reload", "PRESS") { $0["hash"].string != hash }
    let sum = try Child.run(["sha256sum", path])
    #expect(bridged.state["hash"].string == sum.output.split(separator: " ").first.map(String.init))
    try bridged.folder.write(text + "nonsense", to: "config.toml")
    try await set("reload", "PRESS") { $0["last_error"].string?.contains("config.toml") == true }
    #expect(bridged.state["refused"].int == 1)
  }

  @Test func `Without control, and against hostile messages, nothing changes`() async throws {
    let readOnly = try await Bridged()
    try readOnly.broker.publish("tickled/hall/set/mode", "locked")
    #expect(readOnly.discoveries.last?["cmps"].keys.contains { $0.hasPrefix("set_") || $0 == "reload" } == false)
    readOnly.bridge.signal(SIGTERM)
    _ = try await readOnly.bridge.ended()
    let bridged = try await Bridged(settings: "control = true", broker: readOnly.broker)
    let before = try bridged.status()
    let large = bridged.folder.path("large")
    #expect(FileManager.default.createFile(atPath: large, contents: Data(count: 64 << 20)))
    let nul = bridged.folder.path("nul")
    #expect(FileManager.default.createFile(atPath: nul, contents: Data("locked\0".utf8)))
    for topic in ["mode", "pause", "display", "reload", "rotate/main", "rotate", "shell", "mode/x", ""] {
      try bridged.broker.publish("tickled/hall/set/\(topic)", file: nul)
      try bridged.broker.publish("tickled/hall/set/\(topic)", String(repeating: "[", count: 100_000))
      try bridged.broker.publish("tickled/hall/set/\(topic)", "party\n{\"request\":\"set\",\"mode\":\"locked\"}")
    }
    try bridged.broker.publish("tickled/hall/set/mode", file: large)
    try bridged.broker.publish("homeassistant/device/tickled_hall/config", file: large)
    try bridged.broker.publish("tickled/hall/set/mode", "locked", isRetained: true)
    try bridged.broker.publish("tickled/hall/set/mode", "locked ")
    try await bridged.listener.waits(for: "the refusals; \(bridged.bridge.errors)") {
      // A retained message reaches a subscriber as an ordinary one while it is connected.
      bridged.state["refused"].int.map { $0 >= 25 } ?? false
    }
    try await until("the one valid message") { try bridged.status()["mode"].string == "locked" }
    let after = try bridged.status()
    #expect(after["paused"].bool == before["paused"].bool)
    #expect(bridged.state["orientations"]["main"].string == "normal")
    #expect(try bridged.bridge.outcome() == nil, "it runs")
    #expect(try readOnly.status()["mode"].string == "default")
  }

  @Test func `A password and certificates are used, and wrong ones say why`() async throws {
    let folder = try TemporaryFolder()
    let script = """
      set -e; cd \(folder.path)
      openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=ca -days 2 2>/dev/null
      for name in localhost panel; do
        openssl req -newkey rsa:2048 -nodes -keyout $name.key -out $name.csr -subj /CN=$name 2>/dev/null
        echo subjectAltName=DNS:$name,IP:127.0.0.1 >ext
        openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial \\
          -out $name.pem -days 2 -extfile ext 2>/dev/null
      done
      echo hunter2 >password; chmod 600 password; echo wrong >other; chmod 600 other; echo hunter2 >open; chmod 644 open
      mosquitto_passwd -b -c users panel hunter2 2>/dev/null
      """
    try #require(try Child.run(["sh", "-c", script]).end == .status(0))
    let broker = try await MQTTBroker(
      settings: """
        allow_anonymous false
        password_file %/users
        cafile %/ca.pem
        certfile %/localhost.pem
        keyfile %/localhost.key
        require_certificate true
        """,
      arguments: [
        "-u", "panel", "-P", "hunter2", "--cafile", "%/ca.pem", "--cert", "%/panel.pem", "--key", "%/panel.key",
      ],
      folder: folder)
    func settings(_ password: String, _ authority: String) -> String {
      """
      user = "panel"
      password_file = "\(folder.path(password))"
      ca_file = "\(folder.path(authority))"
      certificate_file = "\(folder.path("panel.pem"))"
      key_file = "\(folder.path("panel.key"))"
      """
    }
    let bridged = try await Bridged(
      settings: settings("password", "ca.pem"), broker: broker, address: { "mqtts://127.0.0.1:\($0.port)" })
    let line = try String(contentsOfFile: "/proc/\(bridged.bridge.identifier)/cmdline", encoding: .utf8)
    #expect(!line.contains("hunter2") && !bridged.bridge.errors.contains("hunter2"))

    for (password, authority, reason) in [
      ("other", "ca.pem", "refuses"), ("password", "panel.pem", "an authority that is not known"),
    ] {
      let file = try folder.write(
        "broker = \"mqtts://127.0.0.1:\(broker.port)\"\npanel = \"other\"\n\(settings(password, authority))",
        to: "wrong.toml")
      let child = try Program.bridge.start(["--config", file])
      try await until("\(reason) in \(child.errors)") {
        child.errors.localizedCaseInsensitiveContains(reason)
      }
    }
    let open = try folder.write(
      "broker = \"mqtts://127.0.0.1:\(broker.port)\"\n\(settings("open", "ca.pem"))", to: "open.toml")
    let refused = try Program.bridge.run(["--config", open])
    #expect(refused.end == .status(77))
    #expect(refused.errors.contains("chmod 640"))
  }
}

extension Bridged {
  /// Starts the bridge again after its end.
  mutating func restart() async throws {
    let count = listener.messages("tickled/hall/availability").count
    try startBridge()
    try await bridge.says("connected to mqtt")
    let listener = listener
    try await listener.waits(for: "an announcement") {
      listener.messages("tickled/hall/availability").count > count
        && listener.messages("tickled/hall/availability").last == "online"
    }
  }

  private mutating func startBridge() throws {
    bridge = try Program.bridge.start(["--config", folder.path("mqtt.toml")])
  }
}
