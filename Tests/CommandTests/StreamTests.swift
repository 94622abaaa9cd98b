import Foundation
import Testing

@Suite("Streams", .startsPrograms)
struct StreamTests {
  private static let drag: Recording = {
    var frames: [(Double, [Recording.Event])] = [(0, [.down(50, 40)])]
    for step in 1...30 { frames.append((Double(step) / 100, [.move(50 + Double(step), 40)])) }
    frames.append((0.4, [.up()]))
    return Recording(frames)
  }()

  @Test func `A stream that is bound to a gesture gets all of its lines, as a replay prints them`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(Self.drag.text, to: "drag.evemu")
    let lines = folder.path("lines")
    let configuration = try folder.write(
      """
      [[gesture]]
      name = "drag"
      kind = "pan"
      action = { stream = ["sh", "-c", "while read -r line; do printf '%s\\\\n' \\"$line\\"; done >\(lines)"] }
      """, to: "stream.toml")
    let outcome = try Program.tickle.run([
      "replay", "--format", "json", "--actions", "run", "--config", configuration, recording,
    ])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let printed = outcome.output.split(separator: "\n")
    let fed = try String(contentsOfFile: lines, encoding: .utf8).split(separator: "\n")
    let gestures = printed.filter { $0.hasPrefix(#"{"type":"gesture""#) }
    // A replay is faster than any reader, so some changes are left out, but nothing else.
    #expect(fed.first == gestures.first && fed.suffix(2) == gestures.suffix(2), "\(fed)")
    #expect(fed.allSatisfy(gestures.contains))
    #expect(printed.count { $0.hasPrefix(#"{"type":"action""#) } == 1, "triggered once")
  }

  @Test func `A stream that is bound to a state gets only that state`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(Self.drag.text, to: "drag.evemu")
    let lines = folder.path("lines")
    let configuration = try folder.write(
      """
      [[gesture]]
      name = "drag"
      kind = "pan"
      [gesture.on]
      ended = { stream = ["tee", "\(lines)"] }
      """, to: "stream.toml")
    let outcome = try Program.tickle.run(["replay", "--actions", "run", "--config", configuration, recording])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let fed = try JSON.lines(Data(contentsOf: URL(filePath: lines)))
    #expect(fed.map { $0["state"].string } == ["ended"])
  }
}
