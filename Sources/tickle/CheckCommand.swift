import ArgumentParser
import Configuration
import Program
import Screen
import Text
import Trials

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Validates configurations and points at their errors.",
    discussion: """
      Each file is checked on its own. Exits with 0 if all are valid, with or without warnings, and otherwise with the \
      status of the first one that is not: 78 if it has errors. Warnings point at what can never work: views that no finger \
      reaches, gestures that no hand makes beside the others, missing programs and files. Notes name the permissions that the \
      service needs for the actions.

      Examples:
        tickle check
        tickle check --strict kiosk.toml
        tickle check --effective kiosk.toml
      """)

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text, or json: one object per line for each error, warning and note.")
  var format = OutputFormat.text
  @Flag(help: "Also exits with 78 if there are warnings.")
  var strict = false
  @Flag(help: "Does not play hands, which find the gestures that no hand makes.")
  var fast = false
  @Flag(help: "Prints the configuration that applies, with all defaults filled in, as TOML.")
  var effective = false
  @Flag(help: "Prints a JSON schema of configurations, for editors.")
  var schema = false
  @Option(
    name: .customLong("for"),
    help: "Where it will be used: service, or session (default: session below ~/.config, otherwise service).")
  var purpose: Configuration.Purpose?
  @Argument(
    help: ArgumentHelp("Configurations, like --config; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var files: [String] = []

  private var named: [String] { [file.config].compactMap { $0 } + files }

  func validate() throws {
    try InputFile.requireOneStandardInput(named)
    if schema, effective || strict || !named.isEmpty || format != .text {
      throw ValidationError("--schema prints a schema: it takes neither a file nor other options.")
    }
    guard effective else { return }
    if named.count > 1 { throw ValidationError("--effective prints one configuration: name one file.") }
    if strict || format != .text {
      throw ValidationError("--effective prints the configuration: leave out --strict and --format.")
    }
  }

  func run() throws {
    if schema { return try Answer.say(String(EditorSchema.text.dropLast())) }
    if effective { return try printEffective(named.first ?? Configuration.path(option: nil)) }
    var status: ExitStatus?
    for path in named.isEmpty ? [Configuration.path(option: nil)] : named {
      let own = try check(path)
      status = status ?? own
    }
    if let status { throw ExitCode(status) }
  }

  private func printEffective(_ path: String) throws {
    let (text, warnings) = try Configuration.effective(path: path)
    for warning in warnings { Diagnostics.say("\(warning)") }
    try Answer.say(String(text.dropLast()))
  }

  /// - Returns: the exit status; `nil` if the file passes.
  private func check(_ path: String) throws -> ExitStatus? {
    do {
      let progress = HandProgress()
      let hands = fast ? nil : Reach.remarks(besideConfiguration: path, progress: progress.show)
      let (configuration, remarks) = try Configuration.inspect(path: path, for: purpose, from: hands)
      progress.clear()
      try show(remarks)
      let warnings = remarks.count { $0.severity == .warning }
      let passes = warnings == 0 || !strict
      if format == .text {
        let contents = "\(count(configuration.views.count, "view")), \(count(configuration.gestures.count, "gesture"))"
        let name = InputFile(path).name.printable
        try Answer.say(
          passes ? "\(name): valid (\(contents))" : "\(name): not accepted by --strict (\(count(warnings, "warning")))")
      }
      for guess in Touchscreens.guesses(configuration) { try note(guess.sentence, about: guess.node) }
      return passes ? nil : .configuration
    } catch ConfigurationError.unusable(let diagnostics) {
      try show(diagnostics)
      return .configuration
    } catch let error as ConfigurationError {
      Diagnostics.say("\(error)")
      return error.exitStatus
    }
  }

  private func show(_ diagnostics: [Diagnostic]) throws {
    for diagnostic in diagnostics {
      switch format {
      case .text: Diagnostics.say("\(diagnostic)")
      case .json: try Answer.say(diagnostic.json)
      }
    }
  }

  /// Notes something about a device of this machine, which is not in the file.
  private func note(_ sentence: String, about node: String) throws {
    if format == .text { return Diagnostics.say("note: \(sentence)") }
    try Answer.say(
      JSONWriter.text { writer in
        writer.member("severity", "note")
        writer.member("device", node)
        writer.member("message", sentence)
      })
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension Configuration.Purpose: ExpressibleByArgument {}

extension Diagnostic {
  fileprivate var json: String {
    JSONWriter.text { writer in
      writer.member("severity", severity.rawValue)
      writer.member("file", file)
      writer.member("line", line)
      writer.member("column", column)
      writer.member("message", message)
      if let suggestion { writer.member("suggestion", suggestion) }
      if let replacement {
        writer.member("end_column", endColumn)
        writer.member("replacement", replacement)
      }
    }
  }
}
