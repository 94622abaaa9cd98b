import Foundation
import Gestures
import Testing

@testable import Screen

/// A card on a picture of 300 × 200 mm.
struct CardMeasurementTests {
  private static let size = Size(width: 300, height: 200)

  /// Touches the corners of a rectangle around the middle, in an order of a person's own. Returns what is said to the last touch.
  private func touch(_ width: Double, _ height: Double, _ measurement: inout CardMeasurement) -> String? {
    var answer: String?
    for (x, y) in [(1.0, 1.0), (-1, -1), (1, -1), (-1, 1)] {
      answer = measurement.take(place(x * width / 2, y * height / 2))
    }
    return answer
  }

  private func place(_ x: Double, _ y: Double) -> Point {
    Point(x: 0.5 + x / Self.size.width, y: 0.5 + y / Self.size.height)
  }

  @Test func `Two cards, one of them turned, give the size`() throws {
    var measurement = CardMeasurement()
    #expect(measurement.question == .corner(left: 4) && measurement.result == nil)
    #expect(touch(85.6, 53.98, &measurement) == nil && measurement.question == .longSide)
    #expect(measurement.take(place(20, 26)) == nil && measurement.rounds == 1)
    for (width, height, rounds) in [(53.98, 85.6, 2), (85.6, 53.98, 3)] {
      #expect(measurement.question == .corner(left: 4) && measurement.isComplete == (rounds == 3))
      #expect(touch(width, height, &measurement) == nil && measurement.rounds == rounds)
    }
    let result = try #require(measurement.result)
    #expect(abs(result.size.width - 300) < 0.01 && abs(result.size.height - 200) < 0.01 && result.error < 0.02)
  }

  @Test func `A later card need not lie straight`() throws {
    for angle in [-0.2, 0.2] {
      var measurement = CardMeasurement()
      _ = touch(85.6, 53.98, &measurement)
      _ = measurement.take(place(0, 27))
      for (x, y) in [(-42.8, -26.99), (42.8, -26.99), (42.8, 26.99), (-42.8, 26.99)] {
        let corner = place(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
        #expect(measurement.take(corner) == nil, "\(angle)")
      }
      #expect(measurement.rounds == 2, "\(angle)")
      #expect(abs(try #require(measurement.result).size.height - 200) < 0.01, "\(angle)")
    }
  }

  @Test func `The side that is touched says how the first card lies`() throws {
    for (x, y, width) in [(0.0, 27.0, 300.0), (0, -27, 300), (42.8, 0, 300 * 53.98 / 85.6)] {
      var measurement = CardMeasurement()
      _ = touch(85.6, 53.98, &measurement)
      #expect(measurement.take(place(x, y)) == nil)
      #expect(abs(try #require(measurement.result).size.width - width) < 0.01, "\(x), \(y)")
    }
    for (x, y) in [(0.0, 0.0), (42.8, 27), (0, 60), (22, 27), (0, 15)] {
      var measurement = CardMeasurement()
      _ = touch(85.6, 53.98, &measurement)
      #expect(measurement.take(place(x, y)) == "This was not in the middle of a side of the card.", "\(x), \(y)")
      #expect(measurement.question == .longSide)
    }
  }

  @Test func `What is not a card that lies straight is touched again`() {
    var measurement = CardMeasurement()
    #expect(measurement.take(place(-40, -25)) == nil && measurement.question == .corner(left: 3))
    #expect(measurement.take(place(-39, -24)) == "This is the corner that you have just touched.")
    #expect(measurement.question == .corner(left: 3))
    for (x, y) in [(40.0, -25.0), (40, 25)] { #expect(measurement.take(place(x, y)) == nil) }
    let answer = "These are not the four corners of a card that lies straight."
    #expect(measurement.take(place(10, 25)) == answer && measurement.question == .corner(left: 4))
    for (x, y) in [(0.0, -40.0), (40, 0), (0, 40)] { #expect(measurement.take(place(x, y)) == nil) }
    #expect(measurement.take(place(-40, 0)) == answer, "it stands on a corner")
  }

  @Test func `Of two cards that do not fit each other it is not known which is wrong`() {
    var measurement = CardMeasurement()
    _ = touch(85.6, 53.98, &measurement)
    _ = measurement.take(place(0, 27))
    #expect(
      touch(85.6, 70, &measurement) == "The two cards do not fit each other, so this starts over with the first one.")
    #expect(measurement.rounds == 0 && measurement.result == nil)
    _ = touch(85.6, 53.98, &measurement)
    _ = measurement.take(place(0, 27))
    #expect(touch(53.98, 85.6, &measurement) == nil)
    #expect(touch(100, 54, &measurement) == "This card does not fit the earlier ones: touch its corners again.")
    #expect(touch(85.6, 62.1, &measurement) == "This card does not fit the earlier ones: touch its corners again.")
    #expect(measurement.rounds == 2 && measurement.result != nil)
    #expect(touch(85.6, 60, &measurement) == nil && measurement.rounds == 3)
  }
}
