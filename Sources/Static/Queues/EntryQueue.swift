import Synchronization

/// A serial queue that threads only enter, without a closure: a mutex.
package final class EntryQueue {
  private let mutex = Mutex(())

  package init(label: String) {}

  /// Calls a C function with its context on the queue, and waits until it is done.
  package func sync(_ context: UnsafeMutableRawPointer, _ body: @convention(c) (UnsafeMutableRawPointer?) -> Void) {
    mutex.withLock { _ in body(context) }
  }
}
