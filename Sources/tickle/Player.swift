import Configuration
import Effects
import Program
import Screen
import Text
import TouchInput

/// Plays recordings and writes their lines to standard output.
enum Player {
  static func runner(for configuration: Configuration) -> ActionRunner {
    let log = Log(program: "tickle", level: configuration.daemon.logLevel)
    let runner = ActionRunner(log: log, soundDevice: configuration.daemon.soundDevice)
    runner.prepare(for: configuration.allActions, configuration.daemon.keyboard)
    return runner
  }

  /// Calls `body` with each recording that can be read, and reports the others.
  ///
  /// - Parameter configuration: the screens of which may name devices that claim to be something else than touchscreens.
  /// - Returns: the exit status for the first recording that cannot be read; `nil` if all can.
  static func forEach(
    _ paths: [String], named configuration: Configuration, unread: (RecordingError) -> Void = { _ in },
    _ body: (RecordedInput) throws -> Void
  ) throws -> ExitStatus? {
    var status: ExitStatus?
    var failure: (any Error)?
    RecordingFiles(paths, isNamed: configuration.means(deviceOf:)).readAll { result in
      guard failure == nil else { return }
      switch result {
      case .success(let input):
        do { try body(input) } catch { failure = error }
      case .failure(let error):
        Diagnostics.say("\(error)")
        unread(error)
        status = status ?? error.exitStatus
      }
    }
    if let failure { throw failure }
    return status
  }

  /// Calls `body` with the recording of a hand in words, or else with each recording that can be read, and with the options.
  ///
  /// - Returns: the exit status for the first recording that cannot be read; `nil` if all can.
  static func forEach(
    _ paths: [String], _ hand: HandOptions, on configuration: Configuration, _ file: ConfigurationOption,
    _ options: inout ReplayOptions, unread: (RecordingError) -> Void = { _ in },
    _ body: (RecordedInput, ReplayOptions) throws -> Void
  ) throws -> ExitStatus? {
    guard let words = hand.hand else {
      let options = options
      return try forEach(paths, named: configuration, unread: unread) { try body($0, options) }
    }
    let screen = configuration.screens.first ?? ScreenSettings()
    let path = Configuration.path(option: file.config)
    options.screen = screen.withUprightPanel
    try body(.panel(SpokenHand(hand, words, on: screen, besideConfiguration: path).recording), options)
    return nil
  }

  static func play(
    _ input: RecordedInput, _ configuration: Configuration, _ options: ReplayOptions, _ runner: ActionRunner?
  ) throws {
    var output = BufferedOutput(isImmediate: options.isRealTime)
    let replay = Replay(configuration, options: options, runner: runner)
    let closest = replay.play(
      input, write: { output.write($0) }, warn: Diagnostics.warn, besides: { ClosestAttempt($0, origin: $1) })
    output.flush()
    if output.hasFailed { throw Answer.failure() }
    say(closest, of: input.file)
  }

  /// Says what came closest in a recording in which nothing was recognized.
  static func say(_ closest: ClosestAttempt?, of file: String) {
    if let sentence = closest?.sentence { Diagnostics.say("tickle: \(file.printable): \(sentence)") }
  }
}

extension ActionRunner {
  /// Waits up to 5 s for the running actions, then shuts down.
  func finish() {
    if !waitUntilIdle(timeout: .seconds(5)) { Diagnostics.warn("some actions are still running") }
    shutdown(endsCommands: false)
  }
}

/// Standard output, written in pieces of 64 KiB, or line by line if the output is watched as it appears.
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
    if !buffer.isEmpty && !hasFailed { hasFailed = !writeAll(buffer, to: Descriptor.standardOutput) }
    buffer.removeAll(keepingCapacity: true)
  }
}
