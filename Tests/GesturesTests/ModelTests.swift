import Testing

/// Random screens with random fingers, and what must hold whatever happens.
@Suite("Model")
struct ModelTests {
  #if DEBUG
    static let worlds: UInt64 = 400
  #else
    static let worlds: UInt64 = 4000
  #endif
  static let framesOfWorld = 260

  @Test func `Whatever happens, the rules hold (ST-1, ARB-1, RS-2, DL-1, REQ-5)`() {
    var seen: [String: Int] = [:]
    for seed in 0..<Self.worlds {
      let world = ModelWorld(seed: seed)
      world.run(frames: Self.framesOfWorld)
      if let problem = world.problems.first {
        Issue.record("seed \(seed): \(problem)")
        return
      }
      seen.merge(world.seen, uniquingKeysWith: +)
    }
    // A model in which little happens proves nothing.
    let wanted =
      ["tap", "swipe", "tickle", "stroke"].map { "\($0) ended" }
      + ["press", "pan", "edge", "pinch", "rotation", "own"].flatMap { kind in
        ["began", "changed", "ended", "cancelled"].map { "\(kind) \($0)" }
      }
    let rare = wanted.filter { seen[$0, default: 0] < 8 }
    #expect(rare.isEmpty, "\(seen)")
  }

  @Test func `The same touches always give the same gestures (RS-10)`() {
    for seed in 1_000_000..<1_000_020 as Range<UInt64> {
      let digests = (0..<2).map { _ in
        let world = ModelWorld(seed: seed)
        world.run(frames: Self.framesOfWorld)
        return world.digest
      }
      #expect(digests[0] == digests[1], "seed \(seed)")
    }
  }
}
