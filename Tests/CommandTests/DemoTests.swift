import Foundation
import Testing

@Suite("Demo", .startsPrograms)
struct DemoTests {
  /// A configuration with which ALSA writes sounds to a file.
  private static func soundConfiguration(into path: String) -> String {
    """
    pcm.sink { type null }
    pcm.!default {
      type file
      slave.pcm "sink"
      file "\(path)"
      format "raw"
      truncate true
    }
    ctl.!default { type hw card 0 }

    """
  }

  @Test func `The demo shows the gestures of a hand and plays their sounds`() async throws {
    let folder = try TemporaryFolder()
    let sound = folder.path("heard.raw")
    let alsa = try folder.write(Self.soundConfiguration(into: sound), to: "asound.conf")
    let demo = try Program.tickle.start(["demo"], environment: ["ALSA_CONFIG_PATH": alsa])
    let outcome = try await demo.ended(within: .seconds(40))
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("Taps go chomp, tickles go hehe."))

    let rows = outcome.output.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    // time s view gesture state …
    func has(_ words: String...) -> Bool { rows.contains { $0.count > 4 && Array($0[3...]).starts(with: words) } }
    #expect(has("tap", "ended"))
    #expect(has("tap", "→", "sound", "chomp"))
    #expect(has("tickle", "ended"))
    #expect(has("tickle", "→", "sound", "hehe"))

    // 48 kHz, 16 bits. All sounds together are longer than the longer one of the two.
    let samples = try [UInt8](Data(contentsOf: URL(filePath: sound)))
    let leastBytes = 2 * 48_000 * 6 / 10
    #expect(samples.count > leastBytes, "\(samples.count) bytes")
    let loudest = stride(from: 0, to: samples.count - 1, by: 2).map { (at: Int) -> Int in
      abs(Int(Int16(bitPattern: UInt16(samples[at]) | UInt16(samples[at + 1]) << 8)))
    }.max()
    #expect(loudest ?? 0 > 3000)
  }

  @Test(.enabled(if: TestTerminal.isAvailable, TestTerminal.missing))
  func `On a terminal the demo is the live view, which ends by itself`() async throws {
    // It begins again until it was seen: on a busy machine, tmux may show the screen too late.
    let script =
      "until [ -e $F/seen ]; do \(Program.tickle.path) demo || break; done; echo $? > $F/status; cat > /dev/null"
    let terminal = try await TestTerminal(script, columns: 120, rows: 40)
    // Both views to scale, the fingers' gestures, and what they do.
    try await terminal.sees("the views") { lines in
      lines.contains { $0.contains("snake") && $0.contains("dragon") }
    }
    try await terminal.sees("tickle") { lines in lines.contains { $0.contains("tickle") && $0.contains("snake") } }
    try terminal.folder.write("", to: "seen")
    #expect(try await terminal.file("status") == "0\n")
    try await terminal.sees("`tickle monitor` shows your own touchscreen")
  }

  @Test func `Without a sound card, the demo prints that once and continues`() async throws {
    let outcome = try await Program.tickle.start(["demo"]).ended(within: .seconds(40))
    #expect(outcome.end == .status(0))
    #expect(outcome.output.contains("No sound device"))
    #expect(outcome.errorLines.count <= 1, "\(outcome.errors)")
    #expect(outcome.output.contains("→ sound"))
  }

  @Test func `Pan, pinch and rotation are simultaneous on one view, and so are pans on two views`() throws {
    let outcome = try Program.tickle.run([
      "replay", "--format", "json", "--config", Files.shippedConfiguration, Files.demo,
    ])
    let lives = Life.all(in: try JSON.lines(outcome.outputBytes))
    for view in ["snake", "dragon"] {
      let triples = ["pan", "pinch", "rotation"].map { gesture in
        lives.filter { $0.view == view && $0.gesture == gesture }
      }
      let together = triples[0].contains { pan in
        triples[1].contains { pinch in
          triples[2].contains { pan.overlaps(pinch) && pan.overlaps($0) && pinch.overlaps($0) }
        }
      }
      #expect(together, "on \(view)")
    }
    let pans = lives.filter { $0.gesture == "pan" }
    #expect(pans.contains { one in pans.contains { $0.view != one.view && $0.overlaps(one) } })
  }

  /// A continuous gesture from its beginning to its end.
  private struct Life {
    let view: String
    let gesture: String
    let times: ClosedRange<Double>

    func overlaps(_ other: Life) -> Bool {
      let both = times.clamped(to: other.times)
      return times.overlaps(other.times) && both.upperBound - both.lowerBound > 0.5
    }

    static func all(in lines: [JSON]) -> [Life] {
      var begun: [String: Double] = [:]
      return lines.compactMap { line in
        guard let view = line["view"].string, let gesture = line["gesture"].string, let time = line["time"].double
        else { return nil }
        switch line["state"].string {
        case "began": begun["\(view) \(gesture)"] = time
        case "ended":
          guard let start = begun.removeValue(forKey: "\(view) \(gesture)") else { return nil }
          return Life(view: view, gesture: gesture, times: start...time)
        default: break
        }
        return nil
      }
    }
  }
}
