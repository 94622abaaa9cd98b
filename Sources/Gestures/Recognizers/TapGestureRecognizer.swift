/// Recognizes taps: so many fingers that land and lift so many times, soon and without moving (TAP).
public final class TapGestureRecognizer: GestureRecognizer {
  /// What a tap allows unless it is told otherwise.
  public enum Defaults {
    /// Millimetres. Flutter went from 1.3 to 2.9 after complaints; standing users and protective glass need no less.
    public static let movement = TapLimits.movement
    /// Private in UIKit; the value that Microsoft's implementation of it measured.
    public static let duration = TapLimits.duration
    /// From the last lift to the next landing. UIKit's, by observation.
    public static let interval = TapLimits.interval
    /// Millimetres between the taps of one gesture: the 45 pt that UIKit was seen to allow a tap's movement; what it allows
    /// between taps is private.
    public static let distance = TapLimits.distance
  }

  /// Taps in a row: 1 or more; 2 is a double tap.
  @exclusivity(unchecked) public var numberOfTapsRequired = 1
  /// Fingers, exactly: 1 or more. One more, or one less at the first lift, fails it (TAP-4).
  @exclusivity(unchecked) public var numberOfTouchesRequired = 1
  /// How far a finger may go from where it landed, in millimetres.
  @exclusivity(unchecked) public var allowableMovement = Defaults.movement
  /// How long a tap may last; `nil`: as long as it likes.
  @exclusivity(unchecked) public var maximumDuration: Duration? = Defaults.duration
  /// From the last lift of a tap to the landing of the next.
  @exclusivity(unchecked) public var maximumInterval = Defaults.interval
  /// A landing sooner than this after a lift does not continue a multiple tap: contacts that bounce (TAP-9).
  @exclusivity(unchecked) public var minimumInterval = Duration.zero
  /// How far the next tap may be from the first one, in millimetres.
  @exclusivity(unchecked) public var maximumDistance = Defaults.distance

  @exclusivity(unchecked) private var sequence = TapSequence()

  /// Where the first tap landed; with several fingers their centroid (TAP-10).
  public override func location(in view: View?) -> Point {
    guard let place = sequence.location else { return super.location(in: view) }
    return view?.convertFromScreen(place) ?? place
  }

  override class var builtInClass: GestureRecognizer.Type? { TapGestureRecognizer.self }

  public override var values: GestureValues { .tap(taps: numberOfTapsRequired) }

  public override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if let reason = sequence.land(touches, down: numberOfTouches, required: numberOfTouchesRequired) {
      fail(reason)
      return
    }
    if numberOfTouches == touches.count { deadline = maximumDuration.map { time + $0.microseconds } }
  }

  public override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    let limit = allowableMovement + Thresholds.tolerance
    guard let strayed = touches.first(where: { $0.displacement.length > limit }),
      isReal(strayed.displacement.length, beyond: allowableMovement)
    else { return }
    fail(Reason(.moved, strayed.displacement.length, limit: allowableMovement))
  }

  public override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    if let reason = sequence.lift(touches, down: numberOfTouches, required: numberOfTouchesRequired, at: time) {
      fail(reason)
      return
    }
    guard numberOfTouches == 0 else { return }
    if sequence.taps == numberOfTapsRequired {
      deadline = nil
      state = .recognized
    } else {
      deadline = time + maximumInterval.microseconds
    }
  }

  public override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { fail(Reason(.touchCancelled)) }

  public override func deadlinePassed(at time: Timestamp) {
    if numberOfTouches > 0, let limit = maximumDuration {
      fail(Reason(.held, limit.seconds, limit: limit.seconds))
    } else {
      fail(Reason(.noNextTap, sequence.taps, limit: numberOfTapsRequired))
    }
  }

  public override func canContinue(with touch: Touch, at time: Timestamp) -> Bool {
    objection(to: touch, at: time) == nil
  }

  override func reasonNotToContinue(with touch: Touch, at time: Timestamp) -> Reason {
    objection(to: touch, at: time) ?? Reason(.unstated)
  }

  private func objection(to touch: Touch, at time: Timestamp) -> Reason? {
    sequence.objection(
      to: touch, at: time, minimumInterval: minimumInterval.microseconds, maximumDistance: maximumDistance)
  }

  public override func reset() { sequence.reset() }

  /// A tap never prevents a tap of a higher count (ARB-3).
  public override func canPrevent(_ other: GestureRecognizer) -> Bool {
    if let other = other as? TapGestureRecognizer, other.numberOfTapsRequired > numberOfTapsRequired { return false }
    return super.canPrevent(other)
  }

  override var tapCountForArbitration: Int { numberOfTapsRequired }
}
