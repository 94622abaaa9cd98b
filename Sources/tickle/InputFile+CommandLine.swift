import ArgumentParser
import Program

extension InputFile {
  /// Refuses a command line that names standard input more than once, as it can be read only once.
  static func requireOneStandardInput(_ paths: [String?]) throws {
    guard paths.count(where: { $0 == "-" }) > 1 else { return }
    throw ValidationError("Standard input (-) can be read only once: name a file instead of one of them.")
  }
}
