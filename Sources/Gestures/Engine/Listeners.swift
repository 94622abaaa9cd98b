/// The recognizers that currently receive touches, ordered by rank.
struct Listeners: ~Copyable {
  private(set) var recognizers: [GestureRecognizer] = []
  /// Whether some of the recognizers have stopped listening.
  private var mustSweep = false
  /// No recognizer's rank is higher.
  private var highestRank: UInt64 = 0

  /// The place of the next recognizer to call.
  private var nextPlace = 0

  /// Begins to call the recognizers one after the other. One that is added meanwhile is called in its turn, if that has not passed.
  @inline(__always)
  mutating func start() { nextPlace = 0 }

  @inline(__always)
  mutating func next() -> GestureRecognizer? {
    if nextPlace >= recognizers.count { return nil }
    defer { nextPlace &+= 1 }
    return recognizers[nextPlace]
  }

  /// Called when a recognizer's attempt begins.
  @inline(__always)
  mutating func add(_ recognizer: GestureRecognizer) {
    // Attempts usually begin in the order of rank.
    let rank = recognizer.attempt.marks.rank
    if rank >= highestRank {
      highestRank = rank
      recognizers.append(recognizer)
    } else {
      insert(recognizer, rank)
    }
  }

  @inline(never)
  private mutating func insert(_ recognizer: GestureRecognizer, _ rank: UInt64) {
    var place = recognizers.count
    while place > 0, recognizers[place - 1].attempt.marks.rank > rank { place -= 1 }
    recognizers.insert(recognizer, at: place)
    if place < nextPlace { nextPlace += 1 }
  }

  /// Called when a recognizer stops listening. It keeps its place until the turn ends, because the list may be being iterated.
  mutating func noteDeparture() { mustSweep = true }

  /// Called at the end of a turn, before the arbiter releases the recognizers whose attempts have ended.
  mutating func sweep() {
    guard mustSweep else { return }
    mustSweep = false
    recognizers.keep { $0.attempt.marks.isListening }
    if recognizers.isEmpty { highestRank = 0 }
  }
}
