/// The recognizers that currently receive touches, ordered by rank.
///
/// They are alive as long as their attempts.
struct Listeners: ~Copyable {
  private var recognizers = UncountedList<GestureRecognizer>()
  /// Whether some of the recognizers have stopped listening.
  private var mustSweep = false

  var count: Int { recognizers.count }

  subscript(place: Int) -> Unmanaged<GestureRecognizer> {
    @inline(__always) get { recognizers.elements[uncounted: place] }
  }

  /// Called when a recognizer's attempt begins.
  @inline(__always)
  mutating func add(_ recognizer: GestureRecognizer) {
    // Attempts usually begin in the order of rank.
    let rank = recognizer.attempt.marks.rank
    if count == 0 || self[count - 1]._withUnsafeGuaranteedRef({ $0.attempt.marks.rank }) <= rank {
      recognizers.append(recognizer)
    } else {
      insert(recognizer, rank)
    }
  }

  @inline(never)
  private mutating func insert(_ recognizer: GestureRecognizer, _ rank: UInt64) {
    var place = count
    while place > 0, self[place - 1]._withUnsafeGuaranteedRef({ $0.attempt.marks.rank > rank }) { place -= 1 }
    recognizers.insert(recognizer, at: place)
  }

  /// Called when a recognizer stops listening. It keeps its place until the turn ends, because the list may be being iterated.
  mutating func noteDeparture() { mustSweep = true }

  /// Called at the end of a turn, before the arbiter releases the recognizers whose attempts have ended.
  mutating func sweep() {
    guard mustSweep else { return }
    mustSweep = false
    recognizers.keep { $0.attempt.marks.isListening }
  }
}
