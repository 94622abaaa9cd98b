import ArgumentParser
import Configuration
import Glibc
import Program
import Screen
import TouchInput

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Plays recordings through a configuration and prints the gestures.",
    discussion: """
      A recording is what evemu-record, libinput record, getevent -lt or tickle record writes: a device's description and \
      its events. Where evemu's two are files of their own, name the description before the events, or have it beside \
      them as NAME.desc. A recording is played on its own clock, so the same recording and configuration give the same \
      lines on every machine and at every speed.
      """)

  enum Actions: String, CaseIterable, ExpressibleByArgument { case print, run, none }
  enum Speed: String, CaseIterable, ExpressibleByArgument { case max, real }
  enum States: String, CaseIterable, ExpressibleByArgument { case all }

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text, or json: JSON Lines.")
  var format = OutputFormat.text
  @Option(name: .shortAndLong, help: "Actions: print what would be done, run it as well, or none of both.")
  var actions = Actions.print
  @Option(name: .shortAndLong, help: "As fast as it goes, or as it was recorded.")
  var speed = Speed.max
  @Option(help: "all: prints when gestures become possible or fail as well.")
  var states: States?
  @Flag(help: "Prints what the views receive of each touch.")
  var touches = false
  @Option(
    help: ArgumentHelp(
      "Also writes a page on the replay, for a browser: paths, time line, and why gestures were not recognized.",
      valueName: "file.html"))
  var report: String?
  @Flag(help: "Leaves names of devices, folders, and what actions are given out of the report.")
  var anonymous = false
  @Argument(help: ArgumentHelp("Recordings, played one after the other.", valueName: "recording"))
  var recordings: [String]

  func validate() throws {
    if anonymous && report == nil {
      throw ValidationError("--anonymous is about the report: give --report FILE.html too.")
    }
    // Or a recording whose page was forgotten would be overwritten with the page of the next one.
    if let report, !report.hasSuffix(".html") {
      throw ValidationError("--report takes the name of the page, which ends with .html, not '\(report.printable)'.")
    }
  }

  func run() throws {
    let configuration = try file.load()
    var reporter = try report.map { try ReplayReporter(path: $0, configuration, isAnonymous: anonymous) }
    var options = ReplayOptions()
    options.format = format
    options.showsActions = actions != .none
    options.isRealTime = speed == .real
    options.session.reportsAllStates = states == .all
    options.session.reportsTouches = touches
    let runner = actions == .run ? Player.runner(for: configuration) : nil
    let failure = try Player.forEach(recordings, unread: { reporter?.note($0) }) { recording in
      if reporter == nil {
        try Player.play(recording, configuration, options, runner)
      } else {
        try reporter?.play(recording, configuration, options, runner)
      }
    }
    runner?.finish()
    try reporter?.write()
    if let failure { throw ExitCode(failure) }
  }
}
