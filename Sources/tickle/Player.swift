import Actions
import Configuration
import Glibc
import Program
import Screen
import TouchInput

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
    _ recording: Recording, _ configuration: Configuration, _ options: ReplayOptions, _ runner: ActionRunner?
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
