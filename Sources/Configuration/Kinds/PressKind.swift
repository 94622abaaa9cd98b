import Gestures
import Text

/// Presses of a key or button of the device.
package struct PressSettings: KindSettings {
  /// The key's evdev code. 0, which no key has, until the key was read.
  package var code: UInt16 = 0
  package var count = 1
  /// The time for which the last press is held; `nil`: it is released.
  package var hold: Duration?
  /// The longest time from a release to the next press.
  package var interval: Duration? = .milliseconds(350)
  /// The longest duration of a press that is not the held one.
  package var maxDuration: Duration? = .milliseconds(500)

  static let input = GestureInput.buttons
  static let hasDirections = false
  static let step: Dimension? = LongPressSettings.step
  var kind: GestureKind { .press(self) }
  var isDiscrete: Bool { hold == nil }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key("key", { $0.code = $1 }, .key, "must be given", "the key or button, by the names of [`key`](#keys) actions"),
    Key("count", { $0.count = $1 }, .count, "1", "presses in a row"),
    Key(
      "hold", { $0.hold = $1 }, .orNone(.time), "\"none\"",
      "how long the last press must be held; the gesture then begins, and ends with the release; `\"0ms\"`: at once"),
    Key(
      "interval", { $0.interval = $1 }, .orNone(.positiveTime), "\"350ms\"",
      "the longest time from a release to the next press"),
    Key(
      "max_duration", { $0.maxDuration = $1 }, .orNone(.positiveTime), "\"500ms\"",
      "how long a press may last that is not the held one"),
  ]

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {
    guard table["key"] == nil else { return }
    reader.report(
      "this press has no \"key\", such as key = \"volumeup\"; a finger that is held is a \"long-press\"",
      at: table.place)
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let press = PressGestureRecognizer(code: code)
    press.numberOfPressesRequired = count
    press.minimumPressDuration = hold
    press.maximumInterval = interval ?? .unlimited
    press.maximumPressDuration = maxDuration
    return press
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .releasedEarly: ReasonSource("KEY-2", ["hold"])
    case .releasedLate: ReasonSource("KEY-3", ["max_duration"])
    case .noNextPress: ReasonSource("KEY-4", ["interval"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .press(let presses, let duration) = values else { return "" }
    return (presses > 1 ? "\(presses) presses, " : "") + "\(Decimal.fixed(duration / .seconds(1), decimals: 2)) s"
  }
}

extension ValueType<UInt16> {
  fileprivate static var key: ValueType { ValueType("a key's name", .text) { $0.key } }
}
