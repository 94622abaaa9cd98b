// The standard library's equivalents of these methods took most of the time that a landing or lifting finger costs.

extension Array {
  /// Removes all elements and keeps the storage.
  @inline(__always)
  mutating func clear() { while !isEmpty { removeLast() } }
}

extension Array where Element: Swift.AnyObject {
  /// Calls `body` with each of the present elements. The array keeps them alive, whatever `body` does to where the array was read, so no
  /// reference to each of them is counted.
  @inline(__always)
  func walk(_ body: (Element) -> Void) {
    withExtendedLifetime(self) {
      for place in indices { Unmanaged.passUnretained(self[place])._withUnsafeGuaranteedRef(body) }
    }
  }

  /// Calls `body` with one of the elements, without counting a reference to it. `body` must call no client.
  @inline(__always)
  func visit<Result>(_ place: Int, _ body: (Element) -> Result) -> Result {
    Unmanaged.passUnretained(self[place])._withUnsafeGuaranteedRef(body)
  }

  /// Moves the elements for which `isFirst` holds, in their order, in front of the others. `isFirst` must call no client.
  ///
  /// - Returns: how many are in front.
  @inline(__always)
  mutating func bringToFront(where isFirst: (Element) -> Bool) -> Int {
    var first = 0
    for place in indices where Unmanaged.passUnretained(self[place])._withUnsafeGuaranteedRef(isFirst) {
      if first != place { swapAt(first, place) }
      first += 1
    }
    return first
  }

  /// Removes the elements for which `isKept` does not hold, and keeps the storage. `isKept` must call no client.
  @inline(__always)
  mutating func keep(where isKept: (Element) -> Bool) {
    let kept = bringToFront(where: isKept)
    while count > kept { removeLast() }
  }
}
