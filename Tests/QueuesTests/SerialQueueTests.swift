import Queues
import Testing

@Suite struct SerialQueueTests {
  @Test func `A queue does one thing at a time, in order`() {
    let queue = SerialQueue(label: "tested")
    let numbers = QueueBound(queue: queue) { [Int]() }
    for number in 0..<1000 { numbers.async { $0.append(number) } }
    #expect(numbers.sync { $0 } == Array(0..<1000))
  }

  @Test func `A thread waits for what a queue does, but not beyond its deadline`() {
    let queue = SerialQueue(label: "tested")
    let driver = WorkGroup()
    let calls = Calls()
    driver.enter()
    queue.async { #expect(driver.wait(until: .after(.seconds(60)))) }
    queue.sync(until: .after(.milliseconds(1))) { calls.add("done") }
    #expect(calls.all == [])
    driver.leave()
    queue.sync(until: .after(.seconds(60))) {}
    #expect(calls.all == ["done"])
  }

  @Test func `A group is over when all have left it`() {
    let group = WorkGroup()
    group.enter()
    group.enter()
    group.leave()
    #expect(!group.wait(until: .after(.milliseconds(1))))
    group.leave()
    #expect(group.wait(until: .after(.zero)))
  }

  @Test func `A queue that threads enter lets in one at a time`() {
    let count = Count()
    let queue = SerialQueue(label: "other")
    let done = WorkGroup()
    done.enter()
    queue.async {
      for _ in 0..<10_000 { count.add() }
      done.leave()
    }
    for _ in 0..<10_000 { count.add() }
    #expect(done.wait(until: .after(.seconds(60))))
    #expect(count.value == 20_000)
  }
}

/// A number that only a queue changes.
private final class Count: @unchecked Sendable {
  private let queue = EntryQueue(label: "tested")
  private(set) var value = 0

  func add() {
    queue.sync(Unmanaged.passUnretained(self).toOpaque()) { count in
      Unmanaged<Count>.fromOpaque(count!).takeUnretainedValue().value += 1
    }
  }
}
