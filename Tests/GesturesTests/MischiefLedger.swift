/// How often each deed was done in each callback.
struct MischiefLedger {
  private var counts = [Int](repeating: 0, count: Pair.mostIndices)

  /// A deed and the callback in which it is done.
  struct Pair: Equatable, CustomStringConvertible {
    let callback: MischiefCallback
    let deed: MischiefDeed

    var description: String { "\(deed) in \(callback)" }

    /// All pairs that are possible: nothing may be adopted while it ends.
    static let all = MischiefCallback.allCases.flatMap { callback in
      MischiefDeed.allCases.map { Pair(callback: callback, deed: $0) }.filter { !callback.isEnd || $0.deed != .adopt }
    }

    fileprivate static let mostIndices = MischiefCallback.allCases.count * MischiefDeed.allCases.count
    fileprivate var index: Int { callback.rawValue * MischiefDeed.allCases.count + deed.rawValue }
  }

  subscript(pair: Pair) -> Int { counts[pair.index] }

  mutating func note(_ pair: Pair) { counts[pair.index] += 1 }

  mutating func add(_ other: MischiefLedger) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }
}
