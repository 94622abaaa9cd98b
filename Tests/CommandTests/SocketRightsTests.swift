import Foundation
import Testing

/// What clients of the socket for watchers may do.
@Suite(.startsPrograms) struct `Rights on the socket for watchers` {
  /// A daemon with a socket for watchers.
  private struct Watched {
    let folder: TemporaryFolder
    let daemon: Controlled
    var watchers: String { folder.path("watch.sock") }

    init(_ rights: [String]? = nil, _ wrapper: [String] = []) async throws {
      folder = try TemporaryFolder()
      daemon = try await Controlled(wrapper, in: folder, Self.settings(folder, rights))
      // The second socket is opened after the first one, in the same turn: an answer on the first one comes later.
      _ = try daemon.status()
    }

    /// What follows `socket` in the configuration.
    static func settings(_ folder: TemporaryFolder, _ rights: [String]?) -> String {
      let rights = rights.map { "watch_rights = [\($0.map { "\"\($0)\"" }.joined(separator: ", "))]\n" } ?? ""
      return "watch_socket = \"\(folder.path("watch.sock"))\"\n\(rights)\(Controlled.gestures)"
    }

    func client() throws -> RawClient { try RawClient(watchers) }
  }

  private static let requests: [(rights: [String], request: String)] = [
    (["look"], #"{"request":"status"}"#), (["look"], #"{"request":"describe"}"#), (["hear"], #"{"request":"watch"}"#),
    (["hear", "touch"], #"{"request":"watch","touches":true}"#),
    (["hear", "touch"], #"{"request":"watch","attempts":true}"#),
    (["steer"], #"{"request":"pause"}"#), (["steer"], #"{"request":"resume"}"#),
    (["steer"], #"{"request":"set","mode":"locked"}"#), (["steer"], #"{"request":"set","display":true}"#),
    (["steer"], #"{"request":"set","backlight":"40%"}"#),
    (["steer"], #"{"request":"set","gesture":"bite","enabled":true}"#),
    (["steer"], #"{"request":"set","view":"snake","enabled":true}"#), (["steer"], #"{"request":"follow"}"#),
    (["steer"], #"{"request":"rotate","screen":"main","orientation":"left"}"#),
    (["steer"], #"{"request":"turn","screen":"main","turns":0}"#), (["steer"], #"{"request":"use","used":false}"#),
    (["reload"], #"{"request":"reload"}"#),
  ]

  @Test(
    arguments: [
      nil, ["hear", "touch"], ["steer"], ["look", "reload"], ["look", "hear", "places", "touch", "steer", "reload"],
    ] as [[String]?])
  func `Each request is answered if its right is granted, and refused with 77 otherwise`(granted: [String]?)
    async throws
  {
    let watched = try await Watched(granted)
    let rights = granted ?? ["look", "hear"]
    // One connection for all of them: "turn" and "use" need a "follow" before them.
    let client = try watched.client()
    for (needed, request) in Self.requests {
      client.say(Array("\(request)\n".utf8))
      var reply = ""
      repeat { reply = client.hear() } while !reply.isEmpty && !reply.contains("\"type\":\"reply\"")
      if let missing = needed.first(where: { !rights.contains($0) }) {
        #expect(reply.contains("\"status\":77"), "\(request): \(reply)")
        #expect(reply.contains("needs the right \\\"\(missing)\\\""), "\(request): \(reply)")
      } else {
        #expect(reply.contains("\"ok\":true"), "\(request): \(reply)")
      }
    }
    // On the main socket all of it stays allowed.
    #expect(try watched.daemon.ask("pause").end == .status(0))
    try await watched.daemon.stop()
  }

  @Test func `What actions do is for the main socket, even for root with all rights`() async throws {
    let watched = try await Watched(["look", "hear", "places", "touch", "steer", "reload"])
    let client = try watched.client()
    client.say(Array("{\"request\":\"watch\",\"values\":true}\n".utf8))
    #expect(client.hear().contains("\"status\":77"))
    try await watched.daemon.stop()
  }

  @Test func `A watcher triggers the named actions that are listed for it, and no others`() async throws {
    let folder = try TemporaryFolder()
    let actions = """
      watch_socket = "\(folder.path("watch.sock"))"
      watch_actions = ["light"]
      [actions.light]
      shell = "echo $TICKLED_ACTION $TICKLED_STATE > \(folder.path("light.new")); mv \(folder.path("light.new")) \(folder.path("light"))"
      [[actions.both]]
      log = "off"
      [[actions.both]]
      mode = "locked"
      \(Controlled.gestures)
      """
    let daemon = try await Controlled(in: folder, actions)
    _ = try daemon.status()
    let client = try RawClient(folder.path("watch.sock"))
    func ask(_ request: String) -> String {
      client.say(Array("\(request)\n".utf8))
      return client.hear()
    }
    #expect(ask(#"{"request":"describe"}"#).contains(#""actions":["light"]"#))
    #expect(ask(#"{"request":"trigger","action":"light"}"#).contains("\"ok\":true"))
    try await until("the action") { FileManager.default.fileExists(atPath: folder.path("light")) }
    #expect(folder.text("light") == "light triggered\n")
    let refused = ask(#"{"request":"trigger","action":"both"}"#)
    #expect(refused.contains("\"status\":77") && refused.contains("watch_actions"), "\(refused)")
    #expect(ask(#"{"request":"trigger","action":"light; reboot"}"#).contains("\"status\":64"))
    // The tool may trigger all of them: it uses the main socket.
    #expect(try daemon.status()["mode"].string == "default")
    #expect(try daemon.ask("trigger", "both").end == .status(0))
    #expect(try daemon.status()["mode"].string == "locked")
    #expect(try daemon.ask("trigger", "nothing").end == .status(64))
    try await daemon.stop()
  }

  @Test func `A layout needs the right to steer, and lasts as long as the connection that follows`() async throws {
    let layout = Array("{\"request\":\"layout\",\"keys\":{\"y\":\"zZ\"}}\n".utf8)
    let watched = try await Watched()
    let client = try watched.client()
    client.say(layout)
    #expect(client.hear().contains("\"status\":77"))
    do {
      let main = try RawClient(watched.daemon.socket)
      main.say(layout)
      let refused = main.hear()
      #expect(refused.contains("\"status\":64") && refused.contains("follow"), "\(refused)")
      main.say(Array("{\"request\":\"follow\"}\n".utf8))
      #expect(main.hear().contains("\"ok\":true"))
      main.say(Array("{\"request\":\"layout\",\"keys\":{\"power\":\"z\"}}\n".utf8))
      #expect(main.hear().contains("does not type characters"))
      #expect(!watched.daemon.daemon.errors.contains("keyboard layout"))
      main.say(layout)
      #expect(main.hear().contains("\"ok\":true"))
    }
    try await until("the end of the layout: \(watched.daemon.daemon.errors)") {
      let errors = watched.daemon.daemon.errors
      return errors.contains("keyboard layout: the session's") && errors.contains("keyboard layout: as configured")
    }
    try await watched.daemon.stop()
  }

  @Test func `A client learns its rights`() async throws {
    let watched = try await Watched()
    let client = try watched.client()
    client.say(Array("{\"request\":\"describe\"}\n".utf8))
    #expect(client.hear().contains(#""rights":["look","hear"]"#))
    let main = try RawClient(watched.daemon.socket)
    main.say(Array("{\"request\":\"describe\"}\n".utf8))
    #expect(main.hear().contains(#""rights":["look","hear","places","touch","steer","reload"]"#))
    try await watched.daemon.stop()
  }

  @Test func `A reload that changes the rights drops the clients that had them`() async throws {
    let watched = try await Watched(["steer"])
    let client = try watched.client()
    client.say(Array("{\"request\":\"pause\"}\n".utf8))
    #expect(client.hear().contains("\"ok\":true"))
    try watched.folder.write(
      "[daemon]\nsocket = \"\(watched.daemon.socket)\"\n\(Watched.settings(watched.folder, ["look"]))",
      to: "config.toml")
    #expect(try watched.daemon.ask("reload").end == .status(0))
    #expect(client.hear() == "", "the connection has ended")
    // The new socket is opened after the old one has ended, in the same turn: an answer on the first one comes later.
    _ = try watched.daemon.status()
    let second = try watched.client()
    second.say(Array("{\"request\":\"resume\"}\n".utf8))
    #expect(second.hear().contains("\"status\":77"))
    // Without rights the socket is gone.
    try watched.folder.write(
      "[daemon]\nsocket = \"\(watched.daemon.socket)\"\n\(Watched.settings(watched.folder, []))", to: "config.toml")
    #expect(try watched.daemon.ask("reload").end == .status(0))
    #expect(!FileManager.default.fileExists(atPath: watched.watchers))
    try await watched.daemon.stop()
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing), arguments: [false, true])
  func `Places of gestures are for those who may have them`(mayHavePlaces: Bool) async throws {
    let panel = try MockPanel(.endlessTaps)
    let watched = try await Watched(mayHavePlaces ? ["look", "hear", "places"] : nil, panel.wrapper)
    for format in ["json", "text"] {
      let client = try watched.client()
      client.say(Array("{\"request\":\"watch\",\"format\":\"\(format)\"}\n".utf8))
      _ = client.hear()
      let lines = (0..<3).map { _ in client.hear() }
      #expect(lines.allSatisfy { $0.contains("bite") }, "\(lines)")
      let places = format == "json" ? ["\"location\":", "\"location_in_view\":"] : [" at "]
      for place in places { #expect(lines.allSatisfy { $0.contains(place) == mayHavePlaces }, "\(lines)") }
    }
    // A watcher on the main socket gets them at the same time.
    let main = try RawClient(watched.daemon.socket)
    main.say(Array("{\"request\":\"watch\"}\n".utf8))
    _ = main.hear()
    #expect(main.hear().contains("\"location\":"))
    try panel.signal(SIGTERM)
    #expect(try await watched.daemon.daemon.ended().end == .status(0))
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `The status tells what became of movements only to those who may see touches`() async throws {
    let touches: [(Double, [Recording.Event])] = [(0.1, [.down(50, 50)]), (0.15, [.move(59, 50)]), (0.2, [.up()])]
    let panel = try MockPanel(.repeated(every: 0.4, for: 60, touches))
    let watched = try await Watched(nil, panel.wrapper)
    let reader = try RawClient(watched.daemon.socket)
    reader.say(Array("{\"request\":\"watch\",\"attempts\":true}\n".utf8))
    _ = reader.hear()
    try await until("an attempt in the status") { try !watched.daemon.status()["attempts"].array.isEmpty }
    let client = try watched.client()
    client.say(Array("{\"request\":\"status\"}\n".utf8))
    let reply = client.hear()
    #expect(
      reply.contains("\"ok\":true") && !reply.contains("\"tried\"") && !reply.contains("came closest"), "\(reply)")
    try panel.signal(SIGTERM)
    #expect(try await watched.daemon.daemon.ended().end == .status(0))
  }

  @Test(.enabled(if: geteuid() == 0, "other users can be played by root only: skipped"))
  func `The socket is for its folder's group`() async throws {
    let (member, stranger) = (UInt32(60_123), UInt32(60_124))
    let watched = try await Watched()
    // The daemon makes its socket again, now that the folder has the group of the watchers.
    let shared = watched.folder.path("watchers")
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    chown(shared, 0, member)
    chmod(shared, 0o2750)
    chmod(watched.folder.path, 0o755)
    let settings = "watch_socket = \"\(shared)/tickled.sock\"\n\(Controlled.gestures)"
    try watched.folder.write("[daemon]\nsocket = \"\(watched.daemon.socket)\"\n\(settings)", to: "config.toml")
    #expect(try watched.daemon.ask("reload").end == .status(0))
    try watched.folder.write("[daemon]\nsocket = \"\(shared)/tickled.sock\"\n", to: "client.toml")
    func ask(_ words: String..., group: UInt32) async throws -> Outcome {
      let user = ["/usr/bin/setpriv", "--reuid=60125", "--regid=60125", "--groups=\(group)"]
      return try await Program.tickle.start(words + ["--config", watched.folder.path("client.toml")], wrapper: user)
        .ended()
    }
    #expect(try await ask("status", group: member).output.contains("tickled"))
    #expect(try await ask("pause", group: member).end == .status(77))
    #expect(try await ask("watch", "--touches", group: member).end == .status(77))
    #expect(try await ask("status", group: stranger).end == .status(77))
    try await watched.daemon.stop()
  }
}
