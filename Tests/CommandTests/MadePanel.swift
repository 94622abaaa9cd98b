import Foundation

/// A made-up panel of a size that it does not report, and hands on it. Places are millimetres on the picture as its user sees it.
struct MadePanel {
  /// The picture's size in the user's orientation.
  var width: Double
  var height: Double
  /// The quarter turns from the picture's axes to the panel's, and whether the panel counts from right to left before that.
  var turns = 0
  var isMirrored = false
  /// The part of the panel's range beyond each side of the glass.
  var beyond = 0.0
  var name = "Made Panel"

  private static let range = 4095.0

  /// The orientation that the configuration should have; `nil` for a mirrored panel, which needs a calibration.
  var orientation: String? { isMirrored ? nil : ["normal", "right", "inverted", "left"][turns] }

  /// The size in a data sheet: that of the upright panel.
  var upright: (width: Double, height: Double) {
    !isMirrored && turns % 2 == 1 ? (height, width) : (width, height)
  }

  /// The calibration of a mirrored panel, in the orientation `normal`.
  var calibration: [Double]? {
    guard isMirrored else { return nil }
    return [[-1, 0, 1, 0, 1, 0], [0, 1, 0, 1, 0, 0], [1, 0, 0, 0, -1, 1], [0, -1, 1, -1, 0, 1]][turns]
  }

  /// Device units for a place.
  private func units(_ x: Double, _ y: Double) -> (Int, Int) {
    var x = x / width, y = y / height
    if isMirrored { x = 1 - x }
    for _ in 0..<turns { (x, y) = (y, 1 - x) }
    func unit(_ share: Double) -> Int {
      let inRange = beyond + share * (1 - 2 * beyond)
      return Int(max(0, min(1, inRange)) * Self.range + 0.5)
    }
    return (unit(x), unit(y))
  }

  var description: String {
    """
    # EVEMU 1.3
    N: \(name)
    I: 0003 1d6b 0104 0001
    P: 02 00 00 00 00 00 00 00
    A: 00 0 4095 0 0 0
    A: 01 0 4095 0 0 0
    A: 2f 0 9 0 0 0
    A: 35 0 4095 0 0 0
    A: 36 0 4095 0 0 0
    A: 39 0 65535 0 0 0

    """
  }

  /// A recording of touches, one after the other.
  func recording(_ touches: [Touch]) -> String { description + events(touches) }

  /// A finger, or several, that land, move by `way` and lift.
  struct Touch {
    var x: Double
    var y: Double
    var fingers = 1
    var way = (0.0, 0.0)

    init(_ x: Double, _ y: Double, fingers: Int = 1, by way: (Double, Double) = (0, 0)) {
      (self.x, self.y, self.fingers, self.way) = (x, y, fingers, way)
    }
  }

  /// - Parameters:
  ///   - start: the time of the first touch in seconds.
  ///   - padded: see `Recording`.
  func events(_ touches: [Touch], from start: Double = 0, every period: Double = 0.5, padded: Bool = true) -> String {
    var lines = ""
    var id = 0
    for (index, touch) in touches.enumerated() {
      let landing = start + period * Double(index)
      for frame in 0...8 {
        let micros = Int((landing + Double(frame) / 100) * 1e6)
        let rest = padded ? String(String(1_000_000 + micros % 1_000_000).dropFirst()) : "\(micros % 1_000_000)"
        let time = "\(micros / 1_000_000).\(rest)"
        for finger in 0..<touch.fingers {
          lines += "E: \(time) 0003 002f \(finger)\n"
          if frame == 8 {
            lines += "E: \(time) 0003 0039 -1\n"
            continue
          }
          if frame == 0 {
            id += 1
            lines += "E: \(time) 0003 0039 \(id)\n"
          }
          let share = Double(frame) / 7
          let (x, y) = units(
            touch.x + touch.way.0 * share + 15 * Double(finger), touch.y + touch.way.1 * share)
          lines += "E: \(time) 0003 0035 \(x)\nE: \(time) 0003 0036 \(y)\n"
        }
        lines += "E: \(time) 0000 0000 0\n"
      }
    }
    return lines
  }
}

/// A person who answers `tickle setup`, with fingers that miss by up to `miss` millimetres, evenly over a disc.
struct SetupHand {
  let panel: MadePanel
  var miss = 0.0
  /// The card's tilt, in degrees, which changes from card to card.
  var tilt = 3.0
  private var state: UInt64

  init(_ panel: MadePanel, miss: Double = 0, seed: UInt64 = 1) {
    (self.panel, self.miss, state) = (panel, miss, seed &* 0x9E37_79B9_7F4A_7C15 | 1)
  }

  /// 0 to 1, by xorshift64*.
  private mutating func random() -> Double {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) / Double(1 << 53)
  }

  private mutating func touch(_ x: Double, _ y: Double) -> MadePanel.Touch {
    let angle = 2 * Double.pi * random()
    let radius = miss * random().squareRoot()
    return MadePanel.Touch(x + radius * cos(angle), y + radius * sin(angle))
  }

  /// Top left, top right, bottom right, bottom left: a fingertip's middle is 4 mm from the sides.
  mutating func corners() -> [MadePanel.Touch] {
    let (right, low) = (panel.width - 4, panel.height - 4)
    return [touch(4, 4), touch(right, 4), touch(right, low), touch(4, low)]
  }

  /// The corners of a card in the middle of the glass, in an order of the person's own.
  mutating func card(lengthwise: Bool) -> [MadePanel.Touch] {
    let angle = tilt * (2 * random() - 1) * .pi / 180
    let (across, down) = lengthwise ? (85.60, 53.98) : (53.98, 85.60)
    return [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].map { side in
      let x = side.0 * across / 2, y = side.1 * down / 2
      return touch(
        panel.width / 2 + x * cos(angle) - y * sin(angle), panel.height / 2 + x * sin(angle) + y * cos(angle))
    }
  }

  mutating func longSide(lengthwise: Bool) -> MadePanel.Touch {
    let away = 53.98 / 2
    return touch(panel.width / 2 + (lengthwise ? 0 : away), panel.height / 2 + (lengthwise ? away : 0))
  }

  /// All answers, with more cards than are asked for. The card is turned each time if that fits on the glass.
  mutating func answers() -> [MadePanel.Touch] {
    let fitsBoth = min(panel.width, panel.height) > 92
    let first = panel.width > panel.height
    var touches = corners() + card(lengthwise: first) + [longSide(lengthwise: first)]
    for round in 1..<8 { touches += card(lengthwise: fitsBoth && round % 2 == 1 ? !first : first) }
    return touches
  }
}

/// Runs `tickle setup` with a recording, and with `config.toml` in the folder unless the arguments name another file.
func setup(_ folder: TemporaryFolder, _ recording: String, _ more: [String] = []) throws -> Outcome {
  let path = try folder.write(recording, to: "hand.evemu")
  let hasOwn = more.contains("--config")
  let config = hasOwn ? [] : ["--config", folder.path("config.toml")]
  return try Program.tickle.run(["setup", "--recording", path] + config + more)
}
