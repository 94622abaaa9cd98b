/// Recognizes fingers that drag, and follows their centroid (PAN).
public class PanGestureRecognizer: GestureRecognizer {
  /// What movement may begin a pan.
  public enum Axis: String, Sendable, CaseIterable {
    /// `any`: any movement; `horizontal`, `vertical`: one that goes further along this axis than along the other.
    case any, horizontal, vertical
  }

  /// Fingers that must be down for it to begin and to change: 1 or more. With fewer it rests, and does not end (PAN-3).
  @exclusivity(unchecked) public final var minimumNumberOfTouches = 1
  /// Fingers that may be down. One more fails it before it has begun (PAN-5), and is not taken afterwards (PAN-6).
  @exclusivity(unchecked) public final var maximumNumberOfTouches = Int.max
  /// How far the centroid must go before the pan begins, in millimetres: UIKit's 10 pt, by observation.
  @exclusivity(unchecked) public final var slop = 1.6
  /// One axis: its own movement must exceed the slop and be the larger one (PAN-10).
  @exclusivity(unchecked) public final var axis = Axis.any
  /// Takes the slop off the translation, so that what is dragged does not jump at began (PAN-8).
  @exclusivity(unchecked) public final var compensatesSlop = true

  /// The centroid's way in this attempt, while there were fingers enough.
  @exclusivity(unchecked) private final var moved = Vector.zero
  @exclusivity(unchecked) private final var distance = Vector.zero
  /// The oldest finger still down, or the last one that lifted: the velocity is its (VEL-5).
  @exclusivity(unchecked) private final var leader: Touch?
  @exclusivity(unchecked) private final var velocityIsReset = false
  @exclusivity(unchecked) private final var moment = Timestamp(microseconds: 0)

  /// How far the centroid has gone since the pan began or the translation was set, in millimetres. The same in every view:
  /// views do not turn or stretch, and one that moves does not disturb it (PAN-11).
  public final func translation(in view: View?) -> Vector { distance }

  /// Later translations count from this one. The velocity reads 0 until the next movement (PAN-9).
  public final func setTranslation(_ translation: Vector, in view: View?) {
    distance = translation
    velocityIsReset = true
  }

  /// Of the oldest finger, in millimetres per second.
  public final func velocity(in view: View?) -> Vector {
    guard let leader, !velocityIsReset else { return .zero }
    return leader.velocityTracker.velocity(at: moment, atLift: leader.phase == .ended)
  }

  override class var builtInClass: GestureRecognizer.Type? { PanGestureRecognizer.self }

  override var fewestTouches: Int { minimumNumberOfTouches }
  override var component: Component? { .translation }
  override var travel: Double {
    switch axis {
    case .any: moved.length
    case .horizontal: moved.x.magnitude
    case .vertical: moved.y.magnitude
    }
  }

  public override var values: GestureValues {
    .pan(translation: translation(in: nil), velocity: velocity(in: nil))
  }

  /// What the movement so far is.
  enum Verdict { case tooShort, pan, somethingElse }

  /// Decides about the centroid's way since the fingers landed.
  func verdict(on moved: Vector) -> Verdict {
    let limit = slop + Thresholds.tolerance
    let isPan =
      switch axis {
      case .any: moved.length > limit
      case .horizontal: moved.x.magnitude > max(limit, moved.y.magnitude)
      case .vertical: moved.y.magnitude > max(limit, moved.x.magnitude)
      }
    return isPan && isReal(moved.length, beyond: slop) ? .pan : .tooShort
  }

  public override func shouldReceive(_ touch: Touch) -> Bool {
    state == .possible || numberOfTouches < maximumNumberOfTouches
  }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if state == .possible {
      guard numberOfTouches <= maximumNumberOfTouches else {
        fail(Reason(.tooManyFingers, numberOfTouches, limit: maximumNumberOfTouches))
        return
      }
      // Rivals are compared from the landing of the last finger on.
      let isAnew = numberOfTouches - touches.count < minimumNumberOfTouches
      if isAnew || engine?.intention.followsLeader == true { moved = .zero }
    }
    leader = self.touches.first
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    moment = time
    guard numberOfTouches >= minimumNumberOfTouches else { return }
    if self.touches[0] !== leader { leader = self.touches[0] }
    velocityIsReset = false
    var step = Vector.zero
    for touch in touches { step = step + (touch.location - touch.previousLocation) }
    step = step * (1 / Double(numberOfTouches))
    if state == .possible {
      moved = moved + step
      switch verdict(on: moved) {
      case .tooShort: if isAsking { withdrawWish() }
      case .pan: begin()
      case .somethingElse: fail(shortcoming)
      }
    } else {
      distance = distance + step
      state = .changed
    }
  }

  public override func didBegin(at time: Timestamp) {
    moment = time
    let length = moved.length
    distance = compensatesSlop && length > slop ? moved * (1 - slop / length) : moved
  }

  public override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    moment = time
    if numberOfTouches == 0 { if state == .possible { failAtLift(shortcoming) } else { state = .ended } }
    leader = self.touches.first ?? leader
  }

  public override func touchesCancelled(_ touches: [Touch], at time: Timestamp) {
    moment = time
    if numberOfTouches == 0 { cancelOrFail() }
    leader = self.touches.first ?? leader
  }

  /// What the movement lacks for a pan.
  private var shortcoming: Reason {
    if attemptTouches.count < minimumNumberOfTouches {
      return Reason(.tooFewFingers, attemptTouches.count, limit: minimumNumberOfTouches)
    }
    return shortcoming(of: moved)
  }

  /// The same, of the centroid's way since the fingers landed.
  func shortcoming(of moved: Vector) -> Reason {
    let (along, across) =
      axis == .vertical ? (moved.y.magnitude, moved.x.magnitude) : (moved.x.magnitude, moved.y.magnitude)
    if axis != .any && moved.length > slop && along <= across { return Reason(.wrongAxis, along, limit: across) }
    return Reason(.movedTooLittle, axis == .any ? moved.length : along, limit: slop)
  }

  public override func reset() {
    moved = .zero
    distance = .zero
    leader = nil
    velocityIsReset = false
  }
}
