import Glibc
import Testing

@testable import TickledDaemon

@Suite struct `A machine that` {
  @Test(
    arguments: [
      // In milliseconds: how long the machine has slept in all, at each time that the clock was set, and the sleep that is reported.
      ("was awake all the time", [0, 0, 0], [nil, nil, nil]),
      ("has slept", [8000], [8000]),
      ("has slept twice, and its clock was set between", [8000, 8000, 9000], [8000, nil, 1000]),
      ("was read slowly", [100], [nil]),
      ("has slept for a moment only", [101], [101]),
      ("has clocks that differ by a little", [-1, 1, 0], [nil, nil, nil]),
    ] as [(String, [Int64], [Int64?])])
  func `reports how long it has slept`(_ machine: String, _ totals: [Int64], _ news: [Int64?]) {
    let before: Int64 = 3_600_000_000  // An hour, before the first reading.
    var sleeps = Sleeps(total: before)
    #expect(totals.map { sleeps.new(total: before + $0 * 1000) } == news.map { $0.map { $0 * 1000 } })
  }

  @Test func `is awake reports no sleep`() throws {
    let watch = try #require(SleepWatch())
    var poll = pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(Glibc.poll(&poll, 1, 0) == 0)
    #expect(watch.newSleep() == nil)
  }
}
