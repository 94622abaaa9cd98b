import Foundation
import Testing

/// A panel with the size of its picture, how it is mounted, and the error of the fingers on it.
private struct Case: CustomTestStringConvertible {
  let panel: MadePanel
  let miss: Double

  var testDescription: String {
    "\(panel.width) × \(panel.height) mm, \(panel.turns) turns\(panel.isMirrored ? ", mirrored" : ""), \(miss) mm"
  }

  static let all: [Case] = {
    var cases: [Case] = []
    for (width, height) in [(217.0, 136.0), (154.0, 93.0), (344.0, 194.0), (108.0, 65.0), (120.0, 195.0)] {
      for turns in 0..<4 {
        for isMirrored in [false, true] {
          for miss in [1.0, 2.0] {
            let panel = MadePanel(width: width, height: height, turns: turns, isMirrored: isMirrored)
            cases.append(Case(panel: panel, miss: miss))
          }
        }
      }
    }
    return cases
  }()
}

@Suite("tickle setup", .startsPrograms)
struct SetupCommandTests {
  @Test(arguments: Case.all)
  private func `A panel of unknown size gets its size within 2 %, its orientation and its calibration`(one: Case) throws
  {
    let folder = try TemporaryFolder()
    let panel = one.panel
    var hand = SetupHand(panel, miss: one.miss, seed: UInt64(panel.width) + UInt64(panel.turns))
    let outcome = try setup(folder, panel.recording(hand.answers()), ["--format", "json"])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let found = try #require(try JSON.lines(outcome.outputBytes).first)
    #expect(found["orientation"].string == panel.orientation ?? "normal")
    #expect(found["calibration"].array.compactMap(\.double) == panel.calibration ?? [])
    let width = found["size"]["width"].double ?? 0, height = found["size"]["height"].double ?? 0
    #expect(abs(width / panel.upright.width - 1) <= 0.02, "\(width) mm")
    #expect(abs(height / panel.upright.height - 1) <= 0.02, "\(height) mm")

    // The outcome for gestures: what the configuration makes of taps at known places.
    let toml = try #require(found["toml"].string)
    let config = try folder.write(toml + "\n[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n", to: "found.toml")
    let places = [(20.0, 30.0), (panel.width - 20, 20.0), (panel.width - 10, panel.height - 30)]
    let taps = try folder.write(panel.recording(places.map { MadePanel.Touch($0, $1) }), to: "taps.evemu")
    let replay = try Program.tickle.run(["replay", "--format", "json", "--config", config, taps])
    let lines = try JSON.lines(replay.outputBytes).filter { $0["state"].string == "ended" }
    try #require(lines.count == places.count, "\(replay.errors)")
    for (line, place) in zip(lines, places) {
      #expect(abs((line["location"]["x"].double ?? 0) - place.0) <= 0.02 * panel.width + 0.5, "\(line)")
      #expect(abs((line["location"]["y"].double ?? 0) - place.1) <= 0.02 * panel.height + 0.5, "\(line)")
    }
  }

