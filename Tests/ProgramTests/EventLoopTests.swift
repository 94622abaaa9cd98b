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

  /// The call handles the first descriptor, and not the second one.
  @Test func `The wait goes on after what a call handles`() throws {
    let loop = try #require(EventLoop(signals: []))
    let descriptors = [linux_eventfd(), linux_eventfd()]
    defer { for descriptor in descriptors { close(descriptor) } }
    let handles: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Bool = { context, descriptor in
      guard context?.load(as: UInt64.self) == descriptor else { return false }
      return linux_eventfd_clear(Int32(descriptor)) == 0
    }
    var own = UInt64(descriptors[0])
    func wait() -> Int { loop.wait(until: linux_monotonic_microseconds() + 300_000, handles: handles, &own) }
    for descriptor in descriptors {
      #expect(loop.watch(descriptor))
      linux_eventfd_raise(descriptor)
    }
    #expect(wait() == 2, "only a descriptor that is ready alone is passed")
    linux_eventfd_clear(descriptors[1])
    #expect(wait() == 0)
    linux_eventfd_raise(descriptors[1])
    #expect(wait() == 1 && loop.descriptor(0) == descriptors[1])
  }
}
