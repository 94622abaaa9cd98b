import Actions
import CLinux
import Gestures
import Glibc
import TouchInput

/// How gestures are written.
package enum OutputFormat: String, CaseIterable, Sendable {
  case text, json
}

/// Plays a recording through a configuration on the recording's own clock: the same bytes on every machine.
package struct Replay {
  package struct Options: Sendable {
    package var format = OutputFormat.text
    /// Whether the lines say which actions are set off.
    package var showsActions = true
    /// As slowly as it was recorded, instead of as fast as it goes.
    package var isRealTime = false
    /// For people who watch: of a gesture that changes only so many lines a second, by their time. `nil`: all.
    package var changesPerSecond: Int?
    package var session = Session.Options()

    package init() {}
  }

  private let configuration: Configuration
  private let options: Options
  private let runner: ActionRunner?

  /// - Parameter runner: runs the actions; `nil`: they are not run.
  package init(_ configuration: Configuration, options: Options, runner: ActionRunner?) {
    self.configuration = configuration
    self.options = options
    self.runner = runner
  }

  /// - Parameters:
  ///   - write: takes each line with its end, when it happens.
  ///   - warn: takes what the user should know.
  package func play(_ recording: Recording, write: ([UInt8]) -> Void, warn: (String) -> Void) {
    let (screen, matches) = configuration.screen(forRecordingOf: recording.description)
    if !matches {
      warn("no [[screen]] matches \"\(recording.description.printableName)\": played on \"\(screen.name)\"")
    }
    let geometry = screen.geometry(of: recording.description)
    if let warning = geometry.warning { warn("\(recording.description.printableName): \(warning)") }
    guard let decoder = FrameDecoder(recording.description) else { return }
    let scene = Scene(configuration, screen: screen, size: geometry.size)
    for warning in scene.warnings { warn(warning) }

    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    guard var kind = decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) else {
      return
    }
    withoutActuallyEscaping(write) { write in
      let origin = frame.time
      var lines = Lines(screen: screen.name, options: options, origin: origin, write: write)
      let modes = Modes(configuration.modes) { lines.write(mode: $0, at: $1) }
      let session = Session(scene, origin: origin, modes: modes, options: options.session, runner: runner) {
        lines.write($0)
      }
      let clock = Clock(origin: origin, isRealTime: options.isRealTime)
      var filter = TouchFilter(screen.touchFilter, size: geometry.size)
      while true {
        while let due = filter.nextDeadline, due <= frame.time { release(&filter, at: due, to: session, clock) }
        advance(session, upTo: frame.time, clock)
        clock.wait(until: frame.time)
        if case .dropped = kind { lines.writeDropped(at: frame.time) }
        filter.handle(&frame) { session.handle($0) }
        guard let next = decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry)
        else { break }
        kind = next
      }
      // Nobody can move any more: who rests now is not stale.
      while let due = filter.nextRelease { release(&filter, at: due, to: session, clock) }
      advance(session, upTo: Timestamp(microseconds: .max), clock)
      if decoder.cancelAll(at: max(recording.events.end, scene.engine.now), into: &frame, geometry: geometry) {
        filter.handle(&frame) { session.handle($0) }
      }
      advance(session, upTo: Timestamp(microseconds: .max), clock)
      if let sentence = filter.counts.sentence { warn("\(recording.description.printableName): \(sentence)") }
    }
  }

  private func release(_ filter: inout TouchFilter, at time: Timestamp, to session: Session, _ clock: Clock) {
    advance(session, upTo: time, clock)
    clock.wait(until: time)
    filter.advance(to: time) { session.handle($0) }
  }

  private func advance(_ session: Session, upTo time: Timestamp, _ clock: Clock) {
    while let deadline = session.nextDeadline, deadline <= time {
      clock.wait(until: deadline)
      session.advance(to: deadline)
    }
  }
}

/// The recording's clock beside the machine's.
private struct Clock {
  private let origin: Timestamp
  private let start: Int64?

  init(origin: Timestamp, isRealTime: Bool) {
    self.origin = origin
    start = isRealTime ? linux_monotonic_microseconds() : nil
  }

  func wait(until time: Timestamp) {
    guard let start else { return }
    var microseconds = (time - origin) - (linux_monotonic_microseconds() - start)
    while microseconds > 0 {
      // Signals wake it early.
      usleep(UInt32(min(microseconds, 900_000)))
      microseconds = (time - origin) - (linux_monotonic_microseconds() - start)
    }
  }
}

/// Writes records in the format asked for.
private struct Lines {
  private let options: Replay.Options
  private let origin: Timestamp
  private let emit: ([UInt8]) -> Void
  private var json: RecordJSON
  /// When a change of each gesture was last written.
  private var lastChange: [Int: Timestamp] = [:]

  init(screen: String, options: Replay.Options, origin: Timestamp, write: @escaping ([UInt8]) -> Void) {
    self.options = options
    self.origin = origin
    emit = write
    json = RecordJSON(screen: screen)
  }

  mutating func write(_ record: SessionRecord) {
    switch record {
    case .action where !options.showsActions: return
    case .gesture(let event, _) where event.state == .changed && isTooSoon(event): return
    default: break
    }
    switch options.format {
    case .json: emit(json.line(record, since: origin))
    case .text: emit(Array((RecordText.line(record, since: origin) + "\n").utf8))
    }
  }

  mutating func writeDropped(at time: Timestamp) {
    switch options.format {
    case .json: emit(json.line(.dropped, since: origin, at: time))
    case .text: emit(Array((RecordText.line(.dropped, since: origin, at: time) + "\n").utf8))
    }
  }

  mutating func write(mode name: String, at time: Timestamp) {
    switch options.format {
    case .json: emit(json.line(mode: name, since: origin, at: time))
    case .text: emit(Array((RecordText.line(mode: name, since: origin, at: time) + "\n").utf8))
    }
  }

  private mutating func isTooSoon(_ event: GestureEvent) -> Bool {
    guard let rate = options.changesPerSecond else { return false }
    let last = lastChange[event.recognizer.tag]
    if let last, event.time - last < Int64(1_000_000 / rate) { return true }
    lastChange[event.recognizer.tag] = event.time
    return false
  }
}
