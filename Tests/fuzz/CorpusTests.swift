import Testing

/// Inputs that fuzzers have needed to find faults, and numbers at the limits of what readers convert. `make fuzz` searches for more of them.
@Suite struct `What strangers write` {
  @Test(arguments: Subject.allCases) func `is read as it should be`(_ subject: Subject) {
    let seeds = subject.seeds
    #expect(seeds.contains { $0.contains { $0 != 0 } }, "the files of seeds were not read")
    for seed in seeds { subject.take(seed) }
  }
}
