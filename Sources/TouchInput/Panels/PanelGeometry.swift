// TouchInput/Panels: contacts become touches: units to mm, orientation, calibration, noise, palms and ghosts, measured traits.
import CTouchInput
import Gestures

/// Converts a panel's units to millimetres on its screen, with the origin at the top left and y pointing down.
///
/// A position goes through three steps, which are combined into one affine map:
/// 1. The panel's ranges are scaled to 0...1.
/// 2. The calibration is applied, as udev's `LIBINPUT_CALIBRATION_MATRIX` defines it. The result is a position on the *upright* screen.
/// 3. The upright screen, in millimetres, is rotated to the orientation in which it is mounted.
///
/// A configured size is that of the upright screen, as in a panel's data sheet, so it stays the same when the panel is mounted in
/// another orientation (or the picture is rotated at run time).
package struct PanelGeometry: Hashable, Sendable {
  /// The orientation in which the panel is mounted, named after the user's side on which the panel's upper edge is.
  package enum Orientation: String, CaseIterable, Sendable {
    case normal
    /// The panel's upper edge is on the user's left: turned 90° counter-clockwise.
    case left
    /// The panel's upper edge is on the user's right: turned 90° clockwise.
    case right
    case inverted

    /// The orientation after the picture was turned on the panel.
    ///
    /// - Parameter quarters: how often it was turned counter-clockwise by 90°, 0 or more. What was up is then on the panel's left, so the
    ///   panel's upper edge is on the user's right.
    package func turned(by quarters: Int) -> Self {
      let order: [Self] = [.normal, .right, .inverted, .left]
      return order[(order.firstIndex(of: self)! + quarters) % 4]
    }
  }

  /// The source of the size, in the order in which they are tried.
  package enum SizeSource: String, Sendable {
    case configured, resolution, display, assumed
  }

  /// The properties of a panel that come from the configuration, udev and the display.
  package struct Settings: Hashable, Sendable {
    /// The size of the upright screen, in millimetres.
    package var size: Size?
    /// The panel's ranges, if it declares wrong ones.
    package var ranges: Ranges
    package var calibration: Calibration
    package var orientation: Orientation
    /// The size of the only connected display, in millimetres; `nil` for a recording, whose display is on another machine.
    package var displaySize: Size?

    package init(
      size: Size? = nil, ranges: Ranges = Ranges(), calibration: Calibration = .identity,
      orientation: Orientation = .normal, displaySize: Size? = nil
    ) {
      self.size = size
      self.ranges = ranges
      self.calibration = calibration
      self.orientation = orientation
      self.displaySize = displaySize
    }
  }

  /// The device's units at the left and right, or upper and lower, ends of the glass; `nil`: as the device declares them.
  package struct Ranges: Hashable, Sendable {
    package struct Ends: Hashable, Sendable {
      package let first: Int32
      package let last: Int32

      package init(first: Int32, last: Int32) { (self.first, self.last) = (first, last) }
    }

    package var x: Ends?
    package var y: Ends?

    package init(x: Ends? = nil, y: Ends? = nil) { (self.x, self.y) = (x, y) }
  }

  /// What the decoder takes places to be within, in the device's units.
  struct Limits: Hashable, Sendable {
    var x: DeviceDescription.Axis
    var y: DeviceDescription.Axis
    /// Whether the user knows them, or knows where places are anyway.
    var areKnown: Bool
  }

  /// The size of the screen in the user's orientation, in millimetres.
  package let size: Size
  package let sizeSource: SizeSource
  /// The largest coordinates inside the screen.
  private let right: Double
  private let bottom: Double
  private let minimumX: Double
  private let minimumY: Double
  private let map: Affine
  /// Whether some of the panel's places are beyond the screen's edge.
  private let movesToEdge: Bool
  let limits: Limits
  /// The size of the only display, if the resolution gives another one.
  private let otherSize: Size?

  package init(_ description: DeviceDescription, settings: Settings = Settings()) {
    self.init(x: description.x, y: description.y, settings: settings)
  }

  package init(x: DeviceDescription.Axis, y: DeviceDescription.Axis, settings: Settings = Settings()) {
    let (x, y) = (x.corrected(by: settings.ranges.x), y.corrected(by: settings.ranges.y))
    // A calibration says where places beyond the ranges are.
    let isCalibrated = settings.calibration != .identity
    limits = Limits(
      x: isCalibrated ? .endless : x, y: isCalibrated ? .endless : y,
      areKnown: isCalibrated || settings.ranges != Ranges())
    let (upright, source) = Self.uprightSize(x: x, y: y, settings: settings)
    otherSize = source == .resolution ? settings.displaySize.flatMap { $0.differs(from: upright) ? $0 : nil } : nil
    let toUnit = Affine(xx: x.step, yy: y.step)
    let toMillimetres = Affine(xx: upright.width, yy: upright.height)
    let turn = Affine(turning: upright, to: settings.orientation)
    map = toUnit.then(settings.calibration.map).then(toMillimetres).then(turn)
    minimumX = Double(x.minimum)
    minimumY = Double(y.minimum)
    size =
      switch settings.orientation {
      case .normal, .inverted: upright
      case .left, .right: Size(width: upright.height, height: upright.width)
      }
    right = size.width.nextDown
    bottom = size.height.nextDown
    sizeSource = source
    let corners = [(0.0, 0.0), (x.range, 0), (0, y.range), (x.range, y.range)].map { [map] in map.applied(to: $0) }
    movesToEdge = corners.contains { [size] corner in
      min(corner.x, corner.y) < -1e-9 || corner.x > size.width + 1e-9 || corner.y > size.height + 1e-9
    }
  }

  /// Returns a contact's location on the screen.
  ///
  /// It is always inside the screen. A panel's last unit is on the edge, which is outside a rectangle (HT-2), and a calibration may
  /// place the rim beyond the edge; contacts there are moved to the edge.
  package func location(x: Int32, y: Int32) -> Point {
    let dx = Double(x) - minimumX, dy = Double(y) - minimumY
    return Point(
      x: max(0, min(map.xx * dx + map.xy * dy + map.x, right)),
      y: max(0, min(map.yx * dx + map.yy * dy + map.y, bottom)))
  }

  /// Returns the device's units of which all have their locations in a rectangle, in millimetres; `nil` if the axes are neither parallel
  /// to the screen's sides nor swapped. Sides may be infinite. The panel must be at one of these locations now.
  func units(from low: Point, to high: Point) -> ti_area? {
    if map.xy == 0 && map.yx == 0 {
      let x = Self.units(low.x - map.x, high.x - map.x, map.xx), y = Self.units(low.y - map.y, high.y - map.y, map.yy)
      return Self.area(x, from: minimumX, y, from: minimumY)
    }
    if map.xx == 0 && map.yy == 0 {
      let x = Self.units(low.y - map.y, high.y - map.y, map.yx), y = Self.units(low.x - map.x, high.x - map.x, map.xy)
      return Self.area(x, from: minimumX, y, from: minimumY)
    }
    return nil
  }

  /// Returns how the way from one contact to another may change; `nil` if locations are moved to the screen's edge, which changes ways.
  func way(of pair: QuietZone.Pair) -> ti_way? {
    guard !movesToEdge else { return nil }
    var way = ti_way(
      xx: map.xx, xy: map.xy, yx: map.yx, yy: map.yy, shortest: pair.lengths.lowerBound,
      longest: pair.lengths.upperBound,
      x: 0, y: 0, steepest: 0)
    if let steepest = pair.steepest { (way.x, way.y, way.steepest) = (pair.way.x, pair.way.y, steepest) }
    return way
  }

  /// Returns where the mean of contacts may be; `nil` if locations are moved to the screen's edge, which changes the mean.
  func disc(_ centre: QuietZone.Centre) -> ti_disc? {
    guard !movesToEdge else { return nil }
    return ti_disc(
      xx: map.xx, xy: map.xy, x: map.x - map.xx * minimumX - map.xy * minimumY - centre.middle.x,
      yx: map.yx, yy: map.yy, y: map.y - map.yx * minimumX - map.yy * minimumY - centre.middle.y, radius: centre.radius)
  }

  /// - Parameter scale: millimetres per unit; negative if the axis is turned round.
  private static func units(_ low: Double, _ high: Double, _ scale: Double) -> (low: Double, high: Double) {
    if scale == 0 { return (-.infinity, .infinity) }
    return scale > 0 ? (low / scale, high / scale) : (high / scale, low / scale)
  }

  private static func area(
    _ x: (low: Double, high: Double), from minimumX: Double, _ y: (low: Double, high: Double), from minimumY: Double
  ) -> ti_area {
    ti_area(
      left: -lastUnit(to: -x.low - minimumX), right: lastUnit(to: x.high + minimumX),
      top: -lastUnit(to: -y.low - minimumY), bottom: lastUnit(to: y.high + minimumY))
  }

  /// Returns the largest unit that is not above a number, within the range of a 32-bit number without its smallest one. What is not a
  /// number permits nothing. Not by `rounded`, which costs a call of libm.
  private static func lastUnit(to unit: Double) -> Int32 {
    guard unit > -2_147_483_000 else { return -.max }
    guard unit < 2_147_483_000 else { return .max }
    let whole = Int32(unit)
    return Double(whole) > unit ? whole - 1 : whole
  }

  /// The length of a device unit on the screen, in millimetres, on the coarser axis. 0 if an axis has no range.
  package var unit: Double {
    let across = (map.xx * map.xx + map.yx * map.yx).squareRoot()
    let down = (map.xy * map.xy + map.yy * map.yy).squareRoot()
    return min(across, down) > 0 ? max(across, down) : 0
  }

  /// A warning if the panel's size had to be assumed, or is not that of the display; otherwise `nil`. Follows the panel's name and a colon.
  package var warning: String? {
    if let otherSize {
      return
        "its resolution makes it \(size.words), and the only display is \(otherSize.words): `tickle setup` measures it, or set "
        + "size = [\"…mm\", \"…mm\"] in a [[screen]]"
    }
    guard sizeSource == .assumed else { return nil }
    return
      "the size of the screen is unknown, assumed to be \(rounded(size.width)) mm × \(rounded(size.height)) mm, so all lengths are "
      + "guesses: `tickle setup` measures it, or set size = [\"…mm\", \"…mm\"] in a [[screen]]"
  }
}

