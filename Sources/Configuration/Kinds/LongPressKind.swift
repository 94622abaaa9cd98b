import Gestures
import Text

/// Fingers that are held, perhaps after taps.
package struct LongPressSettings: KindSettings {
  /// The number of taps before the press.
  package var taps = 0
  package var fingers: TouchCounts = 1
  package var minDuration: Duration = .milliseconds(500)
  /// The share of the panel's greatest force at which the press begins; `nil`: after `minDuration`.
  package var force: Double?
  /// The fingers with which it goes on; `nil`: it ends with the first lift.
  package var minFingers: Int?
  package var movement: Length? = .millimetres(1.6)

  static let decidesByItself = true
  var isDiscrete: Bool { false }
  static let hasDirections = false
  static let step: Dimension? = Dimension(name: "a time", units: ["ms", "s"], example: "200ms")
  var kind: GestureKind { .longPress(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key("taps", { $0.taps = $1 }, .whole(0...100), "0", "taps before the press, with the default limits of `tap`"),
    Key("fingers", { $0.fingers = $1 }, .counts, "1", "exactly this many; of several numbers, any one"),
    Key(
      "min_duration", { $0.minDuration = $1 }, .time, "\"500ms\"",
      "the time from the landing of the last finger to `began`"),
    Key(
      "force", { $0.force = $1 }, .orNone(.share), "\"none\"",
      "how hard every finger must press: `began` comes as soon as they do, not after `min_duration`"),
    Key(
      "min_fingers", { $0.minFingers = $1 }, .whole(1...100, or: "all", "count or `\"all\"`"), "\"all\"",
      "with how many fingers it goes on after `began`, from where it is; with an action that follows the fingers, 1"),
    Key(
      "movement", { $0.movement = $1 }, .orNone(.length), "\"1.6mm\"",
      "how far a finger may move before `began`; unlimited afterwards"),
  ]

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let press = LongPressGestureRecognizer()
    press.numberOfTapsRequired = taps
    press.numbersOfTouches = fingers
    press.minimumPressDuration = minDuration
    press.minimumForce = force
    press.minimumNumberOfTouches = minFingers
    press.allowableMovement = scale.limit(movement)
    return press
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers: ReasonSource("LP-5", ["fingers"])
    case .tooFewFingers: ReasonSource("LP-2", ["fingers"])
    case .fingersEnough: ReasonSource("LP-5")
    case .moved: ReasonSource("LP-2", ["movement"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .longPress(let duration, let force) = values else { return "" }
    let pressed = force.map { ", force \(Decimal.fixed($0 * 100, decimals: 0)) %" } ?? ""
    return "held \(Decimal.fixed(duration / .seconds(1), decimals: 2)) s\(pressed)"
  }
}
