import CTickle

/// A text for C, which lasts as long as this object.
///
/// `@unchecked Sendable`: the text never changes.
final class CText: @unchecked Sendable {
  let pointer: UnsafePointer<CChar>

  init(_ text: String) {
    var text = text
    pointer = text.withUTF8 { bytes in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[bytes.count] = 0
      return UnsafePointer(copy)
    }
  }

  deinit { pointer.deallocate() }
}

extension String {
  /// A text of C's, with what is not UTF-8 replaced; `nil` for NULL, or if it is longer than any name or value.
  init?(_ text: UnsafePointer<CChar>?) {
    guard let text else { return nil }
    let count = tickle_text_length(text, 1001)
    guard count <= 1000 else { return nil }
    self = UnsafeRawBufferPointer(start: text, count: count).withMemoryRebound(to: UInt8.self) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

/// What a caller's structure has of one of the library's: it may be older and shorter, or newer and longer.
///
/// - Parameter size: the caller's size of it, which is its first member.
/// - Returns: `false` if it has not even a size.
func copy<Structure>(_ source: UnsafeRawPointer, _ size: Int, into structure: inout Structure) -> Bool {
  guard size >= MemoryLayout<Int>.size else { return false }
  let count = min(size, MemoryLayout<Structure>.size)
  withUnsafeMutableBytes(of: &structure) { $0.copyMemory(from: UnsafeRawBufferPointer(start: source, count: count)) }
  return true
}
