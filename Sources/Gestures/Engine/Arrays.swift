// What the standard library's ways to do the same cost is most of what a finger costs that lands or lifts.

extension Array {
  /// Empties it and keeps its storage.
  @inline(__always)
  mutating func clear() { while !isEmpty { removeLast() } }
}

extension Array where Element: AnyObject {
  /// Calls `body` with each, without a count for each: the array is held, and they by it.
  @inline(__always)
  func forEachUncounted(_ body: (Element) -> Void) {
    withExtendedLifetime(self) {
      for place in indices { Unmanaged.passUnretained(self[place])._withUnsafeGuaranteedRef(body) }
    }
  }

  /// Removes the elements for which `isKept` does not hold. Those that stay in their place are not counted, as above.
  @inline(__always)
  mutating func keepUncounted(where isKept: (Element) -> Bool) {
    var kept = 0
    for place in indices where Unmanaged.passUnretained(self[place])._withUnsafeGuaranteedRef(isKept) {
      if kept != place { swapAt(kept, place) }
      kept += 1
    }
    while count > kept { removeLast() }
  }
}
