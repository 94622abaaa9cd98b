import Foundation

/// The sanitizer that the tests and the programs are built with. `Tests/sanitizers/run` sets the variables.
enum Sanitizer {
  static let isThreadSanitizer = variables["SANITIZER"] == "thread"
  static let isUsed = variables["SANITIZER"] != nil
  /// The variables by which the programs write a sanitizer's reports where that script finds them.
  static let options = variables.filter { ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }

  private static let variables = ProcessInfo.processInfo.environment
}
