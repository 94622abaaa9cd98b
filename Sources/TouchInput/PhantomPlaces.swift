import Gestures

/// Where taps without duration repeat.
struct PhantomPlaces {
  /// Microseconds. No panel scans so often (463 Hz is the fastest known), so that no finger can be so quick on one that
  /// tells when it lifts.
  static let longestTap: Int64 = 2000
  /// Taps that pass before one place is known.
  private static let needed = 3
  /// Microseconds after which a place is forgotten.
  private static let memory: Int64 = 600_000_000
  private static let most = 8

  private struct Place {
    let point: Point
    var taps: Int
    var last: Timestamp
  }

  private var places: [Place] = []

  init() { places.reserveCapacity(Self.most) }

  /// Whether a touch there may be a phantom. Not on a panel that has told taps without duration at a place only once:
  /// that one tells every tap so.
  func contain(_ point: Point, at time: Timestamp) -> Bool {
    if places.isEmpty { return false }
    guard let place = places.first(where: { $0.point == point }) else { return false }
    return place.taps >= Self.needed && time - place.last < Self.memory
      && !places.contains { $0.taps == 1 && time - $0.last < Self.memory }
  }

  mutating func note(_ point: Point, at time: Timestamp) {
    if let index = places.firstIndex(where: { $0.point == point }) {
      places[index].taps = time - places[index].last < Self.memory ? min(places[index].taps + 1, Self.needed) : 1
      places[index].last = time
    } else {
      if places.count == Self.most, let oldest = places.indices.min(by: { places[$0].last < places[$1].last }) {
        places.remove(at: oldest)
      }
      places.append(Place(point: point, taps: 1, last: time))
    }
  }
}
