/// The path of the middle of a swipe's fingers. Distinguishes a flick from a drag, during the movement and at the lift (SW-7,
/// SW-8).
///
/// The constants were chosen on flicks of 100 to 800 mm/s and drags of 20 to 150 mm/s, both recorded from people and
/// synthesized after models of hand movement. Lengths are in millimetres, times in microseconds, angles in radians.
struct FlickCourse: ~Copyable {
  /// The distance from the landing beyond which the fingers have left their place.
  static let slop = 1.6
  /// The time in which all fingers must land. In recordings, the fingers of one hand landed up to 111 ms apart.
  static let longestLanding: Int64 = 150_000
  /// The distance by which the path may bulge out beside the allowed directions, as a thumb's does, and the angle by which it
  /// may deviate from them in addition to the angle allowed at the lift.
  private static let bulge = 1.6
  private static let furtherAngle = 8 * Vector.pi / 180
  /// The distance that the fingers may go back.
  static let longestReturn = 2.0
  /// The path is measured in legs of this length, so that a finger's tremor and a panel's noise do not lengthen it.
  private static let leg = 1.5
  /// The path may be longer than the straight line from the landing by this length plus `detourShare` of that line.
  private static let longestDetour = 4.0
  private static let detourShare = 0.25
  /// The least speed during the movement, as a share of the least speed at the lift. It applies in full from `timeToSpeed`
  /// after the fingers have left their place; until then it grows linearly from 0.
  private static let speedShare = 5.0 / 6
  private static let timeToSpeed: Int64 = 130_000
  /// The time over which speed is measured. At the lift, the speed over the longer window is also accepted: some flicks slow
  /// down at the very end.
  static let window: Int64 = 70_000
  private static let longWindow: Int64 = 100_000
  /// Fingers brake if they are slower over this time before the lift than this share of their highest speed. They must then be faster
  /// than others over the long window, by this factor.
  private static let brakingWindow: Int64 = 40_000
  private static let brakingShare = 2.0 / 3
  private static let brakingFactor = 1.5
  /// Fingers that have left their place and report nothing for this time are resting. Some panels report nothing for 40 ms
  /// before a lift.
  private static let longestRest: Int64 = 70_000

  /// The requirements that a swipe sets for the path.
  struct Demands {
    /// The largest angle between the straight line from the landing and a direction at the lift, in radians.
    var angle = 0.0
    /// The least speed at the lift, in millimetres per second; 0: any.
    var liftVelocity = 0.0
    /// The panel's noise, in millimetres. It widens all limits.
    var noise = 0.0
  }

  /// A direction that is not parallel to a side of the screen.
  private struct Slant {
    let direction: SwipeDirection
    /// The farthest that the fingers have been in this direction, in millimetres.
    var furthest = 0.0
    var isOpen = true
  }

  /// How the fingers have left a direction.
  private enum Exit {
    /// They have gone back by this many millimetres.
    case back(Double)
    /// They are to its side.
    case side
  }

  private var demands = Demands()
  /// The tangent of the largest angle that is allowed before the lift. Kept from one landing to the next, because it is
  /// computed as a series.
  private var tangent = 0.0
  private var angleOfTangent = Double.nan
  /// The vector from the landing to the current place.
  private var way = Vector.zero
  /// The length of the complete legs, and the place where the last one ended.
  private var completePath = 0.0
  private var corner = Vector.zero
  /// The farthest that the fingers have been to the left and up (`low`), and to the right and down (`high`).
  private var low = Vector.zero
  private var high = Vector.zero
  /// The time when the fingers left the place of their landing.
  private var departure: Timestamp?
  /// The highest speed over `window` since then, in millimetres per second.
  private var highestSpeed = 0.0
  private var lastMove = Timestamp(microseconds: .min)
  /// The bits of the directions towards the sides that are still possible.
  private var open: UInt8 = 0
  /// The other directions. Empty for most swipes, so that a frame costs them nothing.
  private var slants: [Slant] = []
  /// The number of slants that are still possible.
  private var openSlants = 0
  private var trail = Trail()

