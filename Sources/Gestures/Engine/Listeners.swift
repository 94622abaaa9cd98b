/// The recognizers that currently receive touches, ordered by rank.
///
/// They are alive as long as their attempts.
struct Listeners: ~Copyable {
  private var recognizers = UncountedList<GestureRecognizer>()
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
  mutating func next() -> Unmanaged<GestureRecognizer>? {
    if nextPlace >= count { return nil }
    defer { nextPlace &+= 1 }
    return self[nextPlace]
  }

  var count: Int { recognizers.count }

  subscript(place: Int) -> Unmanaged<GestureRecognizer> {
    @inline(__always) get { recognizers.elements[uncounted: place] }
  }

  /// Called when a recognizer's attempt begins.
  @inline(__always)
  mutating func add(_ recognizer: GestureRecognizer) {
    reserve(1)
    addReserved(recognizer)
  }

  /// Called before up to that many recognizers are added.
  @inline(__always)
  mutating func reserve(_ more: Int) { recognizers.reserve(more) }

  /// Like `add`, after `reserve`.
  @inline(__always)
  mutating func addReserved(_ recognizer: GestureRecognizer) {
    // Attempts usually begin in the order of rank.
    let rank = recognizer.attempt.marks.rank
    if rank >= highestRank {
      highestRank = rank
      recognizers.appendReserved(recognizer)
    } else {
      insert(recognizer, rank)
    }
  }

  @inline(never)
  private mutating func insert(_ recognizer: GestureRecognizer, _ rank: UInt64) {
    var place = count
    while place > 0, self[place - 1]._withUnsafeGuaranteedRef({ $0.attempt.marks.rank > rank }) { place -= 1 }
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