  @Test func `A range that is larger than the glass becomes a calibration, and the size is that of the picture`() throws
  {
    let folder = try TemporaryFolder()
    for turns in 0..<4 {
      let panel = MadePanel(width: 217, height: 136, turns: turns, beyond: 0.1)
      var hand = SetupHand(panel, miss: 1, seed: 7)
      let outcome = try setup(folder, panel.recording(hand.answers()))
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      #expect(outcome.output.contains("calibration = ["))
      let config = try folder.write(outcome.output + "[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n", to: "found.toml")
      let taps = try folder.write(panel.recording([MadePanel.Touch(20, 30), MadePanel.Touch(197, 100)]), to: "t.evemu")
      let replay = try Program.tickle.run(["replay", "--format", "json", "--config", config, taps])
      let lines = try JSON.lines(replay.outputBytes).filter { $0["state"].string == "ended" }
      try #require(lines.count == 2, "\(replay.errors)")
      // Fingertips in the corners, 1 mm off, give the sides of the picture to 3 mm.
      #expect(
        abs((lines[0]["location"]["x"].double ?? 0) - 20) <= 4 && abs((lines[0]["location"]["y"].double ?? 0) - 30) <= 4
      )
      #expect(
        abs((lines[1]["location"]["x"].double ?? 0) - 197) <= 4
          && abs((lines[1]["location"]["y"].double ?? 0) - 100) <= 4)
    }
  }

  @Test func `Wrong answers are explained and asked for again`() throws {
    let folder = try TemporaryFolder()
    let panel = MadePanel(width: 217, height: 136)
    var hand = SetupHand(panel)
    let corners = hand.corners()
    let card = hand.card(lengthwise: true)
    let turned = hand.card(lengthwise: false)
    let side = hand.longSide(lengthwise: true)
    var touches = [MadePanel.Touch(100, 60), corners[0], MadePanel.Touch(150, 60, fingers: 2), corners[2], corners[1]]
    touches += [MadePanel.Touch(213, 132, by: (-40, 0)), corners[2], corners[3]]
    // One of these is not at a corner of the card.
    touches += [card[0], card[0], card[1], MadePanel.Touch(60, 40), card[3]]
    touches += card
    touches += [MadePanel.Touch(108, 68), side]
    touches += turned
    let outcome = try setup(folder, panel.recording(touches))
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let objections = [
      "This was not in a corner: touch as far into the top left corner as the glass allows, or the same place again if it was.",
      "There were 2 fingers: touch with one finger.",
      "This is the corner opposite the top left one: touch the top right corner.",
      "The finger moved: touch without moving.",
      "This is the corner that you have just touched.",
      "These are not the four corners of a card that lies straight.",
      "This was not in the middle of a side of the card.",
    ]
    #expect(outcome.errorLines.filter { objections.contains(String($0)) }.map(String.init) == objections)
    #expect(outcome.output.contains("size = [\"217mm\", \"136mm\"]"), "\(outcome.output)")
  }

  @Test func `After a wrong first corner it starts over, and so it does when the cards contradict each other`() throws {
    let folder = try TemporaryFolder()
    let panel = MadePanel(width: 217, height: 136)
    var hand = SetupHand(panel)
    let corners = hand.corners()
    let (card, turned) = (hand.card(lengthwise: true), hand.card(lengthwise: false))
    let (side, wrongSide) = (hand.longSide(lengthwise: true), MadePanel.Touch(108.5 + 42.8, 68))
    var touches = [corners[2], corners[1], corners[2], corners[2]]
    touches += corners
    touches += card
    touches += [wrongSide]
    touches += turned
    touches += card
    touches += [side]
    touches += turned
    let outcome = try setup(folder, panel.recording(touches))
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("Perhaps an earlier corner was a wrong one, so this starts over."))
    #expect(outcome.errors.contains("The two cards do not fit each other"))
    #expect(outcome.output.contains("orientation = \"normal\"\nsize = [\"217mm\", \"136mm\"]"), "\(outcome.output)")
  }

  @Test func `A recording that ends too early, or that is not one, is an error and writes nothing`() throws {
    let folder = try TemporaryFolder()
    let panel = MadePanel(width: 217, height: 136)
    var hand = SetupHand(panel)
    let config = try folder.write("# mine\n", to: "config.toml")
    let short = try setup(folder, panel.recording(hand.corners()), ["--write"])
    #expect(short.end == .status(65))
    #expect(short.errors.hasSuffix("the recording ends before the last answer: nothing was written\n"))
    #expect(short.output == "")
    #expect(try setup(folder, "nonsense").end == .status(65))
    #expect(try Program.tickle.run(["setup", "--recording", "/nonexistent"]).end == .status(66))
    #expect(try Program.tickle.run(["setup", "--recording", "x", "--device", "y"]).end == .status(64))
    #expect(try String(contentsOfFile: config, encoding: .utf8) == "# mine\n")
    // Without a card, the corners are enough.
    #expect(try setup(folder, panel.recording(hand.corners()), ["--no-card"]).output.contains("orientation"))
  }

  @Test func `An invalid configuration ends it before the first question`() throws {
    let folder = try TemporaryFolder()
    try folder.write("[[screen]]\nname = 1\n", to: "config.toml")
    let outcome = try setup(folder, MadePanel(width: 217, height: 136).recording([]))
    #expect(outcome.end == .status(78))
    #expect(outcome.errors.contains("config.toml:2:8: error:"), "\(outcome.errors)")
  }

  @Test func `Standard input is read for -`() throws {
    let folder = try TemporaryFolder()
    let panel = MadePanel(width: 217, height: 136, turns: 3)
    var hand = SetupHand(panel)
    let path = try folder.write(panel.recording(hand.answers()), to: "hand.evemu")
    let command = "\(Program.tickle.path) setup --recording - --config \(folder.path("none.toml")) < \(path)"
    let outcome = try Child(["bash", "-c", command], environment: [:], output: nil).endedSoon()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.output.contains("orientation = \"left\"\nsize = [\"136mm\", \"217mm\"]"), "\(outcome.output)")
  }

  @Test(arguments: Recordings.all)
  func `Any recording of hands that answer nothing ends without a crash, and changes nothing`(recording: String) throws
  {
    let folder = try TemporaryFolder()
    let config = try folder.write("# mine\n", to: "config.toml")
    for words in [["setup", "--no-card"], ["setup"], ["place", "stage"]] {
      let outcome = try Program.tickle.run(words + ["--recording", recording, "--config", config])
      #expect(outcome.end == .status(65) || outcome.end == .status(0), "\(outcome.errors)")
      if outcome.end == .status(65) { #expect(outcome.output == "") }
    }
    #expect(try String(contentsOfFile: config, encoding: .utf8) == "# mine\n")
  }
}

