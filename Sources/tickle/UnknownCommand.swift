import Configuration
import Text

/// A first word that is not a command.
enum UnknownCommand {
  /// Words that other programs have as commands, each with a sentence about what does that here.
  static let habits: [String: String] = [
    "calibrate": "`tickle setup` finds a panel's orientation, calibration and size",
    "config": "`tickle init` writes a configuration, `tickle check` validates it, `tickle edit` edits it",
    "debug": "`tickle monitor` shows why gestures fail, `tickle explain` says it of a recording",
    "disable": "`tickle set gesture NAME off` turns a gesture off, `systemctl disable --now tickled` the daemon",
    "enable": "`tickle set gesture NAME on` turns a gesture on, `systemctl enable --now tickled` the daemon",
    "events": "`tickle watch` prints the daemon's gestures as they happen",
    "keyboard": "`tickle keys` prints a keyboard layout for the configuration",
    "layout": "`tickle keys` prints a keyboard layout for the configuration",
    "lint": "`tickle check` validates configurations",
    "list": "`tickle devices` lists the touchscreens, `tickle show` the gestures, `tickle recipe` the recipes",
    "log": "`journalctl -fu tickled` shows the daemon's log",
    "logs": "`journalctl -fu tickled` shows the daemon's log",
    "play": "`tickle replay` plays a recording through a configuration, `tickle inject` into the kernel",
    "restart": "`systemctl restart tickled` restarts the daemon, `tickle reload` makes it read its configuration again",
    "run": "`tickled` is the daemon, `tickle demo` and `tickle replay` run without it",
    "start": "`systemctl start tickled` starts the daemon, `tickle resume` resumes it after `tickle pause`",
    "stop": "`systemctl stop tickled` stops the daemon, `tickle pause` pauses it",
    "validate": "`tickle check` validates configurations",
    "version": "`tickle --version` prints the version",
  ]

  /// Returns the message about a command line that does not begin with a command or an option; `nil` if it does.
  static func complaint(about words: [String]) -> String? {
    let commands = Tickle.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let word = words.first(where: { $0 != "help" }), !word.hasPrefix("-"), !commands.contains(word) else {
      return nil
    }
    if let habit = habits[word] { return "\(word.quoted) is not a command: \(habit)." }
    let suggestion = commands.closest(to: word).map { "; did you mean \($0.quoted)?" } ?? "."
    return "\(word.quoted) is not a command\(suggestion)"
  }
}
