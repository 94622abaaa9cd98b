import Actions
import CLinux
import Configuration
import Gestures
import Glibc
import TouchInput

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
    withoutActuallyEscaping(write) { write in
      let options = options
      play(recording, clock: options.isRealTime ? RealTime() : nil, warn: warn) { scene, origin in
        Lines(screen: scene.screen, options: options, origin: origin, write: write)
      }
    }
  }

  /// The same lines, with an audience beside them that is told all states and attempts.
  package func play<Audience: ReplayAudience>(
    _ recording: Recording, write: ([UInt8]) -> Void, warn: (String) -> Void,
    besides audience: (Scene, Timestamp) -> Audience
  ) -> Audience? {
    var told = options
    told.session.reportsAllStates = true
    told.session.reportsAttempts = true
    return withoutActuallyEscaping(write) { write in
      let options = options
      return Replay(configuration, options: told, runner: runner)
        .play(recording, clock: options.isRealTime ? RealTime() : nil, warn: warn) { scene, origin in
          let lines = Lines(screen: scene.screen, options: options, origin: origin, write: write)
          return Pair(lines, audience(scene, origin))
        }?.second
    }
  }

  /// The same for any audience.
  ///
  /// - Parameters:
  ///   - clock: says when it is time; `nil`: as fast as it goes.
  ///   - audience: made once the screen is known; the time is that of the recording's first frame.
  /// - Returns: who was told; `nil` where the recording has no frame.
  @discardableResult
  package func play<Audience: ReplayAudience>(
    _ recording: Recording, clock: ReplayClock? = nil, warn: (String) -> Void,
    to audience: (Scene, Timestamp) -> Audience
  ) -> Audience? {
    let name =
      recording.description.printableName.isEmpty ? recording.file.printable : recording.description.printableName
    for warning in recording.warnings { warn("\(name): \(warning)") }
    let (screen, matches) = configuration.screen(forRecordingOf: recording.description)
    if !matches { warn("no [[screen]] matches \"\(name)\": played on \"\(screen.name)\"") }
    let geometry = screen.geometry(of: recording.description)
    if let warning = geometry.warning { warn("\(name): \(warning)") }
    guard let decoder = FrameDecoder(recording.description) else { return nil }
    let scene = Scene(configuration, screen: screen, size: geometry.size)
    for warning in scene.warnings { warn(warning) }

    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    guard var kind = decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) else {
      return nil
    }
    let origin = frame.time
    let audience = audience(scene, origin)
    let modes = Modes(configuration.modes) { audience.take(mode: $0, at: $1) }
    let session = Session(scene, origin: origin, modes: modes, options: options.session, runner: runner) {
      audience.take($0)
    }
    let projector = Projector(session, audience, clock, from: origin)
    var filter = TouchFilter(screen.touchFilter, size: geometry.size)
    while !projector.isStopped {
      while let due = filter.nextDeadline, due <= frame.time { projector.release(&filter, at: due) }
      projector.advance(upTo: frame.time)
      projector.wait(until: frame.time)
      if case .dropped = kind { audience.takeDrop(at: frame.time) }
      filter.handle(&frame) { projector.show($0) }
      guard let next = decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry)
      else { break }
      kind = next
    }
    // Nobody can move any more: who rests now is not stale.
    while let due = filter.nextRelease { projector.release(&filter, at: due) }
    projector.advance(upTo: Timestamp(microseconds: .max))
    if decoder.cancelAll(at: max(recording.events.end, scene.engine.now), into: &frame, geometry: geometry) {
      filter.handle(&frame) { projector.show($0) }
    }
    projector.advance(upTo: Timestamp(microseconds: .max))
    audience.takeEnd(filter.counts)
    if let sentence = filter.counts.sentence { warn("\(name): \(sentence)") }
    return audience
  }
}

/// Who is told what happens in a replay, in order.
package protocol ReplayAudience: AnyObject {
  /// What the engine is about to get: what the panel reported, less what the filter dropped.
  func take(_ frame: TouchFrame)
  func take(_ record: SessionRecord)
  func take(mode name: String, at time: Timestamp)
  /// The kernel had lost events there.
  func takeDrop(at time: Timestamp)
  /// It is over; this is what the filter left out.
  func takeEnd(_ counts: TouchFilter.Counts)
}

