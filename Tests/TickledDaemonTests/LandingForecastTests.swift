import Testing

@testable import TickledDaemon

@Suite("The forecast of what a finger does that has landed")
struct LandingForecastTests {
  /// Whether fingers were expected to move when they landed, each of which then moves or does not.
  private func expectations(_ moves: [Bool]) -> [Bool] {
    var forecast = LandingForecast()
    return moves.map { moves in
      defer { if moves { forecast.moved() } }
      return forecast.landed()
    }
  }

  @Test func `is that they move until two in a row have not`() {
    #expect(expectations([false, false, false, false]) == [true, true, false, false])
    #expect(expectations([false, true, false, true, false]) == [true, true, true, true, true])
  }

  @Test func `is that they move again as soon as one has`() {
    #expect(
      expectations([false, false, false, false, true, false, false]) == [true, true, false, false, false, true, false])
  }

  @Test func `counts a finger's movements once`() {
    var forecast = LandingForecast()
    _ = forecast.landed()
    for _ in 0..<10 { forecast.moved() }
    #expect(forecast.landed() && forecast.landed() && !forecast.landed())
  }
}
