import Foundation
import Testing

@Suite("A rotation that turns a knob")
struct KnobTests {
  private static let configuration = "\(Files.checkout)/config/volume-knob.toml"

  /// Two fingers about the middle of the panel, turning to each of the angles in degrees, a degree every 10 ms.
  private func hand(turning angles: [Int]) -> Recording {
    var frames: [(Double, [Recording.Event])] = []
    var angle = 0
    func fingers(_ event: (Double, Double, Int) -> Recording.Event) -> [Recording.Event] {
      [0, 180].enumerated().map { finger, offset in
        let radians = Double(angle + offset) * .pi / 180
        return event(100 + 20 * cos(radians), 60 + 20 * sin(radians), finger)
      }
    }
    frames.append((0, fingers { .down($0, $1, finger: $2) }))
    for goal in angles {
      while angle != goal {
        angle += goal > angle ? 1 : -1
        frames.append((Double(frames.count) / 100, fingers { .move($0, $1, finger: $2) }))
      }
    }
    frames.append((Double(frames.count) / 100, [.up(finger: 0), .up(finger: 1)]))
    return Recording(frames)
  }

  @Test func `The shipped knob takes a step each 15 degrees, and back`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(hand(turning: [100, 50]).text, to: "turn.evemu")
    let outcome = try Program.tickle.run([
      "replay", "--format", "json", "--actions", "print", "--config", Self.configuration, recording,
    ])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors == "")
    let lines = try JSON.lines(outcome.outputBytes)
    let rotations = lines.filter { $0["type"].string == "gesture" && $0["gesture"].string == "volume" }
      .compactMap { $0["rotation"].double }
    let most = try #require(rotations.max())
    let forward = Int(most / (15 * .pi / 180) + 1e-6)
    // Back from the last step taken, not from where the fingers turned round.
    let back = Int((Double(forward) * 15 - rotations.last! * 180 / .pi) / 15 + 1e-6)
    #expect(forward >= 5 && back >= 2)
    let actions = lines.filter { $0["type"].string == "action" }
    #expect(actions.count == forward + back)
    #expect(actions.allSatisfy { $0["gesture"].string == "volume" && $0["action"].string == "shell" })
  }

  @Test func `Each step is a process that knows which way`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(hand(turning: [100, 50]).text, to: "turn.evemu")
    let steps = folder.path("steps")
    let configuration = try folder.write(
      """
      [[gesture]]
      name = "knob"
      kind = "rotation"
      [gesture.on]
      changed = { shell = 'echo "$TICKLED_STEP" >> \(steps)', every = "15deg", overlap = "queue" }
      ended = { shell = 'echo "end$TICKLED_STEP" >> \(steps)' }
      """, to: "knob.toml")
    let outcome = try Program.tickle.run(["replay", "--actions", "run", "--config", configuration, recording])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let taken = try String(contentsOfFile: steps, encoding: .utf8).split(separator: "\n")
    let forward = taken.prefix { $0 == "+1" }.count
    #expect(forward >= 5, "\(taken)")
    #expect(taken.dropFirst(forward).filter { $0 != "end" }.allSatisfy { $0 == "-1" }, "\(taken)")
    #expect(taken.count { $0 == "-1" } >= 2 && taken.count { $0 == "end" } == 1, "\(taken)")
  }
}
