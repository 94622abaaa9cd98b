import Foundation
import Testing

@Suite("A rotation that turns a knob", .startsPrograms)
struct KnobTests {
  private static let configuration = "\(Files.checkout)/config/volume-knob.toml"

  /// Two fingers around the middle of the panel that turn to each of the angles in degrees, one degree every 10 ms.
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

  @Test func `The shipped knob takes a step every 15 degrees, in both directions`() throws {
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
    // Steps back count from the last step taken, not from where the fingers reversed.
    let back = Int((Double(forward) * 15 - rotations.last! * 180 / .pi) / 15 + 1e-6)
    #expect(forward >= 5 && back >= 2)
    let actions = lines.filter { $0["type"].string == "action" }
    #expect(actions.count == forward + back)
    #expect(actions.allSatisfy { $0["gesture"].string == "volume" && $0["action"].string == "shell" })
  }

  @Test func `Each step runs a process that knows the direction`() throws {
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

  @Test func `Two key actions make a volume knob without a shell`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(hand(turning: [100, 50]).text, to: "turn.evemu")
    func keys(_ on: String) throws -> [String] {
      let configuration = try folder.write(
        "[[gesture]]\nname = \"knob\"\nkind = \"rotation\"\n[gesture.on]\n\(on)", to: "keys.toml")
      let outcome = try Program.tickle.run([
        "replay", "--format", "json", "--actions", "print", "--config", configuration, recording,
      ])
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      return try JSON.lines(outcome.outputBytes).filter { $0["type"].string == "action" }.compactMap {
        $0["value"].string
      }
    }
    let louder = "clockwise = { key = \"volumeup\", every = \"15deg\" }\n"
    let softer = "counterclockwise = { key = \"volumedown\", every = \"15deg\" }\n"
    let both = try keys(louder + softer)
    let up = both.prefix { $0.lowercased().contains("volumeup") }.count
    #expect(up >= 5 && both.count - up >= 2, "\(both)")
    #expect(both.dropFirst(up).allSatisfy { $0.lowercased().contains("volumedown") }, "\(both)")
    #expect(try keys(louder) == Array(both.prefix(up)))
    #expect(try keys(softer) == Array(both.dropFirst(up)))
  }
}
