import Gestures

/// A length as configured: of a fixed size, or relative to something that is known only when a panel is there.
package enum Length: Hashable, Sendable {
  case millimetres(Double)
  /// Of the parent's width or height; 100 is all of it.
  case percent(Double)
  /// Needs the screen's `pixels`.
  case pixels(Double)

  /// UIKit's point: 1/163 inch, in millimetres.
  package static let point = 25.4 / 163

  /// - Parameters:
  ///   - parent: what 100 % is, in millimetres.
  ///   - pixelsPerMillimetre: along the length's own axis; `nil` where the screen has no `pixels`.
  /// - Returns: `nil` for pixels without their scale; never for a checked configuration, whose screens have `pixels` then.
  package func millimetres(of parent: Double, pixelsPerMillimetre: Double?) -> Double? {
    switch self {
    case .millimetres(let length): length
    case .percent(let share): parent * share / 100
    case .pixels(let count): pixelsPerMillimetre.flatMap { $0 > 0 ? count / $0 : nil }
    }
  }
}

/// Where a view lies in its parent.
package struct Frame: Hashable, Sendable {
  package var horizontal = Span.whole
  package var vertical = Span.whole

  package init() {}

  /// One axis of a frame; `end` is the distance from the parent's right or bottom edge.
  package enum Span: Hashable, Sendable {
    case startExtent(start: Length, extent: Length)
    case startEnd(start: Length, end: Length)
    case extentEnd(extent: Length, end: Length)

    package static let whole = startEnd(start: .millimetres(0), end: .millimetres(0))
  }
}

extension Frame {
  /// The frame in millimetres from the parent's top left corner; never of a negative size.
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
