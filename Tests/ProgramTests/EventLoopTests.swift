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

  /// The first call handles one descriptor, the second one another, and neither the third.
  @Test func `The wait goes on after what one of two calls handles`() throws {
    let loop = try #require(EventLoop(signals: []))
    let descriptors = (0..<3).map { _ in linux_eventfd() }
    defer { for descriptor in descriptors { close(descriptor) } }
    let first: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Bool = { context, descriptor in
      guard context?.load(as: UInt64.self) == descriptor else { return false }
      return linux_eventfd_clear(Int32(descriptor)) == 0
    }
    var own = UInt64(descriptors[0])
    var handled: [Int32] = []
    func wait() -> Int {
      loop.wait(until: linux_monotonic_microseconds() + 300_000, first: first, &own) { descriptor in
        if descriptors.contains(descriptor) { handled.append(descriptor) }  // And not the alarm's.
        return descriptor == descriptors[1] && linux_eventfd_clear(descriptor) == 0
      }
    }
    for descriptor in descriptors {
      #expect(loop.watch(descriptor))
      linux_eventfd_raise(descriptor)
    }
    #expect(wait() == 3 && handled.isEmpty, "only a descriptor that is ready alone is passed")
    linux_eventfd_clear(descriptors[1])
    linux_eventfd_clear(descriptors[2])
    #expect(wait() == 0 && handled.isEmpty)
    linux_eventfd_raise(descriptors[1])
    #expect(wait() == 0 && handled == [descriptors[1]])
    linux_eventfd_raise(descriptors[2])
    #expect(wait() == 1 && handled == [descriptors[1], descriptors[2]])
    #expect(loop.descriptor(0) == descriptors[2])
  }
}
