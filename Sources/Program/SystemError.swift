import Glibc

/// The system's words for an errno.
package func systemError(_ error: Int32) -> String { String(cString: strerror(error)) }
