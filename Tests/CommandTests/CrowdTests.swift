import Control
import Foundation
import Testing

/// Programs that misbehave beside a daemon, each in its own way: none may stop the gestures, or another client.
@Suite("A crowd of programs", .startsPrograms, .enabled(if: MockPanel.isAvailable, MockPanel.missing))
struct CrowdTests {
  /// TICKLED_STRESS=1 plays more of them. All must be over before the 32nd second: umockdev 0.17 loses the first byte of events in it, which is
  /// a space, as a reader of the raw node shows.
  private static let taps = ProcessInfo.processInfo.environment["TICKLED_STRESS"] == nil ? 100 : 300
  /// On a busy machine the fingers may lift late.
  private static let bite =
    "[[gesture]]\nname = \"bite\"\nkind = \"tap\"\nmax_duration = \"none\"\naction = { shell = \"echo $TICKLED_X $TICKLED_Y >>ran\" }\n"

  /// A tap each tenth of a second: the panel does not wait for the programs, which may start late on a busy machine.
  private static let hand = Recording((0..<taps).flatMap(tap))

  /// At 100 places in turn: on a busy machine taps may seem to take no time, and a panel that repeats such taps at one place is faulty.
  private static func tap(_ number: Int) -> [(Double, [Recording.Event])] {
    let time = 1 + Double(number) / 10
    return [(time, [.down(20 + 15 * Double(number % 10), 20 + 8 * Double(number / 10 % 10))]), (time + 0.06, [.up()])]
  }

  private func configuration(_ folder: TemporaryFolder, _ text: String = bite) -> String {
    // The taps follow each other faster than a hand's on a busy machine.
    "[daemon]\nsocket = \"\(folder.path("s"))\"\n"
      + text.replacing(">>ran", with: ">>\(folder.path("ran"))") + "[[screen]]\nname = \"main\"\nbridge = \"off\"\n"
  }

  private func ran(_ folder: TemporaryFolder) -> Int {
    (try? String(contentsOfFile: folder.path("ran"), encoding: .utf8).count { $0 == "\n" }) ?? 0
  }

  private func status(_ folder: TemporaryFolder) throws -> JSON {
    let outcome = try Program.tickle.run(["status", "--format", "json", "--config", folder.path("config.toml")])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    return try JSON.lines(outcome.outputBytes)[0]
  }

  /// What the status says about the panel, such as touches that were filtered, and the places whose taps ran.
  private func findings(_ folder: TemporaryFolder) throws -> String {
    try Program.tickle.run(["status", "--config", folder.path("config.toml")]).output
      + String(contentsOfFile: folder.path("ran"), encoding: .utf8).replacing("\n", with: ", ")
  }

  private func connect(_ folder: TemporaryFolder) async throws -> Int32 {
    var descriptor: Int32?
    try await until("a control socket") {
      descriptor = try? ControlSocket.connect(to: folder.path("s"))
      return descriptor != nil
    }
    return descriptor!
  }

