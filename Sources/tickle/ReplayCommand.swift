import ArgumentParser
import Configuration
import Program
import Screen
import Text
import TouchInput

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Plays recordings through a configuration and prints the gestures.",
    discussion: """
      Recordings are written by evemu-record, libinput record, getevent -lt or tickle record, and contain a device's \
      description and its events. If evemu wrote these to two files, name the description before the events, or keep it \
      beside them as NAME.desc. A recording may also be one of a device with keys or switches, or the measurements of an \
      accelerometer as text (docs/commands.md). A recording is played on its own clock, so the same recording and configuration give the \
      same lines on every machine and at every speed.

      Examples:
        tickle replay swipe.evemu
        tickle replay kiosk.toml swipe.evemu --report page.html
        tickle replay kiosk.toml --hand 'swipe left 60mm'
      """)

  enum Actions: String, CaseIterable, ExpressibleByArgument { case print, run, none }
  enum Speed: String, CaseIterable, ExpressibleByArgument { case max, real }
  enum States: String, CaseIterable, ExpressibleByArgument { case all }

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text, or json: JSON Lines.")
  var format = OutputFormat.text
  @Option(name: .shortAndLong, help: "Prints actions, runs and prints them, or ignores them.")
  var actions = Actions.print
  @Option(name: .shortAndLong, help: "Plays as fast as possible, or at the recorded speed.")
  var speed = Speed.max
  @Option(help: "all: also prints when gestures become possible or fail.")
  var states: States?
  @Flag(help: "Also prints the touches that views receive.")
  var touches = false
  @Flag(help: "Also prints the touches that applications get if the screen is intercepted.")
  var applications = false
  @Option(
    help: ArgumentHelp(
      "Also writes a report for a browser: paths, time line, and why gestures were not recognized.",
      valueName: "file.html"))
  var report: String?
  @Flag(help: "Plays again whenever the configuration or a recording is saved, until Ctrl-C.")
  var follow = false
  @Flag(help: "Leaves device names, serial numbers, folders, and the arguments of actions out of the report.")
  var anonymous = false
  @OptionGroup var model: PanelModelOption
  @OptionGroup var hand: HandOptions
  @Argument(
    help: ArgumentHelp(
      "Recordings, played one after the other; - is standard input. \(ConfigurationOption.argumentNote)",
      valueName: "recording"),
    completion: .file())
  var recordings: [String] = []

  mutating func validate() throws {
    recordings = try file.take(from: recordings)
    try hand.requireOneInput(recordings)
    try InputFile.requireOneStandardInput([file.config] + recordings)
    if follow && ([file.config] + recordings).contains("-") {
      throw ValidationError("--follow needs files: standard input can be read only once.")
    }
    if anonymous && report == nil {
      throw ValidationError("--anonymous applies to the report: add --report FILE.html.")
    }
    // In `--report A.evemu B.evemu` the file name is missing: A.evemu would be overwritten with the report on B.evemu.
    if let report, !report.hasSuffix(".html") {
      throw ValidationError("--report must name a file that ends with .html, not '\(report.printable)'.")
    }
  }

  func run() throws {
    guard follow else {
      if let failure = try playAll(file.load()) { throw ExitCode(failure) }
      return
    }
    let loop = try FollowingLoop([Configuration.path(option: file.config)] + recordings)
    repeat {
      // What cannot be read or is invalid has been reported; it may be right when it is saved again.
      try loop.interruptibly { if let configuration = try? file.load() { _ = try playAll(configuration) } }
    } while loop.waitForChange()
  }

  /// - Returns: the exit status for the first recording that cannot be read; `nil` if all can.
  private func playAll(_ configuration: Configuration) throws -> ExitStatus? {
    var reporter = try report.map { try ReplayReporter(path: $0, configuration, isAnonymous: anonymous) }
    var options = ReplayOptions()
    options.model = try model.load()
    options.format = format
    options.showsActions = actions != .none
    options.isRealTime = speed == .real
    options.session.reportsAllStates = states == .all
    options.session.reportsTouches = touches
    options.showsApplications = applications
    let runner = actions == .run ? Player.runner(for: configuration) : nil
    let failure = try Player.forEach(
      recordings, hand, on: configuration, file, &options, unread: { reporter?.note($0) }
    ) { input, options in
      if reporter == nil { return try Player.play(input, configuration, options, runner) }
      try reporter?.play(input, configuration, options, runner)
    }
    runner?.finish()
    try reporter?.write()
    return failure
  }
}
