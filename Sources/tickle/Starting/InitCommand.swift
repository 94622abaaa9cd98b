// tickle/Starting: `tickle init` and `tickle recipe`.
import ArgumentParser
import Configuration
import Program
import Screen
import Text

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Prints or writes a configuration to start from.",
    discussion: """
      Each starter is a short, commented configuration for one kind of machine: kiosk, panel (on a wall), phone, tablet or till. \
      Its gestures make a sound and write to the log, so that you notice them at once. `tickle recipe` has longer \
      configurations.

      Examples:
        tickle init
        tickle init panel --output ~/.config/tickled/config.toml
        tickle init kiosk --service
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; its folders are created, and a file that exists is not overwritten.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var output: String?
  @Flag(
    help: """
      Writes /etc/tickled/config.toml, links the drop-ins that it needs, restarts the service, and prints gestures as they \
      come; for root, and what root gets on a terminal without --output.
      """)
  var service = false
  @Flag(help: "For a panel that is a device of Home Assistant; with --service, it sets up tickled-mqtt, too.")
  var homeAssistant = false
  @Option(name: .shortAndLong, help: "text, or json: one object per line.")
  var format = OutputFormat.text
  @Argument(
    help: "kiosk, panel, phone, tablet or till; without a name, the starters are listed.",
    completion: .custom { ShippedConfigurations.starters.names(beginning: $2) })
  var machine: String?

  func validate() throws {
    if homeAssistant && machine != "panel" {
      throw ValidationError("--home-assistant is for a panel: tickle init panel.")
    }
    guard output != nil || service else { return }
    if machine == nil { throw ValidationError("Name the kind of machine: tickle init kiosk --output FILE") }
    if format == .json { throw ValidationError("--output and --service write the starter: leave out --format json.") }
    if output != nil && service { throw ValidationError("--service names the file itself: leave out --output.") }
  }

  func run() throws {
    let starters = ShippedConfigurations.starters
    guard let machine else { return try starters.list(format) }
    let starter = try starters.entry(homeAssistant ? "\(machine)-home-assistant" : machine)
    let isRootsOwn =
      output == nil && format == .text && UserAccount.ownID == 0 && Descriptor.isTerminal(Descriptor.standardOutput)
    if service || isRootsOwn { return try ServiceSetup(withHomeAssistant: homeAssistant).run(starter.text) }
    defer { for guess in Touchscreens.guesses(nil) { Diagnostics.say("note: \(guess.sentence)") } }
    guard let output, output != "-" else { return try starters.show(starter, format, withText: true) }
    try Paths.makeFolders(above: output)
    try NewFile(path: output).write(starter.text)
    Diagnostics.say("Wrote \(output.printable)\nRun it and touch the screen: \(next(output))")
  }

  /// The command that runs the new configuration. A file in the place where the daemon looks needs no option.
  private func next(_ path: String) -> String {
    let option = Configuration.path(option: nil) == path ? "" : " --config \(path.shellWord)"
    return "tickled\(option) --format text"
  }
}
