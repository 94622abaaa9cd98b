// Static/tickled: the arguments of the process.
import Program

/// The arguments of this process, as in the standard library.
enum CommandLine {
  static let argc = Int32(words.count)
  /// The words, which live as long as the process, and a null pointer.
  nonisolated(unsafe) static let unsafeArgv: UnsafeMutablePointer<UnsafeMutablePointer<Int8>?> = {
    let vector = UnsafeMutablePointer<UnsafeMutablePointer<Int8>?>.allocate(capacity: words.count + 1)
    for (index, word) in words.enumerated() {
      let text = UnsafeMutablePointer<Int8>.allocate(capacity: word.count + 1)
      for (place, byte) in word.enumerated() { text[place] = Int8(bitPattern: byte) }
      text[word.count] = 0
      vector[index] = text
    }
    vector[words.count] = nil
    return vector
  }()

  private static let words: [[UInt8]] = {
    let file = try? Descriptor.open("/proc/self/cmdline", .reading)
    let bytes = (try? Descriptor.readToEnd(file ?? -1, limit: 4 << 20)) ?? []
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { Array($0) }
  }()
}
