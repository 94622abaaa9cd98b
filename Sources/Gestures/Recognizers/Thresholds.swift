/// Constants that all recognizers share. Each recognizer declares its own defaults, with their sources.
enum Thresholds {
  /// Millimetres per point, 1/163 inch: the unit of UIKit's published lengths.
  static let millimetresPerPoint = 25.4 / 163
  /// The difference below which two lengths are equal, in millimetres: far below any panel's step, and far above the rounding
  /// error of a unit's conversion.
  static let tolerance = 1e-6
}
