import Gestures

/// A length as configured: a fixed size, or one relative to sizes that are known only once the panel is.
package enum Length: Hashable, Sendable {
  case millimetres(Double)
  /// A share of the parent's width or height; 100 is all of it.
  case percent(Double)
  /// A number of pixels; needs the screen's `pixels`.
  case pixels(Double)

  /// UIKit's point: 1/163 inch, in millimetres.
  package static let point = 25.4 / 163

  /// Returns the length in millimetres.
  ///
  /// - Parameters:
  ///   - parent: the size in millimetres that is 100 %.
  ///   - pixelsPerMillimetre: the resolution along the length's axis; `nil` if the screen has no `pixels`.
  /// - Returns: `nil` for pixels without a resolution, which a checked configuration never has.
  package func millimetres(of parent: Double, pixelsPerMillimetre: Double?) -> Double? {
    switch self {
    case .millimetres(let length): length
    case .percent(let share): parent * share / 100
    case .pixels(let count): pixelsPerMillimetre.flatMap { $0 > 0 ? count / $0 : nil }
    }
  }

  /// Whether this length is certainly not below the other: both have the same unit.
  func isAtLeast(_ other: Length) -> Bool { compares(with: other, by: >=) }

  /// Whether the numbers of both lengths compare; false if they have different units.
  func compares(with other: Length, by comparison: (Double, Double) -> Bool) -> Bool {
    switch (self, other) {
    case (.millimetres(let a), .millimetres(let b)), (.percent(let a), .percent(let b)),
      (.pixels(let a), .pixels(let b)):
      comparison(a, b)
    default: false
    }
  }
}

/// A view's position and size in its parent.
package struct Frame: Hashable, Sendable {
  package var horizontal = Span.whole
  package var vertical = Span.whole

  /// One axis of a frame; `end` is the distance from the parent's right or bottom edge.
  package enum Span: Hashable, Sendable {
    case startExtent(start: Length, extent: Length)
    case startEnd(start: Length, end: Length)
    case extentEnd(extent: Length, end: Length)

    package static let whole = startEnd(start: .millimetres(0), end: .millimetres(0))
  }

  /// Returns the frame in millimetres from the parent's top left corner; `nil` for pixels without a scale. Its size is never negative.
  package func rect(in parent: Size, horizontalScale: Double?, verticalScale: Double?) -> Rect? {
    guard let (x, width) = horizontal.millimetres(of: parent.width, pixelsPerMillimetre: horizontalScale),
      let (y, height) = vertical.millimetres(of: parent.height, pixelsPerMillimetre: verticalScale)
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }
}

extension Frame.Span {
  package func millimetres(of parent: Double, pixelsPerMillimetre scale: Double?) -> (start: Double, extent: Double)? {
    func resolve(_ a: Length, _ b: Length) -> (Double, Double)? {
      guard let a = a.millimetres(of: parent, pixelsPerMillimetre: scale),
        let b = b.millimetres(of: parent, pixelsPerMillimetre: scale)
      else { return nil }
      return (a, b)
    }
    switch self {
    case .startExtent(let start, let extent):
      return resolve(start, extent).map { (start: $0, extent: $1) }
    case .startEnd(let start, let end):
      return resolve(start, end).map { (start: $0, extent: max(0, parent - $0 - $1)) }
    case .extentEnd(let extent, let end):
      return resolve(extent, end).map { (start: parent - $0 - $1, extent: $0) }
    }
  }
}
