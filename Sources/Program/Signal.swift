import CLinux
import Glibc

/// A signal, by its number.
package struct Signal: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let childEnded = Signal(rawValue: SIGCHLD)
  package static let continued = Signal(rawValue: SIGCONT)
  package static let hangUp = Signal(rawValue: SIGHUP)
  package static let interrupt = Signal(rawValue: SIGINT)
  package static let kill = Signal(rawValue: SIGKILL)
  package static let stop = Signal(rawValue: SIGTSTP)
  package static let terminate = Signal(rawValue: SIGTERM)
  package static let user1 = Signal(rawValue: SIGUSR1)
  package static let user2 = Signal(rawValue: SIGUSR2)
  package static let windowResized = Signal(rawValue: SIGWINCH)

  /// `SIGTERM`, or `signal 64` for one without a name.
  package var description: String {
    linux_signal_name(rawValue).map { "SIG" + String(cString: $0) } ?? "signal \(rawValue)"
  }

  /// Sends the signal to all processes of a group.
  package func send(toGroup group: Int32) { Glibc.kill(-group, rawValue) }

  /// Blocks signals in this thread, and in those that it starts from now on.
  /// - Returns: whether that succeeded.
  @discardableResult
  package static func block(_ signals: [Signal]) -> Bool {
    linux_block_signals(signals.map { $0.rawValue }, Int32(signals.count)) == 0
  }

  package static func unblock(_ signals: [Signal]) {
    linux_unblock_signals(signals.map { $0.rawValue }, Int32(signals.count))
  }

  /// Creates a descriptor that is readable when one of the blocked signals has arrived, and doesn't wait; negative if that fails.
  package static func descriptor(for signals: [Signal]) -> Int32 {
    linux_signalfd(signals.map { $0.rawValue }, Int32(signals.count))
  }

  /// Writing to a pipe or socket without a reader fails from now on, instead of ending the program.
  package static func ignoreBrokenPipes() { linux_ignore_signal(SIGPIPE) }

  /// Has the ends of children reported, even if the parent process has ignored them.
  package static func reportChildren() { linux_restore_signal(SIGCHLD) }
}

/// Processes, by their numbers.
package enum Processes {
  package static var own: Int32 { getpid() }

  /// Whether there is a process with this number, which may have ended without being reaped.
  package static func exists(_ process: Int32) -> Bool { kill(process, 0) == 0 || Errno.latest != .noSuchProcess }

  package static func groupExists(_ group: Int32) -> Bool { exists(-group) }

  /// Waits for the end of a child, and reaps it.
  package static func awaitEnd(of child: Int32) {
    while waitpid(child, nil, 0) < 0, Errno.latest == .interrupted {}
  }

  static func end(_ status: Int32) -> Never { exit(status) }

  /// Becomes another program, with this environment.
  /// - Parameters:
  ///   - program: searched in PATH if it has no slash.
  ///   - words: the program's arguments, with its name as the first one.
  /// - Returns: why that failed.
  package static func become(_ program: String, _ words: [String]) -> Errno {
    var words = CStrings(words)
    return words.withArgumentVector { words in
      execvp(program, words)
      return .latest
    }
  }
}
