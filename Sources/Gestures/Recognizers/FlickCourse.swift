/// The way that the middle of a swipe's fingers takes: what tells a flick from a drag, during the movement and at the lift
/// (SW-7, SW-8).
///
/// The constants were chosen on flicks of 100 to 800 mm/s and drags of 20 to 150 mm/s, of people and of paths made up after how
/// hands move. Lengths are millimetres, times microseconds, angles radians.
struct FlickCourse: ~Copyable {
  /// What leaves the place of the landing.
  static let slop = 1.6
  /// The time in which all fingers land: people's land up to 111 ms apart.
  static let longestLanding: Int64 = 150_000
  /// How far the way may bulge out beside the directions, as a thumb's does, and by how much more it may turn from them than at
  /// the lift.
  private static let bulge = 1.6
  private static let furtherAngle = 8 * Vector.pi / 180
  /// How far the fingers may go back.
  private static let longestReturn = 2.0
  /// The path is measured in legs of this length, so that a finger's tremor and a panel's noise add nothing to it.
  private static let leg = 1.5
  /// The most that the path may be longer than the way: a length, and a share of the way.
  private static let longestDetour = 4.0
  private static let detourShare = 0.25
  /// The share of the speed at the lift that a flick has this time after it has left its place, growing evenly until then, and
  /// keeps.
  private static let speedShare = 5.0 / 6
  private static let timeToSpeed: Int64 = 130_000
  /// Speed is measured over this time. At the lift, a flick may also have its speed over the longer one: some are slower at
  /// their very end.
  static let window: Int64 = 70_000
  private static let longWindow: Int64 = 100_000
  /// Fingers that have left their place and send nothing for this time rest. Some panels send nothing for 40 ms before a lift.
  private static let longestRest: Int64 = 70_000

  /// What the swipe asks of it.
  struct Demands {
    /// The directions that are allowed.
    var directions: [SwipeDirection] = []
    /// The most that the way may turn from a direction at the lift, in radians.
    var angle = 0.0
    /// The speed at the lift, in millimetres per second; 0: any.
    var liftVelocity = 0.0
    /// The length by which the panel's noise widens all limits, in millimetres.
    var noise = 0.0
  }

  private var demands = Demands()
  /// The tangent of the most that the way may turn before the lift. Kept from one landing to the next, as it is a series.
  private var tangent = 0.0
  /// The angle that the tangent belongs to.
  private var angleOfTangent = Double.nan
  /// The vector from the landing to here.
  private var way = Vector.zero
  /// The legs that are complete, and where the last one ended.
  private var completePath = 0.0
  private var corner = Vector.zero
  /// The furthest that the fingers got to the left and up, and to the right and down.
  private var low = Vector.zero
  private var high = Vector.zero
  /// When the fingers left the place of their landing.
  private var departure: Timestamp?
  private var lastMove = Timestamp(microseconds: .min)
  /// The bits of the directions that are still possible.
  private var open: UInt8 = 0
  private var trail = Trail()

  /// Begins with the fingers' landing.
  mutating func begin(_ demands: Demands, at time: Timestamp) {
    self.demands = demands
    if demands.angle != angleOfTangent {
      let widest = demands.angle + Self.furtherAngle
      tangent = widest < Vector.pi / 2 ? Vector.tangent(widest) : .infinity
      angleOfTangent = demands.angle
    }
    way = .zero
    completePath = 0
    corner = .zero
    low = .zero
    high = .zero
    departure = nil
    lastMove = time
    open = 0
    for direction in demands.directions { open |= direction.bit }
    trail.begin(at: time)
  }

  /// When fingers that have left their place will have rested for too long; `nil`: they have not left it, or may rest.
  var restEnd: Timestamp? { departure.flatMap { _ in demands.liftVelocity > 0 ? lastMove + Self.longestRest : nil } }

  /// The way as a share of the path, 0…1.
  var straightness: Double { path > 0 ? min(way.length / path, 1) : 0 }

  private var path: Double { completePath + (way - corner).length }

  /// Whether a direction is still possible.
  func isOpen(_ direction: SwipeDirection) -> Bool { open & direction.bit != 0 }

  /// The speed in a direction before the lift, in millimetres per second.
  func liftVelocity(_ direction: SwipeDirection) -> Double {
    let unit = direction.unit
    func along(_ velocity: Vector) -> Double { velocity.x * unit.x + velocity.y * unit.y }
    return max(along(trail.recentVelocity), along(trail.velocity(over: Self.longWindow)))
  }

