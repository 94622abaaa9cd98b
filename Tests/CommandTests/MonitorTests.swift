import Foundation
import Testing

/// A terminal that tests can inspect: a private tmux with one pane.
final class TestTerminal {
  static let isAvailable = ["/usr/bin", "/usr/local/bin", "/bin"].contains { access("\($0)/tmux", X_OK) == 0 }
  static let missing: Comment = "tmux is not installed: skipped"

  let folder: TemporaryFolder
  private let server: Child

  /// Runs a shell script in the terminal; `$F` is the test's folder, and the wrapper is words before the terminal's program.
  init(
    _ script: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:], wrapper: [String] = []
  ) async throws {
    folder = try TemporaryFolder()
    try folder.write(script, to: "script")
    var environment = environment
    environment["F"] = folder.path
    environment["TERM"] = "xterm-256color"
    // -D keeps the server in the foreground, so that it ends with the test.
    server = try Child(
      wrapper + ["tmux", "-D", "-S", folder.path("tmux"), "-f", "/dev/null"], environment: environment, output: nil)
    let socket = folder.path("tmux")
    try await until("the socket of tmux") { access(socket, F_OK) == 0 }
    try await tmux("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "sh \(folder.path("script"))")
  }

  deinit { server.signal(SIGKILL) }

  @discardableResult
  func tmux(_ words: String...) async throws -> String {
    let child = try Child(["tmux", "-S", folder.path("tmux")] + words, environment: [:], output: nil)
    let outcome = try await child.ended()
    #expect(outcome.end == .status(0), "tmux \(words): \(outcome.errors)")
    return outcome.output
  }

  func press(_ keys: String...) async throws {
    for key in keys { try await tmux("send-keys", key) }
  }

  /// Returns the lines of the screen. If tmux hangs, which has happened on a busy machine, it is asked again.
  func lines() async throws -> [Substring] {
    for _ in 0..<5 {
      let child = try Child(["tmux", "-S", folder.path("tmux"), "capture-pane", "-p"], environment: [:], output: nil)
      guard let outcome = try? await child.ended(within: .seconds(12)) else { continue }
      #expect(outcome.end == .status(0), "tmux capture-pane: \(outcome.errors)")
      return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    }
    throw ChildError.late("what tmux shows")
  }

  /// Waits until the screen meets a condition.
  @discardableResult
  func sees(_ what: String, _ holds: ([Substring]) -> Bool) async throws -> [Substring] {
    let limit = ContinuousClock.now + .seconds(60)
    while true {
      let lines = try await lines()
      if holds(lines) { return lines }
      if ContinuousClock.now > limit { throw ChildError.late("\(what) on\n\(lines.joined(separator: "\n"))") }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  @discardableResult
  func sees(_ text: String) async throws -> [Substring] {
    try await sees("\"\(text)\"") { lines in lines.contains { $0.contains(text) } }
  }

  /// Waits for a file that the script writes, and returns its content.
  func file(_ name: String) async throws -> String {
    try await until("\(name) in \(folder.path)") { self.folder.text(name).hasSuffix("\n") }
    return folder.text(name)
  }

  /// Returns the process whose ID is in a file.
  func signal(_ number: Int32, file: String = "pid") async throws {
    kill(try #require(pid_t(try await self.file(file).dropLast())), number)
  }
}

// Serialized, because each test keeps a tmux busy, and other tests use panels that don't wait for them.
@Suite("Monitor", .startsPrograms, .serialized, .enabled(if: TestTerminal.isAvailable, TestTerminal.missing))
struct MonitorTests {
  private static let ofRecording = "--recording \(Files.demo) --config \(Files.shippedConfiguration)"

  /// A script that runs the monitor, and writes its exit status and the terminal's modes before and after.
  private static func script(_ arguments: String, before: String = "") -> String {
    """
    stty -a > $F/before
    \(before)
    sh -c 'echo $$ > $F/pid; exec "$@"' - \(Program.tickle.path) monitor \(arguments) 2> $F/stderr
    echo $? > $F/status
    stty -a > $F/after
    echo done > $F/done
    exec cat
    """
  }

  /// Expects the terminal to be as before: its modes, its screen, its cursor.
  private func expectIntact(_ terminal: TestTerminal) async throws {
    _ = try await terminal.file("done")
    #expect(terminal.folder.text("before") == terminal.folder.text("after"))
    try await terminal.sees("an empty screen") { $0.allSatisfy(\.isEmpty) || !$0.joined().contains("recognizers") }
    #expect(try await terminal.tmux("display", "-p", "#{cursor_flag} #{alternate_on} #{wrap_flag}") == "1 0 1\n")
  }

  /// Returns the recording's time in the title.
  private func time(_ lines: [Substring]) -> Double? {
    guard let end = lines.first?.range(of: " of ") else { return nil }
    return Double(lines[0][..<end.lowerBound].split(separator: " ").last ?? "")
  }

  @Test func `It shows views, fingers, gestures and the reasons for failures, and restores the terminal`()
    async throws
  {
    let terminal = try await TestTerminal(Self.script(Self.ofRecording))
    try await terminal.sees("┌snake─")
    // Starts again from the beginning, frame by frame.
    try await terminal.press("Space", "r")
    try await terminal.sees("0.000 of 9.850 s paused")
    try await terminal.press(".", ".")
    let first = try await terminal.sees("0.100 of 9.850 s paused")
    #expect(first.contains { $0.contains("tap") && $0.contains("ended") })
    #expect(first[0].contains("tickled demo panel"))
    #expect(first[1].contains("main 217 × 136 mm"))
    #expect(first.contains { $0.contains("┌snake─") && $0.contains("┌dragon─") })
    #expect(first.contains { $0.contains("pan") && $0.contains("moved 0.0 mm, pan needs more than 4.0 mm") })
    try await terminal.press("+", "+", "Space")
    // Two hands, numbered, with their trails. If the test looked too late, it plays the recording again.
    func showsTwoHands(_ lines: [Substring]) -> Bool {
      let panel = lines[2...12].map { $0.prefix(37) }.joined()
      return panel.contains("1") && panel.contains("2")
        && panel.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
    }
    var hasShownThem = false
    for _ in 0..<100 where !hasShownThem {
      let lines = try await terminal.sees("two fingers") { showsTwoHands($0) || $0[0].hasSuffix("end") }
      hasShownThem = showsTwoHands(lines)
      if !hasShownThem { try await terminal.press("r") }
    }
    #expect(hasShownThem)
    let last = try await terminal.sees("×4 end")
    #expect(last.contains { $0.contains("pan") && $0.contains("dragon") && $0.contains("ended moved -51.5, -32.8 mm") })
    #expect(last.contains { $0.contains("1 finger, pinch needs 2; key `fingers`, rule PIN-9") })

    try await terminal.tmux("resize-window", "-x", "150", "-y", "45")
    let large = try await terminal.sees(
      "had to wait for pan to fail, but that began at 9.083 s; key `requires_failure_of`, rule REQ-1")
    #expect(large.contains { $0.contains("pinch") && $0.contains("ended ×1.75") })
    try await terminal.tmux("resize-window", "-x", "39", "-y", "11")
    try await terminal.sees("too small: 39 × 11")
    try await terminal.tmux("resize-window", "-x", "80", "-y", "24")
    try await terminal.sees("main 217 × 136 mm")

    try await terminal.press("q")
    try await expectIntact(terminal)
    #expect(try await terminal.file("status") == "0\n")
    #expect(terminal.folder.text("stderr") == "")
  }

  @Test func `A recording can be paused, stepped, sped up and restarted`() async throws {
    let terminal = try await TestTerminal(Self.script(Self.ofRecording))
    try await terminal.sees("┌snake─")
    try await terminal.press("Space")
    let paused = try #require(time(try await terminal.sees("paused")))
    try await terminal.press(".")
    let next = try #require(time(try await terminal.sees("another frame") { time($0) != paused }))
    #expect(next > paused)
    // The recording's frames are 1/60 s apart, its pauses are at most 1.5 s.
    #expect(next - paused < 1.6)
    try await terminal.press("+", "+")
    try await terminal.sees("×4 paused")
    try await terminal.press("-", "-", "-")
    try await terminal.sees("×1/2 paused")
    // The time has not advanced meanwhile.
    #expect(time(try await terminal.lines()) == next)
    try await terminal.press("+", "+", "+", "+", "+", "Space")
    try await terminal.sees("×16 end")
    try await terminal.press("-", "-", "-", "-", "-", "r", "Space")
    let again = try await terminal.sees("paused")
    #expect(try #require(time(again)) < 9.8)
    try await terminal.press("C-c")
    try await expectIntact(terminal)
    #expect(try await terminal.file("status") == "0\n")
  }

  @Test(arguments: [(SIGTERM, 0), (SIGHUP, 0), (SIGINT, 0), (SIGSEGV, 139), (SIGABRT, 134), (SIGQUIT, 131)])
  func `Any signal that ends it leaves the terminal restored`(signal: Int32, status: Int) async throws {
    let terminal = try await TestTerminal("ulimit -c 0\n" + Self.script(Self.ofRecording))
    try await terminal.sees("┌snake─")
    try await terminal.signal(signal)
    try await expectIntact(terminal)
    #expect(try await terminal.file("status") == "\(status)\n")
  }

  @Test func `Ctrl-Z returns the terminal to the shell, and fg resumes the monitor`() async throws {
    let terminal = try await TestTerminal("exec bash --norc --noprofile -i")
    try await terminal.press("PS1='ready> '", "Enter")
    try await terminal.sees("a prompt") { lines in lines.contains { $0.hasPrefix("ready>") } }
    try await terminal.press("\(Program.tickle.path) monitor \(Self.ofRecording)", "Enter")
    try await terminal.sees("┌snake─")
    try await terminal.press("C-z")
    try await terminal.sees("Stopped")
    #expect(try await terminal.tmux("display", "-p", "#{cursor_flag} #{alternate_on}") == "1 0\n")
    try await terminal.press("fg", "Enter")
    try await terminal.sees("┌snake─")
    #expect(try await terminal.tmux("display", "-p", "#{cursor_flag} #{alternate_on}") == "0 1\n")
    try await terminal.press("q")
    try await terminal.sees("a prompt") { lines in lines.last { !$0.isEmpty }?.hasPrefix("ready>") == true }
  }

  @Test func `It ends when its terminal is closed`() async throws {
    let terminal = try await TestTerminal(Self.script(Self.ofRecording))
    try await terminal.sees("┌snake─")
    let process = try #require(pid_t(try await terminal.file("pid").dropLast()))
    try await terminal.tmux("kill-server")
    try await until("the end of the monitor") { kill(process, 0) != 0 }
  }

  @Test func `A terminal that stops reading does not block it`() async throws {
    var (master, other): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 500, ws_col: 500, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&master, &other, nil, nil, &size) == 0)
    defer {
      close(other)
      close(master)
    }
    let arguments = ["monitor", "--recording", Files.demo, "--config", Files.shippedConfiguration]
    let child = try Program.tickle.start(
      arguments, environment: ["TERM": "xterm"], output: String(cString: ttyname(other)))
    // After the start, nothing fits into the terminal's buffer any more, for as long as some pictures take.
    var waiting: Int32 = 0
    try await until("the first picture") {
      #expect(ioctl(master, UInt(FIONREAD), &waiting) == 0)
      return waiting > 0
    }
    #expect(fcntl(other, F_SETFL, O_RDWR | O_NONBLOCK) == 0)
    let noise = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    var rounds = 0
    try await until("a full terminal") {
      child.signal(SIGWINCH)
      rounds = write(other, noise, noise.count) < 0 ? rounds + 1 : 0
      return rounds > 20
    }
    child.signal(SIGTERM)
    #expect(try await child.ended().end == .status(0))
  }

  @Test func `It shows the files as they are saved, and the ones of before while they are invalid`() async throws {
    let folder = try TemporaryFolder()
    let shipped = try String(contentsOfFile: Files.shippedConfiguration, encoding: .utf8)
    let renamed = shipped.replacingOccurrences(of: "snake", with: "otter")
    let configuration = try folder.write(shipped, to: "c.toml")
    let recording = try folder.write(Data(contentsOf: URL(filePath: Files.demo)), to: "demo.evemu")
    let terminal = try await TestTerminal(Self.script("--recording \(recording) --config \(configuration)"))
    try await terminal.sees("┌snake─")
    try folder.write(renamed, to: "c.toml")
    try await terminal.sees("┌otter─")
    try folder.write("finger = 2\n" + renamed, to: "c.toml")
    // A picture may be caught while it is being drawn, so each of these waits for the whole of it.
    try await terminal.sees("the refusal beside the views of before") { lines in
      ["not taken over: ", "c.toml:1:1: unknown key", "┌otter─"].allSatisfy { text in
        lines.contains { $0.contains(text) }
      }
    }
    try folder.write(shipped, to: "c.toml")
    try await terminal.sees("the new views without the refusal") { lines in
      lines.contains { $0.contains("┌snake─") } && !lines.contains { $0.contains("not taken over") }
    }

    try folder.write(Recording.taps((50, 40)).text, to: "demo.evemu")
    try await terminal.sees("Test Panel")
    try folder.write("Dear diary,\n", to: "demo.evemu")
    try await terminal.sees("demo.evemu:1: is not a line")
    try await terminal.press("q")
    try await expectIntact(terminal)
    #expect(try await terminal.file("status") == "0\n")
  }

  @Test func `A threshold that is edited while a recording loops counts in the next pass`() async throws {
    let folder = try TemporaryFolder()
    func text(_ threshold: String) -> String {
      "[[gesture]]\nname = \"pan\"\nkind = \"pan\"\nthreshold = \"\(threshold)\"\n"
    }
    let configuration = try folder.write(text("5mm"), to: "c.toml")
    let recording = try folder.write(Recording.taps((50, 40)).text, to: "tap.evemu")
    let terminal = try await TestTerminal(Self.script("--recording \(recording) --loop --config \(configuration)"))
    try await terminal.sees("pan needs more than 5.0 mm")
    // It ends and begins again by itself, twice.
    for _ in 0..<2 {
      try await terminal.sees("the end") { $0[0].hasSuffix(" end") }
      try await terminal.sees("the next pass") { !$0[0].hasSuffix(" end") && $0[0].contains(" of ") }
    }
    try folder.write(text("7mm"), to: "c.toml")
    try await terminal.sees("pan needs more than 7.0 mm")
    try await terminal.sees("the end of a later pass") { $0[0].hasSuffix(" end") }
    // While it is paused, it does not begin again.
    try await terminal.press("Space")
    try await terminal.sees("play  ")
    try await terminal.press("q")
    try await expectIntact(terminal)
    #expect(try await terminal.file("status") == "0\n")
  }

  @Test(.enabled(if: SystemConfiguration.hidden != nil, SystemConfiguration.visible))
  func `Without a configuration it shows the fingers and says that there is no configuration`() async throws {
    let terminal = try await TestTerminal(
      Self.script("--recording \(Files.demo)"), environment: ["XDG_CONFIG_HOME": "/nowhere"],
      wrapper: try #require(SystemConfiguration.hidden))
    try await terminal.sees("does not exist: no gestures")
    try await terminal.sees("none: no gesture is configured")
  }

  @Test func `With NO_COLOR it uses no colours and says why`() async throws {
    let terminal = try await TestTerminal(Self.script(Self.ofRecording), environment: ["NO_COLOR": "1"])
    try await terminal.sees("no colours: NO_COLOR is set")
    let plain = try await terminal.tmux("capture-pane", "-p", "-e")
    #expect(plain.firstMatch(of: /\[[0-9;]*3[1-6]m/) == nil)
    let other = try await TestTerminal(Self.script(Self.ofRecording))
    try await other.sees("┌snake─")
    #expect(try await other.tmux("capture-pane", "-p", "-e").firstMatch(of: /\[[0-9;]*34m/) != nil)
  }

  @Test func `On an unsuitable terminal it names the alternatives`() async throws {
    let piped = try Program.tickle.run(["monitor", "--recording", Files.demo], environment: ["TERM": "xterm"])
    #expect(piped.end == .status(64))
    #expect(piped.errors.contains("`tickle replay`"))
    #expect(try Program.tickle.run(["monitor"]).errors.contains("`tickle watch`"))
    let dumb = try await TestTerminal(Self.script(Self.ofRecording, before: "export TERM=dumb"))
    #expect(try await dumb.file("status") == "64\n")
    #expect(dumb.folder.text("stderr").contains("cannot move its cursor"))
  }

  /// Arguments and the exit status. This is a constant, because Swift 6.0 can't compile interpolations in the attribute.
  private static let unusable = [
    ("--recording /nonexistent", 66), ("--recording \(Files.shippedConfiguration)", 65),
    ("--config /nonexistent --recording \(Files.demo)", 66), ("--device /dev/input/nonexistent", 69),
    ("--device /dev/null --recording \(Files.demo)", 64),
  ]

  @Test(arguments: unusable)
  func `Errors are reported before the terminal is changed`(arguments: String, status: Int) async throws {
    let terminal = try await TestTerminal(Self.script(arguments))
    #expect(try await terminal.file("status") == "\(status)\n")
    #expect(!terminal.folder.text("stderr").isEmpty)
    try await expectIntact(terminal)
  }

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `A panel is shown while it is used`() async throws {
    let panel = try MockPanel(
      Recording([(1, [.down(50, 40)]), (1.06, [.up()]), (1.5, [.down(150, 80)]), (1.6, [.move(170, 90)])]))
    let configuration = try panel.folder.write("[[gesture]]\nname = \"bite\"\nkind = \"tap\"\n", to: "config.toml")
    let wrapper = panel.wrapper.map { "'\($0)'" }.joined(separator: " ")
    let terminal = try await TestTerminal(
      """
      stty -a > $F/before
      \(wrapper) \(Program.tickle.path) monitor --config \(configuration)
      echo $? > $F/status
      stty -a > $F/after
      echo done > $F/done
      exec cat
      """)
    let lines = try await terminal.sees("the tap") { lines in
      lines.contains { $0.contains("bite") && $0.contains("ended") }
    }
    #expect(lines[0].contains("Test Panel on /dev/input/event1"))
    #expect(lines[0].hasSuffix("live"))
    #expect(lines[1].contains("main 200 × 120 mm"))
    try await terminal.sees("moved")
    try await terminal.press("q")
    try await expectIntact(terminal)
    #expect(try await terminal.file("status") == "0\n")
  }
}
