// Static/Queues: the queues of the module Queues without libdispatch.
import CLinux
import CStatic
import Glibc
import Synchronization

/// The same queue without libdispatch: while it has something to do, or to do later, it has a thread, which waits with `poll`.
///
/// `@unchecked Sendable`: everything mutable is accessed with the lock, and the closures run one at a time.
package struct SerialQueue: @unchecked Sendable {
  fileprivate let state = State()

  package init(label: String) {}

  /// Does something after all that was given to the queue before.
  package func async(_ body: @escaping @Sendable () -> Void) { state.add(body) }

  /// Does something on the queue, and waits until it is done.
  package func sync<Result>(_ body: () -> Result) -> Result {
    if state.enter() {
      defer { state.leave() }
      return body()
    }
    // The queue's thread waits meanwhile: it keeps the closure for a moment longer than it runs, which `body` may not outlive.
    let turn = WorkGroup(), done = WorkGroup()
    turn.enter()
    done.enter()
    state.add {
      turn.leave()
      done.wait()
    }
    turn.wait()
    defer { done.leave() }
    return body()
  }

  /// Does something on the queue, and waits until it is done, but not beyond the deadline.
  package func sync(until deadline: Deadline, _ body: @escaping @Sendable () -> Void) {
    let group = WorkGroup()
    group.enter()
    state.add {
      body()
      group.leave()
    }
    _ = group.wait(until: deadline)
  }
}

/// What a queue does after a time or an event. It ends when the last reference to this object is released: from then on, nothing is called.
///
/// Such an object is made, kept and released on its queue only.
package final class Pending {
  private let state: State
  private let item: State.Later

  fileprivate init(_ state: State, _ item: State.Later) {
    self.state = state
    self.item = item
    state.add(item)
  }

  deinit { state.remove(item) }
}

/// Functions for objects that a queue owns. The queue does not keep the owner alive: the owner keeps the `Pending`, and both end together.
extension SerialQueue {
  /// Calls `body` once, after a time.
  package func after<Owner: AnyObject>(
    _ delay: Duration, for owner: Owner, _ body: @escaping (Owner) -> Void
  ) -> Pending {
    after(delay, unowned(owner, body))
  }

  /// The same for a `body` that keeps its owner alive until it was called or is released with the `Pending`.
  package func after(_ delay: Duration, _ body: @escaping () -> Void) -> Pending {
    Pending(state, State.Later(body, due: Deadline.after(delay).time))
  }

  /// Calls `body` again and again, for the first time after one interval.
  package func every<Owner: AnyObject>(
    _ interval: Duration, for owner: Owner, _ body: @escaping (Owner) -> Void
  ) -> Pending {
    let time = Deadline.after(interval).time
    return Pending(state, State.Later(unowned(owner, body), due: time, interval: interval.inMicroseconds))
  }

  /// Calls `body` once, after all that the queue has to do now.
  package func next<Owner: AnyObject>(for owner: Owner, _ body: @escaping (Owner) -> Void) -> Pending {
    after(.zero, for: owner, body)
  }

  /// Calls `body` as long as a descriptor is readable. The descriptor must stay open until `ended` is called.
  package func whenReadable<Owner: AnyObject>(
    _ descriptor: Int32, for owner: Owner, _ body: @escaping (Owner) -> Void, ended: @escaping () -> Void
  ) -> Pending {
    Pending(state, State.Later(unowned(owner, body), descriptor: descriptor, ended: ended))
  }

  private func unowned<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner) -> Void) -> () -> Void {
    let owner = Unmanaged.passUnretained(owner)
    return { body(owner.takeUnretainedValue()) }
  }
}

// MARK: - The thread

private final class State: @unchecked Sendable {
  /// What happens at a time, or when a descriptor is readable.
  final class Later {
    var body: (() -> Void)?
    var due: Int64
    let interval: Int64
    let descriptor: Int32
    let ended: (() -> Void)?

    init(
      _ body: @escaping () -> Void, due: Int64 = .max, interval: Int64 = 0, descriptor: Int32 = -1,
      ended: (() -> Void)? = nil
    ) {
      self.body = body
      self.due = due
      self.interval = interval
      self.descriptor = descriptor
      self.ended = ended
    }
  }

  private let lock = Mutex(())
  private let wake = linux_eventfd()
  private var items: [() -> Void] = []
  private var later: [Later] = []
  private var hasThread = false
  /// Whether a thread does something of the queue.
  private var isBusy = false

  deinit { close(wake) }

  func add(_ body: @escaping () -> Void) {
    lock.withLock { _ in items.append(body) }
    run()
  }

  func add(_ item: Later) {
    lock.withLock { _ in later.append(item) }
    run()
  }

  func remove(_ item: Later) {
    lock.withLock { _ in
      item.body = nil
      later.removeAll { $0 === item }
      if let ended = item.ended { items.append(ended) }
    }
    run()
  }

  /// - Returns: whether nothing else happens on the queue, which the caller may then use until it calls `leave`.
  func enter() -> Bool {
    lock.withLock { _ in
      if isBusy || !items.isEmpty { return false }
      isBusy = true
      return true
    }
  }

  func leave() {
    lock.withLock { _ in isBusy = false }
    run()
  }

  /// Starts a thread if there is something to do and none is there, or lets it look again.
  private func run() {
    let starts = lock.withLock { _ in
      defer { hasThread = hasThread || !items.isEmpty || !later.isEmpty }
      return !hasThread && (!items.isEmpty || !later.isEmpty)
    }
    if starts {
      startThread()
    } else {
      linux_eventfd_raise(wake)
    }
  }

  private func startThread() {
    let state = Unmanaged.passRetained(self)
    let error = linux_start_thread(
      { context in
        Unmanaged<State>.fromOpaque(context!).takeRetainedValue().loop()
        return nil
      }, state.toOpaque())
    if error == 0 { return }
    // What comes next tries again.
    lock.withLock { _ in hasThread = false }
    state.release()
  }

  private func loop() {
    while true {
      let (work, isOver) = lock.withLock { _ in take() }
      if isOver { return }
      if let work {
        work()
        lock.withLock { _ in isBusy = false }
      } else {
        wait()
      }
    }
  }

  /// The next thing to do, and whether the thread ends.
  private func take() -> (work: (() -> Void)?, isOver: Bool) {
    if isBusy { return (nil, false) }
    if !items.isEmpty {
      isBusy = true
      return (items.removeFirst(), false)
    }
    let now = linux_monotonic_microseconds()
    if let item = later.first(where: { $0.due <= now || ($0.descriptor >= 0 && static_is_readable($0.descriptor)) }) {
      isBusy = true
      if item.descriptor < 0 {
        if item.interval > 0 { item.due = now + item.interval } else { later.removeAll { $0 === item } }
      }
      return ({ item.body?() }, false)
    }
    if later.isEmpty { hasThread = false }
    return (nil, later.isEmpty)
  }

  private func wait() {
    let (due, descriptors) = lock.withLock { _ in
      (later.map({ $0.due }).min(), later.compactMap { $0.descriptor >= 0 ? $0.descriptor : nil })
    }
    static_wait(wake, descriptors, descriptors.count, due ?? .max)
    linux_eventfd_clear(wake)
  }
}