// MARK: - Size

extension PanelGeometry {
  /// The assumed longer side of a panel of unknown size, in millimetres: that of a 10-inch panel.
  private static let assumedLongerSide = 217.0
  /// The plausible lengths of a touchscreen's side, in millimetres. A resolution that gives other lengths is wrong. The smallest
  /// touchscreens, those of watches, have sides of about 20 mm.
  static let plausibleSides = 15.0...3000.0

  private static func uprightSize(
    x: DeviceDescription.Axis, y: DeviceDescription.Axis, settings: Settings
  ) -> (Size, SizeSource) {
    if let size = settings.size, size.isUsable { return (size, .configured) }
    // A calibration that swaps the axes makes the panel's width the screen's height.
    let swaps = settings.calibration.swapsAxes
    let across = swaps ? y : x, down = swaps ? x : y
    if let width = across.length, let height = down.length, plausibleSides ~= width, plausibleSides ~= height {
      return (Size(width: width, height: height), .resolution)
    }
    if let size = settings.displaySize, size.isUsable { return (size, .display) }
    return (assumedSize(width: abs(across.range), height: abs(down.range)), .assumed)
  }

  private static func assumedSize(width: Double, height: Double) -> Size {
    let long = assumedLongerSide
    if width <= 0 || height <= 0 || width == height { return Size(width: long, height: long * 9 / 16) }
    return width > height
      ? Size(width: long, height: long * height / width) : Size(width: long * width / height, height: long)
  }
}

