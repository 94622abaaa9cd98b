/// The recognizers that currently receive touches, ordered by rank.
///
/// The references are unmanaged, so that a frame retains none of them; the arbiter's list of attempts keeps them alive.
struct Listeners {
  private var recognizers: [Unmanaged<GestureRecognizer>] = []
  /// Whether some of the recognizers have stopped listening.
  private var mustSweep = false

  var count: Int { recognizers.count }
  /// The capacity, for arrays that will hold about as many recognizers.
  var capacity: Int { recognizers.capacity }

  subscript(place: Int) -> Unmanaged<GestureRecognizer> {
    @inline(__always) get { recognizers[place] }
  }

  /// Called when a recognizer's attempt begins.
  mutating func add(_ recognizer: GestureRecognizer) {
    let rank = recognizer.attempt.marks.rank
    // The search starts at the end, because attempts usually begin in the order of rank.
    var place = recognizers.count
    while place > 0, recognizers[place - 1]._withUnsafeGuaranteedRef({ $0.attempt.marks.rank > rank }) { place -= 1 }
    let listener = Unmanaged.passUnretained(recognizer)
    if place == recognizers.count { recognizers.append(listener) } else { recognizers.insert(listener, at: place) }
  }

  /// Called when a recognizer stops listening. It keeps its place until the turn ends, because the list may be being iterated.
  mutating func noteDeparture() { mustSweep = true }

  /// Called at the end of a turn, before the arbiter releases the recognizers whose attempts have ended.
  mutating func sweep() {
    guard mustSweep else { return }
    mustSweep = false
    var kept = 0
    for place in recognizers.indices
    where recognizers[place]._withUnsafeGuaranteedRef({ $0.attempt.marks.isListening }) {
      recognizers[kept] = recognizers[place]
      kept += 1
    }
    while recognizers.count > kept { recognizers.removeLast() }
  }
}
