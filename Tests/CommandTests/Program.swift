import Foundation

/// A built program, run as a child process. It lies beside the test bundle.
enum Program: String {
  case tickle, tickled
  case actionStress = "ActionStress"

  static let folder: String = {
    guard let bundle = realpath("/proc/self/exe", nil) else { fatalError("realpath /proc/self/exe") }
    defer { free(bundle) }
    return URL(filePath: String(cString: bundle)).deletingLastPathComponent().path
  }()

  var path: String { "\(Self.folder)/\(rawValue)" }

  /// Runs it to its end, and waits for it in this thread: for what takes milliseconds.
  func run(_ arguments: [String], environment: [String: String] = [:], output: String? = nil) throws -> Outcome {
    let child = try start(arguments, environment: environment, output: output)
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      if let outcome = try child.outcome() { return outcome }
      if ContinuousClock.now > deadline { throw ChildError.late(child.words) }
      usleep(500)
    }
  }

  /// Starts it: for what is talked to while it runs, or takes its time.
  /// - Parameters:
  ///   - environment: beside PATH, and over the defaults that keep the machine's own files out.
  ///   - wrapper: words before the program, as `umockdev-run … --`.
  ///   - output: a file for standard output instead of one of the child's own.
  func start(
    _ arguments: [String], environment: [String: String] = [:], wrapper: [String] = [], output: String? = nil
  ) throws -> Child {
    try Child(wrapper + [path] + arguments, environment: environment, output: output)
  }
}

/// How a program ended, and what it said.
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
