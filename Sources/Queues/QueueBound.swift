/// State that one serial queue owns: plain values and classes that need not be `Sendable`, since only the queue accesses them. The queue also
/// releases it, so that nothing else of it happens meanwhile.
///
/// `@unchecked Sendable` is safe because the box is private and every access to it runs on the queue, one block at a time.
package struct QueueBound<Value>: @unchecked Sendable {
  private let queue: SerialQueue
  private let box: Box<Value>

  /// - Parameter make: makes the value, and must not keep a reference to it.
  package init(queue: SerialQueue, make: () -> Value) {
    self.queue = queue
    box = Box(make(), queue)
  }

  package func async(_ body: @escaping @Sendable (inout Value) -> Void) {
    queue.async { body(&box.value.pointee) }
  }

  /// The same, within a group that it enters and leaves.
  package func async(in group: WorkGroup, _ body: @escaping @Sendable (inout Value) -> Void) {
    group.enter()
    async { value in
      body(&value)
      group.leave()
    }
  }

  package func sync<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    queue.sync { body(&box.value.pointee) }
  }

  /// Waits until `body` is done, but not beyond the deadline: it may wait for a driver that hangs.
  package func sync(until deadline: Deadline, _ body: @escaping @Sendable (inout Value) -> Void) {
    queue.sync(until: deadline) { body(&box.value.pointee) }
  }
}

private final class Box<Value> {
  let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private let queue: SerialQueue

  init(_ value: Value, _ queue: SerialQueue) {
    self.value.initialize(to: value)
    self.queue = queue
  }

  deinit {
    nonisolated(unsafe) let value = value
    queue.async {
      value.deinitialize(count: 1)
      value.deallocate()
    }
  }
}
