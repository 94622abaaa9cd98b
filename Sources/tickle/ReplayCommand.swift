import Actions
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
    var options = Replay.Options()
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

/// Plays to standard output.
enum Player {
  static func runner(for configuration: Configuration) -> ActionRunner {
    let log = Log(program: "tickle", level: configuration.daemon.logLevel)
    let runner = ActionRunner(log: log, soundDevice: configuration.daemon.soundDevice)
    runner.prepare(for: configuration.allActions)
    return runner
  }

  /// Hands over each recording that can be read, and tells of the others.
  ///
  /// - Returns: the status of the first one that cannot be read.
  static func forEach(
    _ paths: [String], unread: (RecordingError) -> Void = { _ in }, _ body: (Recording) throws -> Void
  ) throws -> ExitStatus? {
    var status: ExitStatus?
    var failure: (any Error)?
    RecordingFiles(paths).read { result in
      guard failure == nil else { return }
      switch result {
      case .success(let recording):
        do { try body(recording) } catch { failure = error }
      case .failure(let error):
        Diagnostics.say("\(error)")
        unread(error)
        status = status ?? error.exitStatus
      }
    }
    if let failure { throw failure }
    return status
  }

  static func play(
    _ recording: Recording, _ configuration: Configuration, _ options: Replay.Options, _ runner: ActionRunner?
  ) throws {
    var output = BufferedOutput(isImmediate: options.isRealTime)
    Replay(configuration, options: options, runner: runner)
      .play(recording, write: { output.write($0) }, warn: Diagnostics.warn)
    output.flush()
    if output.hasFailed { throw Answer.failure() }
  }
}

extension ActionRunner {
  /// Lets what was set off come to its end, within reason.
  func finish() {
    if !waitUntilIdle(timeout: .seconds(5)) { Diagnostics.warn("some actions still run") }
    shutdown()
  }
}

/// Standard output in large pieces, or line by line for who watches.
struct BufferedOutput {
  private(set) var hasFailed = false
  private var buffer: [UInt8] = []
  private let isImmediate: Bool

  init(isImmediate: Bool) { self.isImmediate = isImmediate }

  mutating func write(_ line: [UInt8]) {
    buffer.append(contentsOf: line)
    if isImmediate || buffer.count >= 1 << 16 { flush() }
  }

  mutating func flush() {
    if !buffer.isEmpty && !hasFailed { hasFailed = !writeAll(buffer, to: STDOUT_FILENO) }
    buffer.removeAll(keepingCapacity: true)
  }
}