  /// Starts a new path in one of these directions when the first finger lands.
  mutating func begin(towards directions: [SwipeDirection], _ demands: Demands, at time: Timestamp) {
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
    highestSpeed = 0
    lastMove = time
    open = 0
    if !slants.isEmpty { slants.removeAll(keepingCapacity: true) }
    for direction in directions {
      let bit = direction.sideBit
      open |= bit
      if bit == 0 { slants.append(Slant(direction: direction)) }
    }
    openSlants = slants.count
    trail.begin(at: time)
  }

  /// The time from which fingers that have left their place count as resting. `nil` if they have not left it, or if a rest is
  /// allowed.
  var restEnd: Timestamp? { departure.flatMap { _ in demands.liftVelocity > 0 ? lastMove + Self.longestRest : nil } }

  /// The distance from the landing divided by the length of the path, 0…1.
  var straightness: Double { path > 0 ? min(way.length / path, 1) : 0 }

  private var path: Double { completePath + (way - corner).length }

  /// Whether no direction is possible any more.
  var isClosed: Bool { open == 0 && openSlants == 0 }

  /// Returns whether a direction is still possible.
  func isOpen(_ direction: SwipeDirection) -> Bool {
    let bit = direction.sideBit
    return bit != 0 ? open & bit != 0 : slants.contains { $0.direction == direction && $0.isOpen }
  }

  /// Returns the speed in a direction before the lift, in millimetres per second.
  func liftVelocity(_ direction: SwipeDirection) -> Double {
    let unit = direction.unit
    func along(_ velocity: Vector) -> Double { velocity.x * unit.x + velocity.y * unit.y }
    return max(along(trail.recentVelocity), along(trail.velocity(over: Self.longWindow)))
  }

  /// Returns why fingers that lift now do not flick, but brake or rest as those of a drag do at its target (SW-7); `nil` if they
  /// do neither.
  func braking(at lift: Timestamp) -> Reason? {
    let isResting = lift - lastMove >= Self.longestRest
    guard demands.liftVelocity > 0,
      isResting || trail.velocity(over: Self.brakingWindow).length < Self.brakingShare * highestSpeed
    else { return nil }
    let speed = isResting ? 0 : trail.velocity(over: Self.longWindow).length
    let least = Self.brakingFactor * demands.liftVelocity
    return speed < least ? Reason(.tooSlowToFlick, speed, limit: least) : nil
  }

  /// The distance, in millimetres, by which the fingers may move in any direction and on any path, and are still at the place of their
  /// landing, in all directions, and complete no leg; `nil` if they have left it.
  var rest: Double? {
    let leg = (way - corner).length
    guard departure == nil, slants.isEmpty, completePath + Self.leg <= Self.longestDetour else { return nil }
    // From the farthest place, which a movement may also make farther.
    let back = max(max(high.x - way.x, way.x - low.x), max(high.y - way.y, way.y - low.y))
    return min(min(Self.slop - way.length, Self.leg - leg), min(Self.longestReturn - back, Self.longestReturn / 2))
  }

  /// Adds a movement of the middle of the fingers.
  ///
  /// - Returns: the reason why the movement can no longer become a swipe; `nil` while it still can.
  mutating func add(_ step: Vector, at time: Timestamp) -> Reason? {
    let wayBefore = way
    way = way + step
    let distance = way.length
    if departure == nil { noteDeparture(from: wayBefore.length, to: distance, at: time) }
    // Fingers that rested did not begin to move when they were last reported.
    if time - lastMove > Self.longestRest { trail.add(wayBefore, at: time + -Self.longestRest) }
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
    let speed = departure == nil ? 0 : trail.recentVelocity.length
    highestSpeed = max(highestSpeed, speed)
    let longestDetour = Self.longestDetour + Self.detourShare * distance
    if path > longestDetour {
      return Reason(.crooked, straightness, limit: distance / (distance + longestDetour))
    }
    guard let departure, demands.liftVelocity > 0 else { return nil }
    let growth = min(1, Double(time - departure) / Double(Self.timeToSpeed))
    let least = Self.speedShare * demands.liftVelocity * growth
    return speed < least ? Reason(.tooSlowToFlick, speed, limit: least) : nil
  }

