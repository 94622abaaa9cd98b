@preconcurrency import Dispatch

/// What one serial queue owns: plain values and classes that need not be `Sendable`, since only the queue gets at them.
///
/// Unchecked, and true because the box is private and each way into it runs on the queue, one block at a time.
package struct QueueBound<Value>: @unchecked Sendable {
  package let queue: DispatchQueue
  private let box: Box<Value>

  /// What `make` makes it keeps nowhere else.
  package init(queue: DispatchQueue, make: () -> Value) {
    self.queue = queue
    box = Box(make())
  }

  package func async(_ body: @escaping @Sendable (inout Value) -> Void) {
    queue.async { @Sendable in body(&box.value) }
  }

  package func sync<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    queue.sync { body(&box.value) }
  }

  /// A way in for work that is done over and over: made once, so that going in allocates nothing.
  package func entrance(_ body: @escaping @Sendable (inout Value) -> Void) -> Entrance {
    Entrance(queue: queue) { @Sendable in body(&box.value) }
  }
}

/// Does the same on a queue each time that it is asked to, and waits until it is done.
package final class Entrance {
  private let queue: DispatchQueue
  private let body: @Sendable () -> Void
  private var item: DispatchWorkItem
  private var uses = 0
  /// libdispatch counts in 32 bits how often an item was performed, and takes an overflow for a mistake.
  private static var mostUses: Int { 1 << 30 }

  fileprivate init(queue: DispatchQueue, body: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.body = body
    item = DispatchWorkItem(block: body)
  }

  package func enter() {
    uses += 1
    if uses % Self.mostUses == 0 { item = DispatchWorkItem(block: body) }
    queue.sync(execute: item)
  }
}

private final class Box<Value> {
  /// Exempt from the run-time check of exclusive access: the queue lets one block at a time get at it, and none from within
  /// another.
  @exclusivity(unchecked) var value: Value
  init(_ value: Value) { self.value = value }
}
