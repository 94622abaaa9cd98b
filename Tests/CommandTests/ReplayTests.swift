import Foundation
import Testing

@Suite("Replay", .startsPrograms)
struct ReplayTests {
  @Test(arguments: Recordings.all)
  func `The same recording and configuration give the same bytes every time`(recording: String) throws {
    let arguments = [
      "replay", "--format", "json", "--states", "all", "--touches", "--config", Files.shippedConfiguration, recording,
    ]
    let first = try Program.tickle.run(arguments)
    let second = try Program.tickle.run(arguments)
    #expect(first.end == .status(0), "\(first.errors)")
    #expect(!first.outputBytes.isEmpty)
    #expect(first.outputBytes == second.outputBytes)
  }

  @Test func `A press that repeats while the recording ends is cancelled after a minute`() throws {
    let folder = try TemporaryFolder()
    let whole = try String(contentsOfFile: OwnRecordings.path("slots", "evemu"), encoding: .utf8)
    // Up to the first landing.
    let landing = try #require(whole.range(of: "\nE: 0.100000 0000 0000 0"))
    let recording = try folder.write(String(whole[..<landing.upperBound]) + "\n", to: "held.evemu")
    let configuration = try folder.write(
      """
      [[gesture]]
      name = "hold"
      kind = "long-press"
      on.changed = { log = "louder", every = "1s" }
      """, to: "hold.toml")
    let outcome = try Program.tickle.run(["replay", "--format", "json", "--config", configuration, recording])
    let states = try JSON.lines(outcome.outputBytes).compactMap { $0["state"].string }
    #expect(states.first == "began" && states.last == "cancelled")
    #expect(states.count { $0 == "changed" } == 59)
  }

  @Test(arguments: Recordings.all)
  func `The filter for touches that no finger made removes nothing from a recording`(recording: String) throws {
    let folder = try TemporaryFolder()
    let gestures = "\n[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n[[gesture]]\nname = \"pan\"\nkind = \"pan\"\n"
    let outcomes = try ["true", "false"].map { filter in
      let configuration = try folder.write(
        "[[screen]]\nname = \"main\"\nsteady = false\nfilter = \(filter)\(gestures)", to: filter)
      return try Program.tickle.run([
        "replay", "--format", "json", "--states", "all", "--touches", "--config", configuration, recording,
      ])
    }
    #expect(outcomes[0].end == .status(0), "\(outcomes[0].errors)")
    #expect(!outcomes[0].outputBytes.isEmpty)
    #expect(outcomes[0].outputBytes == outcomes[1].outputBytes)
    #expect(!outcomes[0].errors.contains("no finger"))
  }

  @Test(arguments: Recordings.all)
  func `Every touch that begins in a view ends or is cancelled there, once`(recording: String) throws {
    let outcome = try Program.tickle.run([
      "replay", "--format", "json", "--touches", "--config", Files.shippedConfiguration, recording,
    ])
    var open: Set<Int> = []
    var count = 0
    for line in try JSON.lines(outcome.outputBytes) where line["type"].string == "touch" {
      let id = try #require(line["id"].int)
      switch line["phase"].string {
      case "began":
        count += 1
        #expect(open.insert(id).inserted, "touch \(id) begins twice")
      case "moved", "stationary": #expect(open.contains(id), "touch \(id) moves before it begins or after its end")
      case "ended", "cancelled": #expect(open.remove(id) != nil, "touch \(id) ends without having begun")
      default: Issue.record("an unknown phase: \(line)")
      }
    }
    #expect(count > 0)
    #expect(open.isEmpty, "touches never end: \(open.sorted())")
  }

  @Test(arguments: Recordings.all)
  func `Lines are printed in the order of their times`(recording: String) throws {
    let outcome = try Program.tickle.run([
      "replay", "--format", "json", "--states", "all", "--touches", "--config", Files.shippedConfiguration, recording,
    ])
    let times = try JSON.lines(outcome.outputBytes).compactMap { $0["time"].double }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `A recording played in real time gives the same bytes as one played at once`() async throws {
    let folder = try TemporaryFolder()
    // A tap, and a press whose deadline is between two frames.
    let recording = try folder.write(
      Recording([(0, [.down(50, 40)]), (0.06, [.up()]), (0.2, [.down(90, 60)]), (0.62, [.up()])]).text,
      to: "short.evemu")
    let configuration = try folder.write(
      """
      [[gesture]]
      name = "tap"
      kind = "tap"
      action = { log = "bite" }
      [[gesture]]
      name = "press"
      kind = "long-press"
      min_duration = "300ms"
      """, to: "short.toml")
    let arguments = [
      "replay", "--format", "json", "--states", "all", "--touches", "--config", configuration, recording,
    ]
    let fast = try Program.tickle.run(arguments + ["--speed", "max"])
    let start = ContinuousClock.now
    let slow = try await Program.tickle.start(arguments + ["--speed", "real"]).ended()
    #expect(ContinuousClock.now - start >= .milliseconds(620))
    #expect(fast.end == .status(0))
    #expect(fast.output.contains(#""gesture":"press","kind":"long-press","state":"began""#))
    #expect(slow.outputBytes == fast.outputBytes)
  }

  @Test func `Times are relative to the first frame of each recording`() throws {
    let folder = try TemporaryFolder()
    let paths = try [0, 7.5].map { start in
      let tap = Recording([(start, [.down(50, 40)]), (start + 0.06, [.up()])])
      return try folder.write(tap.text, to: "from \(start).evemu")
    }
    let configuration = try folder.write("[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n", to: "tap.toml")
    let outcome = try Program.tickle.run(["replay", "--format", "json", "--config", configuration] + paths)
    #expect(try JSON.lines(outcome.outputBytes).map { $0["time"].double } == [0.06, 0.06])
  }
}