extension DeviceDescription.Axis {
  /// An axis whose ends no place is beyond.
  fileprivate static let endless = Self(minimum: 0, maximum: 0, resolution: 0)

  fileprivate func corrected(by ends: PanelGeometry.Ranges.Ends?) -> Self {
    ends.map { Self(minimum: $0.first, maximum: $0.last, resolution: resolution) } ?? self
  }

  /// From the minimum to the maximum, in units; negative if the minimum is the larger one.
  fileprivate var range: Double { Double(maximum) - Double(minimum) }
  /// The length in millimetres; `nil` if the device declares no resolution.
  fileprivate var length: Double? { resolution > 0 ? abs(range) / Double(resolution) : nil }
  /// One unit as a part of the range; negative like the range, 0 if the range is empty.
  fileprivate var step: Double { range == 0 ? 0 : 1 / range }
}

extension Size {
  fileprivate var words: String { "\(rounded(width)) mm × \(rounded(height)) mm" }

  /// Whether a side of a screen is more than one and a half times that of another one, however both are turned: displays round to centimetres,
  /// and glass is larger than the picture.
  fileprivate func differs(from other: Size) -> Bool {
    guard isUsable else { return false }
    let (mine, others) = ([width, height].sorted(), [other.width, other.height].sorted())
    return zip(mine, others).contains { max($0, $1) > 1.5 * min($0, $1) }
  }

