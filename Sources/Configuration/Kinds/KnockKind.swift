import Gestures

/// Knocks on the device, or on what it lies on.
package struct KnockSettings: KindSettings {
  package var count = 1
  /// The acceleration of a knock beyond that at rest, in metres per second squared.
  package var force = 5.0
  package var interval: Duration = .milliseconds(400)

  static let input = GestureInput.motion
  var kind: GestureKind { .knock(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key("count", { $0.count = $1 }, .count, "1", "knocks in a row, exactly"),
    Key(
      "force", { $0.force = $1 }, .acceleration, "\"5m/s2\"", "the acceleration that a knock needs, beyond that at rest"
    ),
    Key("interval", { $0.interval = $1 }, .positiveTime, "\"400ms\"", "the longest time from one knock to the next"),
  ]

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let knock = KnockGestureRecognizer()
    knock.numberOfKnocksRequired = count
    knock.force = force
    knock.maximumInterval = interval
    return knock
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .noNextKnock: ReasonSource("KNO-4", ["count", "interval"])
    case .tooManyKnocks: ReasonSource("KNO-4", ["count"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .knock(let knocks) = values, knocks > 1 else { return "" }
    return "\(knocks) knocks"
  }
}
