/// The programs' exit statuses, after sysexits.h.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// A case of `tickle test` failed, or `tickle doctor` found something.
  case failed = 1
  /// A command line that cannot be understood.
  case usage = 64
  /// A recording that cannot be read.
  case dataError = 65
  /// A file that does not exist.
  case noInput = 66
  /// A device, a socket or uinput that does not exist.
  case unavailable = 69
  /// A bug.
  case software = 70
  /// Input or output failed.
  case ioError = 74
  case noPermission = 77
  /// An invalid configuration.
  case configuration = 78

  package func exit() -> Never { Processes.end(rawValue) }
}
