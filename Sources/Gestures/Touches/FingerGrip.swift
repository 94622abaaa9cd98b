/// The similarity that fingers make of what lies under them: it moves, scales and turns (XFM-2).
///
/// It is computed from where the fingers were when they last changed and where they are, not step by step, so that nothing drifts.
struct FingerGrip {
  /// Fingers whose distance from their centroid is less than this, in millimetres, give no angle and no scale, as in a rotation (ROT-5).
  static let leastRadius = 2.5
  /// Shorter distances from the centroid count as this one, in millimetres, as in a pinch (PIN-7).
  private static let shortestRadius = 1.0

  /// The limits of the scale and of the angle.
  var scales = 0...Double.infinity
  var angles = -Double.infinity ... .infinity

  private(set) var scale = 1.0
  /// In radians, clockwise positive.
  private(set) var rotation = 0.0
  /// The way of the centroid, without the jumps when fingers land and lift.
  private(set) var way = Vector.zero
  /// The centroid, and what was there before all movement.
  private(set) var centre = Point.zero
  private var held = Point.zero

  /// The fingers, and the vectors from their centroid to where they were when they last changed.
  private var fingers: [(bit: UInt64, radius: Vector)] = []
  private(set) var bits: UInt64 = 0
  /// The root of the mean square of these vectors, in millimetres.
  private(set) var radius = 0.0
  /// How far the fingers are from their centroid now.
  var reach: Double { radius * scale / scaleBefore }
  /// The scale and the rotation when the fingers last changed, and the angle since then.
  private var scaleBefore = 1.0
  private var rotationBefore = 0.0
  private var angle = 0.0

  /// Moves a point as the fingers moved what was there before all movement.
  var transform: Transform {
    var transform = Transform(rotationAngle: rotation).scaledBy(x: scale, y: scale)
    let start = transform.apply(to: held - .zero)
    (transform.tx, transform.ty) = (centre.x - start.x, centre.y - start.y)
    return transform
  }

  /// Goes on with these fingers from where they are, without a jump (XFM-3).
  mutating func take(_ touches: [Touch], at place: (Touch) -> Point = { $0.location }) {
    bits = touches.bits
    (scaleBefore, rotationBefore, angle) = (scale, rotation, 0)
    guard let middle = touches.centroid(place) else { return }
    held = middle.applying(transform.inverted())
    centre = middle
    fingers.clear()
    touches.walk { fingers.append(($0.bit, place($0) - middle)) }
    radius = (fingers.reduce(0) { $0 + $1.radius.square } / Double(fingers.count)).squareRoot()
  }

  /// Follows the fingers to where they are.
  mutating func follow(_ touches: [Touch]) {
    guard let middle = touches.centroid() else { return }
    way = way + (middle - centre)
    centre = middle
    if fingers.count < 2 { return }
    // The best fit of a scaled rotation, as a complex number.
    var (along, across, squares) = (0.0, 0.0, 0.0)
    touches.walk { touch in
      let new = touch.location - middle
      squares += new.square
      for finger in fingers where finger.bit == touch.bit {
        along += finger.radius.x * new.x + finger.radius.y * new.y
        across += finger.radius.x * new.y - finger.radius.y * new.x
      }
    }
    let isWide = squares >= Self.leastRadius * Self.leastRadius * Double(fingers.count)
    if radius < Self.leastRadius {
      if isWide { take(touches) }
      return
    }
    if isWide {
      let step = (Vector.arctangent(across, along) - angle).remainder(dividingBy: 2 * Vector.pi)
      // The panel has exchanged the fingers (ROT-3).
      if step.magnitude > RotationGestureRecognizer.largestStep { return take(touches) }
      angle += step
    }
    let ratio = Vector(x: along, y: across).length / Double(fingers.count) / (radius * radius)
    set(scaleBefore * max(ratio, Self.shortestRadius / radius), rotationBefore + angle)
  }

  /// Goes on without fingers.
  mutating func move(by way: Vector, scaling factor: Double, turning angle: Double) {
    self.way = self.way + way
    centre = centre + way
    set(scale * factor, rotation + angle)
  }

  private mutating func set(_ scale: Double, _ rotation: Double) {
    self.scale = min(max(scale, scales.lowerBound), scales.upperBound)
    self.rotation = min(max(rotation, angles.lowerBound), angles.upperBound)
  }

  /// Forgets everything but the room of its array.
  mutating func startOver() {
    (scale, rotation, way, centre, held) = (1, 0, .zero, .zero, .zero)
    (scaleBefore, rotationBefore, angle, radius, bits) = (1, 0, 0, 0, 0)
    fingers.clear()
  }
}

extension Vector {
  fileprivate var square: Double { x * x + y * y }
}
