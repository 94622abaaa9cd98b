import ArgumentParser
import Configuration
import Program
import Screen

/// The tool's command line.
@main
struct Tickle: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tickle",
    abstract: "Looks at touchscreens, configurations and recordings for tickled, the touchscreen gesture daemon.",
    version: "tickle \(Version.current)",
    subcommands: [
      CheckCommand.self,
      DevicesCommand.self,
      MonitorCommand.self,
      LearnCommand.self,
      RecordCommand.self,
      ReplayCommand.self,
      ExplainCommand.self,
      InjectCommand.self,
      DemoCommand.self,
      StatusCommand.self,
      ReloadCommand.self,
      WatchCommand.self,
      RotateCommand.self,
      PauseCommand.self,
      ResumeCommand.self,
      SetCommand.self,
    ])
}

extension OutputFormat: ExpressibleByArgument {}

/// Where every command that needs a configuration finds it.
struct ConfigurationOption: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The configuration (default: ~/.config/tickled/config.toml, else /etc/tickled/config.toml).", valueName: "file"))
  var config: String?

  /// Reads it; one that cannot be used ends the command with its errors told.
  func load() throws -> Configuration {
    let path = Configuration.path(option: config)
    do {
      let (configuration, warnings) = try Configuration.load(path: path)
      for warning in warnings { Diagnostics.say("\(warning)") }
      return configuration
    } catch {
      Diagnostics.say("\(error)")
      throw ExitCode(error.exitStatus)
    }
  }
}

extension ExitCode {
  init(_ status: ExitStatus) { self.init(status.rawValue) }
}
