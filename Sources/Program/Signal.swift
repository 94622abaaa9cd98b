import Glibc

/// The signals that programs wait for, by their numbers.
package enum Signal {
  package static var childEnded: Int32 { SIGCHLD }
  package static var continued: Int32 { SIGCONT }
  package static var hangUp: Int32 { SIGHUP }
  package static var interrupt: Int32 { SIGINT }
  package static var stop: Int32 { SIGTSTP }
  package static var terminate: Int32 { SIGTERM }
  package static var user1: Int32 { SIGUSR1 }
  package static var user2: Int32 { SIGUSR2 }
  package static var windowResized: Int32 { SIGWINCH }

  /// Writing to a pipe or socket without a reader fails from now on, instead of ending the program.
  package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Has the ends of children reported, even if the parent process has ignored them.
  package static func reportChildren() { _ = signal(SIGCHLD, SIG_DFL) }
}
