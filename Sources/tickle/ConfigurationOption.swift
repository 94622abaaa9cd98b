import ArgumentParser
import Configuration
import Program

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
