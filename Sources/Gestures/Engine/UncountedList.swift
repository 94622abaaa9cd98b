/// A list of objects that something else keeps alive: counting a reference costs as much as twenty other instructions, and a finger that
/// lands or lifts would count more than a hundred.
///
/// Adding and removing elements is safe while it is looked through: its storage is replaced only when it grows, and what it has outgrown
/// stays until the end of the list. After a removal, the element behind the removed one may be left out.
struct UncountedList<Element: Swift.AnyObject>: ~Copyable {
  /// The elements. In front of the first one is the storage that this one has replaced.
  private var storage: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  private var capacity = 0
  private(set) var count = 0
  /// As much as the gestures of most views need.
  private static var firstCapacity: Int { 8 }

  deinit {
    var here = storage
    while let storage = here {
      here = storage[-1]?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
      (storage - 1).deallocate()
    }
  }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  /// The present elements.
  @inline(__always)
  var elements: UncountedElements<Element> { UncountedElements(start: storage, count: count) }

  /// Calls `body` with each of the present elements.
  @inline(__always)
  func forEach(_ body: (Element) -> Void) { elements.forEachUncounted(body) }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    appendReserved(element)
  }

  /// Has room for that many further elements.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    while capacity &- count < more { grow() }
  }

  /// Adds an element for which there is room.
  @inline(__always)
  mutating func appendReserved(_ element: Element) {
    assert(count < capacity)
    storage.unsafelyUnwrapped[count] = Unmanaged.passUnretained(element).toOpaque()
    count &+= 1
  }

  /// Removes the last element; `nil` if there is none.
  @inline(__always)
  mutating func takeLast() -> Unmanaged<Element>? {
    if count == 0 { return nil }
    let last = elements[uncounted: count - 1]
    count &-= 1
    return last
  }

  /// Inserts an element; `place` is at most `count`.
  @inline(__always)
  mutating func insert(_ element: Element, at place: Int) {
    append(element)
    let storage = storage.unsafelyUnwrapped
    var free = count - 1
    while free > place {
      swap(&storage[free], &storage[free - 1])
      free -= 1
    }
  }

  /// Removes an element, if it is there.
  mutating func remove(_ element: Element) { keep { $0 !== element } }

  @inline(__always)
  mutating func clear() { count = 0 }

  /// Removes the elements for which `isKept` does not hold.
  @inline(__always)
  mutating func keep(where isKept: (Element) -> Bool) {
    let elements = elements
    var kept = 0
    for place in 0..<elements.count where elements[uncounted: place]._withUnsafeGuaranteedRef(isKept) {
      if kept != place { storage.unsafelyUnwrapped[kept] = storage.unsafelyUnwrapped[place] }
      kept += 1
    }
    count = kept
  }

  /// Sorts the elements.
  mutating func sort(by isBefore: (Element, Element) -> Bool) {
    for (place, element) in elements.sorted(by: isBefore).enumerated() { replace(at: place, with: element) }
  }

  /// Replaces one of the elements.
  mutating func replace(at place: Int, with element: Element) {
    precondition(place >= 0 && place < count)
    storage.unsafelyUnwrapped[place] = Unmanaged.passUnretained(element).toOpaque()
  }

  @inline(never)
  private mutating func grow() {
    capacity = Swift.max(Self.firstCapacity, 2 * capacity)
    let larger = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1 + capacity) + 1
    larger[-1] = UnsafeMutableRawPointer(storage)
    if let storage { larger.initialize(from: storage, count: count) }
    storage = larger
  }
}

/// The elements of an `UncountedList` at one time.
struct UncountedElements<Element: Swift.AnyObject>: RandomAccessCollection {
  fileprivate let start: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  let count: Int

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(place: Int) -> Element {
    @inline(__always) get { self[uncounted: place].takeUnretainedValue() }
  }

  subscript(uncounted place: Int) -> Unmanaged<Element> {
    @inline(__always) get {
      precondition(place >= 0 && place < count)
      return .fromOpaque(start.unsafelyUnwrapped[place].unsafelyUnwrapped)
    }
  }

  /// Calls `body` with each element without retaining it.
  @inline(__always)
  func forEachUncounted(_ body: (Element) -> Void) {
    for place in 0..<count { self[uncounted: place]._withUnsafeGuaranteedRef(body) }
  }
}
