import Program

/// A file of sysfs that holds one number.
enum KernelNumber {
  /// Returns the number at the file's beginning, or 0 if there is none.
  static func read(_ path: String) throws(SystemFailure) -> Int {
    let digits = try SmallFiles.beginning(of: path, limit: 32).prefix {
      $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
    }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  static func write(_ number: Int, to path: String) throws(SystemFailure) {
    try SmallFiles.write(line: "\(number)", to: path)
  }

  /// Throws the failure that writing to the file would have.
  static func checkWriting(to path: String) throws(SystemFailure) {
    if !Paths.isWritable(path) { throw SystemFailure("open", path, .latest) }
  }
}
