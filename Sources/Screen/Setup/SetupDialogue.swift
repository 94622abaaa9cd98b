// Screen/Setup: setting up a screen by touching it: mounting, size, views.
import Configuration
import Gestures
import TouchInput

/// Asks for touches, one after the other, until it knows how a panel is mounted and how large it is.
///
/// Places are shares of the panel's ranges, not limited to 0...1: see `probe`.
package struct SetupDialogue: Sendable {
  private enum Step { case corners, card, done }

  private var step = Step.corners
  private var corners = CornerAnswers()
  private var card = CardMeasurement()
  private let measuresSize: Bool

  /// - Parameter measuresSize: whether to ask for a card on the glass.
  package init(measuresSize: Bool) { self.measuresSize = measuresSize }

  package var isDone: Bool { step == .done }

  package var question: String {
    switch step {
    case .corners: "Touch the \(corners.next) corner of the picture, as far into the corner as the glass allows."
    case .card: Self.text(card.question, card.rounds)
    case .done: ""
    }
  }

  private static func text(_ question: CardMeasurement.Question, _ rounds: Int) -> String {
    switch question {
    case .longSide: return "Touch the middle of one of the card's long sides."
    case .corner(let left) where left < 4: return left == 1 ? "1 more corner." : "\(left) more corners."
    case .corner:
      if rounds == 0 {
        return
          "Lay a bank card flat and straight on the glass, and touch its four corners, in any order, with the middle of a "
          + "fingertip on each corner."
      }
      let reason = rounds == 1 ? "" : "Once more, for a more certain size: "
      let request =
        "turn the card by a quarter, if the glass is large enough for that, and touch its four corners again."
      return reason.isEmpty ? "T" + request.dropFirst() : reason + request
    }
  }

  /// Takes the answer to the question. Returns why it is not an answer; `nil` if it is one.
  package mutating func take(_ touch: SingleTouch) -> String? {
    guard case .place(let place) = touch else { return touch.objection }
    switch step {
    case .corners:
      let objection = corners.take(place)
      if corners.isComplete { step = measuresSize ? .card : .done }
      return objection
    case .card:
      let objection = card.take(corners.map(place))
      if card.isComplete { step = .done }
      return objection
    case .done: return nil
    }
  }

  // MARK: - Results

  /// The largest distance from a side of the picture, in millimetres, at which a touch in its corner is a touch of a panel without
  /// any offset. A fingertip in a corner is some 4 mm away from both sides.
  private static let usualInset = 10.0
  private static let fingertip = 4.0
  /// The relative difference from which a measured size replaces the known one.
  private static let usualError = 0.03

  /// Returns what the answers say about a panel.
  /// - Parameters:
  ///   - screen: the panel's present settings.
  ///   - calibration: udev's calibration.
  ///   - displaySize: the size of the only connected display.
  package func findings(
    of description: DeviceDescription, as screen: ScreenSettings, calibration: String = "", displaySize: Size? = nil
  ) -> ScreenFindings {
    let known = UnitMap(
      screen.calibration ?? PanelGeometry.Calibration.numbers(parsing: calibration) ?? UnitMap(AxisMap()).numbers)
    let assumed = PanelGeometry(
      description, settings: PanelGeometry.Settings(size: screen.size, displaySize: displaySize)
    ).size
    let swaps = corners.map.swaps
    let fallback = swaps ? Size(width: assumed.height, height: assumed.width) : assumed
    let whole = card.result?.size ?? fallback
    // The map from the panel to the picture, first as it is known, else as it was touched.
    let kept = PanelGeometry.Orientation.allCases.first { orientation in
      isNear(known.turned(to: orientation), whole)
    }
    let orientation = kept ?? corners.map.orientation ?? .normal
    let map = kept == nil ? touchedMap(whole) : known.turned(to: orientation)
    var findings = ScreenFindings(orientation: orientation)
    if kept == nil { findings.calibration = map.upright(from: orientation).numbers }
    if kept == nil && corners.haveWrongRanges && corners.map.orientation != nil {
      findings.ranges = map.ranges(swapped: swaps, of: description)
      findings.calibration = findings.ranges == nil ? findings.calibration : nil
    }
    guard let result = card.result else { return findings }
    let size = Size(
      width: whole.width / max(abs(map.across.x), abs(map.across.y)),
      height: whole.height / max(abs(map.down.x), abs(map.down.y)))
    findings.uncertainty = result.error
    findings.measured = size
    let numbers = findings.calibration ?? known.numbers
    let present = PanelGeometry(
      description,
      settings: PanelGeometry.Settings(
        size: screen.size, ranges: findings.ranges ?? screen.ranges,
        calibration: PanelGeometry.Calibration(numbers) ?? .identity, orientation: orientation,
        displaySize: displaySize))
    let fits =
      abs(present.size.width / size.width - 1) < Self.usualError
      && abs(present.size.height / size.height - 1) < Self.usualError
    if present.sizeSource == .assumed || !fits {
      let isTurned = orientation == .left || orientation == .right
      findings.size = isTurned ? Size(width: size.height, height: size.width) : size
    }
    return findings
  }

  /// Whether the touched corners are those of the picture under a map.
  private func isNear(_ map: UnitMap, _ whole: Size) -> Bool {
    zip(corners.touches, CornerAnswers.places).allSatisfy { touch, corner in
      let place = map(touch)
      return abs(place.x - corner.x) * whole.width <= Self.usualInset
        && abs(place.y - corner.y) * whole.height <= Self.usualInset
    }
  }

  /// The map from the panel to the picture according to the touches. Where both touches at a side are far from the end of the panel's
  /// range, the picture ends a fingertip beyond them.
  private func touchedMap(_ whole: Size) -> UnitMap {
    let axes = corners.map
    let places = corners.touches.map { axes($0) }
    func ends(_ start: Double, _ end: Double, _ length: Double) -> (start: Double, end: Double) {
      let limit = Self.usualInset / length, tip = Self.fingertip / length
      return (abs(start) <= limit ? 0 : start - tip, abs(1 - end) <= limit ? 1 : end + tip)
    }
    let across = ends((places[0].x + places[3].x) / 2, (places[1].x + places[2].x) / 2, whole.width)
    let down = ends((places[0].y + places[1].y) / 2, (places[2].y + places[3].y) / 2, whole.height)
    let map = UnitMap(axes)
    return UnitMap(
      across: map.across.fitted(from: across.start, to: across.end),
      down: map.down.fitted(from: down.start, to: down.end))
  }

  /// A geometry that gives places as shares of the panel's ranges, moved into the middle of its screen so that places outside the
  /// ranges are not moved to the edge.
  package static let probe = PanelGeometry.Settings(
    size: Size(width: 1, height: 1),
    calibration: PanelGeometry.Calibration([0.5, 0, 0.25, 0, 0.5, 0.25]) ?? .identity)

  /// The largest movement of a finger that touches one place, in the units of the probe: 4 % of a side.
  package static let tolerance = 0.02

  /// Returns the touch in shares of the panel's ranges, for one that the probe sees.
  package static func shares(_ touch: SingleTouch) -> SingleTouch {
    guard case .place(let place) = touch else { return touch }
    return .place(Point(x: place.x * 2 - 0.5, y: place.y * 2 - 0.5))
  }
}

extension PanelGeometry.Calibration {
  /// Parses udev's property; `nil` if it is not six numbers.
  fileprivate static func numbers(parsing property: String) -> [Double]? {
    guard PanelGeometry.Calibration(parsing: property) != nil else { return nil }
    return property.split(whereSeparator: { $0.isWhitespace }).compactMap { Double(String($0)) }
  }
}
