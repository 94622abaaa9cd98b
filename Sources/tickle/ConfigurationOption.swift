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

  /// Whether an argument without an option is a configuration.
  static func isConfiguration(_ argument: String) -> Bool { argument.hasSuffix(".toml") }

  /// What the help of arguments that may contain a configuration says about that.
  static let argumentNote = "A file that ends in .toml is the configuration."

  /// Takes the configuration from a command's arguments, as if `--config` named it, and returns the other arguments.
  mutating func take(
    from arguments: [String], where isConfiguration: (String) -> Bool = Self.isConfiguration
  ) throws -> [String] {
    let named = [config].compactMap { $0 } + arguments.filter(isConfiguration)
    guard named.count < 2 else {
      throw ValidationError("Name one configuration, not \(named.map(\.quoted).joined(separator: " and ")).")
    }
    config = named.first
    return arguments.filter { !isConfiguration($0) }
  }

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

/// The configuration of a command that takes no other files: `--config FILE`, or FILE alone if it ends in .toml.
struct ConfigurationFile: ParsableArguments {
  @OptionGroup var option: ConfigurationOption
  @Argument(
    help: ArgumentHelp("The configuration, like --config; it must end in .toml.", valueName: "file.toml"),
    completion: .file(extensions: ["toml"]))
  var file: String?

  var config: String? { option.config }

  mutating func validate() throws {
    if let other = try option.take(from: [file].compactMap { $0 }).first {
      throw ValidationError("\(other.quoted) does not end in .toml: name a configuration like this with --config.")
    }
  }

  func load() throws -> Configuration { try option.load() }
}

extension Configuration {
  /// Returns a gesture's settings. An unknown name ends the command.
  @discardableResult
  func gesture(named name: String) throws -> GestureSettings {
    if let gesture = gestures.first(where: { $0.name == name }) { return gesture }
    throw Diagnostics.failure("tickle: no gesture is called \(name.quoted)\(nearestGesture(to: name))", .usage)
  }
}
