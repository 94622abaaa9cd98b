import Foundation
import Testing

/// A bridge with brokers and messages that are not as they should be.
@Suite(
  "MQTT in trouble", .startsPrograms, .enabled(if: MQTTBroker.isAvailable && MockPanel.isAvailable, MQTTBroker.missing))
struct MQTTTroubleTests {
  @Test func `After 150,000 messages the last one is followed at once, and the log is not filled`() async throws {
    let bridged = try await Bridged(settings: "control = true")
    let lines = "awk 'BEGIN { for (i = 0; i < 75000; i++) print i % 2 ? \"locked\" : \"default\" }'"
    let publish = "mosquitto_pub -h 127.0.0.1 -p \(bridged.broker.port) -l -t tickled/hall/set"
    let flood = try Child.run(["sh", "-c", "\(lines) | \(publish)/mode & \(lines) | \(publish)/nonsense; wait"])
    #expect(flood.end == .status(0), "\(flood.errors)")
    try bridged.broker.publish("tickled/hall/set/pause", "ON")
    // A second on a quiet machine, in which nothing but this runs.
    try await until("a pause", within: .seconds(10)) { try bridged.status()["paused"].bool == true }
    try await bridged.listener.waits(for: "the state") { bridged.state["paused"].bool == true }
    let log = bridged.bridge.errors.split(separator: "\n").filter { $0.contains("mode:") || $0.contains("message") }
    #expect((1...20).contains(log.count), "\(log.prefix(30))")
    #expect(try #require(bridged.state["refused"].int) > 100, "how many is up to the broker, which drops some of them")
    #expect(try bridged.bridge.outcome() == nil, "it runs")
  }

  @Test func `A second client with the same id is named, in both versions of MQTT`() async throws {
    for version in ["5", "3.1.1"] {
      let bridged = try await Bridged(settings: "protocol = \"\(version)\"")
      let second = try Program.bridge.start(["--config", bridged.folder.path("mqtt.toml")])
      try await bridged.bridge.says("another client ha")
      #expect(bridged.bridge.errors.contains("the id tickled_hall"))
      #expect(try second.outcome() == nil)
    }
  }

  @Test func `A bridge says which daemon it waits for, in words for the session or for the system`() async throws {
    let broker = try await MQTTBroker()
    let folder = try TemporaryFolder()
    let system = try folder.write("broker = \"127.0.0.1:\(broker.port)\"\n", to: "mqtt.toml")
    let service = try Program.bridge.start(["--config", system])
    try await service.says("`systemctl status tickled`")
    #expect(service.errors.contains("`systemctl --user enable --now tickled-mqtt`"))

    try FileManager.default.createDirectory(atPath: folder.path("tickled"), withIntermediateDirectories: true)
    let own = try folder.write("broker = \"127.0.0.1:\(broker.port)\"\n", to: "tickled/mqtt.toml")
    let session = try Program.bridge.start(["--config", own], environment: ["XDG_CONFIG_HOME": folder.path])
    try await session.says("`systemctl --user status tickled-user`")
    #expect(!session.errors.contains("enable"))
  }

  @Test func `What the daemon does not allow is a sentence with the line to write`() async throws {
    let broker = try await MQTTBroker()
    let listener = try await broker.listen()
    // They run until the end, in folders that are there.
    var (children, folders): ([Child], [TemporaryFolder]) = ([], [])
    for (panel, rights, words) in [
      (
        "porch", "\"look\"",
        "the daemon does not allow \"hear\" here: write watch_rights = [\"look\", \"hear\"] below [daemon] in its"
      ),
      (
        "hall", "\"look\", \"hear\"",
        "control has no effect: the daemon does not allow \"steer\" here: write watch_rights = "
          + "[\"look\", \"hear\", \"steer\"] below [daemon] in %"
      ),
    ] {
      let folder = try TemporaryFolder()
      let socket = folder.path("watch.sock")
      let configuration = try folder.write(
        "[daemon]\nsocket = \"\(folder.path("all.sock"))\"\nwatch_socket = \"\(socket)\"\nwatch_rights = [\(rights)]\n"
          + Bridged.gestures, to: "config.toml")
      let daemon = try Program.tickled.start(["--config", configuration, "--device", "/nonexistent/event0"])
      let settings = try folder.write(
        "broker = \"127.0.0.1:\(broker.port)\"\npanel = \"\(panel)\"\ncontrol = true\nsocket = \"\(socket)\"\n",
        to: "mqtt.toml")
      let bridge = try Program.bridge.start(["--config", settings])
      try await bridge.says(words.replacingOccurrences(of: "%", with: configuration))
      children += [daemon, bridge]
      folders.append(folder)
    }
    try await listener.waits(for: "an announcement") { !listener.messages(Self.discovery).isEmpty }
    let components = try #require(listener.json(Self.discovery).last)["cmps"].keys
    #expect(components.contains("mode") && components.contains("gesture_light"))
    #expect(!components.contains { $0.hasPrefix("set_") || $0 == "reload" })
    #expect(try children.allSatisfy { try $0.outcome() == nil }, "they run")
  }

  private static let discovery = "homeassistant/device/tickled_hall/config"

