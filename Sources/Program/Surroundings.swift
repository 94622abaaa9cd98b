import CLinux
import Glibc

package func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Returns the entries NAME=VALUE of this process's environment, each as its bytes with a NUL at the end.
package func environmentEntries() -> [[CChar]] {
  var entries: [[CChar]] = []
  let all = linux_environment()!
  while let entry = all[entries.count] {
    entries.append(Array(UnsafeBufferPointer(start: entry, count: strlen(entry) + 1)))
  }
  return entries
}

/// The machine's name, cut after 255 bytes.
package var hostName: String {
  var name = [CChar](repeating: 0, count: 256)
  gethostname(&name, name.count - 1)
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The kernel's version, as `uname -r` prints it.
package var kernelRelease: String {
  var system = utsname()
  guard uname(&system) == 0 else { return "unknown" }
  return withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

/// The time of the wall clock, in seconds since 1970.
package var unixTime: Double {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Blocks this thread for a time, or until a signal comes.
package func blockThread(microseconds: UInt32) { _ = usleep(microseconds) }
