import Gestures
import TouchInput

/// One of the eight maps from a panel's axes to those of the picture on it: four rotations, each with or without mirroring. Positions
/// are shares, 0 to 1, of the panel's ranges and of the picture's sides.
package struct AxisMap: Hashable, Sendable {
  /// Whether the panel's y axis runs along the picture's width.
  package var swaps = false
  /// Whether the panel's axis along the picture's width counts from the right.
  package var flipsX = false
  /// Whether the panel's axis along the picture's height counts from below.
  package var flipsY = false

  package static let all: [AxisMap] = [false, true].flatMap { swaps in
    [false, true].flatMap { x in [false, true].map { AxisMap(swaps: swaps, flipsX: x, flipsY: $0) } }
  }

  /// Returns the place in the picture of a place on the panel.
  package func callAsFunction(_ place: Point) -> Point { UnitMap(self)(place) }

  /// The orientation, if the map is a rotation; `nil` if it mirrors.
  package var orientation: PanelGeometry.Orientation? {
    switch (swaps, flipsX, flipsY) {
    case (false, false, false): .normal
    case (true, false, true): .left
    case (true, true, false): .right
    case (false, true, true): .inverted
    default: nil
    }
  }
}

/// An affine map of shares to shares: x' = a·x + b·y + c, y' = d·x + e·y + f.
struct UnitMap: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    var x: Double
    var y: Double
    var constant: Double

    func callAsFunction(_ place: Point) -> Double { x * place.x + y * place.y + constant }

    /// The row for 1 minus this one's value.
    var reversed: Row { Row(x: 0 - x, y: 0 - y, constant: 1 - constant) }

    /// Composes with the map from `start`...`end` to 0...1.
    func fitted(from start: Double, to end: Double) -> Row {
      let factor = 1 / (end - start)
      return Row(x: x * factor, y: y * factor, constant: (constant - start) * factor)
    }
  }

  var across: Row
  var down: Row

  init(across: Row, down: Row) { (self.across, self.down) = (across, down) }

  init(_ axes: AxisMap) {
    let x = Row(x: 1, y: 0, constant: 0)
    let y = Row(x: 0, y: 1, constant: 0)
    across = axes.swaps ? y : x
    down = axes.swaps ? x : y
    if axes.flipsX { across = across.reversed }
    if axes.flipsY { down = down.reversed }
  }

  /// A calibration's six numbers.
  init(_ numbers: [Double]) {
    across = Row(x: numbers[0], y: numbers[1], constant: numbers[2])
    down = Row(x: numbers[3], y: numbers[4], constant: numbers[5])
  }

  var numbers: [Double] { [across.x, across.y, across.constant, down.x, down.y, down.constant] }

  func callAsFunction(_ place: Point) -> Point { Point(x: across(place), y: down(place)) }

  /// Returns the device's units at the ends of the picture, the smaller ones first; `nil` if an axis has none.
  /// - Parameter swapped: whether the panel's x axis runs along the picture's height.
  func ranges(swapped: Bool, of description: DeviceDescription) -> PanelGeometry.Ranges? {
    func ends(_ row: Row, _ factor: Double, _ axis: DeviceDescription.Axis) -> PanelGeometry.Ranges.Ends? {
      let range = Double(axis.maximum) - Double(axis.minimum)
      let shares = [-row.constant / factor, (1 - row.constant) / factor].sorted()
      let units = shares.compactMap { Int32(exactly: (Double(axis.minimum) + $0 * range).rounded()) }
      return units.count == 2 && units[0] != units[1] ? .init(first: units[0], last: units[1]) : nil
    }
    let (x, y) = swapped ? (down, across) : (across, down)
    guard let ofX = ends(x, x.x, description.x), let ofY = ends(y, y.y, description.y) else { return nil }
    return PanelGeometry.Ranges(x: ofX, y: ofY)
  }

  /// Returns the map to the upright screen, for a map to the screen as its user sees it.
  func upright(from orientation: PanelGeometry.Orientation) -> UnitMap {
    switch orientation {
    case .normal: self
    case .left: UnitMap(across: down.reversed, down: across)
    case .right: UnitMap(across: down, down: across.reversed)
    case .inverted: UnitMap(across: across.reversed, down: down.reversed)
    }
  }

  /// Returns the map to the screen as its user sees it, for a map to the upright screen.
  func turned(to orientation: PanelGeometry.Orientation) -> UnitMap {
    switch orientation {
    case .normal, .inverted: upright(from: orientation)
    case .left: upright(from: .right)
    case .right: upright(from: .left)
    }
  }
}
