/// The recognizers that touches are handed over to, by rank.
///
/// Unmanaged, as a frame must not count references for each of them; the arbiter's attempts keep them alive.
struct Listeners {
  private var recognizers: [Unmanaged<GestureRecognizer>] = []
  /// Whether some among them listen no more.
  private var mustSweep = false

  var count: Int { recognizers.count }
  /// For arrays that will hold about as many.
  var capacity: Int { recognizers.capacity }

  subscript(place: Int) -> Unmanaged<GestureRecognizer> {
    @inline(__always) get { recognizers[place] }
  }

  /// Called when a recognizer's attempt begins.
  mutating func add(_ recognizer: GestureRecognizer) {
    let rank = recognizer.attempt.marks.rank
    // Recognizers begin in the order of rank mostly, and then the place is the last one.
    var place = recognizers.count
    while place > 0, recognizers[place - 1]._withUnsafeGuaranteedRef({ $0.attempt.marks.rank > rank }) { place -= 1 }
    let listener = Unmanaged.passUnretained(recognizer)
    if place == recognizers.count { recognizers.append(listener) } else { recognizers.insert(listener, at: place) }
  }

  /// Called when a recognizer listens no more. It keeps its place until the turn ends, as others may be being called.
  mutating func noteDeparture() { mustSweep = true }

  /// Called at the turn's end, before the arbiter releases those whose attempts have ended.
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
