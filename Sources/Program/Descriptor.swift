import Glibc

/// Descriptors of files, pipes and devices.
package enum Descriptor {
  package static var standardInput: Int32 { STDIN_FILENO }
  package static var standardOutput: Int32 { STDOUT_FILENO }
  package static var standardError: Int32 { STDERR_FILENO }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
  package static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}
