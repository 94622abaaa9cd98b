import ArgumentParser
import Configuration
import JSON
import Program
import Screen

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Says whether a configuration can be used, and where not.",
    discussion: """
      Ends with 0 if it can, with or without warnings, and with 78 if it cannot. Warnings are about what can never work: views \
      that no finger reaches, gestures that another one always forestalls, programs and files that are not there. Notes say \
      what the service has to be allowed for these actions.
      """)

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text, or json: an object a line for each error, warning and note.")
  var format = OutputFormat.text

  func run() throws {
    let path = Configuration.path(option: file.config)
    do {
      let (configuration, remarks) = try Configuration.inspect(path: path)
      try show(remarks)
      if format == .text {
        let views = count(configuration.views.count, "view")
        try Answer.say("\(path): can be used: \(views), \(count(configuration.gestures.count, "gesture"))")
      }
    } catch ConfigurationError.unusable(let diagnostics) {
      try show(diagnostics)
      throw ExitCode(.configuration)
    } catch let error as ConfigurationError {
      Diagnostics.say("\(error)")
      throw ExitCode(error.exitStatus)
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

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension Diagnostic {
  fileprivate var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("severity", severity.rawValue)
      writer.member("file", file)
      writer.member("line", line)
      writer.member("column", column)
      writer.member("message", message)
      if let suggestion { writer.member("suggestion", suggestion) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
