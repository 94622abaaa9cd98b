import ArgumentParser
import Screen

/// Starts `tickled-mqtt fleet`, as git starts its commands: only that program needs the library that speaks MQTT.
struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet", abstract: "Lists the panels that an MQTT broker knows, and what differs between them.",
    discussion: """
      Shows what each panel's tickled-mqtt has reported: its version and configuration, its health, and its last \
      touch. Below the table it says which panels differ from most, which ones are silent, and which ones have errors. \
      Needs the package tickled-mqtt.

      Examples:
        tickle fleet --broker mqtt://broker.local
        tickle fleet --silent 48 --format json
      """)

  @Option(
    name: .shortAndLong, help: "The settings with the broker (default: /etc/tickled/mqtt.toml).", completion: .file())
  var config: String?
  @Option(name: .shortAndLong, help: "The broker: HOST, mqtt://HOST:PORT or mqtts://HOST:PORT.")
  var broker: String?
  @Option(name: .shortAndLong, help: "The user's name at the broker.")
  var user: String?
  @Option(help: "A file with the password, which others can't read.", completion: .file())
  var passwordFile: String?
  @Option(help: "The certificates of the authorities that may have signed the broker's.", completion: .file())
  var caFile: String?
  @Option(help: "The first level of the panels' topics.")
  var topic: String?
  @Option(name: .shortAndLong, help: "The seconds for which answers are awaited.")
  var wait: Double = 2
  @Option(name: .shortAndLong, help: "A panel without a touch for this many hours is silent.")
  var silent: Double = 24
  @Option(name: .shortAndLong, help: "text or json.")
  var format = OutputFormat.text

  private static let program = "tickled-mqtt"

  func run() throws {
    var words = [Self.program, "fleet", "--wait", "\(wait)", "--silent", "\(silent)", "--format", format.rawValue]
    for (name, value) in [
      ("config", config), ("broker", broker), ("user", user), ("password-file", passwordFile), ("ca-file", caFile),
      ("topic", topic),
    ] {
      if let value { words += ["--\(name)", value] }
    }
    throw ExitCode(NeighbourProgram(Self.program, package: Self.program).execute(words))
  }
}
