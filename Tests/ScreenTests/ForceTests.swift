import Configuration
import Screen
import Testing
import TouchInput

/// Replays of a panel of 200 mm × 100 mm with axes for force (0 to 200) and size (a tenth of a millimetre).
@Suite struct `A replay of a panel that measures force and size` {
  private static let positions = """
    N: Force
    P: 02
    A: 2f 0 9 0 0 0
    A: 35 0 2000 0 0 10
    A: 36 0 1000 0 0 10
    A: 37 0 2 0 0 0
    A: 39 0 65535 0 0 0

    """
  private static let axes = "A: 30 0 1000 0 0 10\nA: 31 0 1000 0 0 10\nA: 3a 0 200 0 0 0\n"
  /// A finger that lands, presses harder while it rests, and lifts.
  private static let press = frames([
    (0, [("2f", 0), ("39", 1), ("35", 500), ("36", 500), ("3a", 50), ("30", 90), ("31", 68)]),
    (20, [("3a", 130)]), (40, [("35", 510), ("30", 120)]), (60, [("39", -1)]),
  ])

  private static func frames(_ frames: [(Int, [(String, Int)])]) -> String {
    var text = ""
    for (time, values) in frames {
      let time = "0.\(String(1000 + time).dropFirst())000"
      for (code, value) in values { text += "E: \(time) 0003 00\(code) \(value)\n" }
      text += "E: \(time) 0000 0000 0\n"
    }
    return text
  }

  private func recording(_ text: String) throws -> Recording {
    try Recording(bytes: Array(text.utf8), file: "force.evemu")
  }

  /// Returns the lines of a replay with touches, and the warnings.
  private func play(
    _ text: String, _ configuration: Configuration, format: OutputFormat = .json
  ) throws -> (lines: [String], warnings: [String]) {
    var options = ReplayOptions()
    options.format = format
    options.session.reportsTouches = true
    var lines: [String] = []
    var warnings: [String] = []
    _ = Replay(configuration, options: options, runner: nil)
      .play(
        .panel(try recording(text)), write: { lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) },
        warn: { warnings.append($0) }, besides: { ClosestAttempt($0, origin: $1) })
    return (lines, warnings)
  }

  private static let firm = "[[gesture]]\nname = \"firm\"\nkind = \"long-press\"\nforce = 0.6\n"

  @Test func `Lines of touches have force and size, also of a finger that rests`() throws {
    let lines = try play(Self.positions + Self.axes + Self.press, configuration("")).lines
    #expect(
      lines.map { line in line.firstRange(of: "\"force\"").map { String(line[$0.lowerBound...]) } ?? line } == [
        "\"force\":0.25,\"major_radius\":4.5,\"minor_radius\":3.4}",
        "\"force\":0.65,\"major_radius\":4.5,\"minor_radius\":3.4}",
        "\"force\":0.65,\"major_radius\":6.0,\"minor_radius\":3.4}",
        "\"force\":0.65,\"major_radius\":6.0,\"minor_radius\":3.4}",
      ])
    let texts = try play(Self.positions + Self.axes + Self.press, configuration(""), format: .text).lines
    #expect(texts.first?.hasSuffix("force 25 %, 9.0 × 6.8 mm") == true)
  }

  @Test func `Lines of a panel that measures neither have no such keys`() throws {
    let lines = try play(Self.positions + Self.press, configuration("")).lines
    #expect(lines.count == 3)
    for line in lines { #expect(!line.contains("force") && !line.contains("radius"), "\(line)") }
    for line in try play(Self.positions + Self.press, configuration(""), format: .text).lines {
      #expect(line.hasSuffix(")") || line.hasSuffix("mm"), "\(line)")
      #expect(!line.contains("%"))
    }
  }

  @Test func `A long press begins by force`() throws {
    let (lines, warnings) = try play(Self.positions + Self.axes + Self.press, configuration(Self.firm))
    #expect(lines.filter { $0.contains("\"began\"") && $0.contains("\"firm\"") }.count == 1)
    #expect(lines.contains { $0.hasPrefix("{\"type\":\"gesture\",\"time\":0.02,") })
    #expect(!warnings.contains { $0.contains("force") })
  }

  @Test func `Lines of a press by force have the force, also at the lift`() throws {
    func forces(_ text: String) throws -> [String] {
      try play(Self.positions + Self.axes + Self.press, configuration(text)).lines
        .filter { $0.hasPrefix("{\"type\":\"gesture\"") }
        .map { line in line.firstRange(of: "\"duration\"").map { String(line[$0.lowerBound...]) } ?? line }
    }
    #expect(
      try forces(Self.firm) == [
        "\"duration\":0.02,\"force\":0.65}", "\"duration\":0.04,\"force\":0.65}", "\"duration\":0.06,\"force\":0.65}",
      ])
    // A press by time has none, even if the panel measures it.
    #expect(
      try forces("[[gesture]]\nname = \"soon\"\nkind = \"long-press\"\nmin_duration = \"10ms\"\n") == [
        "\"duration\":0.01}", "\"duration\":0.04}", "\"duration\":0.06}",
      ])
    let text = try play(Self.positions + Self.axes + Self.press, configuration(Self.firm), format: .text).lines
    #expect(text.contains { $0.contains("held 0.02 s, force 65 %") }, "\(text)")
  }

  @Test func `A panel that does not measure what the configuration asks for is named`() throws {
    let text = "[[screen]]\nname = \"main\"\npalm = \"25mm\"\n" + Self.firm
    let warnings = try play(Self.positions + Self.press, configuration(text)).warnings
    #expect(
      warnings.contains(
        "gesture \"firm\": \"force\" has no effect: the panel does not measure it; the press begins after its "
          + "\"min_duration\""))
    #expect(warnings.contains("\"palm\" has no effect: the panel does not measure the size of contacts"))
  }

  @Test(arguments: ["\"11mm\"", "110"]) func `A contact that grows to the size of a palm is cancelled`(palm: String)
    throws
  {
    let text = "[[screen]]\nname = \"main\"\npalm = \(palm)\n"
    let lines = try play(Self.positions + Self.axes + Self.press, configuration(text)).lines
    #expect(lines.last?.contains("\"phase\":\"cancelled\"") == true)
    #expect(lines.last?.contains("\"time\":0.04,") == true)
  }

  @Test func `A pen beside fingers mutes them if the screen says so`() throws {
    let frames = Self.frames([
      (0, [("2f", 0), ("39", 1), ("35", 500), ("36", 500)]),
      (20, [("2f", 1), ("39", 2), ("37", 1), ("35", 900), ("36", 500)]),
      (40, [("39", -1)]), (60, [("2f", 0), ("39", -1)]),
    ])
    func phases(_ screen: String) throws -> [String] {
      try play(Self.positions + frames, configuration("[[screen]]\nname = \"main\"\nsteady = false\n\(screen)")).lines
        .map { line in
          ["began", "ended", "cancelled"].first { line.contains($0) } ?? line
        }
    }
    #expect(try phases("") == ["began", "began", "ended", "ended"])
    #expect(try phases("pen_mutes = true") == ["began", "began", "cancelled", "ended"])
  }
}
