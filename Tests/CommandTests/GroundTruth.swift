import Testing

/// A recording of a real panel, a configuration that suits it, and all gestures that must be recognized, in the order of their ends.
struct GroundTruth: CustomTestStringConvertible {
  struct Expected {
    let gesture: String
    /// Values by names such as `translation.x`; lengths are in millimetres, angles in radians.
    let values: [String: ClosedRange<Double>]

    init(_ gesture: String, _ values: [String: ClosedRange<Double>] = [:]) {
      self.gesture = gesture
      self.values = values
    }
  }

  let recording: String
  /// The description in the recording.
  let label: String
  let configuration: String
  let expected: [Expected]

  var testDescription: String { "\(recording): \(label)" }

  init(_ recording: String, _ label: String, screen: String = "", _ gestures: [String], _ expected: [Expected]) {
    self.recording = recording
    self.label = label
    configuration =
      (screen.isEmpty ? "" : "[[screen]]\nname = \"main\"\n\(screen)\n")
      + gestures.map { "[[gesture]]\n\($0)\n" }.joined()
    self.expected = expected
  }

  static let table: [GroundTruth] = [
    // The finger creeps: the press begins before the pan can.
    GroundTruth(
      "1-finger-hold", "long-press", [tap, press, pan],
      [Expected("press", ["duration": 2.8...3.0, "most touches": 1...1])]),
    GroundTruth(
      "2-fingers-rotate-clockwise", "2f rotate cw + drag down-right", [drag(fingers: 2), rotation, pinch],
      [
        Expected("drag2", ["translation.x": 5...15, "translation.y": 2...10]),
        // +59 degrees on the panel, minus the 5 that recognition takes.
        Expected("rotation", ["rotation": 50 * degree...60 * degree]),
        Expected("pinch", ["scale": 0.85...0.95]),
      ]),
    GroundTruth(
      "3-fingers-pinch-in", "3f pinch-in + drag down-right; tap", [drag(fingers: 3), pinch, tap],
      [
        Expected("drag3", ["translation.x": 5...25, "translation.y": 5...25]),
        Expected("pinch", ["scale": 0.2...0.4]),
        Expected("tap", ["taps": 1...1]),
      ]),
    GroundTruth(
      "Atmel_maXTouch_Touchscreen.1-finger-drag-up-down", "drag back-and-forth", [tap, press, pan],
      [Expected("pan", ["least translation.y": -100 ... -30, "translation.y": 0...20, "most translation.x": 0...20])]),
    GroundTruth(
      "Atmel_maXTouch_Touchscreen.1-finger-fast-taps", "9× tap", [tap, press, pan],
      Array(repeating: Expected("tap", ["taps": 1...1, "location.x": 80...110]), count: 9)),
    GroundTruth(
      "Atmel_maXTouch_Touchscreen.2-fingers-touch-release", "2f hold",
      [tap, "name = \"hold2\"\nkind = \"long-press\"\nfingers = 2\nmovement = \"5mm\"", drag(fingers: 2, "8mm")],
      [Expected("hold2", ["duration": 0.5...0.8])]),
    GroundTruth(
      "Atmel_maXTouch_Touchscreen.4-finger-drag-down", "4f drag down", [tap, drag(fingers: 4)],
      [Expected("drag4", ["translation.y": 35...50, "translation.x": -5...5])]),
    GroundTruth(
      "ELAN_CANDO_Windows7.1-finger-drag-up-down", "drag back-and-forth", [tap, press, pan],
      [Expected("pan", ["least translation.y": -100 ... -36, "translation.y": -40 ... -30])]),
    GroundTruth(
      "EP0430M09.2-finger-scroll-down", "2f drag up", [tap, drag(fingers: 2)],
      [Expected("drag2", ["translation.y": -60 ... -40, "translation.x": -10...0])]),
    // The label says "scroll down": the panel is mounted upside down, and either setting corrects that.
    GroundTruth(
      "EP0430M09.2-finger-scroll-down", "2f drag up", screen: "orientation = \"inverted\"", [tap, drag(fingers: 2)],
      [Expected("drag2", ["translation.y": 40...60, "translation.x": 0...10])]),
    GroundTruth(
      "EP0430M09.2-finger-scroll-down", "2f drag up", screen: "calibration = [1, 0, 0, 0, -1, 1]",
      [tap, drag(fingers: 2)], [Expected("drag2", ["translation.y": 40...60, "translation.x": -10...0])]),
    // The finger never lifts, so there is no tap, even without a maximum duration. The press is cancelled at the end.
    GroundTruth(
      "N-Trig-MultiTouch.touch_1_update", "tap (no release)", [tap + "\nmax_duration = \"none\"", press, pan],
      [Expected("press cancelled", ["duration": 0.5...0.5])]),
    GroundTruth(
      "N-Trig_MultiTouch.1-finger-drag-NW-SE", "drag down-right", [tap, press, pan],
      [Expected("pan", ["translation.x": 195...217, "translation.y": 140...163])]),
    // The contact continues while the finger hovers.
    GroundTruth(
      "QUANTA_OpticalTouchScreen.touch-hover", "curve", [tap, press, pan],
      [Expected("pan", ["most translation.x": 7...100, "translation.y": -5...5])]),
    // The fingers drift to a scale of 1.08 and to -9 degrees: neither is intended.
    GroundTruth(
      "Wacom_ISDv4_E6_Finger.double-center-scroll", "2f drag down",
      [tap, deliberatePinch, deliberateRotation, drag(fingers: 2)],
      [Expected("drag2", ["translation.y": 80...95, "translation.x": -5...5])]),
    // This is too slow for a flick: it is a drag.
    GroundTruth(
      "Wacom_ISDv4_E6_Finger.double-top-swipe", "2f drag right", [tap, flick(fingers: 2), drag(fingers: 2)],
      [Expected("drag2", ["translation.x": 180...200, "translation.y": -5...5])]),
    GroundTruth(
      "Wacom_ISDv4_E6_Finger.single-center-circle", "circle cw", [tap, press, pan],
      [Expected("pan", ["area": 500...5000, "translation.x": -10...10, "translation.y": -10...10])]),
    GroundTruth(
      "Wacom_ISDv4_E6_Finger.single-tap-center", "tap", [tap, press, pan], [Expected("tap", ["time": 0.02...0.03])]),
    GroundTruth(
      "dell_canvas_touch", "2f tap; 4f drag down-right; 5f pinch-in + drag left; flick up-right",
      ["name = \"tap2\"\nkind = \"tap\"\nfingers = 2", drag(fingers: 4), drag(fingers: 5), deliberatePinch, flick()],
      [
        Expected("tap2", ["taps": 1...1]),
        Expected("drag4", ["translation.x": 5...20, "translation.y": 5...20]),
        Expected("drag5", ["translation.x": -30 ... -10]),
        Expected("pinch", ["scale": 0.6...0.95]),
        Expected("flick"),
      ]),
    GroundTruth(
      "eGalax_Inc._USB_TouchController", "long-press; drag down-left", [tap, press, pan],
      [
        Expected("press", ["duration": 0.6...0.7]),
        Expected("pan", ["translation.x": -185 ... -165, "translation.y": 160...180]),
      ]),
    GroundTruth("phone-single-drag", "flick right", [tap, press, flick()], [Expected("flick")]),
    // At least a second apart: never a double tap.
    GroundTruth(
      "phone-three-touches", "3× tap", [tap, "name = \"double\"\nkind = \"tap\"\ntaps = 2", press, pan],
      Array(repeating: Expected("tap", ["taps": 1...1]), count: 3)),
    GroundTruth(
      "tablet-two-finger-drag", "2f drag right", [tap, drag(fingers: 2)],
      [Expected("drag2", ["translation.x": 145...165, "translation.y": -5...10])]),
  ]

  private static let degree = Double.pi / 180

  private static let tap = "name = \"tap\"\nkind = \"tap\""
  private static let press = "name = \"press\"\nkind = \"long-press\""
  private static let pan = "name = \"pan\"\nkind = \"pan\""
  private static let pinch = "name = \"pinch\"\nkind = \"pinch\"\nsimultaneous_with = \"all\""
  private static let rotation = "name = \"rotation\"\nkind = \"rotation\"\nsimultaneous_with = \"all\""
  private static let deliberatePinch = pinch + "\nthreshold = \"8mm\""
  private static let deliberateRotation = rotation + "\nthreshold = \"15deg\""

  private static func drag(fingers: Int, _ threshold: String = "1.6mm") -> String {
    """
    name = "drag\(fingers)"
    kind = "pan"
    min_fingers = \(fingers)
    max_fingers = \(fingers)
    threshold = "\(threshold)"
    simultaneous_with = "all"
    """
  }

  private static func flick(fingers: Int = 1) -> String {
    """
    name = "flick"
    kind = "swipe"
    direction = "right"
    fingers = \(fingers)
    max_angle = "45deg"
    min_velocity = "150mm/s"
    simultaneous_with = "all"
    """
  }
}