  /// Adds a step of the fingers' middle.
  ///
  /// - Returns: why no swipe can come of it any more; `nil`: one still may.
  mutating func add(_ step: Vector, at time: Timestamp) -> Reason? {
    let wayBefore = way
    way = way + step
    let distance = way.length
    if departure == nil { noteDeparture(from: wayBefore.length, to: distance, at: time) }
    lastMove = time
    trail.add(way, at: time)
    let leg = (way - corner).length
    var path = completePath + leg
    if leg >= Self.leg {
      completePath = path
      corner = way
    }
    path -= distance
    low = Vector(x: min(low.x, way.x), y: min(low.y, way.y))
    high = Vector(x: max(high.x, way.x), y: max(high.y, way.y))
    if let reason = closeDirections() { return reason }
    let longestDetour = Self.longestDetour + Self.detourShare * distance
    if path > longestDetour {
      return Reason(.crooked, straightness, limit: distance / (distance + longestDetour))
    }
    guard let departure, demands.liftVelocity > 0 else { return nil }
    let growth = min(1, Double(time - departure) / Double(Self.timeToSpeed))
    let least = Self.speedShare * demands.liftVelocity * growth
    let speed = trail.recentVelocity.length
    return speed < least ? Reason(.tooSlowToFlick, speed, limit: least) : nil
  }

  /// Finds the moment at which the fingers left their place. It lies between two reports, so that the rate of the panel makes
  /// little difference.
  private mutating func noteDeparture(from before: Double, to distance: Double, at time: Timestamp) {
    let place = Self.slop + demands.noise
    guard distance > place else { return }
    let late = (distance - place) / (distance - before) * Double(min(time - lastMove, Self.longestRest))
    departure = late.isFinite ? time + -Int64(late) : time
  }

  /// Closes the directions that the fingers have left.
  ///
  /// - Returns: why the last open one was closed; `nil`: one is still open.
  @inline(__always)
  private mutating func closeDirections() -> Reason? {
    if open == 0 { return Reason(.unstated) }
    let (x, y) = (way.x, way.y)
    return closeIfLeft(.left, along: -x, furthest: -low.x, across: y.magnitude)
      ?? closeIfLeft(.right, along: x, furthest: high.x, across: y.magnitude)
      ?? closeIfLeft(.up, along: -y, furthest: -low.y, across: x.magnitude)
      ?? closeIfLeft(.down, along: y, furthest: high.y, across: x.magnitude)
  }

  /// Closes an open direction if the fingers have left it: they have gone back, or are beside it.
  @inline(__always)
  private mutating func closeIfLeft(
    _ direction: SwipeDirection, along: Double, furthest: Double, across: Double
  ) -> Reason? {
    guard isOpen(direction) else { return nil }
    let back = furthest - along
    if back > Self.longestReturn + demands.noise { return close(direction, after: back) }
    if tangent == .infinity { return nil }
    // Beside the cone of the direction; behind the landing, the distance from it counts.
    let beside = along < 0 ? way.length : across - tangent * along
    return beside > Self.bulge + demands.noise ? close(direction, after: nil) : nil
  }

  /// - Parameter back: how far the fingers have gone back; `nil`: they are beside the direction.
  /// - Returns: the reason, if it was the last open direction.
  @inline(never)
  private mutating func close(_ direction: SwipeDirection, after back: Double?) -> Reason? {
    open &= ~direction.bit
    guard open == 0 else { return nil }
    if let back { return Reason(.turnedBack, back, limit: Self.longestReturn) }
    return Reason(.wrongDirection, direction.unit.angle(to: way).magnitude, limit: demands.angle)
  }
}

extension SwipeDirection {
  /// A bit of its own.
  fileprivate var bit: UInt8 {
    switch self {
    case .left: 1
    case .right: 2
    case .up: 4
    case .down: 8
    }
  }
}

extension Vector {
  /// The tangent of an angle from 0 to below π/2, by series, as the C libraries' differs in the last digit.
  fileprivate static func tangent(_ angle: Double) -> Double {
    var sine = 0.0, cosine = 0.0
    var term = 1.0
    for power in 0..<24 {
      let signed = power & 2 == 0 ? term : -term
      if power & 1 == 0 { cosine += signed } else { sine += signed }
      term *= angle / Double(power + 1)
    }
    return sine / cosine
  }
}
