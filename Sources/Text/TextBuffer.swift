/// A growing buffer of bytes that owns its memory. An array would check for each byte whether its storage is shared.
package struct TextBuffer: ~Copyable {
  // Inlinable, because other modules write records by appending a few bytes at a time.
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity = Memory.leastCapacity
  @usableFromInline package internal(set) var count = 0
  private let memory = Memory()

  package init() { start = memory.start }

  /// Calls `body` with the bytes, which are valid only while it runs.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: start, count: count))
  }

  package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  package mutating func removeAll() { count = 0 }

  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    start[count] = byte
    count += 1
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if capacity - count < bytes.count { grow(by: bytes.count) }
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  @inlinable
  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Has `body` write at most `size` bytes at the end, and return how many it wrote.
  @inlinable @inline(__always)
  mutating func write(atMost size: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    if capacity - count < size { grow(by: size) }
    count += body(start + count)
  }

  @usableFromInline
  mutating func grow(by size: Int) {
    capacity = max(2 * capacity, count + size)
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    new.update(from: start, count: count)
    start.deallocate()
    start = new
    memory.start = new
  }
}

extension TextBuffer {
  /// Frees the memory. An object, as Embedded Swift does not see a `deinit` of the buffer's in other modules.
  fileprivate final class Memory {
    static let leastCapacity = 512
    var start = UnsafeMutablePointer<UInt8>.allocate(capacity: leastCapacity)

    deinit { start.deallocate() }
  }
}
