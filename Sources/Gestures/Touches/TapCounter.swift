/// Counts taps in a row for `Touch.tapCount`, independently of the recognizers (TAP-12).
///
/// It uses the limits of a default tap: 350 ms from lift to landing, 7 mm between the taps, 750 ms and 3 mm for the tap itself.
struct TapCounter {
  private struct Lift {
    var place: Point
    var time: Timestamp
    var tapCount: Int
  }

  /// The number of lifts kept, at least the number of fingers that can lift within the interval.
  private static let capacity = 10
  private var lifts: [Lift] = []

  /// Returns the tap count of a finger that lands at `place`.
  mutating func count(for place: Point, at time: Timestamp) -> Int {
    guard let latest = lifts.last else { return 1 }
    let interval = TapLimits.longestInterval
    if time - latest.time > interval {
      lifts.clear()
      return 1
    }
    lifts.removeAll { time - $0.time > interval }
    guard
      let index = lifts.indices.min(by: { lifts[$0].place.distance(to: place) < lifts[$1].place.distance(to: place) }),
      lifts[index].place.distance(to: place) <= TapLimits.distance
    else { return 1 }
    return lifts.remove(at: index).tapCount + 1
  }

  /// Notes that a finger lifts that landed at `place` and has moved `distance` millimetres from there. It may have been a tap.
  mutating func lift(from place: Point, landed: Timestamp, distance: Double, tapCount: Int, at time: Timestamp) {
    guard time - landed <= TapLimits.longestDuration, distance <= TapLimits.movement else { return }
    if lifts.count == Self.capacity { lifts.removeFirst() }
    lifts.append(Lift(place: place, time: time, tapCount: tapCount))
  }
}