  @Test func `A password of a session is the user's alone`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("tickled"), withIntermediateDirectories: true)
    let password = try folder.write("secret\n", to: "tickled/mqtt.password")
    let own = try folder.write(
      "broker = \"127.0.0.1\"\nuser = \"ada\"\npassword_file = \"\(password)\"\n", to: "tickled/mqtt.toml")
    let environment = ["XDG_CONFIG_HOME": folder.path]
    chmod(password, 0o640)
    let refused = try Program.bridge.run(["--config", own, "--check"], environment: environment)
    #expect(refused.end == .status(77))
    #expect(refused.errors.contains("chmod 600 \(password)") && !refused.errors.contains("chgrp"))
    chmod(password, 0o600)
    #expect(try Program.bridge.run(["--config", own, "--check"], environment: environment).end == .status(0))
  }

  @Test func `A connection that cannot work says in one sentence what to write`() async throws {
    let folder = try TemporaryFolder()
    let script = """
      set -e; cd \(folder.path)
      for ca in ca stranger; do
        openssl req -x509 -newkey rsa:2048 -nodes -keyout $ca.key -out $ca.pem -subj /CN=$ca -days 2 2>/dev/null
      done
      openssl req -newkey rsa:2048 -nodes -keyout house.key -out house.csr -subj /CN=house.example 2>/dev/null
      echo subjectAltName=DNS:house.example >ext
      openssl x509 -req -in house.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out house.pem -days 2 -extfile ext \\
        2>/dev/null
      """
    try #require(try Child.run(["sh", "-c", script]).end == .status(0))
    let names = "allow_anonymous true\ncafile %/ca.pem\ncertfile %/house.pem\nkeyfile %/house.key"
    let secure = try await MQTTBroker(settings: names, folder: folder)
    let plain = try await MQTTBroker()
    // Web servers answer what is not a request, too.
    let server = """
      import socket
      with socket.create_server(("127.0.0.1", 0)) as server:
          print(server.getsockname()[1], flush=True)
          while True:
              client, _ = server.accept()
              client.recv(1000)
              client.sendall(b"HTTP/1.1 400 Bad Request\\r\\nServer: a web server\\r\\nContent-Length: 11\\r\\n\\r\\nBad request")
              client.close()
      """
    let web = try Child(["python3", "-c", server], environment: [:], output: nil)
    try await until("a web server; \(web.errors)") { web.output.contains("\n") }
    let port = try #require(Int(web.output.split(separator: "\n")[0]))
    let cases = [
      ("mqtts", secure.port, "ca", "certificate is for another name than 127.0.0.1: write the name"),
      ("mqtts", secure.port, "stranger", "from an authority that is not known here"),
      ("mqtt", secure.port, "", "port \(secure.port) does not speak MQTT"),
      ("mqtts", plain.port, "ca", "port \(plain.port) does not speak TLS"),
      ("mqtts", port, "ca", "port \(port) does not speak TLS"),
      ("mqtt", port, "", "port \(port) does not speak MQTT"),
    ]
    for (scheme, port, authority, words) in cases {
      let authority = authority.isEmpty ? "" : "ca_file = \"\(folder.path("\(authority).pem"))\""
      let file = try folder.write("broker = \"\(scheme)://127.0.0.1:\(port)\"\n\(authority)\n", to: "wrong.toml")
      let child = try Program.bridge.start(["--config", file])
      try await child.says("trying again")
      let lines = child.errors.split(separator: "\n").filter { $0.contains("trying again") }
      #expect(lines[0].contains(words), "\(scheme) \(port): \(lines)")
    }
  }

  @Test func `Without places no message has a coordinate of what is typed and dragged`() async throws {
    let typed = (0..<4).flatMap { key -> [(Double, [Recording.Event])] in
      let (time, x, y) = (4 + Double(key), 31.7 + 17.3 * Double(key), 61.9 + 9.1 * Double(key))
      return [(time, [.down(x, y)]), (time + 0.06, [.up()])]
    }
    let drag = (0...50).map { step -> (Double, [Recording.Event]) in
      let (time, y) = (9 + 0.02 * Double(step), 101.3 - 1.1 * Double(step))
      switch step {
      case 0: return (time, [.down(61.3, y), .down(83.9, y, finger: 1)])
      case 50: return (time, [.up(), .up(finger: 1)])
      default: return (time, [.move(61.3, y), .move(83.9, y, finger: 1)])
      }
    }
    let bridged = try await Bridged(Recording([(0, [])] + typed + drag), settings: "places = false")
    try await bridged.listener.waits(for: "all gestures") {
      bridged.events("light").count == 4 && bridged.events("dim").last?["event_type"].string == "ended"
    }
    // What the daemon itself knows of places, on the socket on which all is allowed.
    let lines = try ["light", "dim"].flatMap { try bridged.recognized($0) }
    let fields = ["location", "location_in_view", "translation", "velocity", "value"]
    let places = Set(fields.flatMap { field in lines.flatMap { Self.numbers($0[field]) } }).subtracting([0, 1])
    #expect(places.count > 100)
    let events = bridged.events("light") + bridged.events("dim")
    for event in events {
      #expect(places.isDisjoint(with: event.keys.flatMap { Self.numbers(event[$0]) }), "\(event.keys)")
    }
    #expect(Set(events.flatMap(\.keys)).isDisjoint(with: fields + ["view"]))
  }

  private static func numbers(_ value: JSON) -> [Double] {
    value.double.map { [$0] } ?? value.keys.flatMap { numbers(value[$0]) }
  }
}
