import CLinux
import Program
import Queues

/// Reports on a queue when descriptors become readable or writable, or hang up. Used only on that queue.
///
/// The queue watches only an epoll, and that watches the descriptors: when a descriptor hangs up that libdispatch watches, its manager thread
/// still uses the record that the queue's thread frees. An epoll never hangs up.
final class DescriptorWatch {
  private let epoll: Int32
  private var ready: Pending?
  private var handlers: [UInt64: () -> Void] = [:]
  private var nextIdentifier: UInt64 = 0

  init(queue: SerialQueue) {
    let epoll = linux_epoll_create()
    precondition(epoll >= 0, "epoll_create: \(Errno.latest)")
    self.epoll = epoll
    ready = queue.whenReadable(epoll, for: self, { $0.handleEvents() }, ended: { Descriptor.close(epoll) })
  }

  /// Calls `handler` as long as the descriptor is readable or has no writer left; with `LINUX_EPOLL_OUT`, as long as it is writable or has
  /// no reader left.
  /// - Returns: the identifier for `remove`; `nil`, with Errno.latest set, if the descriptor cannot be watched.
  func add(
    _ descriptor: Int32, for events: UInt32 = LINUX_EPOLL_IN, _ handler: @escaping () -> Void
  ) -> UInt64? {
    nextIdentifier += 1
    guard linux_epoll_add(epoll, descriptor, events, nextIdentifier) == 0 else { return nil }
    handlers[nextIdentifier] = handler
    return nextIdentifier
  }

  /// Stops watching. Must be called before the descriptor is closed.
  func remove(_ identifier: UInt64, _ descriptor: Int32) {
    handlers[identifier] = nil
    linux_epoll_remove(epoll, descriptor)
  }

  private func handleEvents() {
    var events = [linux_epoll_event](repeating: linux_epoll_event(), count: 16)
    let count = linux_epoll_wait(epoll, &events, Int32(events.count), 0)
    // A handler may remove one that comes later in the list.
    for event in events.prefix(Int(max(count, 0))) { handlers[event.data]?() }
  }
}
