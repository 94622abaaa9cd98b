import Gestures

/// Movements of the device to and fro.
package struct ShakeSettings: KindSettings {
  /// The acceleration of a stroke without gravity, in metres per second squared.
  package var force = 12.0
  package var strokes = 4
  package var interval: Duration = .milliseconds(500)
  package var maxDuration: Duration = .seconds(5)

  static let input = GestureInput.motion
  static let hasDirections = false
  static let step: Dimension? = nil
  var kind: GestureKind { .shake(self) }
  var isDiscrete: Bool { false }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key(
      "force", { $0.force = $1 }, .acceleration, "\"12m/s2\"", "the acceleration that a stroke needs, without gravity"),
    Key(
      "strokes", { $0.strokes = $1 }, .whole(2...100), "4",
      "the number of strokes, in alternating directions, to `began`"),
    Key(
      "interval", { $0.interval = $1 }, .positiveTime, "\"500ms\"",
      "the longest time between two strokes, and the time without a stroke to `ended`"),
    Key("max_duration", { $0.maxDuration = $1 }, .positiveTime, "\"5s\"", "a shake that lasts longer is cancelled"),
  ]

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let shake = ShakeGestureRecognizer()
    shake.shake.force = force
    shake.shake.strokes = strokes
    shake.shake.interval = interval
    shake.shake.maximumDuration = maxDuration
    return shake
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooFewStrokes: ReasonSource("SHK-3", ["strokes", "interval"])
    case .shakenTooLong: ReasonSource("SHK-4", ["max_duration"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    if case .shake(let strokes) = values { "\(strokes) strokes" } else { "" }
  }
}
