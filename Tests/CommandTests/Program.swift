import Foundation
import Testing

/// A built program, which is beside the test bundle and runs as a child process.
enum Program: String {
  case tickle, tickled
  case bridge = "tickled-mqtt"
  case edit = "tickle-edit"
  case actionStress = "ActionStress"
  case panelTaps = "PanelTaps"
  case saver = "Saver"

  static let folder: String = {
    guard let bundle = realpath("/proc/self/exe", nil) else { fatalError("realpath /proc/self/exe") }
    defer { free(bundle) }
    return URL(filePath: String(cString: bundle)).deletingLastPathComponent().path
  }()

  var path: String { "\(Self.folder)/\(rawValue)" }

  /// Runs the program to its end and blocks this thread meanwhile: for runs that take milliseconds.
  func run(_ arguments: [String], environment: [String: String] = [:], output: String? = nil) throws -> Outcome {
    try Child.run([path] + arguments, environment: environment, output: output)
  }

  /// Starts the program: for runs that take longer, or that the test interacts with.
  /// - Parameters:
  ///   - environment: additional variables. They override the defaults, which isolate the program from the machine's files.
  ///   - wrapper: words before the program, such as `umockdev-run … --`.
  ///   - output: a file for standard output, instead of the child's own.
  func start(
    _ arguments: [String], environment: [String: String] = [:], wrapper: [String] = [], output: String? = nil
  ) throws -> Child {
    try Child(wrapper + [path] + arguments, environment: environment, output: output)
  }
}

/// The machine's own configuration, which no test uses.
enum SystemConfiguration {
  /// Words that run a program where the system has none, or `nil` if this user may not hide it.
  static let hidden: [String]? = {
    let folder = "/etc/tickled"
    guard access(folder, F_OK) == 0 else { return [] }
    let namespaces = geteuid() == 0 ? ["--mount"] : ["--mount", "--user", "--map-current-user", "--keep-caps"]
    let words = ["unshare"] + namespaces + ["sh", "-c", "mount -t tmpfs tmpfs \(folder) && exec \"$@\"", "sh"]
    return (try? Child.run(words + ["true"]).end) == .status(0) ? words : nil
  }()
  static let visible: Comment = "this user may not hide /etc/tickled: skipped"
}

/// How a program ended, and its output.
struct Outcome {
  enum End: Equatable { case status(Int32), signal(Int32) }

  let end: End
  let outputBytes: Data
  let errorBytes: Data

  var output: String { String(decoding: outputBytes, as: UTF8.self) }
  var errors: String { String(decoding: errorBytes, as: UTF8.self) }
  var errorLines: [Substring] { errors.split(separator: "\n") }
}

enum ChildError: Error, CustomStringConvertible {
  case notStarted(String, Int32)
  case late(String)

  var description: String {
    switch self {
    case .notStarted(let words, let code): "\(words): \(String(cString: strerror(code)))"
    case .late(let what): "not in time: \(what)"
    }
  }
}
