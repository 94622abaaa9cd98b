import Testing

@testable import Bridge

/// How events get to the broker. Times are milliseconds.
@Suite struct FlowTests {
  private func event(_ name: String, at time: Int) -> Event {
    Event(topic: name, payload: [], time: Int64(time) * 1000)
  }

  private func take(
    _ gate: inout ChangeGate, _ state: String, _ number: Int, at time: Int, of gesture: String = "dim"
  ) -> [String] {
    gate.take(
      event("\(state)\(number)", at: time), of: ChangeGate.Attempt(gesture: gesture, place: "main"),
      isChange: state == "changed", isLast: state == "ended", at: Int64(time) * 1000
    ).map(\.topic)
  }

  @Test func `Of many changes the first is sent at once, then one in each interval, and the last before the end`() {
    var gate = ChangeGate(rate: 10)
    #expect(take(&gate, "began", 0, at: 0) == ["began0"])
    #expect(take(&gate, "changed", 1, at: 5) == ["changed1"])
    for number in 2...9 { #expect(take(&gate, "changed", number, at: 10 * number).isEmpty) }
    #expect(gate.nextDeadline == 105_000)
    #expect(gate.advance(to: 104_999).isEmpty)
    #expect(gate.advance(to: 105_000).map(\.topic) == ["changed9"])
    #expect(gate.nextDeadline == nil, "nothing waits")
    #expect(take(&gate, "changed", 10, at: 120).isEmpty)
    #expect(take(&gate, "ended", 11, at: 130) == ["changed10", "ended11"])
    #expect(gate.nextDeadline == nil)
  }

  @Test func `Gestures do not slow each other down`() {
    var gate = ChangeGate(rate: 1)
    #expect(take(&gate, "changed", 1, at: 0, of: "a") == ["changed1"])
    #expect(take(&gate, "changed", 2, at: 1, of: "b") == ["changed2"])
    #expect(take(&gate, "changed", 3, at: 2, of: "a").isEmpty)
    #expect(take(&gate, "ended", 4, at: 3, of: "b") == ["ended4"])
  }

  @Test func `An event that waits too long is dropped and counted`() {
    var queue = EventQueue(maxAge: 2_000_000)
    queue.add(event("a", at: 0), at: 0)
    queue.add(event("b", at: 1500), at: 1_500_000)
    #expect(queue.nextDeadline == 2_000_000)
    #expect(queue.next(at: 2_000_000)?.topic == "b")
    #expect(queue.dropped == 1)
    // One that is already too old when it comes, as this process did not run.
    queue.add(event("c", at: 0), at: 5_000_000)
    #expect(queue.nextDeadline == nil)
    #expect(queue.dropped == 2)
  }

  @Test func `Too many events drop the oldest ones`() {
    var queue = EventQueue(maxAge: 1_000_000)
    for number in 0..<EventQueue.most + 3 { queue.add(event("\(number)", at: 0), at: 0) }
    #expect(queue.dropped == 3)
    #expect(queue.next(at: 0)?.topic == "3")
  }
}
