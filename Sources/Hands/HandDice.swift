/// Random numbers that are the same on every machine: SplitMix64.
struct HandDice: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameter stream: a number for each user of one seed, so that they get different numbers.
  init(seed: UInt64, stream: Int) {
    state = seed ^ (UInt64(truncatingIfNeeded: stream) &* 0xD1B5_4A32_D192_ED03)
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 up to, but not including, 1.
  mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// Returns the numbers from 0 to `count - 1` in random order.
  mutating func order(_ count: Int) -> [Int] {
    var order = Array(0..<count)
    for index in order.indices.dropLast() {
      order.swapAt(index, index + Int(next() % UInt64(count - index)))
    }
    return order
  }
}
