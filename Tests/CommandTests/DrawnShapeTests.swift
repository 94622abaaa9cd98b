import Foundation
import Testing

@Suite("A drawn shape is shown with the template that it was compared with", .startsPrograms)
struct DrawnShapeTests {
  /// A z, and another shape.
  private static let hand: Recording = {
    func stroke(from start: Double, _ corners: [(Double, Double)]) -> [(Double, [Recording.Event])] {
      var frames: [(Double, [Recording.Event])] = []
      for (from, to) in zip(corners, corners.dropFirst()) {
        for step in 0..<10 {
          let part = Double(step) / 10
          let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
          frames.append((start + Double(frames.count) / 100, frames.isEmpty ? [.down(x, y)] : [.move(x, y)]))
        }
      }
      return frames + [(start + Double(frames.count) / 100, [.up()])]
    }
    return Recording(
      stroke(from: 0, [(30, 30), (70, 28), (34, 70), (74, 68)])
        + stroke(from: 1, [(130, 30), (132, 80), (170, 78), (165, 50)]))
  }()

  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Outcome {
    let configuration = try folder.write(
      """
      [[gesture]]
      name = "letter"
      kind = "stroke"
      templates = ["\(Files.checkout)/config/strokes/z.toml", "\(Files.checkout)/config/strokes/circle.toml"]
      """, to: "config.toml")
    let recording = try folder.write(Self.hand.text, to: "hand.evemu")
    return try Program.tickle.run(arguments + ["--config", configuration, recording])
  }

  @Test func `An explanation names the most similar shape and the score`() throws {
    let outcome = try run(["explain", "--gesture", "letter"], in: TemporaryFolder())
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.output.contains(" recognized at 0.300 s: z 0.9"), "\(outcome.output)")
    #expect(outcome.output.contains(" failed at 1.300 s: "), "\(outcome.output)")
  }

  @Test func `A report draws the shape over the path`() throws {
    let folder = try TemporaryFolder()
    let outcome = try run(["replay", "--report", folder.path("page.html")], in: folder)
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let page = try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
    #expect(page.contains(#"<g class="shape"><title>letter at 0.300 s: z, score 0.9"#))
    #expect(page.contains(#"<g class="shape off"><title>letter at 1.300 s: "#))
    #expect(page.contains("Dots are the learned shape"))
  }
}
