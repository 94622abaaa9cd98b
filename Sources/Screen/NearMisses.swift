import Configuration
import Gestures

/// Counts how often taps and presses were recognized and how often they nearly were, and proposes profiles with which more would have
/// been: for hands that need more room.
///
/// A movement of the hand counts as a miss if nothing was recognized in it and it exceeds limits of a tap or a press by less than `reach`.
/// Other kinds are not counted: what a hand meant that did something else is a guess.
package final class NearMisses {
  /// How many times its limit a value may be.
  private static let reach = 2.5
  /// The most values that are kept of a key; the oldest ones are forgotten first.
  private static let mostValues = 200
  /// The least number of misses that are reported, and their least share of all attempts.
  private static let worthTelling = (count: 5, share: 0.1)

  private struct Excess {
    let key: NearMiss.Key
    let value: Double
    let limit: Double
  }

  private struct Tally {
    var missed: [NearMiss.Key: Int] = [:]
    var excesses: [Excess] = []

    mutating func add(_ other: Tally) {
      for (key, count) in other.missed { missed[key, default: 0] += count }
      excesses += other.excesses
    }
  }

  /// A movement of the hand, seen at its finger that lifted last.
  private struct Movement {
    let touch: Touch
    /// The most fingers at one time.
    let fingers: Int
    var isRecognized: Bool

    var distance: Double { (touch.location - touch.initialLocation).length }
    var duration: Double { Double(touch.timestamp - touch.initialTimestamp) / 1e6 }
  }

  /// What was missed, by the recognizers' tags.
  private var tallies: [Int: Tally] = [:]
  /// How often each gesture was recognized, and whether it has begun and not ended, by the recognizers' tags.
  private var recognitions: [(count: Int, isActive: Bool)] = []
  /// The taps and presses.
  private var gestures: [Scene.Gesture] = []
  /// The movement and the time up to which any tap is recognized and a press is not yet. A movement within both is not a miss, unless two taps
  /// are compared.
  private var least = (movement: Double.infinity, duration: Double.infinity)
  private var hasSeveralTaps = false
  /// The last movement. It is judged when the next one has ended: until then a gesture may be recognized in it.
  private var last: Movement?
  /// The movement before, if nothing was recognized in it.
  private var previous: Movement?
  /// Whether a gesture was recognized since fingers came down.
  var isRecognized = false
  /// The gesture that was recognized last, by its recognizer's tag; `nil`: none was.
  fileprivate var latest: (tag: Int, time: Timestamp)?
  /// The number of movements after it that were judged, and in which nothing was recognized.
  private var futile = 0

  /// Follows the movements on an engine.
  func follow(_ gestures: [Scene.Gesture], on engine: GestureEngine) {
    recognitions = Array(repeating: (0, false), count: gestures.count)
    for gesture in gestures {
      if let tap = gesture.recognizer as? TapGestureRecognizer {
        least.movement = min(least.movement, tap.allowableMovement)
        least.duration = min(least.duration, tap.maximumDuration?.seconds ?? .infinity)
        if tap.numberOfTapsRequired > 1 { hasSeveralTaps = true }
      } else if let press = gesture.recognizer as? LongPressGestureRecognizer {
        least.duration = min(least.duration, press.minimumPressDuration.seconds)
      } else {
        continue
      }
      self.gestures.append(gesture)
    }
    engine.onLastLift = { self.end($0, fingers: $1) }
  }

  /// Notes that a gesture is or was recognized.
  ///
  /// - Parameter isTouched: whether fingers are down.
  func note(_ state: GestureRecognizer.State, of tag: Int, at time: Timestamp, isTouched: Bool) {
    if state == .possible || state == .failed { return }
    (latest, futile) = ((tag, time), 0)
    if isTouched { isRecognized = true } else { last?.isRecognized = true }
    if !recognitions[tag].isActive { recognitions[tag].count += 1 }
    recognitions[tag].isActive = state == .began
  }

  private func end(_ touch: Touch, fingers: Int) {
    judge()
    previous = last.flatMap { $0.isRecognized ? nil : $0 }
    last = Movement(touch: touch, fingers: fingers, isRecognized: isRecognized)
    isRecognized = false
  }

  /// Counts the last movement for the gesture that it came nearest to.
  private func judge() {
    guard let last, !last.isRecognized else { return }
    futile += 1
    let isSmall = last.distance <= least.movement && last.duration <= least.duration
    if isSmall && !(hasSeveralTaps && previous != nil) { return }
    var nearest: (tag: Int, ratio: Double, excesses: [Excess])?
    for gesture in gestures where gesture.recognizer.isEnabled {
      guard let view = gesture.recognizer.view, last.touch.view?.isDescendant(of: view) == true else { continue }
      let excesses = excesses(of: gesture.recognizer, last, isSmall: isSmall).filter { $0.value > $0.limit }
      guard let ratio = excesses.map({ $0.value / $0.limit }).max() else { continue }
      if ratio <= min(Self.reach, nearest?.ratio ?? .infinity) { nearest = (gesture.recognizer.tag, ratio, excesses) }
    }
    guard let nearest else { return }
    var tally = tallies[nearest.tag, default: Tally()]
    for key in Set(nearest.excesses.map({ $0.key })) { tally.missed[key, default: 0] += 1 }
    tally.excesses = (tally.excesses + nearest.excesses).suffix(Self.mostValues)
    tallies[nearest.tag] = tally
  }

  /// Returns what a movement measures of a gesture that it may have meant, with the limits.
  private func excesses(of recognizer: GestureRecognizer, _ movement: Movement, isSmall: Bool) -> [Excess] {
    if let press = recognizer as? LongPressGestureRecognizer {
      guard press.numbersOfTouches.contains(movement.fingers), press.numberOfTapsRequired == 0,
        movement.duration >= press.minimumPressDuration.seconds
      else { return [] }
      return [Excess(key: .movement, value: movement.distance, limit: press.allowableMovement)]
    }
    guard let tap = recognizer as? TapGestureRecognizer, tap.numbersOfTouches.contains(movement.fingers),
      !isSmall || tap.numberOfTapsRequired > 1
    else {
      return []
    }
    let longest = tap.maximumDuration?.seconds ?? .infinity
    var result = [
      Excess(key: .movement, value: movement.distance, limit: tap.allowableMovement),
      Excess(key: .duration, value: movement.duration, limit: longest),
    ]
    if tap.numberOfTapsRequired == 1 { return result }
    // Two taps in succession are compared, also where more are required.
    guard let previous, previous.fingers == movement.fingers else { return [] }
    let pause = Double(movement.touch.initialTimestamp - previous.touch.timestamp) / 1e6
    let distance = (movement.touch.initialLocation - previous.touch.initialLocation).length
    result += [
      Excess(key: .movement, value: previous.distance, limit: tap.allowableMovement),
      Excess(key: .duration, value: previous.duration, limit: longest),
      Excess(key: .interval, value: pause, limit: tap.maximumInterval.seconds),
      Excess(key: .distance, value: distance, limit: tap.maximumDistance),
    ]
    return result
  }

  /// The number of movements since then in which nothing with an action was recognized, or not yet.
  package var movementsWithout: Int { futile + (last?.isRecognized == false ? 1 : 0) }

  /// Judges the last movement, after which nothing follows. The scene must still exist.
  package func conclude() {
    judge()
    last = nil
  }

  /// The gestures that were missed often, in the order of the configuration.
  package var findings: [NearMiss] { Self.findings(of: [self]) }

  /// Returns the gestures that were missed often on several screens or in several recordings.
  package static func findings(of screens: [NearMisses]) -> [NearMiss] {
    var names: [String] = []
    var found: [String: (settings: GestureSettings, recognized: Int, tally: Tally)] = [:]
    for screen in screens {
      for gesture in screen.gestures {
        let (name, tag) = (gesture.settings.name, gesture.recognizer.tag)
        if found[name] == nil { names.append(name) }
        found[name, default: (gesture.settings, 0, Tally())].recognized += screen.recognitions[tag].count
        found[name]?.tally.add(screen.tallies[tag] ?? Tally())
      }
    }
    return names.compactMap { found[$0] }.flatMap { settings, recognized, tally in
      NearMiss.Key.allCases.compactMap { key in
        let excesses = tally.excesses.filter { $0.key == key }
        guard let limit = excesses.first?.limit, let missed = tally.missed[key], missed >= worthTelling.count,
          Double(missed) >= worthTelling.share * Double(missed + recognized)
        else { return nil }
        return NearMiss(
          settings.name, kind: settings.kind.name.rawValue, key, recognized: recognized, missed: missed,
          values: excesses.map { $0.value }, limit: limit)
      }
    }
  }
}

extension Scene {
  /// The gesture with an action that was recognized last, and when; `nil`: none was.
  package var latestGesture: (name: String, time: Timestamp)? {
    nearMisses.latest.map { (gestures[$0.tag].settings.name, $0.time) }
  }
}
