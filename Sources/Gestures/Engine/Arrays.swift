// The standard library's equivalents of these methods took most of the time that a landing or lifting finger costs.

extension Array {
  /// Removes all elements and keeps the storage.
  @inline(__always)
  mutating func clear() { while !isEmpty { removeLast() } }

  /// Removes the elements for which `isKept` does not hold, and keeps the storage.
  @inline(__always)
  mutating func keep(where isKept: (Element) -> Bool) {
    var kept = 0
    for place in indices where isKept(self[place]) {
      if kept != place { swapAt(kept, place) }
      kept += 1
    }
    while count > kept { removeLast() }
  }
}
