import Glibc

/// Returns a variable of this process's environment.
package func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The machine's name, cut after 255 bytes.
package var hostName: String {
  var name = [CChar](repeating: 0, count: 256)
  gethostname(&name, name.count - 1)
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

package var processIdentifier: Int32 { getpid() }

/// Blocks this thread for a time, or until a signal comes.
package func blockThread(microseconds: UInt32) { _ = usleep(microseconds) }
