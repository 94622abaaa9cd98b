/// What all recognizers have in common. Each one's own defaults stand in its file, with their sources.
enum Thresholds {
  /// Millimetres per point, 1/163 inch: the unit in which UIKit's published lengths are given.
  static let millimetresPerPoint = 25.4 / 163
  /// Lengths that differ by less are equal: far below any panel's step, far above the rounding of a unit's conversion.
  static let tolerance = 1e-6
}
