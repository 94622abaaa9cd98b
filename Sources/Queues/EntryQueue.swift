import CLinux

/// A serial queue that threads only enter, without a closure: entering costs no more than a lock.
///
/// It uses libdispatch's C functions: `DispatchQueue.sync` makes a block of its work, which costs several times as much as the queue.
package final class EntryQueue {
  private let queue: UnsafeMutableRawPointer

  package init(label: String) { queue = linux_queue_create(label) }

  deinit { linux_queue_release(queue) }

  /// Calls a C function with its context on the queue, and waits until it is done.
  package func sync(_ context: UnsafeMutableRawPointer, _ body: @convention(c) (UnsafeMutableRawPointer?) -> Void) {
    linux_queue_sync(queue, context, body)
  }
}
