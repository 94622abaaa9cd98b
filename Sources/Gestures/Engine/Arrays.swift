// The standard library's equivalents of these methods took most of the time that a landing or lifting finger costs.

extension Array {
  /// Removes all elements and keeps the storage.
  @inline(__always)
  mutating func clear() { while !isEmpty { removeLast() } }
}

extension Array where Element: Swift.AnyObject {
  /// Calls `body` with each element without retaining it: the array is kept alive, and keeps its elements alive.
  @inline(__always)
  func forEachUncounted(_ body: (Element) -> Void) {
    withExtendedLifetime(self) {
      for place in indices { Unmanaged.passUnretained(self[place])._withUnsafeGuaranteedRef(body) }
    }
  }

  /// Removes the elements for which `isKept` does not hold. Elements that stay in place are not retained, as above.
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
