import Gestures

/// A finger's path in bounded memory: each time it has more points than the limit, every second one is dropped.
///
/// The first and the last point always stay. The greatest distance from the landing is that of all points, dropped ones included.
package struct PathKeeper: Sendable {
  package struct Sample: Sendable, Equatable {
    package var time: Double
    package var place: Point
    package var imprint = Touch.Imprint()
  }

  /// The points that are kept. Never empty.
  package private(set) var all: [Sample]
  /// The number of all points, including the dropped ones.
  package private(set) var count = 1
  package private(set) var greatestDistance = 0.0
  private var stride = 1
  private var limit: Int
  /// Whether the last point is kept only because it is the last.
  private var lastIsSpare = false

  /// - Parameter limit: at least 4.
  package init(_ first: Sample, limit: Int) {
    all = [first]
    self.limit = max(4, limit)
  }

  package mutating func add(_ sample: Sample) {
    greatestDistance = max(greatestDistance, sample.place.distance(to: all[0].place))
    if lastIsSpare { all.removeLast() }
    lastIsSpare = count % stride != 0
    count += 1
    all.append(sample)
    if all.count > limit { halve() }
  }

  /// Drops points until no more than `limit` are left.
  package mutating func thin(to limit: Int) {
    self.limit = max(4, limit)
    while all.count > self.limit { halve() }
  }

  private mutating func halve() {
    let last = all.count - 1
    stride *= 2
    lastIsSpare = (count - 1) % stride != 0
    all = all.indices.filter { $0 % 2 == 0 || $0 == last }.map { all[$0] }
  }
}