  fileprivate var isUsable: Bool { width.isFinite && height.isFinite && width > 0 && height > 0 }
}

/// Rounds to one decimal, for a message.
private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

// MARK: - Calibration

extension PanelGeometry {
  /// The first two rows of a 3 × 3 matrix for positions in 0...1, as in `LIBINPUT_CALIBRATION_MATRIX`: `a b c d e f` stands for
  /// x' = a·x + b·y + c, y' = d·x + e·y + f.
  package struct Calibration: Hashable, Sendable {
    package static let identity = Calibration(map: Affine(xx: 1, yy: 1))

    fileprivate let map: Affine

    /// `nil` unless there are six numbers, all of them finite.
    package init?(_ numbers: [Double]) {
      guard numbers.count == 6, numbers.allSatisfy({ $0.isFinite }) else { return nil }
      map = Affine(xx: numbers[0], xy: numbers[1], x: numbers[2], yx: numbers[3], yy: numbers[4], y: numbers[5])
    }

    /// Parses udev's property, six numbers separated by spaces; `nil` if it is anything else.
    package init?(parsing property: String) {
      let numbers = property.split(whereSeparator: { $0.isWhitespace }).map { Double(String($0)) }
      self.init(numbers.compactMap { $0 })
      if numbers.contains(nil) { return nil }
    }

    private init(map: Affine) { self.map = map }

    fileprivate var swapsAxes: Bool { abs(map.xy) + abs(map.yx) > abs(map.xx) + abs(map.yy) }
  }
}

/// x' = xx·x + xy·y + x, y' = yx·x + yy·y + y.
private struct Affine: Hashable, Sendable {
  var xx = 0.0, xy = 0.0, x = 0.0
  var yx = 0.0, yy = 0.0, y = 0.0
}

extension Affine {
  /// Rotates the upright screen to the orientation in which it is mounted: for the user, the panel's upper left corner is at the lower
  /// left for `left`, at the upper right for `right`, and at the lower right for `inverted`.
  fileprivate init(turning upright: Size, to orientation: PanelGeometry.Orientation) {
    switch orientation {
    case .normal: self.init(xx: 1, yy: 1)
    case .left: self.init(xy: 1, yx: -1, y: upright.width)
    case .right: self.init(xy: -1, x: upright.height, yx: 1)
    case .inverted: self.init(xx: -1, x: upright.width, yy: -1, y: upright.height)
    }
  }

  fileprivate func applied(to point: (x: Double, y: Double)) -> Point {
    Point(x: xx * point.x + xy * point.y + x, y: yx * point.x + yy * point.y + y)
  }

  /// Returns the map that applies this one first, then `next`.
  fileprivate func then(_ next: Affine) -> Affine {
    Affine(
      xx: next.xx * xx + next.xy * yx, xy: next.xx * xy + next.xy * yy, x: next.xx * x + next.xy * y + next.x,
      yx: next.yx * xx + next.yy * yx, yy: next.yx * xy + next.yy * yy, y: next.yx * x + next.yy * y + next.y)
  }
}
