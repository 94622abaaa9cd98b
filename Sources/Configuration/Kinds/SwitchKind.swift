import Gestures
import Text
import TouchInput

/// A switch of the device, such as that of its lid, which is on.
package struct SwitchSettings: KindSettings {
  /// The switches of Linux, in the order of their codes, by their names without `SW_`.
  package enum Position: String, CaseIterable, Sendable {
    case lid
    case tabletMode = "tablet-mode"
    case headphoneInsert = "headphone-insert"
    case rfkillAll = "rfkill-all"
    case microphoneInsert = "microphone-insert"
    case dock
    case lineoutInsert = "lineout-insert"
    case jackPhysicalInsert = "jack-physical-insert"
    case videooutInsert = "videoout-insert"
    case cameraLensCover = "camera-lens-cover"
    case keypadSlide = "keypad-slide"
    case frontProximity = "front-proximity"
    case rotateLock = "rotate-lock"
    case lineinInsert = "linein-insert"
    case muteDevice = "mute-device"
    case penInserted = "pen-inserted"
    case machineCover = "machine-cover"

    /// The switch's evdev code.
    package var code: UInt16 { Self.allCases.firstIndex(of: self).map { UInt16($0) } ?? 0 }
  }

  /// The switch; `nil` until it was read.
  package var position: Position?

  static let input = GestureInput.buttons
  static let hasDirections = false
  static let step: Dimension? = LongPressSettings.step
  var kind: GestureKind { .switch(self) }
  var isDiscrete: Bool { false }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key(
      "switch", { $0.position = $1 }, ValueType<Position>.choice, "must be given",
      "the gesture begins when it turns on, and ends when it turns off")
  ]

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {
    if table["switch"] != nil { return }
    reader.report("this switch has no \"switch\", such as switch = \"tablet-mode\"", at: table.place)
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let press = PressGestureRecognizer(code: position.map { EventCode.switch($0.code).pressCode } ?? 0)
    press.minimumPressDuration = .zero
    return press
  }

  static func words(for values: GestureValues) -> String {
    guard case .press(_, let duration) = values else { return "" }
    return "on for \(Decimal.fixed(duration / .seconds(1), decimals: 2)) s"
  }
}
