import Actions
import CLinux
import Configuration
import Control
import Gestures
import Program
import Screen

/// Where the daemon tells what happens: the log, standard output, the clients that watch, and the actions.
final class Outlets {
  var log: Log
  /// `nil`: actions are named in the log and not run.
  let runner: ActionRunner?
  /// The control socket; `nil`: there is none, and the daemon works all the same.
  var control: ControlServer?
  /// The moment that the times in records count from.
  let origin = Timestamp(microseconds: linux_monotonic_microseconds())
  private let output: LineOutput?
  private let format: OutputFormat?
  private let isDryRun: Bool

  init(_ options: DaemonOptions, log: Log, soundDevice: String) {
    self.log = log
    runner = options.isDryRun ? nil : ActionRunner(log: log, soundDevice: soundDevice)
    output = options.format.map { _ in LineOutput() }
    format = options.format
    isDryRun = options.isDryRun
  }

  /// What sessions are to report, for the clients that watch now.
  var sessionOptions: Session.Options {
    var session = Session.Options()
    session.reportsTouches = control?.wantsTouches ?? false
    return session
  }

  /// What takes a session's records; `nil` where no one reads them: then they are not made.
  func reporter(for screen: String) -> ((SessionRecord) -> Void)? {
    let isWatched = (control?.watchers ?? 0) > 0
    guard output != nil || isWatched else { return dryRunReporter }
    var json = RecordJSON(screen: screen)
    return { [origin, format, output, control, dryRunReporter] record in
      dryRunReporter?(record)
      var line: [UInt8] = []
      if isWatched || format == .json { line = json.line(record, since: origin) }
      if isWatched { control?.broadcast(line, isTouch: record.isTouch) }
      switch format {
      case .json: output?.write(line)
      case .text: output?.write(Array((RecordText.line(record, since: origin) + "\n").utf8))
      case nil: break
      }
    }
  }

  private var dryRunReporter: ((SessionRecord) -> Void)? {
    guard isDryRun else { return nil }
    return { [log, origin] record in
      if case .action = record { log.info("would run: \(RecordText.line(record, since: origin))") }
    }
  }

  func write(_ change: DeviceChange, screen: String, at time: Timestamp) {
    var json = RecordJSON(screen: screen)
    write(json.line(change, since: origin, at: time)) { RecordText.line(change, since: origin, at: time) }
  }

  func write(mode name: String, at time: Timestamp) {
    log.info("mode \"\(name)\"")
    var json = RecordJSON(screen: "")
    write(json.line(mode: name, since: origin, at: time)) { RecordText.line(mode: name, since: origin, at: time) }
  }

  private func write(_ json: [UInt8], _ text: () -> String) {
    control?.broadcast(json, isTouch: false)
    switch format {
    case .json: output?.write(json)
    case .text: output?.write(Array((text() + "\n").utf8))
    case nil: break
    }
  }

  /// - Returns: what the waiting thread does last, outside the queue: lets actions and output finish.
  func close() -> @Sendable () -> Void {
    control = nil
    return { [runner, output] in
      runner?.shutdown()
      output?.flush()
    }
  }
}
