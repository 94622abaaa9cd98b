@preconcurrency import Dispatch

/// State that one serial queue owns: plain values and classes that need not be `Sendable`, since only the queue accesses them.
///
/// `@unchecked Sendable` is safe because the box is private and every access to it runs on the queue, one block at a time.
package struct QueueBound<Value>: @unchecked Sendable {
  package let queue: DispatchQueue
  private let box: Box<Value>

  /// - Parameter make: makes the value, and must not keep a reference to it.
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
