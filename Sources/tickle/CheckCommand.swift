import ArgumentParser
import Configuration
import JSON
import Program
import Screen

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Validates a configuration and points at its errors.",
    discussion: """
      Exits with 0 if the configuration is valid, with or without warnings, and with 78 if it is not. Warnings point at what can \
      never work: views that no finger reaches, gestures that another one always prevents, missing programs and files. Notes \
      name the permissions that the service needs for the actions.
      """)

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text, or json: one object per line for each error, warning and note.")
  var format = OutputFormat.text

  func run() throws {
    let path = Configuration.path(option: file.config)
    do {
      let (configuration, remarks) = try Configuration.inspect(path: path)
      try show(remarks)
      if format == .text {
        let views = count(configuration.views.count, "view")
        try Answer.say("\(path): valid (\(views), \(count(configuration.gestures.count, "gesture")))")
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
