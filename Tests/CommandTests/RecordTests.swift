import Foundation
import Testing

@Suite("Recording a panel", .startsPrograms, .enabled(if: MockPanel.isAvailable, MockPanel.missing))
struct RecordTests {
  /// A hand whose times include some with leading zeros; the panel's own times are those of another clock.
  private static let hand = Recording([
    (0.5, [.down(50, 40)]), (0.56, [.move(51, 40), .down(90, 60, finger: 1)]), (0.62, [.up(), .up(finger: 1)]),
  ])

  @Test(arguments: ["evemu", "libinput"])
  func `A recording plays like the original hand`(format: String) async throws {
    let (folder, path) = try await record(["--format", format])
    // On a busy machine, the panel's two fingers may be down together for only some milliseconds.
    let config = try folder.write(
      "[[screen]]\nname = \"main\"\nsteady = false\n[[gesture]]\nname = \"bite\"\nkind = \"tap\"\n", to: "config.toml")
    let outcome = try Program.tickle.run(["replay", "--touches", "--format", "json", "--config", config, path])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let phases = try JSON.lines(outcome.outputBytes).filter { $0["type"].string == "touch" }
    #expect(phases.first?["phase"].string == "began")
    #expect(phases.first?["location"]["x"].double == 50)
    #expect(Set(phases.compactMap { $0["id"].double }) == [1, 2])
  }

  @Test func `A recording has the format of umockdev and evemu-record`() async throws {
    let (folder, path) = try await record([])
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let events = try folder.write(
      lines.filter { $0.hasPrefix("E:") }.joined(separator: "\n") + "\n", to: "hand.events")
    // evemu-record records the events that umockdev plays from it.
    let evemu = "/usr/bin/evemu-record"
    try #require(access(evemu, X_OK) == 0, "evemu-tools is not installed")
    let panel = try MockPanel(events: events)
    let words = panel.wrapper + [evemu, "/dev/input/event1"]
    let recorder = try Child(words, environment: [:], output: folder.path("again.evemu"))
    try await until("three frames") { folder.text("again.evemu").split(separator: "--- SYN_REPORT").count == 4 }
    try panel.signal(SIGKILL)  // It ignores other signals until the next event.
    _ = try await recorder.ended()
    let again = folder.text("again.evemu").split(separator: "\n")
    #expect(what(again) == what(lines))
    // The device descriptions are identical, byte for byte.
    #expect(again.filter(isDescription) == lines.filter(isDescription))
  }

  @Test func `A recording has everything that libinput replay needs`() async throws {
    let python = "/usr/bin/python3"
    try #require(access(python, X_OK) == 0, "python3 is not installed")
    let (folder, path) = try await record(["--format", "libinput"])
    let script = try folder.write(
      """
      import sys, yaml
      recording = yaml.safe_load(open(sys.argv[1]))
      assert recording['version'] == 1 and recording['ndevices'] == len(recording['devices']) == 1
      device = recording['devices'][0]
      evdev = device['evdev']
      assert evdev['name'] == 'Test Panel' and evdev['id'] == [3, 0x1d6b, 0x104, 1] and evdev['properties'] == [1]
      for code in evdev['codes'][3]: assert len(evdev['absinfo'][code]) == 5
      assert dict(p.split('=', maxsplit=1) for p in device['udev']['properties'])['ID_INPUT_TOUCHSCREEN'] == '1'
      frames = [event['evdev'] for event in device['events'] if 'evdev' in event]
      for frame in frames:
        for (sec, usec, type, code, value) in frame: pass
        # The kernel gives a frame one time; umockdev gives each of its events the time at which it writes it.
        times = [tuple(event[:2]) for event in frame]
        assert frame[-1][2:] == [0, 0, 0] and times == sorted(times)
      print(len(frames), frames[0][0][:2])
      """, to: "check.py")
    let check = try Child([python, script, path], environment: [:], output: nil)
    let outcome = try await check.ended()
    #expect(outcome.output == "3 [0, 0]\n", "\(outcome.errors)")
  }

  @Test func `An anonymous recording does not identify the device`() async throws {
    let (folder, _) = try await record(["--anonymous"])
    let text = folder.text("hand.recording")
    #expect(text.contains("\nN: Touchscreen\n"))
    for word in ["Test Panel", "umockdev", "event1"] { #expect(!text.contains(word)) }
  }

  @Test func `A recording becomes a case, and gets labels, on request`() async throws {
    let panel = try MockPanel(Self.hand)
    let gesture = "[[gesture]]\nname = \"both\"\nkind = \"tap\"\nfingers = 2\nmovement = \"9mm\"\n"
    let config = try panel.folder.write(gesture, to: "c.toml")
    let path = panel.folder.path("hand.evemu")
    let words = ["record", "--output", path, "--config", config, "--expect", "both", "--label", "both"]
    let recorder = try panel.start(.tickle, words)
    try await until("three frames; \(recorder.errors)") {
      panel.folder.text("hand.evemu").split(separator: "SYN_REPORT").count == 4
    }
    try panel.signal(SIGINT)
    let outcome = try await recorder.ended()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(panel.folder.text("c.test.toml") == "[[case]]\nrecording = \"hand.evemu\"\nexpect = [\"both\"]\n")
    #expect(panel.folder.text("hand.labels") == "all both\n")
    // What is made from a recording is for the same users as that.
    for file in ["hand.evemu", "hand.labels", "c.test.toml"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: panel.folder.path(file))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
    let test = try Program.tickle.run(["test", "--config", config])
    #expect(test.output.contains("c.test.toml:1: "), "\(test.output)\(test.errors)")
    let score = try Program.tickle.run(["score", "--config", config, path])
    #expect(score.output.contains("1 recording, "), "\(score.output)\(score.errors)")
    // Neither a recording nor its labels are overwritten.
    let other = panel.folder.path("hand.other")
    let again = try Program.tickle.run(["record", "--output", other, "--config", config, "--label", "both"])
    #expect(again.end == .status(74) && again.errors.contains("hand.labels is not empty"), "\(again.errors)")
  }

  @Test func `Values are found from attempts on the panel`() async throws {
    // A tap that moves by 6 mm each second; the panel has no ordinary use.
    let tap: [(Double, [Recording.Event])] = [(0.2, [.down(50, 40)]), (0.25, [.move(56, 40)]), (0.3, [.up()])]
    let panel = try MockPanel(Recording.repeated(every: 2, for: 600, tap))
    let text = "# mine\n[[screen]]\nname = \"main\"\nsteady = false\n[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n"
    let config = try panel.folder.write(text, to: "c.toml")
    let kept = panel.folder.path("kept")
    let words = [
      "tune", "tap", "--live", "--attempts", "2", "--seconds", "0", "--write", "--keep", kept, "--config", config,
    ]
    let outcome = try await panel.start(.tickle, words).ended(within: .seconds(60))
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("1 of 2: missed: moved 6.0 mm, tap allows 5.0 mm; key `movement`, rule TAP-3"))
    #expect(outcome.output.contains("  after:    2 of 2 recognized, 0 unmeant\n"), "\(outcome.output)\(outcome.errors)")
    #expect(panel.folder.text("c.toml").contains("\nmovement = \""))
    #expect(panel.folder.text("kept-meant.evemu").hasPrefix("# EVEMU 1.3\n"))
  }

