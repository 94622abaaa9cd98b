import Gestures

/// The size of a screen, measured with a bank card on the glass, whose four corners are touched. A touch on one of the card's long sides
/// says how it lies. Then the card is turned, if the glass is large enough, and touched again. Places are shares of the picture's
/// width and height.
///
/// A fingertip misses a corner by a millimetre or two, which is 2 % of a card's side. Each further round makes the size more certain, until
/// it is certain enough.
struct CardMeasurement: Sendable {
  /// The sides of a card after ISO/IEC 7810, format ID-1, in millimetres.
  static let longSide = 85.60
  static let shortSide = 53.98
  /// The largest standard error of a side of the screen, relative to its length. Three times that is 2 %.
  private static let precision = 0.0065
  /// The most cards to measure.
  private static let mostRounds = 8
  /// The assumed error of a fingertip, in millimetres, and the number of touches that this assumption is worth.
  private static let assumedError = 1.0
  private static let assumedWeight = 4.0
  /// The largest difference between the two long or the two short sides of a card, relative to their length.
  private static let tolerance = 0.2
  /// The largest difference of a later card's sides from those of a card, in millimetres.
  private static let largestError = 8.0

  /// Four corners of a card, and whether its long sides lie along the picture's width.
  private struct Card {
    /// Top left, top right, bottom right, bottom left.
    let corners: [Point]
    var isLengthwise = true

    var width: Double { (corners[1].x - corners[0].x + corners[2].x - corners[3].x) / 2 }
    var height: Double { (corners[3].y - corners[0].y + corners[2].y - corners[1].y) / 2 }

    /// The card's sides, as displacements, with their lengths in millimetres.
    var sides: [(way: Vector, length: Double)] {
      let (across, down) = isLengthwise ? (longSide, shortSide) : (shortSide, longSide)
      return [
        (corners[1] - corners[0], across), (corners[2] - corners[3], across), (corners[3] - corners[0], down),
        (corners[2] - corners[1], down),
      ]
    }
  }

  /// What the next touch should be.
  enum Question: Hashable, Sendable {
    /// A corner of the card: this many are left.
    case corner(left: Int)
    /// The middle of one of the card's long sides.
    case longSide
  }

  private var touches: [Point] = []
  private var cards: [Card] = []
  /// The first card, until it is known how it lies.
  private var unknown: Card?
  /// The size of the screen in millimetres with its relative standard error; `nil` until a card was measured.
  private(set) var result: (size: Size, error: Double)?

  /// The number of cards that were measured.
  var rounds: Int { cards.count }
  var question: Question { unknown == nil ? .corner(left: 4 - touches.count) : .longSide }

  var isComplete: Bool {
    guard let result, cards.count > 1 else { return false }
    return result.error <= Self.precision || cards.count >= Self.mostRounds
  }

  /// Accepts a touch, or returns why the card must be touched again.
  mutating func take(_ place: Point) -> String? {
    if let card = unknown { return orient(card, by: place) }
    if let last = touches.last, abs(last.x - place.x) < 0.02, abs(last.y - place.y) < 0.02 {
      return "This is the corner that you have just touched."
    }
    touches.append(place)
    guard touches.count == 4 else { return nil }
    let corners = Self.sorted(touches)
    touches = []
    guard let corners, Self.isRectangle(corners) else {
      return "These are not the four corners of a card that lies straight."
    }
    return add(Card(corners: corners))
  }

  /// Returns the corners from the top left one clockwise; `nil` if they are not in four different directions from their middle.
  private static func sorted(_ touches: [Point]) -> [Point]? {
    let middle = Point(x: touches.reduce(0) { $0 + $1.x } / 4, y: touches.reduce(0) { $0 + $1.y } / 4)
    let corners = CornerAnswers.places.compactMap { corner in
      touches.first { ($0.x > middle.x) == (corner.x > 0.5) && ($0.y > middle.y) == (corner.y > 0.5) }
    }
    return Set(corners).count == 4 ? corners : nil
  }