extension ReplayAudience {
  package func take(_ frame: TouchFrame) {}
  package func take(mode name: String, at time: Timestamp) {}
  package func takeDrop(at time: Timestamp) {}
  package func takeEnd(_ counts: TouchFilter.Counts) {}
}

/// Two that are told the same.
private final class Pair<First: ReplayAudience, Second: ReplayAudience>: ReplayAudience {
  private let first: First
  let second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  func take(_ frame: TouchFrame) {
    first.take(frame)
    second.take(frame)
  }

  func take(_ record: SessionRecord) {
    first.take(record)
    second.take(record)
  }

  func take(mode name: String, at time: Timestamp) {
    first.take(mode: name, at: time)
    second.take(mode: name, at: time)
  }

  func takeDrop(at time: Timestamp) {
    first.takeDrop(at: time)
    second.takeDrop(at: time)
  }

  func takeEnd(_ counts: TouchFilter.Counts) {
    first.takeEnd(counts)
    second.takeEnd(counts)
  }
}

/// The pace of a replay.
package protocol ReplayClock: AnyObject {
  /// Returns when it is time for what happens so long after the recording's first frame.
  ///
  /// - Returns: false to end the replay here.
  func wait(microseconds: Int64) -> Bool
}

/// As slowly as it was recorded.
private final class RealTime: ReplayClock {
  private let start = linux_monotonic_microseconds()

  func wait(microseconds: Int64) -> Bool {
    var left = microseconds - (linux_monotonic_microseconds() - start)
    while left > 0 {
      // Signals wake it early.
      usleep(UInt32(min(left, 900_000)))
      left = microseconds - (linux_monotonic_microseconds() - start)
    }
    return true
  }
}

/// Hands frames and time to the session at the clock's pace, with its audience looking on.
private final class Projector {
  private(set) var isStopped = false
  private let session: Session
  private let audience: any ReplayAudience
  private let clock: ReplayClock?
  private let origin: Timestamp

  init(_ session: Session, _ audience: any ReplayAudience, _ clock: ReplayClock?, from origin: Timestamp) {
    self.session = session
    self.audience = audience
    self.clock = clock
    self.origin = origin
  }

  func show(_ frame: TouchFrame) {
    audience.take(frame)
    session.handle(frame)
  }

  func release(_ filter: inout TouchFilter, at time: Timestamp) {
    advance(upTo: time)
    wait(until: time)
    filter.advance(to: time) { show($0) }
  }

  func advance(upTo time: Timestamp) {
    while let deadline = session.nextDeadline, deadline <= time {
      wait(until: deadline)
      session.advance(to: deadline)
    }
  }

  func wait(until time: Timestamp) {
    if let clock, !isStopped, !clock.wait(microseconds: time - origin) { isStopped = true }
  }
}

/// Writes those records that are asked for, in the format asked for.
private final class Lines: ReplayAudience {
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

  func take(_ record: SessionRecord) {
    switch record {
    case .action where !options.showsActions: return
    case .attempt where !options.session.reportsAttempts: return
    case .gesture(let event, _) where !options.session.reportsAllStates && !isTold(event.state): return
    case .gesture(let event, _) where event.state == .changed && isTooSoon(event): return
    default: break
    }
    switch options.format {
    case .json: emit(json.line(record, since: origin))
    case .text: emit(Array((RecordText.line(record, since: origin) + "\n").utf8))
    }
  }

  func takeDrop(at time: Timestamp) {
    switch options.format {
    case .json: emit(json.line(.dropped, since: origin, at: time))
    case .text: emit(Array((RecordText.line(.dropped, since: origin, at: time) + "\n").utf8))
    }
  }

  func take(mode name: String, at time: Timestamp) {
    switch options.format {
    case .json: emit(json.line(mode: name, since: origin, at: time))
    case .text: emit(Array((RecordText.line(mode: name, since: origin, at: time) + "\n").utf8))
    }
  }

  /// Without all states: others may be told more.
  private func isTold(_ state: GestureRecognizer.State) -> Bool { state != .possible && state != .failed }

  private func isTooSoon(_ event: GestureEvent) -> Bool {
    guard let rate = options.changesPerSecond else { return false }
    let last = lastChange[event.recognizer.tag]
    if let last, event.time - last < Int64(1_000_000 / rate) { return true }
    lastChange[event.recognizer.tag] = event.time
    return false
  }
}
