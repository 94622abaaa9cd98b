/// Fingers that land, rest, tremble, drag, turn and lift at random, on a panel of 205 by 128 mm.
struct RandomHands {
  private var generator: Dice
  private var time: Int64 = 1_000_000

  private let trembles: Bool

  init(seed: UInt64, trembles: Bool) {
    generator = Dice(state: seed)
    self.trembles = trembles
  }

  private mutating func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  func text(frames: Int) -> String {
    var hands = self
    return hands.write(frames)
  }

  /// The head of a recording of the panel.
  static let description = """
    N: random
    I: 0003 0001 0001 0001
    P: 02 00 00 00 00 00 00 00
    A: 00 0 4095 0 0 20
    A: 01 0 2559 0 0 20
    A: 2f 0 9 0 0 0
    A: 35 0 4095 0 0 20
    A: 36 0 2559 0 0 20
    A: 39 0 65535 0 0 0

    """

  /// Returns the lines of a frame: its events by type, code and value, and the end of the frame.
  static func lines(of events: [(Int, Int, Int)], at time: Int64) -> String {
    var text = ""
    for (type, code, value) in events + [(0, 0, 0)] {
      let fraction = String(time % 1_000_000)
      text +=
        "E: \(time / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction) "
        + "\(String(type, radix: 16)) \(String(code, radix: 16)) \(value)\n"
    }
    return text
  }

  private mutating func write(_ frames: Int) -> String {
    var text = Self.description
    var fingers: [Int: (x: Double, y: Double, vx: Double, vy: Double)] = [:]
    var current = 0
    var stray: Int?
    var identifier = 1
    var period: Int64 = 8333
    for _ in 0..<frames {
      time += random(1...60) == 1 ? Int64(random(10_000...900_000)) : period
      var events: [(Int, Int, Int)] = []
      if random(1...40) == 1 { period = Int64(random(2_000...30_000)) }
      // Fingers mostly land and lift together, as a hand's do.
      let slots = random(1...25) == 1 ? Array(0..<random(1...4)) : []
      for slot in slots {
        events.append((3, 0x2f, slot))
        if fingers.removeValue(forKey: slot) != nil {
          events.append((3, 0x39, -1))
        } else {
          let place = (x: Double(random(100...3900)), y: Double(random(100...2400)))
          fingers[slot] = (place.x, place.y, 0, 0)
          events += [(3, 0x39, identifier), (3, 0x35, Int(place.x)), (3, 0x36, Int(place.y))]
          identifier = identifier % 60_000 + 1
        }
      }
      // All fingers go the same way, or each its own.
      let change = random(1...20)
      let common = (x: Double(random(-40...40)), y: Double(random(-40...40)))
      for slot in fingers.keys.sorted() where !slots.contains(slot) {
        guard var finger = fingers[slot] else { continue }
        switch change {
        case 1: (finger.vx, finger.vy) = (0, 0)
        case 2: (finger.vx, finger.vy) = common
        case 3: (finger.vx, finger.vy) = (Double(random(-30...30)), Double(random(-30...30)))
        case 4: (finger.vx, finger.vy) = (Double(random(-2...2)), Double(random(-2...2)))
        case 5: (finger.vx, finger.vy) = (-finger.vx, -finger.vy)
        default: break
        }
        finger.x = min(max(finger.x + finger.vx, 0), 4095)
        finger.y = min(max(finger.y + finger.vy, 0), 2559)
        if random(1...8) > 1 {
          let x = Int(finger.x) + (trembles ? random(-1...1) : 0)
          events += [(3, 0x2f, slot), (3, 0x35, x), (3, 0x36, Int(finger.y))]
        }
        fingers[slot] = finger
      }
      // Positions of a slot without a finger, or of one that the panel doesn't have, where the first slot's finger is.
      if random(1...60) == 1 { stray = random(1...11) } else if random(1...4) == 1 { stray = nil }
      if let stray, fingers[stray] == nil, let finger = fingers[0] {
        events += [(3, 0x2f, stray), (3, 0x35, Int(finger.x) + random(-9...9)), (3, 0x36, Int(finger.y))]
      }
      if events.isEmpty { continue }
      // As the kernel does, a slot is only named when it is another one than before.
      events.removeAll { type, code, value in
        guard code == 0x2f else { return false }
        defer { current = value }
        return value == current
      }
      text += Self.lines(of: events, at: time)
    }
    return text
  }
}

/// SplitMix64: the same numbers on every machine.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
