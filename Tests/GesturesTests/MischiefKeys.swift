import Gestures

/// Keys that are pressed and released at random, and now and then without having been down.
struct MischiefKeys {
  private var down: Set<UInt16> = []

  mutating func presses(at time: Timestamp, _ random: inout SplitMix64) -> [Press] {
    let codes: [UInt16] = [7, 8].filter { _ in random.chance(0.7) }
    let isBeginning = random.chance(0.5)
    return codes.map { code in
      var phase = Press.Phase.began
      if down.contains(code) && !isBeginning { phase = random.pick([.changed, .changed, .ended, .cancelled]) }
      if random.chance(0.05) { phase = random.pick(Press.Phase.allCases) }
      if phase == .began { down.insert(code) }
      if phase == .ended || phase == .cancelled { down.remove(code) }
      return Press(code: code, phase: phase, time: time, force: random.unit())
    }
  }
}
