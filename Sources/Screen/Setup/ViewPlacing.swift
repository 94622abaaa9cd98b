import Configuration
import Gestures
import Text

/// Turns touches at two opposite corners of a view into its frame.
package struct ViewPlacing: Sendable {
  package enum Unit: String, CaseIterable, Sendable { case mm, percent, px }

  /// A touch that is nearer to the parent's side means the side, which a fingertip does not reach. In millimetres.
  private static let margin = 5.0
  /// The smallest side of a view, in millimetres.
  private static let least = 3.0

  private let name: String
  /// The parent's place on the screen.
  private let parent: Rect
  private let pixels: Size?
  private let unit: Unit
  private var first: Point?
  /// The view's place in its parent, once it is known.
  private(set) package var place: Rect?

  /// - Parameters:
  ///   - parent: the place on the screen of the view's parent.
  ///   - pixels: the number of pixels in a millimetre on each axis, for `px`.
  package init(_ name: String, in parent: Rect, unit: Unit, pixelsPerMillimetre pixels: Size? = nil) {
    (self.name, self.parent, self.unit, self.pixels) = (name, parent, unit, pixels)
  }

  package var isDone: Bool { place != nil }

  package var question: String {
    first == nil
      ? "Touch a corner of \(name.quoted)." : "Touch the opposite corner of \(name.quoted)."
  }

  /// Takes the answer to the question. Returns why it is not an answer; `nil` if it is one.
  package mutating func take(_ touch: SingleTouch) -> String? {
    guard case .place(let onScreen) = touch else { return touch.objection }
    let inParent = Point(x: onScreen.x - parent.origin.x, y: onScreen.y - parent.origin.y)
    let size = parent.size
    let reach = -Self.margin
    guard inParent.x >= reach, inParent.y >= reach, inParent.x <= size.width - reach, inParent.y <= size.height - reach
    else { return "This is outside the view's parent." }
    let corner = Point(x: Self.snapped(inParent.x, size.width), y: Self.snapped(inParent.y, size.height))
    guard let start = first else {
      first = corner
      return nil
    }
    let width = abs(start.x - corner.x), height = abs(start.y - corner.y)
    guard width >= Self.least, height >= Self.least else {
      first = nil
      return
        "The two corners are less than \(Decimal.plain(Self.least, decimals: 0)) mm apart: touch both again, diagonally."
    }
    place = Rect(x: min(start.x, corner.x), y: min(start.y, corner.y), width: width, height: height)
    return nil
  }

  private static func snapped(_ value: Double, _ side: Double) -> Double {
    value < margin ? 0 : value > side - margin ? side : value
  }

  /// The view's frame in TOML; `nil` until it is known.
  package var frame: String? {
    guard let place else { return nil }
    let size = parent.size
    let x = text(place.origin.x, of: size.width, pixels?.width),
      y = text(place.origin.y, of: size.height, pixels?.height)
    let width = text(place.size.width, of: size.width, pixels?.width)
    let height = text(place.size.height, of: size.height, pixels?.height)
    return "{ x = \"\(x)\", y = \"\(y)\", width = \"\(width)\", height = \"\(height)\" }"
  }

  private func text(_ length: Double, of side: Double, _ pixelsPerMillimetre: Double?) -> String {
    switch unit {
    case .mm: Decimal.plain(length, decimals: 1) + "mm"
    case .percent: Decimal.plain(length / side * 100, decimals: 1) + "%"
    case .px: Decimal.plain(length * (pixelsPerMillimetre ?? 1), decimals: 0) + "px"
    }
  }
}

extension Configuration {
  /// Returns the place on the screen of the parent of a view, which need not exist yet. `nil` if the parent has no size there.
  package func parent(of name: String, on screen: ScreenSettings, size: Size) -> Rect? {
    var chain: [ViewSettings] = []
    var next = views.first { $0.name == name }?.parent
    while let parent = next, let view = views.first(where: { $0.name == parent }) {
      chain.append(view)
      next = view.parent
    }
    let scale = screen.pixelsPerMillimetre(size)
    var place = Rect(x: 0, y: 0, width: size.width, height: size.height)
    for view in chain.reversed() {
      guard
        let frame = view.frame.rect(in: place.size, horizontalScale: scale?.width, verticalScale: scale?.height)
      else { return nil }
      let x = place.origin.x + frame.origin.x, y = place.origin.y + frame.origin.y
      place = Rect(x: x, y: y, width: frame.size.width, height: frame.size.height)
    }
    return place.size.width > 0 && place.size.height > 0 ? place : nil
  }

  /// Returns the unit of a view's frame, or else that of the first other view whose frame has one.
  package func unit(of name: String) -> ViewPlacing.Unit {
    let frames = views.filter { $0.name == name }.map { $0.frame } + views.map { $0.frame }
    let lengths = frames.flatMap { $0.horizontal.lengths + $0.vertical.lengths }
    // A length of 0 is mostly a default.
    let first = lengths.first { $0 != .millimetres(0) }
    switch first {
    case .percent: return .percent
    case .pixels: return .px
    case .millimetres, nil: return .mm
    }
  }
}

extension ScreenSettings {
  /// The number of pixels in a millimetre on each axis of a screen of this size; `nil` without `pixels`.
  package func pixelsPerMillimetre(_ size: Size) -> Size? {
    pixels.map { Size(width: Double($0.width) / size.width, height: Double($0.height) / size.height) }
  }
}

extension Frame.Span {
  fileprivate var lengths: [Length] {
    switch self {
    case .startExtent(let a, let b), .startEnd(let a, let b), .extentEnd(let a, let b): [a, b]
    }
  }
}
