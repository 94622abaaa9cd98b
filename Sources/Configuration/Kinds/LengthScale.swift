import Gestures

/// What settings of gestures are relative to: the size for lengths, the recognition for what has two defaults.
package struct ScreenMetrics {
  /// In millimetres.
  fileprivate let size: Size
  private let pixels: PixelSize?
  let recognition: Recognition

  package init(size: Size, of screen: ScreenSettings) {
    self.size = size
    pixels = screen.pixels
    recognition = screen.recognition
  }

  package var horizontalScale: Double? { pixels.map { Double($0.width) / size.width } }
  package var verticalScale: Double? { pixels.map { Double($0.height) / size.height } }
}

/// Resolves a gesture's lengths to millimetres, and what depends on the screen's recognition.
struct LengthScale {
  let view: Size
  let screen: ScreenMetrics

  /// Percent are of the view's shorter side, pixels those of the screen's width.
  func length(_ length: Length) -> Double {
    length.millimetres(of: min(view.width, view.height), pixelsPerMillimetre: screen.horizontalScale) ?? 0
  }

  /// `nil`, which lifts a limit, is a length that no finger goes.
  func limit(_ length: Length?) -> Double { length.map(self.length) ?? .infinity }

  func resolve<Value>(_ setting: ByRecognition<Value>) -> Value { setting.value(in: screen.recognition) }

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
