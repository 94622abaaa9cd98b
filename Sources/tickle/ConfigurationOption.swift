import ArgumentParser
import Configuration
import Screen

/// The `--config` option of every command that needs a configuration.
struct ConfigurationOption: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The configuration; - is standard input (default: ~/.config/tickled/config.toml if it exists, else \
      /etc/tickled/config.toml).
      """, valueName: "file"), completion: .file(extensions: ["toml"]))
  var config: String?

  /// Reads the configuration. An invalid one ends the command after printing its errors.
  func load() throws -> Configuration {
    let path = Configuration.path(option: config)
    do {
      let (configuration, warnings) = try Configuration.load(path: path)
      for warning in warnings { Diagnostics.say("\(warning)") }
      return configuration
    } catch { throw Diagnostics.failure("\(error)", error.exitStatus) }
  }
}

extension Configuration {
  /// Returns a gesture's settings. An unknown name ends the command.
  @discardableResult
  func gesture(named name: String) throws -> GestureSettings {
    if let gesture = gestures.first(where: { $0.name == name }) { return gesture }
    throw Diagnostics.failure("tickle: no gesture is called \(name.quoted)\(nearestGesture(to: name))", .usage)
  }
}
