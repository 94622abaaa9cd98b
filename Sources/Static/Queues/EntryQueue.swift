import Glibc

/// A serial queue that threads only enter, without a closure: a mutex.
package final class EntryQueue {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init(label: String) { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls a C function with its context on the queue, and waits until it is done.
  package func sync(_ context: UnsafeMutableRawPointer, _ body: @convention(c) (UnsafeMutableRawPointer?) -> Void) {
    pthread_mutex_lock(mutex)
    body(context)
    pthread_mutex_unlock(mutex)
  }
}
