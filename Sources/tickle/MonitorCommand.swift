import ArgumentParser
import Configuration
import Control
import Monitor
import Program
import Terminal
import Text
import TouchInput

struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Shows a touchscreen live, or a recording: fingers, views, gestures, and why they fail.",
    discussion: """
      Draws the panel to scale with the configured views, a trail for each finger, the recognizers with their states, the last \
      recognized gestures with their values, and the reasons why others were not recognized. Runs no actions, and leaves the \
      touches to tickled and other programs, too. It needs a terminal; `q` quits.

      The configuration and the recording are read again when they are saved; if they are invalid, the error is shown and the ones \
      of before stay.

      With a recording: space pauses, `.` shows one frame, `+` and `-` change the speed, `r` restarts it.

      Examples:
        tickle monitor
        tickle monitor kiosk.toml
        tickle monitor kiosk.toml --recording swipe.evemu --loop
      """)

  @OptionGroup var file: ConfigurationFile
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The touchscreen: /dev/input/event4, for example, or a link to it (default: the first).", valueName: "node"))
  var device: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A recording instead of a touchscreen; - is standard input.", valueName: "file"),
    completion: .file())
  var recording: String?

  @Flag(help: "Plays the recording again and again.")
  var loop = false

  func validate() throws {
    if loop && recording == nil { throw ValidationError("--loop applies to a recording: add --recording FILE.") }
    try InputFile.requireOneStandardInput([file.config, recording])
    if device != nil && recording != nil { throw ValidationError("Give --device or --recording, not both.") }
  }

  func run() throws {
    let abilities = try abilities()
    var notes = abilities.wants
    let configuration = try loadOrNone(&notes)
    if let recording {
      try play(recording, configuration, abilities, notes)
    } else {
      try follow(configuration, abilities, notes)
    }
  }

  private func play(
    _ path: String, _ configuration: Configuration, _ abilities: TerminalAbilities, _ notes: [String]
  ) throws {
    let recording = try Recording(file: path)
    var hasFrames = true
    try Stage.run(abilities) { stage in
      hasFrames = RecordingMonitor(
        stage, recording, configuration, files, atEnd: loop ? .repeats : .waits, notes: notes
      ).run()
    }
    if hasFrames { return }
    throw Diagnostics.failure("\(InputFile(path).name.printable): the recording has no frames", .dataError)
  }

  private func follow(_ configuration: Configuration, _ abilities: TerminalAbilities, _ notes: [String]) throws {
    let finder = try PanelFinder(configuration, device: device)
    guard let panel = try finder.find() else {
      throw Diagnostics.failure(
        "tickle: no touchscreen found (plug one in, or look at a recording: `tickle monitor --recording FILE`)",
        .unavailable)
    }
    let socket = ControlSocket.path(configured: configuration.daemon.socket)
    try Stage.run(abilities) { stage in
      LiveMonitor(stage, finder, panel, files) { notes + Self.interception(of: $0, socket) }.run()
    }
  }

  /// Returns a note if tickled has grabbed the panel: the kernel then reports its touches to no other program.
  private static func interception(of panel: LivePanel, _ socket: String) -> [String] {
    let panels = ControlClient(quietly: socket)?.status()?.panels ?? []
    guard panels.contains(where: { $0.node == panel.device.node && $0.isGrabbed }) else { return [] }
    return ["tickled has grabbed this panel (`intercept`): `tickle watch` shows its gestures"]
  }
}

extension MonitorCommand {
  /// The configuration and the recording; standard input cannot be read again.
  private var files: MonitorFiles {
    let path = Configuration.path(option: file.config)
    let isDefault = file.config == nil
    let followed = [path, recording].compactMap { $0 }.filter { !InputFile($0).isStandardInput }
    return MonitorFiles(
      followed,
      configuration: { () throws(MonitorFiles.Failure) in
        do throws(ConfigurationError) {
          return try Configuration.load(path: path).configuration
        } catch .missing where isDefault {
          return Configuration(path: path)
        } catch {
          throw MonitorFiles.Failure(error.lines.first ?? "")
        }
      },
      recording: { [recording] () throws(MonitorFiles.Failure) in
        guard let recording else { return nil }
        do {
          return try Recording(file: recording)
        } catch {
          throw MonitorFiles.Failure("\(error)")
        }
      })
  }

  /// Returns the terminal's abilities. Ends the command if standard output is not a terminal that can move its cursor.
  private func abilities() throws -> TerminalAbilities {
    let instead =
      recording == nil
      ? "`tickle watch` prints the running daemon's gestures" : "`tickle replay` prints a recording's gestures"
    guard Descriptor.isTerminal(Descriptor.standardOutput) else {
      throw Diagnostics.failure("tickle: standard output is not a terminal; \(instead)", .usage)
    }
    if let abilities = TerminalAbilities.ofStandardOutput { return abilities }
    throw Diagnostics.failure(
      "tickle: this terminal cannot move its cursor (TERM is \"dumb\" or not set); \(instead)", .usage)
  }

  /// Returns the configuration, or an empty one if the default file does not exist: the fingers are worth seeing without gestures.
  private func loadOrNone(_ notes: inout [String]) throws -> Configuration {
    let path = Configuration.path(option: file.config)
    if file.config == nil && !Paths.exists(path) && Errno.latest == .noSuchFile {
      notes.append("\(path) does not exist: no gestures (name a configuration with --config FILE)")
      return Configuration(path: path)
    }
    return try file.load()
  }
}
