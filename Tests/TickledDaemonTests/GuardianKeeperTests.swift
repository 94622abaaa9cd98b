import CTouchInput
import Gestures
import Glibc
import Testing

@testable import TickledDaemon
@testable import TouchInput

private let start = Timestamp(microseconds: 1_000_000_000)

@Suite struct `The keeper of the guardian` {
  /// Makes guardians, and counts the requests.
  private final class Supply {
    var asked = 0
    var isOut = false

    func make() throws(DeviceError) -> Guardian {
      asked += 1
      if isOut { throw DeviceError(call: "fork", object: "guardian", code: EAGAIN) }
      return try Guardian()
    }
  }

  private func keeper(_ supply: Supply) -> GuardianKeeper {
    GuardianKeeper { () throws(DeviceError) in try supply.make() }
  }

  private func end(_ guardian: Guardian?, of keeper: GuardianKeeper) throws -> Guardian.End? {
    kill(try #require(guardian).process, SIGKILL)
    for _ in 0..<2000 {
      if let end = keeper.takeEnd() { return end }
      usleep(5_000)
    }
    return nil
  }

  @Test func `starts one when it is needed, and another one when that has ended`() throws {
    let supply = Supply()
    let keeper = keeper(supply)
    #expect(keeper.guardian == nil && keeper.takeEnd() == nil)
    let first = try #require(keeper.guardianInService(at: start))
    #expect(keeper.guardianInService(at: start) === first)
    #expect(keeper.takeEnd() == nil)
    #expect(try end(first, of: keeper) == .killed(signal: SIGKILL))
    #expect(keeper.guardian == nil)
    let second = try #require(keeper.guardianInService(at: start))
    #expect(second !== first)
    #expect(supply.asked == 2)
  }

  @Test func `waits after a failure, unless a user asks`() {
    let supply = Supply()
    supply.isOut = true
    let keeper = keeper(supply)
    #expect(keeper.guardianInService(at: start) == nil)
    #expect(keeper.failure == "fork guardian: Resource temporarily unavailable")
    #expect(keeper.nextTry == start + GuardianKeeper.pause)
    #expect(keeper.guardianInService(at: start + (GuardianKeeper.pause - 1)) == nil)
    #expect(supply.asked == 1)
    keeper.tryNow()
    #expect(keeper.guardianInService(at: start + 1) == nil)
    #expect(supply.asked == 2)
    supply.isOut = false
    #expect(keeper.guardianInService(at: start + (1 + GuardianKeeper.pause)) != nil)
    #expect(keeper.failure == nil && keeper.nextTry == nil)
  }

  @Test func `gives up for a while if each one ends at once`() throws {
    let supply = Supply()
    let keeper = keeper(supply)
    for _ in 0..<GuardianKeeper.mostStarts {
      #expect(try end(keeper.guardianInService(at: start), of: keeper) != nil)
    }
    #expect(keeper.guardianInService(at: start + 1) == nil)
    #expect(keeper.failure == "10 ended within 10 s")
    #expect(supply.asked == GuardianKeeper.mostStarts)
    #expect(keeper.guardianInService(at: start + (1 + GuardianKeeper.pause)) != nil)
  }
}

@Suite struct `A panel whose guardian is gone` {
  @Test func `is handed to the next one, which releases it when it is not read`() throws {
    let first = try Guardian()
    let bench = try InterceptedPanel("", InterceptedPanel.slots, first)
    let interception = try #require(bench.panel.interception)
    let second = try Guardian()
    try interception.entrust(to: second)
    #expect(bench.panel.device.guardian === second)
    try bench.write([InterceptedPanel.event(EV_ABS, ABS_MT_TRACKING_ID, 5, start)])
    for _ in 0..<2000 where interception.reasonToRelease(at: start) == nil { usleep(10_000) }
    #expect(interception.reasonToRelease(at: start) == .stalled)
  }

  @Test func `is released if there is none, says so, and is tried again at its time`() throws {
    let bench = try InterceptedPanel("", InterceptedPanel.slots, try Guardian())
    let interception = try #require(bench.panel.interception)
    interception.releaseUnguarded(until: start + 10, at: start)
    #expect(interception.sentence == "not intercepted (unguarded)")
    #expect(interception.nextDeadline == start + 10)
    #expect(!interception.resumeIfDue(at: start + 9))
    #expect(interception.resumeIfDue(at: start + 10))
    #expect(interception.state == .waiting)
    // If it is paused meanwhile, it is not resumed by itself.
    interception.releaseUnguarded(until: start + 20, at: start)
    interception.release(.paused, at: start)
    #expect(!interception.resumeIfDue(at: start + 30))
  }

  @Test func `is released at once if the one that is to guard it has just ended`() throws {
    let bench = try InterceptedPanel("", InterceptedPanel.slots, try Guardian())
    let interception = try #require(bench.panel.interception)
    interception.release(.paused, at: start)
    interception.resume()
    let ended = try Guardian()
    kill(ended.process, SIGKILL)
    for _ in 0..<2000 where ended.end == nil { usleep(5_000) }
    let error = try #require(interception.grabIfUntouched(at: start, ended))
    #expect("\(error)" == "sendmsg guardian: Broken pipe")
    #expect(interception.state == .loose(.failed))
    #expect(bench.panel.device.guardian == nil)
    _ = bench.picture
    try bench.play("0  slot 0 id 5 x 100 y 50\n10  id -1")
    #expect(bench.picture == "")
  }

  @Test func `is not handed to one that has ended`() throws {
    let first = try Guardian()
    let bench = try InterceptedPanel("", InterceptedPanel.slots, first)
    let interception = try #require(bench.panel.interception)
    let ended = try Guardian()
    kill(ended.process, SIGKILL)
    for _ in 0..<2000 where ended.end == nil { usleep(5_000) }
    #expect(throws: DeviceError.self) { try interception.entrust(to: ended) }
    #expect(bench.panel.device.guardian === first)
  }

  @Test func `is not intercepted beyond the sixteen that a guardian has places for`() throws {
    let guardian = try Guardian()
    let benches = try (0..<Guardian.mostPanels).map { _ in try InterceptedPanel("", InterceptedPanel.slots, guardian) }
    #expect(benches.allSatisfy { $0.panel.interception?.state == .grabbed })
    #expect {
      _ = try InterceptedPanel("", InterceptedPanel.slots, guardian)
    } throws: {
      "\($0)" == "at most 16 panels can be intercepted at a time"
    }
    // A panel that is released makes room.
    benches[3].panel.interception?.release(.paused, at: start)
    #expect(try InterceptedPanel("", InterceptedPanel.slots, guardian).panel.interception?.state == .grabbed)
  }
}
