import Actions
import ArgumentParser
import Configuration
import Control
import Program
import Screen
import Text
import TouchInput

/// The `--config` option of commands for the running daemon: the configuration names its control socket.
struct DaemonOption: ParsableArguments {
  @OptionGroup var file: ConfigurationOption

  func connect() throws -> ControlClient {
    try ControlClient(configuration: Configuration.path(option: file.config))
  }
}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Shows the running daemon's status.",
    discussion: """
      Examples:
        tickle status
        tickle status --format json
      """)

  @OptionGroup var daemon: DaemonOption
  @Option(name: .shortAndLong, help: "text or json.")
  var format = OutputFormat.text

  func run() throws {
    let (line, reply) = try daemon.connect().ask(.status)
    guard case .status(var status) = reply else {
      return try Answer.say(String(decoding: JSONText.withoutControls(line), as: UTF8.self))
    }
    status.findReaders()
    switch format {
    case .text: try Answer.say(status.text)
    case .json:
      let line = ControlReply.status(status).line(to: "status").dropLast()
      try Answer.say(String(decoding: JSONText.withoutControls(Array(line)), as: UTF8.self))
    }
  }
}

extension DaemonStatus {
  /// Finds the programs that read the clones. The daemon is not allowed to look into other processes; this tool's user may be.
  fileprivate mutating func findReaders() {
    for index in panels.indices where panels[index].isGrabbed {
      panels[index].cloneReaders = panels[index].clone.map { NodeReaders.of($0) }
    }
  }
}

extension DaemonStatus {
  /// The status as text for people. Text from the daemon is made printable first.
  fileprivate var text: String {
    func number(_ value: Double) -> String { Decimal.fixed(value, decimals: 0) }
    let steps = idle.isEmpty ? "" : ", idle (\(idle.map(\.printable).joined(separator: ", ")))"
    let state = (mode == "default" ? "" : ", mode \(mode.printable)") + steps + (isPaused ? ", paused" : "")
    var text = """
      tickled \(version.printable), process \(pid)\(guardian.map { ", guardian \($0)" } ?? ""), up \(number(uptime)) s\(state)
      \(configuration.printable): \(views) views, \(gestures) gestures
      """
    if isConfigurationNewer && configurationErrors.isEmpty {
      text += "\nthe file has changed since it was read: `tickle reload` applies the changes"
    }
    for trouble in troubles { text += "\ntrouble with \(trouble.about.printable): \(trouble.message.printable)" }
    if !troubles.isEmpty { text += "\n`tickle doctor` says what to do" }
    if !configurationErrors.isEmpty {
      text += "\nthe file has errors; the last valid configuration is active until `tickle reload`:"
      for error in configurationErrors { text += "\n  \(error.printable)" }
    }
    if let lastTouch { text += "\nlast touch \(Decimal.fixed(lastTouch, decimals: 1)) s ago" }
    for sentence in losses.sentences { text += "\n\(sentence)" }
    for panel in panels {
      text += """

        screen \(panel.screen.printable): \(panel.name.printable) on \(panel.node.printable), \
        \(number(panel.width)) × \(number(panel.height)) mm (\(panel.sizeSource.printable)), \
        \(panel.touches) fingers down, \(panel.frames) frames, \(panel.dropped) losses
        """
      if panel.sizeSource == "assumed" { text += "; all lengths are guesses: `tickle setup` measures the size" }
      if !panel.quirks.isEmpty { text += "; known as \(panel.quirks.joined(separator: ", ").printable)" }
      if let sentence = panel.model?.sentence { text += "; \(sentence)" }
      if let sentence = panel.filtered.sentence { text += "; \(sentence)" }
      for sentence in KernelBug.sentences(panel.kernelBugs) { text += "; \(sentence)" }
      if let gesture = panel.lastGesture {
        text += "; last gesture \(gesture.printable), \(Decimal.fixed(panel.sinceGesture, decimals: 1)) s ago"
      }
      if panel.movementsWithout > 0 {
        let since = panel.lastGesture == nil ? "" : " since then"
        text += "; touched \(panel.movementsWithout) times\(since) without a gesture that has an action"
      }
      if let interception = panel.interception { text += "; \(interception.printable)" }
      if panel.isGrabbed, let way = panel.takeBack.flatMap(TakeBack.init) { text += "; \(way.sentence)" }
      if let readers = panel.cloneReaders, !readers.isEmpty { text += "; read by \(readers.joined(separator: ", "))" }
    }
    let misses = panels.flatMap(\.nearMisses)
    for miss in misses { text += "\n\(miss.sentence)" }
    if !misses.isEmpty { text += "\n`tickle tune --profile` prints values for such hands" }
    if panels.isEmpty { text += "\nno touchscreen: waiting for one" }
    return text
  }
}

extension DaemonStatus.Losses {
  fileprivate var sentences: [String] {
    [
      (output, "lines of standard output were lost"), (log, "lines of the log were lost"),
      (watchers, "lines were lost by clients that don't read"),
      (commands, "commands were dropped, as too many were running (the log names their gestures)"),
    ].compactMap { count, words in count > 0 ? "\(count) \(words)" : nil }
  }
}

struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Makes the running daemon read its configuration again.",
    discussion: """
      An invalid configuration is rejected with its errors and exit status 78, and the current one stays active. A valid one is \
      accepted immediately and takes effect when the current touches and gestures have ended, after 2 s at the latest.

      Examples:
        tickle reload
        tickle reload --config ~/.config/tickled/config.toml
      """)

  @OptionGroup var daemon: DaemonOption

  func run() throws {
    if case .taken(isPending: true) = try daemon.connect().ask(.reload).reply {
      Diagnostics.say(
        "tickle: configuration accepted; takes effect when touches and gestures have ended, in 2 s at the latest")
    }
  }
}

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Prints the running daemon's gestures as they happen.",
    discussion: """
      Examples:
        tickle watch --format text
        tickle watch --attempts --format text
      """)

  @OptionGroup var daemon: DaemonOption
  @Option(name: .shortAndLong, help: "json: JSON Lines; or text, as tickled --format text prints.")
  var format = OutputFormat.json
  @Flag(help: "Also prints the touches that views receive.")
  var touches = false
  @Flag(help: "Also prints what actions do, such as the commands that they run; for root and the daemon's user.")
  var values = false
  @Flag(help: "Also prints each movement of the hand, and why gestures were not recognized in it.")
  var attempts = false

  func run() throws {
    let client = try daemon.connect()
    _ = try client.ask(.watch(touches: touches, values: values, attempts: attempts, asText: format == .text))
    var output = BufferedOutput(isImmediate: true)
    while let line = client.nextLine(), !output.hasFailed {
      output.write(JSONText.withoutControls(format == .text ? Self.text(line) : line) + [UInt8(ascii: "\n")])
    }
    if output.hasFailed { throw ExitCode(.ioError) }
    throw Diagnostics.failure("tickle: tickled closed the connection", .unavailable)
  }

  /// The daemon reports lost lines to all clients in the same way.
  private static func text(_ line: [UInt8]) -> [UInt8] {
    guard line.first == UInt8(ascii: "{"), let json = JSONValue(parsing: line), json["type"]?.string == "lost",
      let lines = json["lines"]?.count?.number
    else { return line }
    return Array("\(lines) lines were lost".utf8)
  }
}

struct RotateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Changes a screen's orientation in the running daemon.",
    discussion: """
      Touches in progress are cancelled. A reload restores the orientation that the configuration sets.

      Examples:
        tickle rotate main left
        tickle rotate main normal
      """)

  @OptionGroup var daemon: DaemonOption
  @Argument(help: "The screen's name; \"main\" if no screen is configured.", completion: .names(of: .screen))
  var screen: String
  @Argument(help: "How the panel is mounted: normal, left, right or inverted.")
  var orientation: PanelGeometry.Orientation

  func run() throws { _ = try daemon.connect().ask(.rotate(screen: screen, orientation: orientation)) }
}

extension PanelGeometry.Orientation: ExpressibleByArgument {}

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pauses gesture recognition in the running daemon.",
    discussion: """
      Examples:
        tickle pause
        tickle pause --config ~/.config/tickled/config.toml
      """)

  @OptionGroup var daemon: DaemonOption

  func run() throws { _ = try daemon.connect().ask(.pause) }
}

struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Resumes gesture recognition in the running daemon.",
    discussion: """
      Examples:
        tickle resume
        tickle resume --config ~/.config/tickled/config.toml
      """)

  @OptionGroup var daemon: DaemonOption

  func run() throws { _ = try daemon.connect().ask(.resume) }
}

struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Switches views, gestures, the mode or the display state in the running daemon.",
    discussion: """
      tickle set view NAME on|off: whether a view receives touches.
      tickle set gesture NAME on|off: whether a gesture is recognized.
      tickle set mode NAME: the active mode; "default" means no mode.
      tickle set display on|off: whether the display is on, for wake_guard if the system does not report it.
      tickle set backlight on|off|PERCENT%: switches the display on or off, or sets its brightness.
      Settings of views, gestures and the display last until the next reload.

      Examples:
        tickle set gesture next off
        tickle set mode cleaning
        tickle set backlight 40%
      """)

  enum Subject: String, CaseIterable, ExpressibleByArgument { case view, gesture, mode, display, backlight }
  enum Switch: String, CaseIterable, ExpressibleByArgument { case on, off }

  @OptionGroup var daemon: DaemonOption
  @Argument(help: "view, gesture, mode, display or backlight.")
  var subject: Subject
  @Argument(
    help:
      "The name of the view, gesture or mode; for the display: on or off; for the backlight: on, off or a percentage.",
    completion: .namesToSet)
  var name: String
  @Argument(help: "on or off, for a view or a gesture.")
  var state: Switch?

  func validate() throws {
    if subject == .mode && state != nil { throw ValidationError("A mode takes its name only, not on or off.") }
    let isDisplaySet = Switch(rawValue: name) != nil && state == nil
    if subject == .display && !isDisplaySet { throw ValidationError("The display takes on or off.") }
    if subject == .backlight && (Backlight(name) == nil || state != nil) {
      throw ValidationError("The backlight takes on, off or a percentage, such as 40%.")
    }
    if [.view, .gesture].contains(subject) && state == nil {
      throw ValidationError("A \(subject.rawValue) takes its name and on or off.")
    }
  }

  func run() throws {
    let request: ControlRequest =
      switch subject {
      case .view: .setView(name, isEnabled: state == .on)
      case .gesture: .setGesture(name, isEnabled: state == .on)
      case .mode: .setMode(name)
      case .display: .setDisplay(isOn: name == "on")
      case .backlight: .setBacklight(Backlight(name) ?? Backlight(.on))
      }
    _ = try daemon.connect().ask(request)
  }
}

struct TriggerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger", abstract: "Triggers a named action of the running daemon's configuration.",
    discussion: """
      The action is a table [actions.NAME]; it runs as if a gesture had triggered it, without the gesture's variables.

      Examples:
        tickle trigger louder
        tickle trigger louder --config kiosk.toml
      """)

  @OptionGroup var daemon: DaemonOption
  @Argument(help: "The action's name.", completion: .names(of: .action))
  var name: String

  func run() throws { _ = try daemon.connect().ask(.trigger(action: name)) }
}