  /// Computes the time when the fingers left their place. It is interpolated between two reports, so that the panel's report
  /// rate makes little difference.
  private mutating func noteDeparture(from before: Double, to distance: Double, at time: Timestamp) {
    let place = Self.slop + demands.noise
    guard distance > place else { return }
    let late = (distance - place) / (distance - before) * Double(min(time - lastMove, Self.longestRest))
    departure = late.isFinite ? time + -Int64(late) : time
  }

  /// Closes the directions that the fingers have left.
  ///
  /// - Returns: the reason why the last open direction was closed; `nil` while one is open.
  @inline(__always)
  private mutating func closeDirections() -> Reason? {
    if isClosed { return Reason(.unstated) }
    let (x, y) = (way.x, way.y)
    return closeIfLeft(.left, along: -x, furthest: -low.x, across: y.magnitude)
      ?? closeIfLeft(.right, along: x, furthest: high.x, across: y.magnitude)
      ?? closeIfLeft(.up, along: -y, furthest: -low.y, across: x.magnitude)
      ?? closeIfLeft(.down, along: y, furthest: high.y, across: x.magnitude)
      ?? (openSlants > 0 ? closeSlants() : nil)
  }

  /// Closes a direction towards a side if it is open and the fingers have left it.
  @inline(__always)
  private mutating func closeIfLeft(
    _ direction: SwipeDirection, along: Double, furthest: Double, across: Double
  ) -> Reason? {
    guard open & direction.sideBit != 0, let exit = exit(along: along, furthest: furthest, across: across) else {
      return nil
    }
    return closeSide(direction, exit)
  }

  @inline(never)
  private mutating func closeSide(_ direction: SwipeDirection, _ exit: Exit) -> Reason? {
    open &= ~direction.sideBit
    return reason(for: direction, exit)
  }

  @inline(never)
  private mutating func closeSlants() -> Reason? {
    for index in slants.indices where slants[index].isOpen {
      let unit = slants[index].direction.unit
      let along = way.x * unit.x + way.y * unit.y
      slants[index].furthest = max(slants[index].furthest, along)
      let across = (way.x * unit.y - way.y * unit.x).magnitude
      guard let exit = exit(along: along, furthest: slants[index].furthest, across: across) else { continue }
      slants[index].isOpen = false
      openSlants -= 1
      if let reason = reason(for: slants[index].direction, exit) { return reason }
    }
    return nil
  }

  /// Returns how the fingers have left a direction; `nil` if they have not.
  @inline(__always)
  private func exit(along: Double, furthest: Double, across: Double) -> Exit? {
    let back = furthest - along
    if back > Self.longestReturn + demands.noise { return .back(back) }
    if tangent == .infinity { return nil }
    // Outside the cone around the direction. Behind the landing, the distance from the landing counts.
    let beside = along < 0 ? way.length : across - tangent * along
    return beside > Self.bulge + demands.noise ? .side : nil
  }

  /// - Returns: the reason, if this was the last open direction.
  private func reason(for direction: SwipeDirection, _ exit: Exit) -> Reason? {
    guard isClosed else { return nil }
    switch exit {
    case .back(let distance): return Reason(.turnedBack, distance, limit: Self.longestReturn)
    case .side: return Reason(.wrongDirection, direction.unit.angle(to: way).magnitude, limit: demands.angle)
    }
  }
}

extension SwipeDirection {
  /// The bit of a direction towards a side in a set of these; 0 for other directions.
  fileprivate var sideBit: UInt8 {
    if unit.y == 0 { return unit.x < 0 ? 1 : 2 }
    if unit.x == 0 { return unit.y < 0 ? 4 : 8 }
    return 0
  }
}

extension Vector {
  /// Returns the tangent of an angle from 0 to below π/2.
  fileprivate static func tangent(_ angle: Double) -> Double {
    let (sine, cosine) = sineAndCosine(angle)
    return sine / cosine
  }
}
