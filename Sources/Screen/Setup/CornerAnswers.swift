import Gestures

/// The touches in the four corners of the picture, in the order in which they are asked for. Places are shares of the panel's ranges.
struct CornerAnswers: Hashable, Sendable {
  static let names = ["top left", "top right", "bottom right", "bottom left"]
  /// The places of the corners in the picture.
  static let places = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 1)]
  /// The largest distance of a touch from a corner of the panel, as a share of each side. A panel whose ranges are larger than its
  /// glass reports corners well inside its ranges.
  private static let reach = 0.3
  /// The largest difference between two touches at the same side of the picture, as a share.
  private static let skew = 0.15
  /// The number of refused answers in a row after which the first corner may have been the wrong one.
  private static let patience = 2

  /// The largest distance of two touches of one place, as a share.
  private static let sameness = 0.05

  private(set) var touches: [Point] = []
  private var refused = 0
  /// The last touch, if it was refused because it was in no corner.
  private var insisted: Point?

  var isComplete: Bool { touches.count == Self.names.count }
  var next: String { Self.names[min(touches.count, 3)] }

  /// Accepts a touch, or returns why it cannot be the corner that was asked for.
  mutating func take(_ place: Point) -> String? {
    guard let objection = objection(to: place) else {
      touches.append(place)
      (refused, insisted) = (0, nil)
      return nil
    }
    refused += 1
    insisted = Self.isNearCorner(place) ? nil : place
    guard refused >= Self.patience, !touches.isEmpty else { return objection }
    self = CornerAnswers()
    return objection + " Perhaps an earlier corner was a wrong one, so this starts over."
  }

  private func objection(to place: Point) -> String? {
    // A user that touches the same place again means it: then the panel's ranges are wrong.
    let isMeant = insisted.map { $0.distance(to: place) < Self.sameness } ?? false
    guard Self.isNearCorner(place) || isMeant || haveWrongRanges else {
      return
        "This was not in a corner: touch as far into the \(next) corner as the glass allows, or the same place again if it was."
    }
    if isMeant || haveWrongRanges {
      if let index = touches.firstIndex(where: { $0.distance(to: place) < Self.sameness }) { return again(index) }
      return touches.count == 3 && !isRectangle(touches + [place]) ? "The four corners do not form a rectangle." : nil
    }
    let here = Corner(place)
    let known = touches.map(Corner.init)
    if let index = known.firstIndex(of: here) { return again(index) }
    guard let first = known.first else { return nil }
    // The second corner shares a side with the first, the third is opposite the first; the fourth is the only one left.
    if known.count == 1 && here.isOpposite(first) {
      return "This is the corner opposite the \(Self.names[0]) one: touch the \(next) corner."
    }
    if known.count == 2 && !here.isOpposite(first) {
      return "This corner is next to the \(Self.names[0]) one: touch the \(next) corner."
    }
    if known.count == 3 && !isRectangle(touches + [place]) {
      return "The four corners do not form a rectangle."
    }
    return nil
  }

  private func again(_ index: Int) -> String {
    "This is the corner that you touched as \(Self.names[index]): touch the \(next) corner."
  }

  /// Whether a corner of the picture is far from those of the panel's ranges, which then are not those of the glass.
  var haveWrongRanges: Bool { !touches.allSatisfy(Self.isNearCorner) }

  private static func isNearCorner(_ place: Point) -> Bool {
    [place.x, place.y].allSatisfy { min(abs($0), abs(1 - $0)) <= reach }
  }

  private struct Corner: Hashable {
    let isRight: Bool
    let isLow: Bool

    init(_ place: Point) { (isRight, isLow) = (place.x > 0.5, place.y > 0.5) }

    func isOpposite(_ other: Corner) -> Bool { isRight != other.isRight && isLow != other.isLow }
  }

  private func isRectangle(_ corners: [Point]) -> Bool {
    let map = Self.map(of: corners)
    let places = corners.map { map($0) }
    let left = places[0].x - places[3].x, right = places[1].x - places[2].x
    let top = places[0].y - places[1].y, bottom = places[2].y - places[3].y
    let width = abs(places[1].x - places[0].x), height = abs(places[3].y - places[0].y)
    return max(abs(left), abs(right)) <= Self.skew * width && max(abs(top), abs(bottom)) <= Self.skew * height
  }

  /// The panel's axes, once all corners are known.
  var map: AxisMap { Self.map(of: touches) }

  private static func map(of corners: [Point]) -> AxisMap {
    let right = corners[1] - corners[0]
    let low = corners[3] - corners[0]
    let swaps = abs(right.y) > abs(right.x)
    return AxisMap(
      swaps: swaps, flipsX: (swaps ? right.y : right.x) < 0, flipsY: (swaps ? low.x : low.y) < 0)
  }
}
