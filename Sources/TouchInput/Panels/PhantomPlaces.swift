import Gestures

/// The positions at which taps without duration repeat.
struct PhantomPlaces {
  /// The longest duration of such a tap, in microseconds. It is shorter than the scan period of any panel (the fastest known one scans at
  /// 463 Hz), so a finger can't tap that quickly on a panel that reports when it lifts.
  static let longestTap: Int64 = 2000
  /// The number of taps after which a place is known.
  private static let needed = 3
  /// The time after which a place is forgotten, in microseconds.
  private static let memory: Int64 = 600_000_000
  private static let most = 8

  private struct Place {
    let point: Point
    var taps: Int
    var last: Timestamp
  }

  private var places: [Place] = []

  init() { places.reserveCapacity(Self.most) }

  /// Returns whether a touch at a point may be a phantom. Never, if a tap without duration has occurred just once at some place: the
  /// panel then reports ordinary taps without duration, too.
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
