import Glibc
import Program

/// A file of sysfs that holds one number.
enum KernelNumber {
  struct Failure: Error {
    let call: String
    let path: String
    let error: Int32

    /// "open /sys/…: Permission denied"
    var reason: String { "\(call) \(path): \(systemError(error))" }
  }

  /// Returns the number at the file's beginning, or 0 if there is none.
  static func read(_ path: String) throws(Failure) -> Int {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(call: "open", path: path, error: errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw Failure(call: "read", path: path, error: errno) }
    let digits = bytes.prefix(count).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  static func write(_ number: Int, to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_TRUNC)
    guard descriptor >= 0 else { throw Failure(call: "open", path: path, error: errno) }
    defer { close(descriptor) }
    let text = "\(number)\n"
    guard Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else {
      throw Failure(call: "write", path: path, error: errno)
    }
  }

  /// Throws the failure that writing to the file would have.
  static func checkWriting(to path: String) throws(Failure) {
    if access(path, W_OK) != 0 { throw Failure(call: "open", path: path, error: errno) }
  }
}
