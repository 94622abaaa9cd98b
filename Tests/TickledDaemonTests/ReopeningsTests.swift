import Gestures
import Testing

@testable import TickledDaemon

@Suite struct `A panel that failed` {
  private var reopenings = Reopenings()

  private static func seconds(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

  /// Fails at once each time that it is tried.
  @Test mutating func `is tried less and less often, but at least once in 64 s`() {
    var now = Self.seconds(10)
    var waits: [Int64] = []
    for _ in 0..<9 {
      waits.append(reopenings.add("a", at: now) / 1_000_000)
      now = now + waits.last! * 1_000_000
      #expect(reopenings.takeDue(at: now + -1) == nil)
      #expect(reopenings.takeDue(at: now) == ["a"])
      #expect(reopenings.nextDeadline == nil)
      reopenings.succeeded("a")
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 64, 64, 64])
  }

  @Test mutating func `is tried after 1 s again when it has worked for a minute`() {
    #expect(reopenings.add("a", at: Self.seconds(10)) == 1_000_000)
    #expect(reopenings.takeDue(at: Self.seconds(11)) == ["a"])
    #expect(reopenings.add("a", at: Self.seconds(70)) == 2_000_000)
    #expect(reopenings.takeDue(at: Self.seconds(72)) == ["a"])
    #expect(reopenings.add("a", at: Self.seconds(132)) == 1_000_000)
  }

  @Test mutating func `is not tried any more when it is removed, or was opened after an event of udev`() {
    _ = reopenings.add("a", at: Self.seconds(10))
    _ = reopenings.add("b", at: Self.seconds(10))
    _ = reopenings.add("c", at: Self.seconds(12))
    reopenings.forget("a")
    reopenings.succeeded("b")
    #expect(reopenings.nextDeadline == Self.seconds(13))
    #expect(reopenings.takeDue(at: Self.seconds(99)) == ["c"])
  }
}
