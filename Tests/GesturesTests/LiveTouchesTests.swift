import Testing

@testable import Gestures

@Suite("Touches that are down")
struct LiveTouchesTests {
  private func contact(_ id: UInt64, _ phase: Touch.Phase) -> TouchFrame.Contact {
    TouchFrame.Contact(id: id, phase: phase, location: Point(x: 1, y: 1))
  }

  @Test(arguments: [Touch.Phase.ended, .cancelled])
  func `A touch that is gone leaves its bit to the next one, so that the shared bit is not needed`(phase: Touch.Phase) {
    var live = LiveTouches()
    live.beginPhase()
    let resting = live.land(contact(1000, .began), in: nil, at: .at(0))
    var bits: Set<UInt64> = []
    for id in 1...UInt64(100) {
      live.beginPhase()
      bits.insert(live.land(contact(id, .began), in: nil, at: .at(Double(id))).bit)
      live.lift([contact(id, phase)], phase, at: .at(Double(id)))
    }
    #expect(bits.count == 1 && !bits.contains(resting.bit))
    #expect(live.down.map(\.id) == [1000])
  }
}
