// Queues: serial queues and the state that each owns; what a queue does later, until a token is released. Libdispatch, behind them.
@preconcurrency import Dispatch

/// A queue that does one thing at a time, in order. It has a thread only while it has something to do.
///
/// This module alone knows libdispatch, but for `Touchscreens`, whose callers bring a queue. Another implementation needs the same few functions.
package struct SerialQueue: Sendable {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label) }

  /// Does something after all that was given to the queue before.
  package func async(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// Does something on the queue, and waits until it is done.
  package func sync<Result>(_ body: () -> Result) -> Result { queue.sync(execute: body) }

  /// Does something on the queue, and waits until it is done, but not beyond the deadline.
  package func sync(until deadline: Deadline, _ body: @escaping @Sendable () -> Void) {
    let group = WorkGroup()
    queue.async(group: group.group, execute: body)
    _ = group.wait(until: deadline)
  }
}

// MARK: - What the queue does later

/// What a queue does after a time or an event. It ends when the last reference to this object is released: from then on, nothing is called.
///
/// Such an object is made, kept and released on its queue only.
package final class Pending {
  private let cancel: () -> Void

  fileprivate init(cancel: @escaping () -> Void) { self.cancel = cancel }

  deinit { cancel() }
}

/// Functions for objects that a queue owns. The queue does not keep the owner alive: the owner keeps the `Pending`, and both end together.
extension SerialQueue {
  /// Calls `body` once, after a time.
  package func after<Owner: AnyObject>(
    _ delay: Duration, for owner: Owner, _ body: @escaping (Owner) -> Void
  ) -> Pending {
    after(delay) { [unowned owner] in body(owner) }
  }

  /// The same for a `body` that keeps its owner alive until it was called or is released with the `Pending`.
  package func after(_ delay: Duration, _ body: @escaping () -> Void) -> Pending {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + delay.seconds)
    return start(timer) {
      timer.cancel()
      body()
    }
  }

  /// Calls `body` again and again, for the first time after one interval.
  package func every<Owner: AnyObject>(
    _ interval: Duration, for owner: Owner, _ body: @escaping (Owner) -> Void
  ) -> Pending {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + interval.seconds, repeating: interval.seconds)
    return start(timer) { [unowned owner] in body(owner) }
  }

  /// Calls `body` once, after all that the queue has to do now.
  package func next<Owner: AnyObject>(for owner: Owner, _ body: @escaping (Owner) -> Void) -> Pending {
    let work = DispatchWorkItem { [unowned owner] in body(owner) }
    queue.async(execute: work)
    return Pending { work.cancel() }
  }

  /// Calls `body` as long as a descriptor is readable. The descriptor must stay open until `ended` is called.
  package func whenReadable<Owner: AnyObject>(
    _ descriptor: Int32, for owner: Owner, _ body: @escaping (Owner) -> Void, ended: @escaping () -> Void
  ) -> Pending {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler(handler: ended)
    return start(source) { [unowned owner] in body(owner) }
  }

  private func start(_ source: any DispatchSourceProtocol, _ body: @escaping () -> Void) -> Pending {
    source.setEventHandler(handler: body)
    source.activate()
    return Pending { source.cancel() }
  }
}

// MARK: - Waiting

/// The time at which a thread stops waiting.
package struct Deadline: Sendable {
  fileprivate let time: DispatchTime

  package static func after(_ duration: Duration) -> Deadline { Deadline(time: .now() + duration.seconds) }
}

/// Work of any threads and queues that a thread can wait for.
package struct WorkGroup: Sendable {
  fileprivate let group = DispatchGroup()

  package init() {}

  package func enter() { group.enter() }

  /// Must be called once for each call of `enter`.
  package func leave() { group.leave() }

  /// - Returns: whether all have left before the deadline.
  package func wait(until deadline: Deadline) -> Bool { group.wait(timeout: deadline.time) == .success }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