@Suite("tickle setup with a panel", .startsPrograms, .enabled(if: MockPanel.isAvailable, MockPanel.missing))
struct SetupPanelTests {
  /// Touches in the order of the questions, on the panel of 200 mm × 120 mm, again and again, as a busy program begins late. The panel's
  /// resolution is known, so only the corners are needed.
  private static let touches: [(Double, [Recording.Event])] = {
    let places = [(196.0, 4.0), (196.0, 116.0), (4.0, 116.0), (4.0, 4.0)]
    return places.enumerated().flatMap { index, place -> [(Double, [Recording.Event])] in
      let start = 0.5 * Double(index)
      return [(start, [.down(place.0, place.1)]), (start + 0.08, [.up()])]
    }
  }()

  @Test func `A panel is set up by touching it, and the daemon reads the result`() async throws {
    let panel = try MockPanel(.repeated(every: 2, for: 120, Self.touches))
    let config = try panel.folder.write("# mine\n[[gesture]]\nname = \"t\"\nkind = \"tap\"\n", to: "config.toml")
    let child = try panel.start(.tickle, ["setup", "--no-card", "--write", "--config", config])
    let outcome = try await child.ended()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("Touch Test Panel as asked; Ctrl-C ends this"))
    let text = try #require(panel.content("config.toml"))
    #expect(text.hasPrefix("# mine\n[[gesture]]\nname = \"t\"\nkind = \"tap\"\n\n[[screen]]\nname = \"main\"\n"))
    // The first touch that the program saw is the upper left corner to it: each start gives another orientation, but never a mirror.
    #expect(text.contains("orientation = \"") && !text.contains("calibration"), "\(text)")
    #expect(try Program.tickle.run(["check", "--config", config]).end == .status(0))
  }

  @Test func `Ctrl-C ends it, and nothing is changed`() async throws {
    let panel = try MockPanel()
    let config = try panel.folder.write("# mine\n", to: "config.toml")
    let child = try panel.start(.tickle, ["setup", "--write", "--config", config])
    try await until("the first question; \(child.errors)") { child.errors.contains("Touch the top left corner") }
    try panel.signal(SIGINT)
    let outcome = try await child.ended()
    #expect(outcome.end == .status(130))
    #expect(outcome.errors.hasSuffix("Nothing was written.\n"))
    #expect(panel.content("config.toml") == "# mine\n")
  }
}
