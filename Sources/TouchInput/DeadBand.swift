import Gestures

/// Keeps a panel's noise from fingers at rest: a touch stays where it is until it is reported farther away than the noise
/// reaches, and then moves by the excess.
struct DeadBand {
  /// In standard deviations of the noise on one axis. 96 % of the reports of a finger at rest stay within it.
  private static let reachOfNoise = 2.5

  /// Millimetres.
  private let reach: Double

  /// - Parameter noise: the standard deviation of the positions on each axis, in millimetres; 0: there is no dead band.
  init(noise: Double) { reach = noise * Self.reachOfNoise }

  /// Whether a place may differ from the reported one.
  var isThere: Bool { reach > 0 }

  /// The place that is passed on for a touch: as near to the reported place as the dead band allows.
  ///
  /// - Parameter held: the place that was passed on last.
  func steady(_ place: Point, held: Point) -> Point {
    if !isThere { return place }
    let dx = place.x - held.x, dy = place.y - held.y
    let squared = dx * dx + dy * dy
    if squared <= reach * reach { return held }
    let share = 1 - reach / squared.squareRoot()
    return Point(x: held.x + dx * share, y: held.y + dy * share)
  }
}
