import ArgumentParser
import Configuration
import Control
import JSON
import Screen
import TouchInput

/// The configuration tells where the daemon's socket is.
struct DaemonOption: ParsableArguments {
  @OptionGroup var file: ConfigurationOption

  func connect() throws -> ControlClient {
    try ControlClient(configuration: Configuration.path(option: file.config))
  }
}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Says how the running daemon is.")

  @OptionGroup var daemon: DaemonOption
  @Option(name: .shortAndLong, help: "text or json.")
  var format = OutputFormat.text

  func run() throws {
    let (line, reply) = try daemon.connect().ask(.status)
    guard case .status(var status) = reply else { return try Answer.say(String(decoding: line, as: UTF8.self)) }
    status.findReaders()
    switch format {
    case .text: try Answer.say(status.text)
    case .json:
      try Answer.say(String(decoding: ControlReply.status(status).line(to: "status").dropLast(), as: UTF8.self))
    }
  }
}

extension DaemonStatus {
  /// Finds the readers of the clones. The daemon may not look into other programs; the user of this tool perhaps may.
  fileprivate mutating func findReaders() {
    for index in panels.indices where panels[index].isGrabbed {
      panels[index].cloneReaders = panels[index].clone.map { NodeReaders.of($0) }
    }
  }
}

extension DaemonStatus {
  /// For people; its words are safe to print, whatever the daemon said.
  fileprivate var text: String {
    func number(_ value: Double) -> String { Decimal.fixed(value, decimals: 0) }
    let state = (mode == "default" ? "" : ", mode \(mode.printable)") + (isPaused ? ", paused" : "")
    var text = """
      tickled \(version.printable), process \(pid)\(guardian.map { ", guardian \($0)" } ?? ""), up \(number(uptime)) s\(state)
      \(configuration.printable): \(views) views, \(gestures) gestures
      """
    for panel in panels {
      text += """

        screen \(panel.screen.printable): \(panel.name.printable) on \(panel.node.printable), \
        \(number(panel.width)) × \(number(panel.height)) mm (\(panel.sizeSource.printable)), \
        \(panel.touches) fingers on it, \(panel.frames) frames, \(panel.dropped) losses
        """
      if let sentence = panel.model?.sentence { text += "; \(sentence)" }
      if let sentence = panel.filtered.sentence { text += "; \(sentence)" }
      for sentence in KernelBug.sentences(panel.kernelBugs) { text += "; \(sentence)" }
      if let interception = panel.interception { text += "; \(interception.printable)" }
      if panel.isGrabbed, let way = panel.takeBack.flatMap(TakeBack.init) { text += "; \(way.sentence)" }
      if let readers = panel.cloneReaders, !readers.isEmpty { text += "; read by \(readers.joined(separator: ", "))" }
    }
    if panels.isEmpty { text += "\nno touchscreen: waiting for one" }
    return text
  }
}

struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Has the running daemon read its configuration again.",
    discussion: """
      One that cannot be used is refused with its errors (78), and the daemon keeps the old one. The answer comes at once; \
      a good one is in force when the touches and gestures that are under way have ended, at the latest after 2 s.
      """)

  @OptionGroup var daemon: DaemonOption

  func run() throws {
    if case .taken(isPending: true) = try daemon.connect().ask(.reload).reply {
      Diagnostics.say("tickle: can be used; in force when touches and gestures have ended, at the latest in 2 s")
    }
  }
}

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Prints the running daemon's gestures as they happen, as JSON Lines.")

  @OptionGroup var daemon: DaemonOption
  @Flag(help: "What the views receive of each touch as well.")
  var touches = false

  func run() throws {
    let client = try daemon.connect()
    _ = try client.ask(.watch(touches: touches))
    var output = BufferedOutput(isImmediate: true)
    while let line = client.nextLine(), !output.hasFailed { output.write(line + [UInt8(ascii: "\n")]) }
    if output.hasFailed { throw ExitCode(.ioError) }
    Diagnostics.say("tickle: tickled is gone")
    throw ExitCode(.unavailable)
  }
}

struct RotateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Turns a screen of the running daemon.",
    discussion: "Touches in progress are cancelled. A reload turns it back to what the configuration says.")

  @OptionGroup var daemon: DaemonOption
  @Argument(help: "The screen's name; \"main\" where none is configured.")
  var screen: String
  @Argument(help: "How the panel is mounted: normal, left, right or inverted.")
  var orientation: PanelGeometry.Orientation

  func run() throws { _ = try daemon.connect().ask(.rotate(screen: screen, orientation: orientation)) }
}

extension PanelGeometry.Orientation: ExpressibleByArgument {}

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Has the running daemon take no notice of touches.")

  @OptionGroup var daemon: DaemonOption

  func run() throws { _ = try daemon.connect().ask(.pause) }
}

struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Has the running daemon take notice of touches again.")

  @OptionGroup var daemon: DaemonOption

  func run() throws { _ = try daemon.connect().ask(.resume) }
}

struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Changes the running daemon.",
    discussion: """
      tickle set view NAME on|off: whether a view receives touches.
      tickle set gesture NAME on|off: whether a gesture is recognized.
      tickle set mode NAME: the mode in force; "default" is none.
      tickle set display on|off: whether the display is on, for wake_guard where the system does not tell.
      Views, gestures and the display stay as they are set until the next reload.
      """)

  enum Subject: String, CaseIterable, ExpressibleByArgument { case view, gesture, mode, display }
  enum Switch: String, CaseIterable, ExpressibleByArgument { case on, off }

  @OptionGroup var daemon: DaemonOption
  @Argument(help: "view, gesture, mode or display.")
  var subject: Subject
  @Argument(help: "Its name; of the display: on or off.")
  var name: String
  @Argument(help: "on or off, of a view or a gesture.")
  var state: Switch?

  func validate() throws {
    if subject == .mode && state != nil { throw ValidationError("A mode is set by its name alone.") }
    let isDisplaySet = Switch(rawValue: name) != nil && state == nil
    if subject == .display && !isDisplaySet { throw ValidationError("The display is set to on or off.") }
    if [.view, .gesture].contains(subject) && state == nil {
      throw ValidationError("A \(subject.rawValue) is set to on or off.")
    }
  }

  func run() throws {
    let request: ControlRequest =
      switch subject {
      case .view: .setView(name, isEnabled: state == .on)
      case .gesture: .setGesture(name, isEnabled: state == .on)
      case .mode: .setMode(name)
      case .display: .setDisplay(isOn: name == "on")
      }
    _ = try daemon.connect().ask(request)
  }
}
