import Testing

@testable import TickledDaemon

@Suite struct `Five fingers for five seconds` {
  private let hand = (0..<5).map { "slot \($0) id \($0 + 1) x \($0 * 100) y 50 " }.joined()

  @Test func `release the panel, at the end of their time and not before`() throws {
    let bench = try InterceptedPanel("")
    try bench.play("0  \(hand)\n4000  slot 0 x 1")
    let interception = try #require(bench.panel.interception)
    #expect(try interception.nextDeadline == bench.time("5000"))
    #expect(try interception.reasonToRelease(at: bench.time("4999")) == nil)
    #expect(try interception.reasonToRelease(at: bench.time("5000")) == .panic)
  }

  @Test func `may land one after the other within a second, and count from the last one`() throws {
    let bench = try InterceptedPanel("")
    for finger in 0..<5 { try bench.play("\(finger * 250)  slot \(finger) id \(finger + 1) x \(finger * 100)") }
    #expect(try bench.panel.interception?.nextDeadline == bench.time("6000"))
  }

  @Test func `do nothing if they landed one by one`() throws {
    let bench = try InterceptedPanel("")
    for finger in 0..<9 { try bench.play("\(finger * 300)  slot \(finger) id \(finger + 1) x \(finger * 100)") }
    #expect(try bench.panel.interception?.reasonToRelease(at: bench.time("20000")) == nil)
  }

  @Test func `do nothing if one of them lifts, or if the gesture is off`() throws {
    let bench = try InterceptedPanel("")
    try bench.play("0  \(hand)\n4000  slot 0 id -1\n4100  slot 0 id 9 x 7")
    #expect(try bench.panel.interception?.reasonToRelease(at: bench.time("8000")) == nil)
    let off = try InterceptedPanel("[[screen]]\nname = \"main\"\npanic_time = \"none\"\n")
    try off.play("0  \(hand)")
    #expect(off.panel.interception?.nextDeadline == nil)
    #expect(try off.panel.interception?.reasonToRelease(at: off.time("9000")) == nil)
  }

  @Test func `do nothing if one of them moves farther than a resting hand does`() throws {
    let bench = try InterceptedPanel("")
    try bench.play("0  \(hand)\n1000  slot 2 x 205\n2000  x 207\n3000  x 200")
    #expect(try bench.panel.interception?.reasonToRelease(at: bench.time("20000")) == nil)
  }

  @Test func `are enough if five others move`() throws {
    let bench = try InterceptedPanel("")
    let hands = (0..<10).map { "slot \($0) id \($0 + 1) x \($0 * 100) y 50 " }.joined()
    try bench.play("0  \(hands)\n1000  slot 0 y 90 slot 1 y 90 slot 2 y 90 slot 3 y 90 slot 4 y 90\n2000  slot 3 id -1")
    #expect(try bench.panel.interception?.reasonToRelease(at: bench.time("4999")) == nil)
    #expect(try bench.panel.interception?.reasonToRelease(at: bench.time("5000")) == .panic)
  }

  @Test func `do nothing if ten fingers drag for a minute, and all of these pass`() throws {
    let bench = try InterceptedPanel("")
    try bench.play("0  " + (0..<10).map { "slot \($0) id \($0 + 1) x \($0 * 100) y 50 " }.joined())
    _ = bench.received()
    for step in 1...600 {
      try bench.play("\(step * 100)  " + (0..<10).map { "slot \($0) y \(50 + step % 40 * 20) " }.joined())
      #expect(bench.received().count { $0.code == 0x36 } == 10)
      #expect(try bench.panel.interception?.reasonToRelease(at: bench.time("\(step * 100)")) == nil)
    }
  }
}
