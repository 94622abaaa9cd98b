import CLinux
import Glibc
import Queues
import Synchronization

/// What the queues of the static build do under load. Prints what does not hold; the exit status is the number of these.
@main
struct Queues {
  static let failures = Mutex(0)

  static func expect(_ holds: Bool, _ what: StaticString) {
    if holds { return }
    print(what)
    failures.withLock { $0 += 1 }
  }

  final class Owner {
    var calls = 0
    var pending: Pending?
  }

  static func main() {
    order()
    several()
    later()
    descriptors()
    deadlines()
    exit(Int32(failures.withLock { $0 }))
  }

  /// What one thread gives to a queue is done in order, and one at a time with what other threads give.
  static func order() {
    let queue = SerialQueue(label: "order")
    let seen = Mutex<[Int]>([])
    for number in 0..<10_000 {
      queue.async { seen.withLock { $0.append(number) } }
      if number % 1000 == 999 {
        queue.sync { expect(seen.withLock { $0.count } == number + 1, "sync does not come last") }
      }
    }
    queue.sync {}
    expect(seen.withLock { $0 } == Array(0..<10_000), "the order is another one")
  }

  static func several() {
    let queue = SerialQueue(label: "several")
    let group = WorkGroup()
    nonisolated(unsafe) var sum = 0
    for thread in 0..<8 {
      let other = SerialQueue(label: "other")
      group.enter()
      other.async {
        for step in 0..<2000 {
          if (step + thread) % 3 == 0 { queue.sync { sum += 1 } } else { queue.async { sum += 1 } }
        }
        group.leave()
      }
    }
    expect(group.wait(until: .after(.seconds(60))), "the threads do not end")
    expect(queue.sync { sum } == 16_000, "two things at a time")
  }

  static func later() {
    let queue = SerialQueue(label: "later")
    let owner = Owner(), ended = Owner(), repeated = Owner()
    nonisolated(unsafe) let all = (owner, ended, repeated)
    let begin = linux_monotonic_microseconds()
    let time = Mutex<Int64>(0)
    queue.sync {
      all.0.pending = queue.after(.milliseconds(50), for: all.0) { owner in
        owner.calls += 1
        time.withLock { $0 = linux_monotonic_microseconds() }
      }
      all.1.pending = queue.after(.milliseconds(20), for: all.1) { $0.calls += 1 }
      all.2.pending = queue.every(.milliseconds(10), for: all.2) { $0.calls += 1 }
      all.1.pending = nil
    }
    usleep(205_000)
    let calls = queue.sync { (all.0.calls, all.1.calls, all.2.calls) }
    queue.sync { all.2.pending = nil }
    expect(calls.0 == 1, "a delay is not over once")
    expect(time.withLock { $0 } - begin >= 50_000, "a delay is too short")
    expect(calls.1 == 0, "what was ended is done")
    expect(calls.2 > 5 && calls.2 <= 20, "an interval is not done again and again")
    usleep(50_000)
    expect(queue.sync { all.2.calls } <= calls.2 + 1, "an interval that was ended goes on")
    nonisolated(unsafe) var next = false
    queue.sync {
      all.0.pending = queue.next(for: all.0) { _ in next = true }
      expect(!next, "what is next is done at once")
    }
    usleep(20_000)
    expect(queue.sync { next }, "what is next is not done")
    queue.sync { all.0.pending = nil }
  }

  static func descriptors() {
    let queue = SerialQueue(label: "descriptors")
    let owner = Owner()
    nonisolated(unsafe) let kept = owner
    var ends: [Int32] = [0, 0]
    linux_pipe(&ends, 0)
    let reading = ends[0]
    let hasEnded = Mutex(false)
    queue.sync {
      kept.pending = queue.whenReadable(reading, for: kept) { owner in
        var byte: UInt8 = 0
        read(reading, &byte, 1)
        owner.calls += Int(byte)
      } ended: {
        hasEnded.withLock { $0 = true }
      }
    }
    for byte in [1, 2, 3] as [UInt8] {
      var byte = byte
      write(ends[1], &byte, 1)
      usleep(10_000)
    }
    expect(queue.sync { kept.calls } == 6, "a descriptor is not read as often as it is readable")
    queue.sync { kept.pending = nil }
    usleep(10_000)
    expect(hasEnded.withLock { $0 }, "nothing is said at the end of a descriptor")
    close(ends[0])
    close(ends[1])
  }

  static func deadlines() {
    let queue = SerialQueue(label: "deadlines")
    let begin = linux_monotonic_microseconds()
    queue.sync(until: .after(.milliseconds(30))) { usleep(300_000) }
    let waited = linux_monotonic_microseconds() - begin
    expect(waited >= 30_000 && waited < 250_000, "a deadline does not end a wait")
    queue.sync {}
    expect(linux_monotonic_microseconds() - begin >= 300_000, "two things at a time, after a deadline")
  }
}
