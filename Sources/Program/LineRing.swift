/// Whole lines that wait for a reader, in a ring of a fixed size.
///
/// A line that finds no room is lost, and so are the lines after it, which are only counted: nothing else is touched until the reader has
/// taken half of what waits. Then a note says how many were lost, at their place among the others.
package struct LineRing: ~Copyable {
  /// The most bytes that wait. Memory is allocated when the first line waits, and freed when none does.
  package var capacity: Int
  /// Bytes that wait.
  package private(set) var count = 0
  /// Lines that were lost and that no note has reported yet.
  package private(set) var unreported = 0
  private let memory = Memory()
  private var allocated = 0
  private var start = 0
  private let note: @Sendable (Int) -> [UInt8]

  /// - Parameter note: the line that reports a number of lost lines, with its end.
  package init(capacity: Int, note: @escaping @Sendable (Int) -> [UInt8]) {
    self.capacity = capacity
    self.note = note
  }

  private var bytes: UnsafeMutableRawPointer? {
    get { memory.bytes }
    set { memory.bytes = newValue }
  }

  package var isEmpty: Bool { count == 0 }

  /// Adds a line, or the rest of one.
  /// - Returns: false if it is lost.
  package mutating func append(_ line: UnsafeRawBufferPointer) -> Bool {
    guard unreported == 0, count + line.count <= (bytes == nil ? capacity : allocated) else {
      unreported += 1
      return false
    }
    put(line)
    return true
  }

  /// Hands out the bytes that come next, in one piece, and removes as many as `take` returns.
  /// - Parameter take: gets at least 1 byte; returns 0 if it takes none now.
  package mutating func next<Failure: Error>(_ take: (UnsafeRawBufferPointer) throws(Failure) -> Int) throws(Failure) {
    guard count > 0, let bytes else { return }
    remove(try take(UnsafeRawBufferPointer(start: bytes + start, count: min(count, allocated - start))))
  }

  /// The bytes that come next, at most `size`; they stay.
  package func first(_ size: Int) -> [UInt8] {
    guard let bytes, count > 0 else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes + start, count: min(size, count, allocated - start)))
  }

  /// Removes bytes that were written.
  package mutating func remove(_ size: Int) {
    start = (start + size) % max(1, allocated)
    count -= size
    if unreported > 0, count <= allocated / 2 {
      let line = note(unreported)
      unreported = 0
      if bytes == nil || count + line.count <= allocated { line.withUnsafeBytes { put($0) } }
    }
    if count == 0 { free() }
  }

  /// Forgets what waits; nothing is counted as lost.
  package mutating func removeAll() {
    count = 0
    unreported = 0
    free()
  }

  private mutating func free() {
    bytes?.deallocate()
    bytes = nil
    start = 0
  }

  private mutating func put(_ line: UnsafeRawBufferPointer) {
    if line.isEmpty { return }
    if bytes == nil {
      allocated = max(capacity, line.count)
      bytes = .allocate(byteCount: allocated, alignment: 1)
    }
    let end = (start + count) % allocated
    let first = min(line.count, allocated - end)
    (bytes! + end).copyMemory(from: line.baseAddress!, byteCount: first)
    if first < line.count { bytes!.copyMemory(from: line.baseAddress! + first, byteCount: line.count - first) }
    count += line.count
  }
}

extension LineRing {
  /// Frees the memory. An object, as Embedded Swift does not see a `deinit` of the ring's in other modules.
  private final class Memory {
    var bytes: UnsafeMutableRawPointer?

    deinit { bytes?.deallocate() }
  }
}
