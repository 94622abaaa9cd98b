import Gestures

/// Fingers that land and lift again, once or several times.
package struct TapSettings: KindSettings {
  package var taps = 1
  package var fingers: TouchCounts = 1
  /// How far a finger may move from where it landed.
  package var movement = ByRecognition<Length?>(hand: .millimetres(5.0), uikit: .millimetres(3.0))
  package var maxDuration: Duration? = .milliseconds(750)
  /// The longest time from the lift of one tap to the next landing.
  package var maxInterval: Duration? = .milliseconds(350)
  /// A landing sooner than this after a lift is contact bounce. 40 ms suits panels whose contacts bounce.
  package var minInterval: Duration = .zero
  /// The largest distance from the first tap to each later one.
  package var maxDistance: Length? = .millimetres(7.0)

  static let decidesByItself = true
  var kind: GestureKind { .tap(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key("taps", { $0.taps = $1 }, .count, "1", "taps in a row"),
    Key("fingers", { $0.fingers = $1 }, .counts, "1", "exactly this many; of several numbers, any one"),
    Key(
      "movement", { $0.movement.given = .some($1) }, .orNone(.length), "\"5mm\"", inUIKit: "\"3mm\"",
      "how far a finger may move from where it landed; of several fingers, `\"8mm\"`: see "
        + "[TAP-3](../Sources/Gestures/Gestures.docc/Rules.md#tap-3-too-much-movement-fails-a-tap)"
    ),
    Key("max_duration", { $0.maxDuration = $1 }, .orNone(.positiveTime), "\"750ms\"", "how long a tap may last"),
    Key(
      "max_interval", { $0.maxInterval = $1 }, .orNone(.positiveTime), "\"350ms\"",
      "the longest time from the last lift of a tap to the next landing"),
    Key(
      "min_interval", { $0.minInterval = $1 }, .shortestInterval, "\"0ms\"",
      "a landing sooner after a lift is a bounce; `\"40ms\"` suits panels whose contacts bounce"),
    Key(
      "max_distance", { $0.maxDistance = $1 }, .orNone(.length), "\"7mm\"",
      "the largest distance from the first tap to each later one"),
  ]

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {
    guard let longest = maxInterval, minInterval >= longest, let place = table["min_interval"]?.value.place else {
      return
    }
    reader.report("\"min_interval\" must be less than \"max_interval\", or no second tap comes in time", at: place)
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let tap = TapGestureRecognizer()
    tap.numberOfTapsRequired = taps
    tap.numbersOfTouches = fingers
    tap.allowableMovement = scale.limit(scale.resolve(movement))
    tap.maximumDuration = maxDuration
    tap.maximumInterval = maxInterval ?? .unlimited
    tap.minimumInterval = minInterval
    tap.maximumDistance = scale.limit(maxDistance)
    return tap
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers, .tooFewFingers: ReasonSource("TAP-4", ["fingers"])
    case .liftedApart: ReasonSource("RS-17", ["landing_grace"])
    case .touchCancelled: ReasonSource("TAP-11")
    case .moved: ReasonSource("TAP-3", ["movement"])
    case .held: ReasonSource("TAP-5", ["max_duration"])
    case .noNextTap: ReasonSource("TAP-6", ["max_interval"])
    case .tooFarApart: ReasonSource("TAP-7", ["max_distance"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .tap(let taps) = values, taps > 1 else { return "" }
    return "\(taps) taps"
  }
}

extension ValueType<Duration> {
  /// A time, or "none" for 0: without a least interval no landing counts as bounce.
  fileprivate static var shortestInterval: ValueType {
    let time = ValueType<Duration?>.orNone(.time)
    return ValueType(time.takes + "; less than `max_interval`", time.form) { reader in
      { field in time.parse(reader, field).map { $0 ?? .zero } }
    }
  }
}
