/// What hands are granted beyond UIKit's rules, where a screen asks for it: which of several gestures fingers mean.
public struct Intention: Sendable, Hashable {
  /// Where pan, pinch and rotation of the same fingers exclude each other, only that one may begin for which each finger has
  /// travelled clearly further than for the others (ARB-12).
  public var followsLeader = false
  /// The time after a finger's landing in which a gesture for fewer fingers does not begin while one for more fingers still may
  /// (ARB-13). 0: it does.
  public var landingGrace = Duration.zero
  /// A continuous gesture that had to wait for others until its last finger lifted begins and ends at that moment, if those have
  /// failed by then (REQ-5): a short drag is not lost to a swipe that it was not.
  public var beginsAtLift = false

  /// UIKit's rules.
  public init() {}

  /// Whether nothing can hold a gesture back.
  var isUIKit: Bool { !followsLeader && landingGrace == .zero }

  /// How far each finger must have travelled for the leading gesture, in millimetres: the default threshold of a pan.
  static let leastTravel = 1.6
  /// The same for a pan, as hands that pinch or turn drift at first: 1.6 mm took more of those for pans, and more than this
  /// only makes pans late.
  static let leastTravelOfPan = 2.4
  /// How many times as far as for the next one.
  static let leastLead = 1.5
  /// The travel in millimetres from which the longest one leads, however near the next one is.
  static let ampleTravel = 6.4
}

/// The part of the fingers' movement that a gesture stands for.
enum Component {
  case translation, scale, rotation
}

extension GestureEngine {
  /// Asked when a recognizer's threshold is passed: whether it has to wait for the fingers to say more. It asks again in the
  /// next frame in which they move.
  func holdsBack(_ recognizer: GestureRecognizer) -> Bool {
    isAwaitingFingers(for: recognizer) || isOutrun(recognizer)
  }

  /// Whether a single tap of the same fingers is still possible, and the hand is followed.
  func mayBeTap(recognizer: GestureRecognizer) -> Bool {
    guard intention.beginsAtLift else { return false }
    var isPossible = false
    forEachRival(of: recognizer) { if $0.tapCountForArbitration == 1 { isPossible = true } }
    return isPossible
  }

  /// Whether fingers may still be landing for a gesture that needs more of them.
  private func isAwaitingFingers(for recognizer: GestureRecognizer) -> Bool {
    guard intention.landingGrace > .zero, let last = recognizer.touches.last,
      now - last.initialTimestamp < intention.landingGrace.microseconds, recognizer.travel < Intention.ampleTravel
    else { return false }
    var isNeeded = false
    forEachRival(of: recognizer) { if $0.fewestTouches > recognizer.numberOfTouches { isNeeded = true } }
    return isNeeded
  }

  /// Whether another component of the same fingers' movement is too near, or ahead.
  private func isOutrun(_ recognizer: GestureRecognizer) -> Bool {
    guard intention.followsLeader, let component = recognizer.component else { return false }
    var next: Double?
    forEachRival(of: recognizer) { rival in
      guard let other = rival.component, other != component, rival.numberOfTouches >= rival.fewestTouches else {
        return
      }
      next = max(next ?? 0, rival.travel)
    }
    guard let next else { return false }
    let travel = recognizer.travel
    if travel >= Intention.ampleTravel && travel >= next { return false }
    let leastTravel = component == .translation ? Intention.leastTravelOfPan : Intention.leastTravel
    return travel < max(leastTravel, uncertainty) || travel < Intention.leastLead * next
  }
}
