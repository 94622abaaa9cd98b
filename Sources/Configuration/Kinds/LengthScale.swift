import Gestures

/// The properties of a screen that settings of gestures depend on: its size for lengths, its recognition for settings with two defaults.
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

/// Resolves a gesture's lengths to millimetres, and its settings that depend on the screen's recognition.
struct LengthScale {
  let view: Size
  let screen: ScreenMetrics

  /// Returns a length in millimetres. Percentages are relative to the view's shorter side; pixels use the horizontal resolution.
  func length(_ length: Length) -> Double {
    length.millimetres(of: min(view.width, view.height), pixelsPerMillimetre: screen.horizontalScale) ?? 0
  }

  /// Returns a limit in millimetres; `nil`, a lifted limit, is infinite.
  func limit(_ length: Length?) -> Double { length.map(self.length) ?? .infinity }

  func resolve<Value>(_ setting: ByRecognition<Value>) -> Value { setting.value(in: screen.recognition) }

  func horizontal(_ length: Length) -> Double {
    length.millimetres(of: view.width, pixelsPerMillimetre: screen.horizontalScale) ?? 0
  }

  func vertical(_ length: Length) -> Double {
    length.millimetres(of: view.height, pixelsPerMillimetre: screen.verticalScale) ?? 0
  }

  /// Returns the length of a swipe in millimetres. Percentages are relative to the view's extent along the direction; a pixel has
  /// its size along the direction.
  func length(_ length: Length, along direction: SwipeDirection) -> Double {
    let (x, y) = (direction.unit.x.magnitude, direction.unit.y.magnitude)
    let extent = min(x > 0 ? view.width / x : .infinity, y > 0 ? view.height / y : .infinity)
    let pixels = screen.horizontalScale.flatMap { horizontal in
      screen.verticalScale.map { Vector(x: x * horizontal, y: y * $0).length }
    }
    return length.millimetres(of: extent, pixelsPerMillimetre: pixels) ?? 0
  }

  func edgeWidth(_ length: Length) -> Double {
    length.millimetres(
      of: min(screen.size.width, screen.size.height), pixelsPerMillimetre: screen.horizontalScale) ?? 0
  }
}

extension Duration {
  /// A limit lifted by "none": about 31 years.
  static let unlimited = Duration.seconds(1_000_000_000)
}
