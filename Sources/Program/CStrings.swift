/// Strings as `exec` expects them, in one block of memory. A NUL inside a string is dropped.
package struct CStrings: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The strings with a NUL after each.
  package private(set) var bytes: [UInt8] = []
  private var starts: [Int] = []

  package init(_ strings: [String] = []) {
    for string in strings { append(string) }
  }

  /// - Parameters:
  ///   - bytes: strings with a NUL at the end of each.
  ///   - starts: where they begin.
  package init(_ bytes: [UInt8], starts: [Int]) {
    self.bytes = bytes
    self.starts = starts
  }

  package init(arrayLiteral strings: String...) { self.init(strings) }

  package mutating func append(_ string: String) {
    starts.append(bytes.count)
    var string = string
    string.withUTF8 { utf8 in
      if utf8.contains(0) {
        bytes.append(contentsOf: utf8.filter { $0 != 0 })
      } else {
        bytes.append(contentsOf: utf8)
      }
    }
    bytes.append(0)
  }

  package mutating func append(contentsOf others: CStrings) {
    for start in others.starts { starts.append(bytes.count + start) }
    bytes.append(contentsOf: others.bytes)
  }

  package var strings: [String] {
    starts.map { start in String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Calls `body` with a pointer to each string; the pointers are valid while `body` runs.
  package mutating func withPointers<Result>(_ body: ([UnsafeMutablePointer<CChar>]) -> Result) -> Result {
    bytes.withUnsafeMutableBytes { bytes in
      let all = bytes.bindMemory(to: CChar.self)
      // Without strings there are no bytes, and `baseAddress` is not used, as `starts` is empty too.
      return body(starts.map { all.baseAddress! + $0 })
    }
  }

  /// Like `withPointers(_:)`, with a null pointer after the last string.
  package mutating func withArgumentVector<Result>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    withPointers { pointers in body(pointers.map(Optional.some) + [nil]) }
  }
}