  @Test func `An existing recording is not overwritten`() async throws {
    let panel = try MockPanel()
    let file = try panel.folder.write("precious\n", to: "old.evemu")
    let outcome = try await panel.start(.tickle, ["record", "--output", file]).ended()
    #expect(outcome.end == .status(74))
    #expect(outcome.errors == "tickle: \(file) is not empty (remove it, or choose another --output)\n")
    #expect(panel.content("old.evemu") == "precious\n")
  }

  @Test func `Standard output gets the recording and nothing else`() async throws {
    let panel = try MockPanel(Self.hand)
    let recorder = try panel.start(.tickle, ["record"])
    try await until("three frames; \(recorder.errors)") { recorder.output.split(separator: "SYN_REPORT").count == 4 }
    try panel.signal(SIGINT)
    let outcome = try await recorder.ended()
    #expect(outcome.end == .status(0))
    #expect(outcome.output.hasPrefix("# EVEMU 1.3\n"))
    #expect(outcome.errors == "")
  }

  @Test func `Devices that are not touchscreens are not recorded`() throws {
    let outcome = try Program.tickle.run(["record", "--device", "/dev/null"])
    #expect(outcome.end == .status(74))
    #expect(outcome.errors == "tickle: /dev/null is not an input device (`tickle devices` lists them)\n")
    #expect(outcome.output == "")
    let missing = try Program.tickle.run(["record", "--device", "/dev/input/event999"])
    #expect(missing.end == .status(69))
  }

  /// Records the hand until it gets SIGTERM.
  private func record(_ options: [String]) async throws -> (TemporaryFolder, String) {
    let panel = try MockPanel(Self.hand)
    let path = panel.folder.path("hand.recording")
    let recorder = try panel.start(.tickle, ["record", "--output", path, "--device", "/dev/input/event1"] + options)
    try await until("three frames; \(recorder.errors)") {
      panel.folder.text("hand.recording").split(separator: "SYN_REPORT").count == 4
    }
    try panel.signal(SIGTERM)
    let outcome = try await recorder.ended()
    #expect(outcome.end == .status(0))
    #expect(outcome.errors == "")
    #expect(outcome.output == "")
    return (panel.folder, path)
  }

  private func isDescription(_ line: Substring) -> Bool {
    ["N:", "I:", "P:", "B:", "A:"].contains { line.hasPrefix($0) }
  }

  /// Returns the events without their times.
  private func what(_ lines: [Substring]) -> [String] {
    lines.filter { $0.hasPrefix("E:") }.map {
      $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst(2).prefix(3).joined(separator: " ")
    }
  }
}

@Suite("Injecting a recording", .startsPrograms)
struct InjectTests {
  @Test(.disabled(if: access("/dev/uinput", F_OK) == 0, "there is a uinput: skipped"))
  func `Without uinput it names the module to load`() throws {
    let outcome = try Program.tickle.run(["inject", Files.demo])
    #expect(outcome.end == .status(69))
    #expect(outcome.errors.contains("open /dev/uinput: No such file or directory (load the module: `modprobe uinput`"))
  }

  @Test(arguments: [
    (["--speed", "0"], "--speed must be from 0.01 to 100"), (["--speed", "nan"], "--speed must be from 0.01"),
    (["--repeat=-1"], "--repeat must be 0 or more"), (["--name", ""], "--name must have 1 to 79 bytes"),
  ]) func `Impossible options are rejected`(options: [String], problem: String) throws {
    let outcome = try Program.tickle.run(["inject"] + options + [Files.demo])
    #expect(outcome.end == .status(64))
    #expect(outcome.errors.contains(problem))
  }

  @Test func `A recording that cannot be read is not injected`() throws {
    let folder = try TemporaryFolder()
    let broken = try folder.write("N: x\nE: 1\n", to: "x.evemu")
    let outcome = try Program.tickle.run(["inject", broken])
    #expect(outcome.end == .status(65))
    #expect(outcome.errors == "\(broken):2: the time is not SECONDS.MICROSECONDS\n")
    #expect(try Program.tickle.run(["inject", folder.path("nowhere")]).end == .status(66))
  }
}
