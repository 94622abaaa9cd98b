// Static/Synchronization: the part of the standard library's module that the daemon uses, which Embedded Swift lacks.
import Glibc

/// A lock with the value that it guards, as in the standard library's module of this name.
///
/// `@unchecked Sendable`: the value is accessed with the lock only.
public final class Mutex<Value: ~Copyable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  public init(_ value: consuming Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body(&value)
  }
}

/// The order in which other threads see an access; all of these are in one order.
public enum AtomicOrdering { case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent }

/// A value that several threads read and write.
public final class Atomic<Value>: Sendable {
  private let value: Mutex<Value>

  public init(_ value: Value) { self.value = Mutex(value) }

  public func load(ordering: AtomicOrdering) -> Value { value.withLock { $0 } }

  public func store(_ new: Value, ordering: AtomicOrdering) { value.withLock { $0 = new } }
}

extension Atomic where Value: FixedWidthInteger {
  public func add(_ step: Value, ordering: AtomicOrdering) { value.withLock { $0 &+= step } }

  public func subtract(_ step: Value, ordering: AtomicOrdering) { value.withLock { $0 &-= step } }
}
