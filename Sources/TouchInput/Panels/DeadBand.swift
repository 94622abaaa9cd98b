import Gestures

/// A dead band, which keeps a resting finger from moving because of a panel's noise: a touch stays where it is until it is reported
/// farther away than the noise reaches, and then moves by the excess.
struct DeadBand {
  /// The radius, in standard deviations of the noise on one axis. 96 % of a resting finger's reports are within it.
  private static let reachOfNoise = 2.5

  /// The standard deviation of the positions on each axis, in millimetres.
  let noise: Double
  /// Millimetres.
  private let reach: Double

  /// - Parameter noise: The standard deviation of the positions on each axis, in millimetres; 0 for no dead band.
  init(noise: Double) {
    self.noise = noise
    reach = noise * Self.reachOfNoise
  }

  /// Whether positions may differ from the reported ones.
  var isThere: Bool { reach > 0 }

  /// Returns the position that is passed on for a touch: as close to the reported position as the dead band allows.
  ///
  /// - Parameter held: The position that was passed on last.
  func steady(_ place: Point, held: Point) -> Point {
    if !isThere { return place }
    let dx = place.x - held.x, dy = place.y - held.y
    let squared = dx * dx + dy * dy
    if squared <= reach * reach { return held }
    let share = 1 - reach / squared.squareRoot()
    return Point(x: held.x + dx * share, y: held.y + dy * share)
  }
}
