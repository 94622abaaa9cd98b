import Actions
import ArgumentParser
import Configuration
import Follow
import Text

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Prints a keyboard layout for the configuration.",
    discussion: """
      With it, key actions press letters where this layout has them, and text actions know how to type. Save the output as a file in \
      the folder config.d beside the configuration. In a session, `tickle follow` sends the layout, and this is not needed.

      Examples:
        tickle keys --layout de
        tickle keys --layout de --variant nodeadkeys
      """)

  @Option(name: .shortAndLong, help: "A layout of xkb-data: de, fr, us; localectl list-x11-keymap-layouts lists them.")
  var layout: String
  @Option(help: "A variant of the layout, such as nodeadkeys; localectl list-x11-keymap-variants LAYOUT lists them.")
  var variant: String?

  func run() throws {
    let name = variant.map { "\(layout) (\($0))" } ?? layout
    guard let keys = KeyboardLayout(named: layout, variant: variant) else {
      throw Diagnostics.failure("tickle: xkb-data has no layout \(name.printable)", .usage)
    }
    try Answer.say(
      """
      # The layout \(name.printable), by `tickle keys`: the characters of each key, alone, with shift, with AltGr, and with both.
      [daemon.keyboard]
      """)
    for key in KeyboardLayout.keys { if let row = keys.rows[key] { try Answer.say("\(key) = \(row.tomlText)") } }
  }
}
