import CLinux
import Configuration
import Effects
import Gestures
import Screen
import Terminal
import Text
import TouchInput

/// Plays a recording in the monitor, at the pace set with keys.
package final class RecordingMonitor: ReplayClock {
  /// What happens when the recording has ended.
  package enum End { case waits, repeats, quits }

  private let stage: Stage
  private let files: MonitorFiles
  private var recording: Recording
  private var configuration: Configuration
  private let end: End
  /// Runs the actions; `nil`: none is run.
  private let runner: ActionRunner?
  private let firstNotes: [String]
  private var notes: [String]
  private var state: MonitorState?
  private var pace = Pace()
  /// The number of frames that are still to show one by one while paused.
  private var steps = 0
  private var hasEnded = false
  private var mustRestart = false

  /// How long a recording that is repeated rests at its end, and how long the end is shown before the monitor quits, in microseconds.
  private static let rest: Int64 = 1_000_000
  private static let farewell: Int64 = 4_000_000

  /// - Parameters:
  ///   - files: the recording's and the configuration's; it is played again when they have been saved.
  ///   - end: what happens at its end.
  ///   - runner: runs the actions; `nil`: none is run.
  package init(
    _ stage: Stage, _ recording: Recording, _ configuration: Configuration, _ files: MonitorFiles, atEnd end: End,
    runner: ActionRunner? = nil, notes: [String]
  ) {
    self.end = end
    self.runner = runner
    self.stage = stage
    self.files = files
    firstNotes = notes
    self.recording = recording
    self.configuration = configuration
    self.notes = notes
  }

  /// Runs until the user quits, the terminal is gone or, if that is wished, the recording has ended.
  /// - Returns: false if the recording has no frames.
  package func run() -> Bool {
    let options = ReplayOptions(explains: true)
    files.follow(on: stage)
    stage.picture = { [unowned self] in draw(columns: $0, rows: $1) }
    while stage.end == nil {
      mustRestart = false
      hasEnded = false
      pace.restart(at: linux_monotonic_microseconds())
      let replay = Replay(configuration, options: options, runner: runner)
      let audience = replay.play(recording, clock: self, warn: { warn($0) }) { makeState($0, origin: $1) }
      if audience == nil {
        guard state != nil else { return false }
        warn("the recording has no frames")
      }
      if stage.end == nil && !mustRestart && !waitAtTheEnd() { break }
    }
    return true
  }

  private func warn(_ sentence: String) {
    if !notes.contains(sentence) { notes.append(sentence) }
    state?.add(note: sentence)
  }

  private func makeState(_ scene: Scene, origin: Timestamp) -> MonitorState {
    let state = MonitorState(scene, origin: origin, notes: notes)
    state.onChange = { [unowned self] in stage.changed() }
    state.onFrame = { [unowned self] in steps = max(0, steps - 1) }
    self.state = state
    stage.changed()
    return state
  }

  /// - Returns: false if the monitor quits.
  private func waitAtTheEnd() -> Bool {
    hasEnded = true
    steps = 0
    stage.changed()
    let moment = linux_monotonic_microseconds() + (end == .repeats ? Self.rest : Self.farewell)
    while stage.end == nil && !mustRestart {
      let isTimed = end != .waits && !pace.isPaused
      turn(until: isTimed ? moment : nil)
      guard isTimed && linux_monotonic_microseconds() >= moment else { continue }
      if end == .quits { return false }
      mustRestart = true
    }
    return true
  }

  package func wait(microseconds due: Int64) -> Bool {
    while stage.end == nil && !mustRestart {
      let now = linux_monotonic_microseconds()
      if steps > 0 {
        pace.jump(to: due, at: now)
        return true
      }
      let moment = pace.moment(of: due)
      if let moment, moment <= now {
        if now - moment > Pace.longestDelay { pace.jump(to: due, at: now) }
        if stage.isDue(at: now) { turn(until: now) }
        // A key may have paused it just now.
        if !pace.isPaused { return stage.end == nil && !mustRestart }
      } else {
        turn(until: moment)
      }
    }
    return false
  }

  private func turn(until moment: Int64?) {
    let next = [moment, files.followed.nextDeadline].compactMap { $0 }.min()
    stage.turn(
      until: next, key: { press($0) },
      ready: { files.followed.read($0, at: linux_monotonic_microseconds()) })
    files.readIfSaved(on: stage, { () throws(MonitorFiles.Failure) in try reload() }, refused: { warn($0) })
  }

  /// Plays the files again as they are now. If one of them is invalid, the ones of before are kept.
  private func reload() throws(MonitorFiles.Failure) {
    let configuration = try files.configuration()
    recording = try files.recording() ?? recording
    self.configuration = configuration
    notes = firstNotes
    mustRestart = true
    steps = 0
  }

  private func press(_ key: Key) {
    let now = linux_monotonic_microseconds()
    switch key {
    case .character(" "): pace.setPaused(!pace.isPaused, at: now)
    case .character("."):
      // While it plays, the key only pauses it.
      if pace.isPaused && !hasEnded { steps += 1 }
      pace.setPaused(true, at: now)
    case .character("+"), .character("="): pace.setSpeed(pace.speed * 2, at: now)
    case .character("-"): pace.setSpeed(pace.speed / 2, at: now)
    case .character("r"):
      mustRestart = true
      steps = 0
    default: return
    }
    stage.changed()
  }

  // MARK: What is seen

  private func draw(columns: Int, rows: Int) -> CellBuffer {
    guard let state else { return CellBuffer(columns: columns, rows: rows) }
    var surroundings = MonitorScreen.Surroundings()
    surroundings.title = recording.description.printableName
    surroundings.position = position(state)
    surroundings.keys = "q quit  space \(pace.isPaused ? "play" : "pause")  . one frame  + faster  - slower  r restart"
    return MonitorScreen.draw(state, surroundings, columns: columns, rows: rows)
  }

  private func position(_ state: MonitorState) -> String {
    let length = max(0, Double(recording.events.end - state.origin) / 1e6)
    let place = "\(Decimal.fixed(state.time, decimals: 3)) of \(Decimal.fixed(length, decimals: 3)) s"
    let speed = pace.speed == 1 ? "" : pace.speed > 1 ? " ×\(Int(pace.speed))" : " ×1/\(Int(1 / pace.speed))"
    return place + speed + (hasEnded ? " end" : pace.isPaused ? " paused" : "")
  }
}
