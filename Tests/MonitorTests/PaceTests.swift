import Testing

@testable import Monitor

@Suite("Pace of a recording")
struct PaceTests {
  @Test func `A second of a recording takes one second, or half or twice as long at other speeds`() {
    var pace = Pace()
    pace.restart(at: 500)
    #expect(pace.moment(of: 1_000_000) == 1_000_500)
    pace.setSpeed(2, at: 500)
    #expect(pace.moment(of: 1_000_000) == 500_500)
    pace.setSpeed(0.5, at: 250_500)
    // Half of the second has passed.
    #expect(pace.moment(of: 1_000_000) == 1_250_500)
  }

  @Test func `A pause does not advance the recording's time`() {
    var pace = Pace()
    pace.restart(at: 0)
    pace.setPaused(true, at: 300_000)
    #expect(pace.moment(of: 1_000_000) == nil)
    pace.setSpeed(4, at: 700_000)
    pace.setSpeed(1, at: 800_000)
    pace.setPaused(false, at: 900_000)
    #expect(pace.moment(of: 1_000_000) == 1_600_000)
  }

  @Test func `Speeds are limited, and gaps of any length are possible`() {
    var pace = Pace()
    for _ in 0..<20 { pace.setSpeed(pace.speed * 2, at: 0) }
    #expect(pace.speed == 16)
    for _ in 0..<20 { pace.setSpeed(pace.speed / 2, at: 0) }
    #expect(pace.speed == 1.0 / 16)
    for due in [Int64.min, -1, 0, .max] {
      pace.jump(to: due, at: 5)
      pace.setPaused(true, at: 1_000_000)
      pace.setPaused(false, at: 2_000_000)
      for other in [Int64.min, 0, .max] { #expect(pace.moment(of: other) != nil) }
    }
  }
}
