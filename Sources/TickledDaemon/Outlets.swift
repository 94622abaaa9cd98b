import CLinux
import Configuration
import Control
import Effects
import Gestures
import Program
import Screen

/// The daemon's outputs: the log, standard output, the clients that watch, and the actions.
final class Outlets {
  var log: Log
  private let panelRation = LogRation(about: "panels that come and go")
  /// The log for panels that come and go, and what they bring about.
  var panelLog: Log { log.within(panelRation) }
  /// Runs the actions; `nil`: actions are only logged.
  let runner: ActionRunner?
  /// The control socket; `nil`: there is none, and the daemon works without it.
  var control: ControlServer?
  /// The moment that the times in records count from.
  let origin = Timestamp(microseconds: linux_monotonic_microseconds())
  /// What hands did while the log or a client read why gestures were not recognized.
  private(set) var attempts = RecentAttempts()
  private let output: LineOutput?
  private let logOutput: LineOutput?
  private let format: OutputFormat?
  private let isDryRun: Bool

  init(_ start: DaemonStart, log: Log) {
    self.log = log
    let options = start.options
    isDryRun = options.isDryRun
    format = options.format
    logOutput = start.logOutput
    runner =
      options.isDryRun
      ? nil
      : ActionRunner(
        log: log, soundDevice: start.file.configuration.daemon.soundDevice,
        surroundings: .daemon(commandStarter: options.commandStarter))
    output = options.format.map { format in
      LineOutput(
        note: { lines in
          Array((format == .json ? "{\"type\":\"lost\",\"lines\":\(lines)}\n" : "\(lines) lines were lost\n").utf8)
        },
        firstLoss: { error in
          let reason = error?.description ?? "the reader does not keep up"
          log.warning("standard output: \(reason): lines are lost (`tickle status` counts them)")
        })
    }
  }

  /// The number of lines and commands that have been lost, by output.
  var losses: DaemonStatus.Losses {
    DaemonStatus.Losses(
      output: output?.lost ?? 0, log: logOutput?.lost ?? 0, watchers: control?.lost ?? 0,
      commands: runner?.droppedCommands ?? 0)
  }

  /// The time at which the control socket accepts connections again; `nil` if it is accepting them.
  var nextResumption: Timestamp? { control?.resumption.map(Timestamp.init(microseconds:)) }

  /// Has a session report what the log and the clients that watch now want.
  func attach(to session: Session) {
    var options = Session.Options()
    options.reportsTouches = control?.hasWatcher { $0.wantsTouches } ?? false
    let report = reporter(for: session.scene.screen)
    guard followsAttempts else { return session.setReport(report, options) }
    options.reportsAttempts = true
    options.reportsAllStates = true
    let screen = session.scene.screen
    let account = LiveAccount(session.scene, origin: origin) { [owner = Unowned(self)] in
      owner.object.tell($0, of: screen)
    }
    session.setReport(
      { record in
        if let report, record.isForAll { report(record) }
        account.follow(record)
      }, options, didHandle: account.didHandle)
  }

  /// Whether the log or a client reads why gestures were not recognized. A frame costs ten times as much then.
  private var followsAttempts: Bool { log.level >= .debug || control?.hasWatcher { $0.wantsAttempts } == true }

  /// Tells what became of a movement of the hand.
  private func tell(_ report: LiveAccount.Report, of screen: String) {
    attempts.add(report.movement, on: screen)
    for line in report.text { log.debug("\(screen): \(line)") }
    guard let control, control.hasWatcher({ $0.wantsAttempts }) else { return }
    control.broadcast(Array("\(report.line)\n".utf8)) { $0.wantsAttempts && !$0.isText }
    for line in report.text { control.broadcast(Array("\(line)\n".utf8)) { $0.wantsAttempts && $0.isText } }
  }

  /// Returns a function that handles a session's records; `nil` if there are no readers, so that records need not be made.
  func reporter(for screen: String) -> ((SessionRecord) -> Void)? {
    let isWatched = (control?.watchers ?? 0) > 0
    guard output != nil || isWatched else { return dryRunReporter }
    let lines = Lines(screen: screen)
    return { [origin, format, output, control, dryRunReporter] record in
      dryRunReporter?(record)
      if isWatched, let control { Self.broadcast(record, &lines.json, since: origin, to: control) }
      switch format {
      case .json: if let output { lines.json.withLine(record, since: origin) { output.write($0) } }
      case .text: output?.write(Array((RecordText.line(record, since: origin) + "\n").utf8))
      case nil: break
      }
    }
  }

  /// The writer of a reporter.
  private final class Lines {
    var json: RecordJSON

    init(screen: String) { json = RecordJSON(screen: screen) }
  }

  /// Sends a record to the watchers. What an action does may hold secrets, such as a password in a command, and where gestures are made may
  /// be a PIN; only watchers that get them have them in their lines.
  private static func broadcast(
    _ record: SessionRecord, _ json: inout RecordJSON, since origin: Timestamp, to control: ControlServer
  ) {
    for isDetailed in [true, false] {
      let isWanted = { (watch: ControlConnection.Watch) in
        (watch.wantsTouches || !record.isTouch) && watch.getsDetails(of: record) == isDetailed
      }
      if control.hasWatcher({ !$0.isText && isWanted($0) }) {
        control.broadcast(json.line(record, since: origin, isDetailed: isDetailed)) { !$0.isText && isWanted($0) }
      }
      guard control.hasWatcher({ $0.isText && isWanted($0) }) else { continue }
      let text = RecordText.line(record, since: origin, isDetailed: isDetailed)
      control.broadcast(Array("\(text)\n".utf8)) { $0.isText && isWanted($0) }
    }
  }

  private var dryRunReporter: ((SessionRecord) -> Void)? {
    guard isDryRun else { return nil }
    return { [log, origin] record in
      if record.isAction { log.info("would run: \(RecordText.line(record, since: origin))") }
    }
  }

  /// Reports to all readers what happens besides the gestures.
  func write(_ announcement: Announcement, at time: Timestamp) {
    switch announcement {
    case .mode(let name): log.info("mode \"\(name)\"")
    case .pause(let isPaused): log.info(isPaused ? "paused" : "resumed")
    case .idle(let change): log.debug(change.words)
    case .device, .configuration: break
    }
    let json = RecordJSON.line(announcement, since: origin, at: time)
    let text = { [origin] in Array((RecordText.line(announcement, since: origin, at: time) + "\n").utf8) }
    if let control {
      control.broadcast(json) { !$0.isText }
      if control.hasWatcher({ $0.isText }) { control.broadcast(text()) { $0.isText } }
    }
    switch format {
    case .json: output?.write(json)
    case .text: output?.write(text())
    case nil: break
    }
  }

  /// Runs an action of a mode or an idle step.
  func perform(_ event: StateAction) {
    reporter(for: "")?(.stateAction(event))
    runner?.run(event.action, for: event.context(since: origin))
  }

  /// Closes the control socket.
  /// - Returns: a function that lets actions and output finish. The waiting thread calls it last, outside the queue.
  func close() -> @Sendable () -> Void {
    control = nil
    return { [runner, output] in
      runner?.shutdown()
      output?.flush()
    }
  }
}
