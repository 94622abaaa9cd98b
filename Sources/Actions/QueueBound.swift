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
}

private final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
