/// Recognizes taps: a number of fingers that land and lift quickly without moving, a number of times (TAP).
///
///     let doubleTap = TapGestureRecognizer(name: "double tap")
///     doubleTap.numberOfTapsRequired = 2
///     doubleTap.addAction { tap in log("zoom at \(tap.location(in: tap.view))") }
///     let tap = TapGestureRecognizer(name: "tap")
///     tap.require(toFail: doubleTap)
///     tap.addAction { tap in log("select at \(tap.location(ofTouch: 0, in: tap.view)!)") }
open class TapGestureRecognizer: GestureRecognizer {
  /// The defaults of a tap.
  public enum Defaults {
    /// The movement that a tap allows, in millimetres. Flutter raised its limit from 1.3 to 2.9 mm after complaints; standing
    /// users and protective glass need no less.
    public static let movement = TapLimits.movement
    /// The longest duration of a tap. UIKit's is private; this is the value that Microsoft's implementation of UIKit measured.
    public static let duration = TapLimits.duration
    /// The longest time from the last lift to the next landing. UIKit's value, by observation.
    public static let interval = TapLimits.interval
    /// The largest distance between the taps of one gesture, in millimetres: the 45 pt that UIKit was observed to allow for a
    /// tap's movement. The distance that UIKit allows between taps is private.
    public static let distance = TapLimits.distance
  }

  /// The number of taps in a row, 1 or more; 2 is a double tap.
  public final var numberOfTapsRequired = 1
  /// The exact number of fingers, 1 or more. An additional finger, or a missing one at the first lift, fails the tap (TAP-4).
  public final var numberOfTouchesRequired: Int {
    get { numbersOfTouches.least }
    set { numbersOfTouches = TouchCounts(newValue) }
  }
  /// The numbers of fingers that each tap may have.
  public final var numbersOfTouches: TouchCounts = 1
  /// The largest distance of a finger from where it landed, in millimetres.
  public final var allowableMovement = Defaults.movement
  /// The longest duration of each tap; `nil`: no limit.
  public final var maximumDuration: Duration? = Defaults.duration {
    didSet { longestDuration = maximumDuration?.microseconds }
  }
  /// The longest time from the last lift of a tap to the landing of the next one.
  public final var maximumInterval = Defaults.interval {
    didSet { longestInterval = maximumInterval.microseconds }
  }
  /// The least time from a lift to the next landing. A touch that lands sooner neither continues a multiple tap nor begins another tap,
  /// because it may be a bouncing contact (TAP-9).
  public final var minimumInterval = Duration.zero
  /// The largest distance of the next tap from the first one, in millimetres.
  public final var maximumDistance = Defaults.distance

  /// `maximumDuration` and `maximumInterval` in microseconds.
  private final var longestDuration: Int64? = TapLimits.longestDuration
  private final var longestInterval = TapLimits.longestInterval

  private final var sequence = TapSequence()
  /// The end of the longest duration of the tap that is being made.
  private final var end: Timestamp?
  /// The time at which the touches of the last attempt had lifted, if they were no tap and its fingers must belong together.
  private final var lastStray: Timestamp?
  /// The time at which the last tap was complete.
  private final var lastTap: Timestamp?

  /// Returns the place where the first tap landed, in millimetres; the centroid if there were several fingers (TAP-10).
  open override func location(in view: View?) -> Point {
    guard let place = sequence.location else { return super.location(in: view) }
    return view?.convertFromScreen(place) ?? place
  }

  override var placesOfTouches: [Point]? { sequence.places }

  override var neededFingers: Int { numbersOfTouches.least }
  override var mostFingers: Int { numbersOfTouches.most }

  override var isOfBuiltInClass: Bool { isExactly(TapGestureRecognizer.self) }

  open override var values: GestureValues { .tap(taps: numberOfTapsRequired) }

  open override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if let reason = sequence.land(touches, down: numberOfTouches, required: numbersOfTouches) {
      fail(reason)
      return
    }
    // The clock of another engine may be behind.
    if let lastTap, sequence.taps == 0, time >= lastTap, time - lastTap < minimumInterval.microseconds {
      return fail(Reason(.tooSoon, Double(time - lastTap) / 1e6, limit: minimumInterval.seconds))
    }
    if numberOfTouches == touches.count {
      end = longestDuration.map { time + $0 }
      if let end { expire(at: end) } else { deadline = nil }
    }
    guard numbersOfTouches.most > 1, let togetherness else { return }
    if let lastStray, time - lastStray < Intention.leastQuiet {
      let quiet = Double(time - lastStray) / 1e6
      fail(Reason(.landedAmongOthers, quiet, limit: Double(Intention.leastQuiet) / 1e6))
    } else {
      expectNext(!numbersOfTouches.contains(numberOfTouches) ? time + togetherness : nil)
    }
  }

  /// Sets the deadline: the end of the tap's duration or, if it is sooner, the time until which another finger must land or lift (RS-17).
  private func expectNext(_ next: Timestamp?) {
    guard let time = next.map({ min($0, end ?? $0) }) ?? end else { return deadline = nil }
    expire(at: time)
  }

  open override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    let limit = allowableMovement + Thresholds.tolerance
    let strayed = touches.displacement(beyond: limit)
    guard strayed > limit, isReal(strayed, beyond: allowableMovement) else { return }
    fail(Reason(.moved, strayed, limit: allowableMovement))
  }

  override func narrow(_ zone: inout QuietZone) -> QuietZone.Need {
    for touch in touches { zone.keep(touch, within: allowableMovement, of: touch.initialLocation) }
    return .none
  }

  open override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    if let reason = sequence.lift(touches, down: numberOfTouches, required: numbersOfTouches, at: time) {
      fail(reason)
      return
    }
    guard numberOfTouches == 0 else {
      if let togetherness { expectNext(time + togetherness) }
      return
    }
    if sequence.taps == numberOfTapsRequired {
      deadline = nil
      lastTap = time
      state = .recognized
    } else {
      expire(at: time + longestInterval)
    }
  }

  open override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { fail(Reason(.touchCancelled)) }

  open override func deadlinePassed(at time: Timestamp) {
    if numberOfTouches > 0, end.map({ time < $0 }) ?? true {
      fail(isApart(sequence.stage == .landing ? .landedApart : .liftedApart))
    } else if numberOfTouches > 0, let limit = maximumDuration {
      fail(Reason(.held, limit.seconds, limit: limit.seconds))
    } else {
      fail(Reason(.noNextTap, sequence.taps, limit: numberOfTapsRequired))
    }
  }

  override func objection(to touch: Touch, at time: Timestamp) -> Reason? {
    sequence.objection(
      to: touch, at: time, minimumInterval: minimumInterval.microseconds, maximumDistance: maximumDistance)
  }

  open override func reset() {
    let isStray = numbersOfTouches.least > 1 && togetherness != nil && state == .failed && sequence.taps == 0
    lastStray = isStray ? engine?.now : nil
    sequence.reset()
  }

  /// A tap never prevents a tap of a higher count (ARB-3).
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    if other.tapCountForArbitration > numberOfTapsRequired { return false }
    return super.canPrevent(other)
  }

  override var tapCountForArbitration: Int { numberOfTapsRequired }
}
