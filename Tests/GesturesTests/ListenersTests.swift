import Testing

@testable import Gestures

@Suite("The recognizers that receive touches")
struct ListenersTests {
  @Test func `One that is added while others are called is called in its turn, and none twice`() {
    let recognizers = (0..<5).map { _ in PanGestureRecognizer() }
    for (place, recognizer) in recognizers.enumerated() { recognizer.rank(UInt64(place)) }
    var listeners = Listeners()
    for place in [1, 3] { listeners.add(recognizers[place]) }
    var called: [GestureRecognizer] = []
    listeners.start()
    while let next = listeners.next() {
      called.append(next)
      if called.count == 1 {
        for place in [0, 2, 4] { listeners.add(recognizers[place]) }
      }
    }
    #expect(called.map { $0.attempt.marks.rank } == [1, 2, 3, 4])
  }
}