  private static func isRectangle(_ corners: [Point]) -> Bool {
    let card = Card(corners: corners)
    let top = corners[1].x - corners[0].x, bottom = corners[2].x - corners[3].x
    let left = corners[3].y - corners[0].y, right = corners[2].y - corners[1].y
    return abs(top - bottom) <= tolerance * card.width && abs(left - right) <= tolerance * card.height
  }

  private mutating func add(_ card: Card) -> String? {
    guard let size = result?.size else {
      unknown = card
      return nil
    }
    var card = card
    let (width, height) = (card.width * size.width, card.height * size.height)
    card.isLengthwise = width > height
    let (across, down) = card.isLengthwise ? (Self.longSide, Self.shortSide) : (Self.shortSide, Self.longSide)
    if abs(width - across) < Self.largestError, abs(height - down) < Self.largestError {
      cards.append(card)
      solve()
      return nil
    }
    guard cards.count == 1 else { return "This card does not fit the earlier ones: touch its corners again." }
    self = CardMeasurement()
    return "The two cards do not fit each other, so this starts over with the first one."
  }

  /// Takes the touch on a long side of the first card.
  private mutating func orient(_ card: Card, by place: Point) -> String? {
    let middle = Point(x: card.corners.reduce(0) { $0 + $1.x } / 4, y: card.corners.reduce(0) { $0 + $1.y } / 4)
    let x = abs(place.x - middle.x) / card.width * 2, y = abs(place.y - middle.y) / card.height * 2
    guard min(x, y) < 0.5, 0.6...1.6 ~= max(x, y) else {
      return "This was not in the middle of a side of the card."
    }
    unknown = nil
    cards = [card]
    cards[0].isLengthwise = y > x
    solve()
    return nil
  }

  /// Finds the width and the height of the screen for which the cards' sides have the lengths of a card's: least squares, by
  /// Gauss and Newton. Both are found together, as a card that does not lie quite straight has a part of each side on both axes.
  private mutating func solve() {
    let sides = cards.flatMap { $0.sides }
    var width = 0.0, height = 0.0
    for card in cards {
      width += (card.isLengthwise ? Self.longSide : Self.shortSide) / card.width / Double(cards.count)
      height += (card.isLengthwise ? Self.shortSide : Self.longSide) / card.height / Double(cards.count)
    }
    var normal = Normal()
    for _ in 0..<20 {
      normal = Normal()
      for side in sides { normal.add(side.way, side.length, width, height) }
      guard let step = normal.step else { return }
      width += step.x
      height += step.y
    }
    guard width.isFinite, height.isFinite, width > 0, height > 0 else { return }
    // The variance of a side's length is twice that of a touch.
    let assumed = 2 * Self.assumedError * Self.assumedError
    let variance =
      (normal.squares + Self.assumedWeight * assumed) / (Double(sides.count) - 2 + Self.assumedWeight)
    let error = max(
      (variance * normal.inverseXX).squareRoot() / width, (variance * normal.inverseYY).squareRoot() / height)
    result = (Size(width: width, height: height), error)
  }

  /// The normal equations of the two unknown lengths.
  private struct Normal {
    var xx = 0.0, xy = 0.0, yy = 0.0
    var x = 0.0, y = 0.0
    var squares = 0.0

    mutating func add(_ way: Vector, _ length: Double, _ width: Double, _ height: Double) {
      let dx = way.x * width, dy = way.y * height
      let measured = max((dx * dx + dy * dy).squareRoot(), 1e-9)
      let byWidth = dx * way.x / measured, byHeight = dy * way.y / measured
      let rest = length - measured
      xx += byWidth * byWidth
      xy += byWidth * byHeight
      yy += byHeight * byHeight
      x += byWidth * rest
      y += byHeight * rest
      squares += rest * rest
    }

    private var determinant: Double { xx * yy - xy * xy }
    var step: Vector? {
      guard determinant > 1e-12 else { return nil }
      return Vector(x: (yy * x - xy * y) / determinant, y: (xx * y - xy * x) / determinant)
    }
    var inverseXX: Double { yy / determinant }
    var inverseYY: Double { xx / determinant }
  }
}
