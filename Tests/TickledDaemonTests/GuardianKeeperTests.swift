import CTouchInput
import Gestures
import Glibc
import Testing

@testable import TickledDaemon
@testable import TouchInput

private let start = Timestamp(microseconds: 1_000_000_000)

@Suite struct `The keeper of the guardian` {
  /// What `make` does, and how often it was asked.
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
  @Test func `goes to the next one, which lets it go when it is not read`() throws {
    let first = try Guardian()
    let bench = try InterceptedPanel("", InterceptedPanel.slots, first)
    let interception = try #require(bench.panel.interception)
    let second = try Guardian()
    try interception.entrust(to: second)
    #expect(bench.panel.device.guardian === second)
    try bench.write([InterceptedPanel.event(EV_ABS, ABS_MT_TRACKING_ID, 5, start)])
    for _ in 0..<2000 where interception.reasonToLetGo(at: start) == nil { usleep(10_000) }
    #expect(interception.reasonToLetGo(at: start) == .stalled)
  }

  @Test func `is released if there is none, says so, and is tried again at its time`() throws {
    let bench = try InterceptedPanel("", InterceptedPanel.slots, try Guardian())
    let interception = try #require(bench.panel.interception)
    interception.letGoUnguarded(until: start + 10, at: start)
    #expect(interception.sentence == "not intercepted (unguarded)")
    #expect(interception.nextDeadline == start + 10)
    #expect(!interception.resumeIfDue(at: start + 9))
    #expect(interception.resumeIfDue(at: start + 10))
    #expect(interception.state == .waiting)
    // Paused meanwhile, it does not come back by itself.
    interception.letGoUnguarded(until: start + 20, at: start)
    interception.letGo(.paused, at: start)
    #expect(!interception.resumeIfDue(at: start + 30))
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
    benches[3].panel.interception?.letGo(.paused, at: start)
    #expect(try InterceptedPanel("", InterceptedPanel.slots, guardian).panel.interception?.state == .grabbed)
  }
}
