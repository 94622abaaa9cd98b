import CLinux
import Glibc
import Program
import Testing

@Suite struct EventLoopTests {
  @Test func `A wait ends at its deadline, even if that has passed, and can be repeated`() throws {
    let loop = try #require(EventLoop(signals: []))
    let start = linux_monotonic_microseconds()
    #expect(loop.wait(until: start - 1) == 0)
    #expect(loop.wait(until: start + 20_000) == 0)
    #expect(linux_monotonic_microseconds() >= start + 20_000)
    #expect(loop.wait(until: start + 20_000) == 0)
    #expect(loop.wait(until: 0) == 0)
  }

  @Test func `A ready descriptor is reported even if the deadline has passed, too`() throws {
    let loop = try #require(EventLoop(signals: []))
    let raised = linux_eventfd()
    defer { close(raised) }
    #expect(loop.watch(raised))
    linux_eventfd_raise(raised)
    for moment in [0, 1, nil, .max] as [Int64?] {
      #expect(loop.wait(until: moment) == 1)
      #expect(loop.descriptor(0) == raised)
    }
    linux_eventfd_clear(raised)
    #expect(loop.wait(until: 1) == 0)
  }
}
