import Control
import Testing

@testable import Bridge

/// Messages and connections in numbers that no house needs.
@Suite struct FloodTests {
  private func connected() -> Stage {
    var stage = Stage { $0.mayControl = true }
    stage.connect(at: 1)
    return stage
  }

  private func send(_ payload: String, to path: String, _ stage: inout Stage, at seconds: Double) {
    stage.at(seconds) { $0.receive("tickled/hall/set/\(path)", Array(payload.utf8), isRetained: false, at: $1) }
  }

  @Test func `Of many messages to a topic the newest counts, and the daemon has one request at a time`() {
    var stage = connected()
    let start = stage.requests.count
    for number in 0..<1001 { send(number.isMultiple(of: 2) ? "locked" : "default", to: "mode", &stage, at: 5) }
    send("ON", to: "pause", &stage, at: 5)
    send("left", to: "rotate/main", &stage, at: 5)
    send("default", to: "mode", &stage, at: 5)
    #expect(stage.requests[start...] == [.setMode("locked")], "the others wait for the reply to the first one")
    func answer() {
      let request = stage.requests.last { $0 != .status && $0 != .describe }
      stage.at(6) { $0.reply(.done, to: request ?? .status, at: $1) }
    }
    for _ in 0..<3 { answer() }
    #expect(
      stage.requests[start...].filter { $0 != .status && $0 != .describe } == [
        .setMode("locked"), .setMode("default"), .pause, .rotate(screen: "main", orientation: .left),
      ])
    #expect(stage.bridge.counts.skipped == 1000)
    #expect(stage.bridge.counts.refused == 0)
    #expect(stage.text("tickled/hall/state").last?.contains("\"skipped\":1000,") == true)
    answer()
    send("OFF", to: "pause", &stage, at: 7)
    #expect(stage.requests.last == .resume, "nothing waits any more")
  }

  @Test func `What waits for a daemon that goes is not for the next one`() {
    var stage = connected()
    for path in ["pause", "display"] { send("ON", to: path, &stage, at: 5) }
    stage.at(6) { $0.daemonLost(at: $1) }
    stage.connect(at: 7)
    #expect(!stage.requests.contains(.setDisplay(isOn: true)))
    #expect(stage.bridge.counts.skipped == 1)
    send("OFF", to: "pause", &stage, at: 9)
    #expect(stage.requests.last == .resume, "the earlier request is not waited for")
  }

  @Test(arguments: [
    ("mode", "party"), ("shell/\(String(repeating: "x", count: 5000))", "x"), ("pause", "ON"),
    ("action/\(String(repeating: "x", count: 5000))", "PRESS"),
  ])
  func `Messages write at most 20 lines a minute, and then how many were left out`(path: String, payload: String) {
    var stage = connected()
    let before = stage.lines.count
    for number in 0..<2000 {
      send(payload, to: path, &stage, at: 5 + Double(number) / 100)
      stage.at(5 + Double(number) / 100) { $0.reply(.done, to: .pause, at: $1) }
    }
    #expect(stage.lines.count - before == 20)
    #expect(stage.lines.allSatisfy { $0.utf8.count < 350 })
    // The first of the 20 was written at 5 s.
    stage.at(64.9) { _, _ in }
    #expect(stage.lines.count - before == 20)
    #expect(stage.bridge.nextDeadline.map { $0 <= 65_000_000 } == true)
    stage.at(65) { _, _ in }
    #expect(stage.lines.last == "messages: 1980 more lines were left out")
    #expect(stage.lines.count - before == 21)
  }

  @Test func `No minute has more than 20 lines`() {
    var limit = LineLimit()
    var times: [Int64] = []
    for second in 0..<600 {
      let now = Int64(second) * 1_000_000
      for _ in 0..<3 where limit.admits(at: now) { times.append(now) }
      if limit.summary(at: now) != nil { times.append(now) }
    }
    for (index, time) in times.enumerated() where index >= 20 { #expect(time - times[index - 20] >= 60_000_000) }
    #expect(times.count > 150)
  }

  /// The times of attempts, in seconds, on a broker that ends each connection some seconds after the attempt.
  private func attempts(within limit: Double, holding seconds: Double, isReached: Bool, chance: Double) -> [Double] {
    var pauses = ReconnectPauses(longest: .seconds(10))
    var times: [Double] = []
    var now: Int64 = 0
    while now < Int64(limit * 1e6) {
      times.append(Double(now) / 1e6)
      pauses.attempt(at: now, chance: chance)
      if isReached { pauses.connected(at: now) }
      now += Int64(seconds * 1e6)
      pauses.lost(at: now, wasReached: isReached, chance: chance)
      now = max(now, pauses.next)
    }
    return times
  }

  @Test(arguments: [(0, 100_250_000), (1, 100_500_000)] as [(Double, Int64)])
  func `A broker that is lost is tried again after a quarter to half of a second`(chance: Double, next: Int64) {
    var pauses = ReconnectPauses(longest: .seconds(10))
    pauses.attempt(at: 0, chance: chance)
    pauses.connected(at: 200_000)
    pauses.lost(at: 100_000_000, wasReached: true, chance: chance)
    #expect(pauses.next == next)
  }

  @Test(arguments: [0, 0.5, 1])
  func `A broker that accepts and closes sees at most 8 connections in a minute`(chance: Double) {
    for seconds in [0, 0.1, 2, 29] {
      let times = attempts(within: 600, holding: seconds, isReached: true, chance: chance)
      for (index, time) in times.enumerated() where index >= 8 { #expect(time - times[index - 8] >= 60) }
    }
  }

  @Test(arguments: [0, 0.5, 1])
  func `A broker that has served for 30 s, or is not there, is tried again soon`(chance: Double) {
    let restarted = attempts(within: 600, holding: 30, isReached: true, chance: chance)
    for (one, next) in zip(restarted, restarted.dropFirst()) { #expect(next - one <= 30.5) }
    let absent = attempts(within: 600, holding: 0, isReached: false, chance: chance)
    for (one, next) in zip(absent, absent.dropFirst()) { #expect(next - one <= 10) }
  }
}
