/// Rules beyond UIKit's, for screens that enable them: which of several possible gestures the fingers mean.
public struct Intention: Sendable, Hashable {
  /// Whether a pan, a pinch and a rotation of the same fingers are compared before one begins. Only the one for which each
  /// finger has travelled clearly further than for the others may begin (ARB-12). This applies where they exclude each other. A pinch
  /// also measures all fingers that are down, and not only the first two (PIN-3).
  public var followsLeader = false
  /// The time after a finger's landing in which a gesture does not begin while one for more fingers is still possible (ARB-13).
  /// 0: it may begin at once.
  public var landingGrace = Duration.zero
  /// The longest time between two landings of the fingers of one tap, press or swipe, and between two lifts of a tap (RS-17). Two
  /// thumbs that type are not a tap of two then. 0: any.
  public var togetherness = Duration.zero
  /// Whether a continuous gesture that had to wait until its last finger lifted begins and ends at the lift, if the gestures
  /// that it waited for have failed by then (REQ-5). With it, a short drag is not lost to a swipe that was not recognized.
  public var beginsAtLift = false

  /// Creates an intention without any of these rules, as in UIKit.
  public init() {}

  /// Whether neither `followsLeader` nor `landingGrace` can hold a gesture back, as in UIKit.
  var isUIKit: Bool { !followsLeader && landingGrace == .zero }

  /// The time without a touch, before the first landing of a tap of several fingers that must belong together, in microseconds.
  static let leastQuiet: Int64 = 200_000
  /// The most fingers of two thumbs that type: rarely, a third key is down beside two others. A gesture for more fingers, all of them down, was
  /// not typed (DL-9).
  static let mostKeys = 3
  /// The least distance that each finger must have travelled for the leading gesture, in millimetres. Equals the default slop
  /// of a pan.
  static let leastTravel = 1.6
  /// `leastTravel` for a pan. Hands that pinch or turn drift at first. With 1.6 mm, more pinches and rotations were
  /// taken for pans; more than 2.4 mm only delays pans.
  static let leastTravelOfPan = 2.4
  /// `leastTravel` for a rotation. Fingers that pinch turn by up to 3.5 mm before their distance has changed by 2.4 mm.
  static let leastTravelOfRotation = 4.0
  /// The widest span of the fingers of one hand that pinch or turn, in millimetres. Fingers of two hands often start one after the other.
  static let widestHand = 70.0
  /// The least ratio of the leading gesture's travel to the next one's.
  static let leastLead = 1.5
  /// The travel from which the longest one leads, however close the next one is, in millimetres.
  static let ampleTravel = 6.4
}

/// Why a gesture that has passed its threshold does not begin yet: a reason in plain values, which cost nothing per frame.
struct Hold {
  let kind: Reason.Kind
  let measured: Double
  let limit: Double

  var reason: Reason { Reason(kind, measured, limit: limit) }
}

/// The component of the fingers' movement that a gesture represents.
enum Component {
  case translation, scale, rotation
}

struct Components: Equatable {
  private var bits: UInt8 = 0

  init(_ components: Component...) {
    for component in components { insert(component) }
  }

  mutating func insert(_ component: Component) {
    switch component {
    case .translation: bits |= 1
    case .scale: bits |= 2
    case .rotation: bits |= 4
    }
  }
}

extension GestureEngine {
  /// Called when a recognizer's threshold is passed. Returns why it must wait for more movement; it asks again in the next frame in
  /// which its fingers move. `nil`: it may begin.
  func hold(on recognizer: GestureRecognizer) -> Hold? { wait(of: recognizer) ?? lag(of: recognizer) }

  /// Returns whether a single tap of the same fingers is still possible, and `Intention.beginsAtLift` is set.
  func mayBeTap(recognizer: GestureRecognizer) -> Bool {
    guard intention.beginsAtLift else { return false }
    var isPossible = false
    forEachRival(of: recognizer) { if $0.tapCountForArbitration == 1 { isPossible = true } }
    return isPossible
  }

  /// Returns a hold if more fingers may still land for a gesture that needs them.
  private func wait(of recognizer: GestureRecognizer) -> Hold? {
    guard intention.landingGrace > .zero, let grace = grace(of: recognizer), recognizer.travel < Intention.ampleTravel
    else { return nil }
    if recognizer.failsWithMoreTouches { return grace }
    if census.mostTouches <= recognizer.numberOfTouches { return nil }
    var isNeeded = false
    forEachRival(of: recognizer) { if $0.fewestTouches > recognizer.numberOfTouches { isNeeded = true } }
    return isNeeded ? grace : nil
  }

  /// Returns a hold if another component of the same fingers' movement leads, or is too close.
  private func lag(of recognizer: GestureRecognizer) -> Hold? {
    guard intention.followsLeader, let component = recognizer.component, census.components != Components(component)
    else {
      return nil
    }
    var next: Double?
    var shared: Double?
    forEachRival(of: recognizer) { rival in
      guard rival.isCompared(with: recognizer) else { return }
      let travel = rival.travel
      next = max(next ?? 0, travel)
      if rival.component == .translation { shared = max(shared ?? travel, travel) }
    }
    guard let next else { return nil }
    // A finger that has not moved yet looks like one that rests.
    if let shared, shared >= 0, let grace = grace(of: recognizer) { return grace }
    let (travel, lead) = (recognizer.travel, min(Intention.leastLead * next, max(Intention.ampleTravel, next)))
    let least = max(leastTravel(of: recognizer, component), uncertainty, lead)
    return travel < least ? Hold(kind: .noLead, measured: travel, limit: least) : nil
  }

  /// Returns the distance that each finger must have travelled before a gesture leads.
  private func leastTravel(of recognizer: GestureRecognizer, _ component: Component) -> Double {
    if component == .translation { return Intention.leastTravelOfPan }
    let touches = recognizer.touches
    if let span = FingerSpan(touches, upTo: touches.count), span.way.length > Intention.widestHand {
      return Intention.ampleTravel
    }
    return component == .scale ? Intention.leastTravel : Intention.leastTravelOfRotation
  }

  /// Returns a hold if the last finger has landed so recently that another one may follow, or that it has not moved yet.
  private func grace(of recognizer: GestureRecognizer) -> Hold? {
    guard let last = recognizer.touches.last else { return nil }
    let (time, limit) = (now - last.initialTimestamp, intention.landingGrace.microseconds)
    return time < limit ? Hold(kind: .awaitedFinger, measured: Double(time) / 1e6, limit: Double(limit) / 1e6) : nil
  }
}

extension GestureRecognizer {
  /// Returns whether this gesture's travel is compared with a rival's: it stands for another component, and has its fingers (ARB-12).
  func isCompared(with rival: GestureRecognizer) -> Bool {
    guard let component, let other = rival.component, other != component, numberOfTouches >= fewestTouches
    else { return false }
    return conditions == nil || unmetSpread == nil
  }
}
