import Glibc

/// Returns a variable of this process's environment.
package func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Blocks this thread for a time, or until a signal comes.
package func blockThread(microseconds: UInt32) { _ = usleep(microseconds) }
