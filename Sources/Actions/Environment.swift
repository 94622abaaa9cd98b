import Glibc

/// The environment of a command, as the bytes that it gets.
struct Environment {
  private var entries: [[UInt8]] = []

  /// This process's own, without what its service manager says to it alone.
  static var inherited: Environment {
    var environment = Environment()
    var next = environ
    while let entry = next.pointee {
      environment.set(entry: Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
      next += 1
    }
    for name in ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] {
      environment.remove(Array(name.utf8))
    }
    return environment
  }

  /// `entry` is NAME=VALUE; it replaces an earlier one of its name.
  mutating func set(_ entry: String) { set(entry: Array(entry.utf8)) }

  mutating func set(_ name: String, _ value: String) { set("\(name)=\(value)") }

  private mutating func set(entry: [UInt8]) {
    remove(Array(entry.prefix { $0 != UInt8(ascii: "=") }))
    entries.append(entry)
  }

  private mutating func remove(_ name: [UInt8]) {
    entries.removeAll { $0.count > name.count && $0[name.count] == UInt8(ascii: "=") && $0.starts(with: name) }
  }

  func withPointers<Result>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
    withCStrings(entries, body)
  }
}

/// A NULL-terminated array of C strings, as exec wants it. A NUL inside a string is dropped.
func withCStrings<Result>(
  _ strings: [[UInt8]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for string in strings {
    starts.append(bytes.count)
    for byte in string where byte != 0 { bytes.append(CChar(bitPattern: byte)) }
    bytes.append(0)
  }
  return bytes.withUnsafeMutableBufferPointer { bytes in
    body(starts.map { bytes.baseAddress! + $0 } + [nil])
  }
}
