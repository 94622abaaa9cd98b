// tickle/Starting: `tickle init` and `tickle recipe`.
import ArgumentParser
import Configuration
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
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; its folders are created, and a file that exists is not overwritten.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var output: String?
  @Option(name: .shortAndLong, help: "text, or json: one object per line.")
  var format = OutputFormat.text
  @Argument(
    help: "kiosk, panel, phone, tablet or till; without a name, the starters are listed.",
    completion: .custom { ShippedConfigurations.starters.names(beginning: $2) })
  var machine: String?

  func validate() throws {
    guard output != nil else { return }
    if machine == nil { throw ValidationError("Name the kind of machine: tickle init kiosk --output FILE") }
    if format == .json { throw ValidationError("--output writes the starter itself: leave out --format json.") }
  }

  func run() throws {
    let starters = ShippedConfigurations.starters
    guard let machine else { return try starters.list(format) }
    let starter = try starters.entry(machine)
    defer { for guess in Touchscreens.guesses(nil) { Diagnostics.say("note: \(guess.sentence)") } }
    guard let output, output != "-" else { return try starters.show(starter, format, withText: true) }
    let file = NewFile(path: output)
    try file.makeParents()
    try file.write(starter.text)
    Diagnostics.say("Wrote \(output.printable)\nRun it and touch the screen: \(next(output))")
  }

  /// The command that runs the new configuration. A file in the place where the daemon looks needs no option.
  private func next(_ path: String) -> String {
    let option = Configuration.path(option: nil) == path ? "" : " --config \(path.shellWord)"
    return "tickled\(option) --format text"
  }
}
