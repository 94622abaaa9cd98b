import Gestures

/// What lengths of a configuration are relative to.
package struct ScreenMetrics {
  /// In millimetres.
  fileprivate let size: Size
  private let pixels: PixelSize?

  package init(size: Size, pixels: PixelSize?) {
    self.size = size
    self.pixels = pixels
  }

  package var horizontalScale: Double? { pixels.map { Double($0.width) / size.width } }
  package var verticalScale: Double? { pixels.map { Double($0.height) / size.height } }
}

/// Resolves a gesture's lengths to millimetres.
struct LengthScale {
  let view: Size
  let screen: ScreenMetrics

  /// Percent are of the view's shorter side, pixels those of the screen's width.
  func length(_ length: Length) -> Double {
    length.millimetres(of: min(view.width, view.height), pixelsPerMillimetre: screen.horizontalScale) ?? 0
  }

  /// `nil`, which lifts a limit, is a length that no finger goes.
  func limit(_ length: Length?) -> Double { length.map(self.length) ?? .infinity }

  func horizontal(_ length: Length) -> Double {
    length.millimetres(of: view.width, pixelsPerMillimetre: screen.horizontalScale) ?? 0
  }

  func edgeWidth(_ length: Length) -> Double {
    length.millimetres(
      of: min(screen.size.width, screen.size.height), pixelsPerMillimetre: screen.horizontalScale) ?? 0
  }
}

extension Duration {
  /// A time that nothing lasts, about 31 years: a limit that "none" has lifted.
  static let unlimited = Duration.seconds(1_000_000_000)
}