  @Test func `Requests without end delay no tap and no other client`() async throws {
    let panel = try MockPanel(Self.hand)
    let folder = panel.folder
    let daemon = try panel.startDaemon(configuration(folder))
    let requests = [
      #"{"request":"reload"}"#, #"{"request":"status"}"#, #"{"request":"set","gesture":"bite","enabled":true}"#,
      #"{"request":"rotate","screen":"main","orientation":"normal"}"#, #"{"request":"nonsense"}"#, "",
    ].map { Array(($0 + "\n").utf8) }
    let flood = Flood(folder.path("s"), requests.flatMap { $0 } + [UInt8](repeating: 0x78, count: 2000) + [0x0A])
    let endless = Flood(folder.path("s"), [UInt8](repeating: 0x78, count: 3000))
    close(try await connect(folder))
    repeat { _ = try status(folder) } while ran(folder) < Self.taps / 2
    try await until("all taps, not \(ran(folder)): \((try? findings(folder)) ?? "")") { ran(folder) == Self.taps }
    #expect(flood.count > 5, "each has six requests")
    flood.stop()
    endless.stop()
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `A log and an output that nothing reads stop neither the gestures nor the end`() async throws {
    let panel = try MockPanel(Self.hand)
    let folder = panel.folder
    // Opened for both directions by the test, so that writers don't wait for a reader, and filled.
    var pipes: [Int32] = []
    for name in ["log", "out"] {
      try #require(mkfifo(folder.path(name), 0o600) == 0)
      let descriptor = open(folder.path(name), O_RDWR | O_NONBLOCK)
      while write(descriptor, [UInt8](repeating: 0x0A, count: 4096), 4096) > 0 {}
      pipes.append(descriptor)
    }
    defer { for pipe in pipes { close(pipe) } }
    let path = try folder.write(configuration(folder, "log_level = \"debug\"\n" + Self.bite), to: "config.toml")
    let words = ["sh", "-c", "exec \"$@\" >\(folder.path("out")) 2>\(folder.path("log"))", "sh"]
    let daemon = try Program.tickled.start(
      ["--config", path, "--format", "json"], wrapper: panel.wrapper + words)
    try await until("all taps, not \(ran(folder)): \((try? findings(folder)) ?? "")") { ran(folder) == Self.taps }
    let status = try status(folder)
    #expect(status["lost"]["output"].int == 0, "the ring holds so few lines")
    let start = ContinuousClock.now
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
    // Two outputs are given a second each; the rest is room for a busy machine.
    #expect(ContinuousClock.now - start < .seconds(100))
  }

  @Test func `Forty watchers that do not read delay no tap, and one that reads again learns what it missed`()
    async throws
  {
    let taps = 60
    let panel = try MockPanel(Recording((0..<taps).flatMap(Self.tap)))
    let folder = panel.folder
    let modes = "[[gesture]]\nname = \"other\"\nkind = \"pan\"\n[mode.a]\ndisable = [\"other\"]\n"
    let daemon = try panel.startDaemon(configuration(folder, Self.bite + modes))
    var watchers: [Int32] = []
    for _ in 0..<40 {
      let watcher = try await connect(folder)
      let request = Array("{\"request\":\"watch\",\"touches\":true}\n".utf8)
      #expect(send(watcher, request, request.count, Int32(MSG_NOSIGNAL)) == request.count)
      watchers.append(watcher)
    }
    // Each change of the mode is a line for every watcher, until neither its socket nor the daemon has room for more.
    let client = try await connect(folder)
    var lost = 0
    while lost <= 40 {
      for number in 0..<100 {
        let mode = number % 2 == 0 ? "a" : "default"
        let request = Array("{\"request\":\"set\",\"mode\":\"\(mode)\"}\n".utf8)
        #expect(send(client, request, request.count, Int32(MSG_NOSIGNAL)) == request.count)
        var reply = [UInt8](repeating: 0, count: 256)
        try #require(recv(client, &reply, reply.count, 0) > 0)
      }
      lost = try status(folder)["lost"]["watchers"].int ?? 0
    }
    try await until("all taps, not \(ran(folder)); \(daemon.errors.suffix(2000))") { ran(folder) == taps }
    var text = ""
    try await until("a line that says what was lost") {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(watchers[0], &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count > 0 { text += String(decoding: bytes[..<count], as: UTF8.self) }
      return text.contains("{\"type\":\"lost\",\"lines\":")
    }
    let status = try status(folder)
    #expect(status["watchers"].int == 40)
    #expect(daemon.errors.components(separatedBy: "does not keep up").count == 2, "one warning: \(daemon.errors)")
    for watcher in watchers + [client] { close(watcher) }
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `Watchers don't see the commands of actions unless they ask for them`() async throws {
    let panel = try MockPanel(Self.hand)
    let folder = panel.folder
    let secret = Self.bite.replacing("echo", with: ": s3cret; echo")
    let daemon = try panel.startDaemon(configuration(folder, secret), [])
    // They try until the daemon has started: a test may have to wait for other tests, and the panel does not.
    func watch(_ options: String) throws -> Child {
      let words = "\(Program.tickle.path) watch \(options) --config \(folder.path("config.toml"))"
      return try Child(["sh", "-c", "until \(words); do sleep 0.1; done"], environment: [:], output: nil)
    }
    let plain = try watch("")
    let curious = try watch("--values")
    try await until("an action in both") {
      plain.output.contains(#""type":"action""#) && curious.output.contains(#""type":"action""#)
    }
    for watcher in [plain, curious] { watcher.signal(SIGTERM) }
    #expect(!plain.output.contains("s3cret"))
    #expect(curious.output.contains("s3cret"))
    try panel.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))
  }

  @Test func `With a broken file the daemon starts with the last valid configuration`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(configuration(folder), to: "config.toml")
    let environment = ["STATE_DIRECTORY": folder.path]
    func start() throws -> Child {
      try Program.tickled.start(["--config", path, "--device", "/nonexistent/event0"], environment: environment)
    }
    var daemon = try start()
    try await until("a copy") { access(folder.path("last-good.toml"), F_OK) == 0 }
    daemon.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))

    try folder.write(configuration(folder) + "[[gesture]]\nname = \"x\"\nkind = \"tipp\"\n", to: "config.toml")
    daemon = try start()
    try await daemon.says("starting with the last valid configuration")
    close(try await connect(folder))
    let text = try Program.tickle.run(["status", "--config", path])
    #expect(text.output.contains("the file has errors"))
    #expect(text.output.contains("\"tipp\""))
    let json = try status(folder)
    #expect(json["gestures"].int == 1)
    #expect(json["config_errors"][0].string?.contains("tipp") == true)
    try folder.write(configuration(folder, ""), to: "config.toml")
    #expect(try Program.tickle.run(["reload", "--config", path]).end == .status(0))
    #expect(try !Program.tickle.run(["status", "--config", path]).output.contains("has errors"))
    daemon.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0))

    // A copy of another file is of no use for this one, and without one the errors end the daemon.
    try folder.write("# tickled's copy of /etc/other.toml\n", to: "last-good.toml")
    try folder.write("[[gesture]]\nname = \"x\"\nkind = \"tipp\"\n", to: "config.toml")
    #expect(try await start().ended().end == .status(78))
  }
}

/// A client that sends the same bytes again and again, and reads no answer; connects again when it is dropped.
private final class Flood: @unchecked Sendable {  // The lock guards what both threads use.
  private let lock = NSLock()
  private var isStopped = false
  private var sent = 0
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ path: String, _ bytes: [UInt8]) {
    Thread.detachNewThread { @Sendable [self] in
      while !lock.withLock({ isStopped }) {
        guard let descriptor = try? ControlSocket.connect(to: path) else {
          usleep(10_000)  // The daemon is starting.
          continue
        }
        var wait = timeval(tv_sec: 0, tv_usec: 100_000)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        var answers = [UInt8](repeating: 0, count: 65536)
        while !lock.withLock({ isStopped }) {
          let count = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
          if count < 0 && errno != EAGAIN { break }
          while recv(descriptor, &answers, answers.count, Int32(MSG_DONTWAIT)) > 0 {}
          lock.withLock { sent += 1 }
        }
        close(descriptor)
      }
      hasEnded.signal()
    }
  }

  var count: Int { lock.withLock { sent } }

  func stop() {
    lock.withLock { isStopped = true }
    hasEnded.wait()
  }
}
