import Foundation
import Program
import Testing

@Suite struct `A separate thread` {
  @Test func `returns what its work returns, and leaves nothing running`() {
    let here = pthread_self()
    var calls = 0
    let isElsewhere = onSeparateThread {
      calls += 1
      return pthread_equal(pthread_self(), here) == 0
    }
    #expect(isElsewhere)
    #expect(calls == 1)
  }

  @Test func `passes a failure on`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try onSeparateThread { Result<Int, Failure>.failure(Failure()) }.get() }
  }
}
