import ArgumentParser
import Configuration
import Program
import Text
import TouchInput
import Trials

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Checks which gestures a configuration recognizes in hands and recordings.",
    discussion: """
      A file of cases is TOML: each [[case]] has a hand in words or a recording, and names the gestures that must be recognized, \
      and those that must not. NAME.test.toml has the cases for NAME.toml beside it. Without files, it is the one beside the \
      configuration. Without --config, a file of cases is for the configuration that it names, else for the one beside it, else \
      for the default one. Exits with 1 if a case fails.

      Examples:
        tickle test kiosk.toml
        tickle test kiosk.test.toml --format tap
        tickle test --config kiosk.toml --suggest
      """)

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text; json: one object per line; or tap: the Test Anything Protocol, for prove.")
  var format = TrialLines.Format.text
  @OptionGroup var model: PanelModelOption
  @Flag(help: "Prints cases with a hand for each gesture of the configuration, instead of playing any.")
  var suggest = false
  @Argument(
    help: ArgumentHelp("Files of cases. A configuration is used like --config.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var files: [String] = []

  mutating func validate() throws {
    files = try file.take(from: files, where: Self.isConfiguration)
    if suggest && !files.isEmpty {
      throw ValidationError("--suggest prints cases: name a configuration with --config.")
    }
  }

  /// Whether an argument is a configuration. Files of cases may have any name.
  private static func isConfiguration(_ path: String) -> Bool {
    guard ConfigurationOption.isConfiguration(path), !path.hasSuffix(CaseFile.ending),
      let bytes = try? contents(path: path)
    else { return false }
    return !String(decoding: bytes, as: UTF8.self).contains("[[case]]")
  }

  func run() throws {
    if suggest { return try printSuggestions() }
    let paths = files.isEmpty ? [CaseFile.path(forConfiguration: Configuration.path(option: file.config))] : files
    var lines = TrialLines(format)
    do {
      let read = try paths.map { path in try load(path) }
      for line in lines.head(cases: read.map(\.file.cases.count).reduce(0, +)) { try Answer.say(line) }
      var isKept = true
      for (file, trial) in read {
        for gestureCase in file.cases {
          let verdict = try play(gestureCase, trial)
          if !verdict.isKept { isKept = false }
          for line in lines.lines(verdict, of: file.path) { try Answer.say(line) }
        }
      }
      for line in lines.foot { try Answer.say(line) }
      if !isKept { throw ExitCode(.failed) }
    } catch let failure as Failure {
      for line in lines.bailOut(failure.message) { try Answer.say(line) }
      throw Diagnostics.failure(failure.message, failure.status)
    }
  }

  private func printSuggestions() throws {
    let path = Configuration.path(option: file.config)
    let configuration = try Configuration.load(path: path).configuration
    let cases = Reach(configuration, shape: HandShapes(besideConfiguration: path).strokes).cases
    try Answer.say(cases.map(\.text).joined(separator: "\n\n"))
  }

  /// The reason why the cases cannot be played.
  private struct Failure: Error {
    let message: String
    let status: ExitStatus
  }

  private func load(_ path: String) throws -> (file: CaseFile, trial: Trial) {
    do {
      var configurationPath = ""
      let (file, configuration) = try CaseFile.load(
        path: path,
        configuration: { named in
          configurationPath = self.configuration(of: path, named)
          do throws(ConfigurationError) {
            return try Configuration.load(path: configurationPath).configuration
          } catch { throw Failure(message: "\(error)", status: error.exitStatus) }
        }, objection: Trial.objection)
      let shapes = HandShapes(besideConfiguration: configurationPath)
      return (file, Trial(configuration, model: try model.load(), shape: shapes.strokes))
    } catch let error as ConfigurationError {
      switch error {
      case .unusable: throw Failure(message: "\(error)", status: .dataError)
      case .missing:
        throw Failure(
          message: "open \(path.printable): No such file or directory (write cases there, or name a file of cases)",
          status: error.exitStatus)
      case .noPermission, .unreadable: throw Failure(message: "\(error)", status: error.exitStatus)
      }
    }
  }

  /// The path of the configuration for a file of cases.
  private func configuration(of path: String, _ named: String?) -> String {
    if let config = file.config { return config }
    if let named { return named }
    let beside = path.hasSuffix(CaseFile.ending) ? String(path.dropLast(CaseFile.ending.count)) + ".toml" : ""
    return !beside.isEmpty && Paths.exists(beside) ? beside : Configuration.path(option: nil)
  }

  private func play(_ gestureCase: GestureCase, _ trial: Trial) throws -> Verdict {
    do {
      return try trial.play(gestureCase, warn: Diagnostics.warn)
    } catch let error as TrialError {
      return Verdict(of: gestureCase, unplayable: error)
    } catch let error as RecordingError {
      throw Failure(message: "\(error)", status: error.exitStatus)
    }
  }
}

extension TrialLines.Format: ExpressibleByArgument {}
