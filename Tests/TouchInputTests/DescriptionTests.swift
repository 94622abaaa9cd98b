import Testing

@testable import TouchInput

@Suite struct `A device` {
  @Test(arguments: devices)
  func `is a touchscreen, or the reason is given`(name: String, lines: String, expected: String) throws {
    var reader = EvemuReader(bytes: Array((lines + "\nE: 0.0 0 0 0\n").utf8), file: name)
    try reader.read()
    let description = DeviceDescription(reader.device.description)
    #expect((description.touchProtocol?.rawValue ?? description.objection) == expected, "\(name)")
  }

  @Test func `is a touchscreen if udev says so`() throws {
    var reader = EvemuReader(bytes: Array((mouse + "\nE: 0.0 0 0 0\n").utf8), file: "")
    try reader.read()
    let device = reader.device.description
    #expect(DeviceDescription(device).isTouchscreen == false)
    #expect(DeviceDescription(device, hints: DeviceHints.touchscreen.rawValue).touchProtocol == .single)
  }

  @Test(arguments: [
    ("a point-of-sale panel", mouse, true), ("a mouse with relative axes", mouse + "B: 02 03\n", true),
    ("a mouse without places", keys([left]) + "B: 02 03\n", false),
    ("a joystick", keys([0x120]) + xy, false), ("a keyboard", keys([30]) + xy, false),
    ("a touchpad", "P: 01\n" + keys([left]) + xy, true),
    ("a touchpad without its property", keys([left, touch, finger]) + xy, true),
    ("a touchpad with slots", "P: 01\n" + keys([touch, finger]) + positions + "A: 2f 0 9 0 0", true),
    ("a pen tablet without a screen", keys([left, pen]) + xy, true),
    ("a pen display", direct + keys([touch, pen, stylus]) + xy + pressure, true),
    ("a pen that has only pressure", keys([pen]) + xy + pressure, true), ("an accelerometer", "P: 40\n" + xy, false),
  ]) func `that the user names is a touchscreen if it has places and says when it is touched`(
    name: String, lines: String, isTouchscreen: Bool
  ) throws {
    var reader = EvemuReader(bytes: Array((lines + "\nE: 0.0 0 0 0\n").utf8), file: name)
    try reader.read()
    let description = DeviceDescription(reader.device.description, hints: DeviceHints.named.rawValue)
    #expect(description.isTouchscreen == isTouchscreen)
    #expect(DeviceDescription(reader.device.description).mayBeNamed == isTouchscreen)
  }

  private static let devices: [(String, String, String)] = [
    ("a panel with slots", direct + positions + "A: 2f 0 9 0 0", "slots"),
    ("a panel of protocol A", direct + positions, "anonymous"),
    ("a panel of protocol A without its property", keys([touch]) + positions, "anonymous"),
    ("a panel of one touch", direct + keys([touch]) + xy, "single"),
    ("a panel of one touch whose keys are not known", xy, "single"),
    ("slots and one touch", direct + positions + "A: 2f 0 9 0 0\n" + xy, "slots"),
    (
      "numbered axes that look like slots, with X and Y", direct + positions + "A: 2e 0 9 0 0\nA: 2f 0 9 0 0\n" + xy,
      "single"
    ),
    ("numbered axes that look like slots", direct + positions + "A: 2e 0 9 0 0\nA: 2f 0 9 0 0", "anonymous"),
    ("a panel that looks like a mouse but is direct", direct + keys([left]) + xy, "single"),
    ("a touchpad", "P: 01\n" + keys([touch, finger]) + positions + "A: 2f 0 9 0 0", "it is a touchpad"),
    ("a touchpad without its property", keys([touch, finger]) + positions + "A: 2f 0 9 0 0", "it is a touchpad"),
    ("a touchscreen with BTN_TOOL_FINGER", direct + keys([touch, finger]) + positions + "A: 2f 0 9 0 0", "slots"),
    ("a pen display", direct + keys([touch, pen, stylus]) + xy + "A: 18 0 1023 0 0", "it is a pen tablet"),
    ("a touchscreen with a pen", direct + keys([touch, pen, stylus]) + positions + "A: 2f 0 9 0 0", "slots"),
    ("a screen without a touch button", direct + keys([30]) + xy, "it has no touch button"),
    ("a screen without a touch button that has pressure", direct + keys([30]) + xy + pressure, "single"),
    ("a screen without keys that has pressure", direct + xy + pressure, "single"),
    ("pressure without a range", direct + keys([30]) + xy + "A: 18 0 0 0 0", "it has no touch button"),
    ("pressure and tilt", direct + keys([30]) + xy + pressure + "A: 1a 0 90 0 0", "it has no touch button"),
    ("pressure and distance", direct + keys([30]) + xy + pressure + "A: 19 0 90 0 0", "it has no touch button"),
    ("pressure and a rubber", direct + keys([30, 0x141]) + xy + pressure, "it has no touch button"),
    ("pressure of what is not a screen", keys([30]) + xy + pressure, notMarked),
    ("only X", direct + "A: 00 0 100 0 0", "it has no absolute X and Y axes"),
    ("an absolute mouse", mouse, likeMouse),
    ("an absolute mouse with relative axes", mouse + "B: 02 03\n", notMarked),
    ("an absolute mouse with a wheel", mouse + "B: 02 00 01\n", likeMouse),
    ("a keyboard with many axes", keys([30]) + positions + xy + "A: 2e 0 9 0 0\nA: 2f 0 9 0 0\nB: 02 03", notMarked),
    ("an accelerometer", "P: 40\n" + xy, notMarked),
  ]

  private static let direct = "P: 02\n"
  private static let positions = "A: 35 0 100 0 0\nA: 36 0 100 0 0\n"
  private static let xy = "A: 00 0 100 0 0\nA: 01 0 100 0 0\n"
  private static let pressure = "A: 18 0 255 0 0\n"
  private static let notMarked =
    "it is not marked as one (INPUT_PROP_DIRECT, ID_INPUT_TOUCHSCREEN) and has no touch button"
  private static let likeMouse = "it looks like a mouse"
  private static let (left, pen, finger, touch, stylus) = (0x110, 0x140, 0x145, 0x14a, 0x14b)
  private static let mouse = keys([left]) + xy
  private var mouse: String { Self.mouse }

  /// A B: line with these keys.
  private static func keys(_ codes: [Int]) -> String {
    var bytes = [UInt8](repeating: 0, count: 96)
    for code in codes { bytes[code / 8] |= 1 << (code % 8) }
    return "B: 01 " + bytes.map { String($0, radix: 16) }.joined(separator: " ") + "\n"
  }
}
