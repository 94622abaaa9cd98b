import CLinux
import Glibc
import Queues
import Synchronization
import Testing

/// What a queue does later ends with its `Pending`, whenever that is released.
@Suite struct PendingTests {
  private let calls = Calls()
  private let queue = SerialQueue(label: "tested")

  private func makeOwner() -> QueueBound<Owner> { QueueBound(queue: queue) { Owner(calls) } }

  /// Waits until the queue has done what is due in 30 ms.
  private func waitForLater() {
    let group = WorkGroup()
    group.enter()
    let last = QueueBound<Pending?>(queue: queue) { nil }
    last.async { [queue] last in last = queue.after(.milliseconds(30)) { group.leave() } }
    #expect(group.wait(until: .after(.seconds(60))))
  }

  @Test func `A delay calls its owner once`() {
    let owner = makeOwner()
    owner.sync { [queue] owner in owner.pending = queue.after(.milliseconds(1), for: owner) { $0.call() } }
    waitForLater()
    owner.sync { $0.pending = nil }
    waitForLater()
    #expect(calls.count == 1)
  }

  @Test func `A delay that is released before its time calls nothing`() {
    let owner = makeOwner()
    owner.sync { [queue] owner in
      owner.pending = queue.after(.milliseconds(1), for: owner) { $0.call() }
      owner.pending = nil
    }
    waitForLater()
    #expect(calls.count == 0)
  }

  @Test func `A delay that is released when its time is over, but the queue was busy, calls nothing`() {
    let owner = makeOwner()
    owner.sync { [queue] owner in
      owner.pending = queue.after(.milliseconds(1), for: owner) { $0.call() }
      keepBusy()
      owner.pending = nil
    }
    waitForLater()
    #expect(calls.count == 0)
  }

  @Test func `A delay may be released and replaced while it calls its owner`() {
    let owner = makeOwner()
    owner.sync { [queue] owner in
      owner.pending = queue.after(.milliseconds(1), for: owner) { owner in
        owner.pending = nil
        owner.call()
        owner.pending = queue.after(.milliseconds(1), for: owner) { $0.call() }
      }
    }
    waitForLater()
    #expect(calls.count == 2)
  }

  @Test func `What is repeated goes on until it is released, even by itself`() {
    let owner = makeOwner()
    owner.sync { [queue] owner in
      owner.pending = queue.every(.milliseconds(1), for: owner) { owner in
        owner.call()
        if owner.calls.count == 3 { owner.pending = nil }
      }
    }
    waitForLater()
    #expect(calls.count == 3)
  }

  @Test func `What comes next comes after what waits, and not if it is released before`() {
    let owner = makeOwner()
    owner.sync { [queue, calls] owner in
      queue.async { calls.add("waited") }
      owner.pending = queue.next(for: owner) { $0.call("next") }
    }
    waitForLater()
    owner.sync { [queue] owner in
      owner.pending = queue.next(for: owner) { $0.call("released") }
      owner.pending = nil
    }
    waitForLater()
    #expect(calls.all == ["waited", "next"])
  }

  @Test func `A readable descriptor calls its owner until the watch is released, and then may be closed`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(linux_pipe(&ends, 0) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let ended = WorkGroup()
    ended.enter()
    let owner = makeOwner()
    #expect(linux_write_pipe(writing, "x", 1) == 1)
    owner.sync { [queue] owner in
      let watched = { (owner: Owner) in
        owner.call()
        if owner.calls.count == 2 { owner.pending = nil }
      }
      owner.pending = queue.whenReadable(reading, for: owner, watched, ended: { ended.leave() })
    }
    #expect(ended.wait(until: .after(.seconds(60))))
    #expect(calls.count == 2)
    for end in ends { close(end) }
  }

  @Test func `An owner ends with what it has pending, although its time is over`() {
    queue.sync {
      var owner: Owner? = Owner(calls)
      owner!.pending = queue.after(.milliseconds(1), for: owner!) { $0.call() }
      keepBusy()
      owner = nil
    }
    #expect(calls.ended == 1)
    waitForLater()
    #expect(calls.count == 0)
  }

  @Test func `Only its queue releases an owner`() {
    var owner: QueueBound<Owner>? = makeOwner()
    owner?.sync { [queue] owner in owner.pending = queue.every(.milliseconds(1), for: owner) { $0.call() } }
    queue.sync {
      keepBusy()
      owner = nil
      #expect(calls.ended == 0)
    }
    waitForLater()
    #expect(calls.ended == 1)
  }

  @Test func `A delay can keep its owner until it has called it`() {
    queue.sync {
      let owner = Owner(calls)
      owner.pending = queue.after(.milliseconds(1)) { owner.call() }
    }
    #expect(calls.ended == 0)
    waitForLater()
    #expect(calls.count == 1)
    #expect(calls.ended == 1)
  }

  @Test func `Nothing is called of objects that are dropped at any time by another thread`() {
    for round in 0..<2000 {
      var owner: QueueBound<Owner>? = makeOwner()
      owner?.async { [queue] owner in
        owner.pending = queue.every(.microseconds(20 + round % 50), for: owner) { $0.call() }
        owner.other = queue.after(.microseconds(round % 100), for: owner) { owner in
          owner.other = queue.next(for: owner) { $0.call() }
        }
      }
      let end = linux_monotonic_microseconds() + Int64(round % 150)
      while linux_monotonic_microseconds() < end {}
      owner = nil
    }
    waitForLater()
    #expect(calls.ended == 2000)
  }
}

/// An object on a queue.
private final class Owner {
  let calls: Calls
  var pending: Pending?
  var other: Pending?

  init(_ calls: Calls) { self.calls = calls }

  deinit { calls.end() }

  func call(_ word: String = "") { calls.add(word) }
}

/// What happened to owners, on any thread.
final class Calls: Sendable {
  private let words = Mutex<[String]>([])
  private let ends = Mutex(0)

  /// What each call said, in order.
  var all: [String] { words.withLock { $0 } }
  var count: Int { all.count }
  /// The number of owners that have ended.
  var ended: Int { ends.withLock { $0 } }

  func add(_ word: String) { words.withLock { $0.append(word) } }
  func end() { ends.withLock { $0 += 1 } }
}

/// Keeps this thread busy for longer than the delays that are tested.
private func keepBusy() {
  let end = linux_monotonic_microseconds() + 5_000
  while linux_monotonic_microseconds() < end {}
}
