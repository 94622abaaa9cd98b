// Screen/Replay: a session on a recording's clock, without devices.
import Configuration
import Effects
import Gestures
import Text
import TouchInput

/// Plays a recording through a configuration on the recording's own clock; the output is the same on every machine.
package struct Replay {
  /// The time for which a finger rests that is still down at the end of a recording, in microseconds. It is longer than any press, and
  /// a press that repeats (LP-8) would never end without it.
  private static let longestRest: Int64 = 60_000_000

  private let configuration: Configuration
  private let options: ReplayOptions
  private let runner: ActionRunner?

  /// - Parameter runner: runs the actions; `nil`: actions don't run.
  package init(_ configuration: Configuration, options: ReplayOptions, runner: ActionRunner?) {
    self.configuration = configuration
    self.options = options
    self.runner = runner
  }

  /// Plays a recording and writes its lines, for an audience besides that gets all states and attempts.
  ///
  /// - Parameters:
  ///   - write: called with each line, including its newline, when it happens.
  ///   - warn: called with warnings for the user.
  /// - Returns: the audience; `nil` if nothing happens in the recording.
  package func play<Audience: ReplayAudience>(
    _ input: RecordedInput, write: ([UInt8]) -> Void, warn: (String) -> Void,
    besides audience: (Scene, Timestamp) -> Audience
  ) -> Audience? {
    withoutActuallyEscaping(write) { write in
      let options = options
      return telling.play(input, clock: options.isRealTime ? RealTimeClock() : nil, warn: warn) { scene, origin in
        let lines = ReplayLines(screen: scene.screen, options: options, origin: origin, write: write)
        return AudiencePair(lines, audience(scene, origin))
      }?.second
    }
  }

  /// The same replay, which reports all states and attempts.
  private var telling: Replay {
    var told = options
    told.session.reportsAllStates = true
    told.session.reportsAttempts = true
    return Replay(configuration, options: told, runner: runner)
  }

  /// Plays a recording for an audience, whatever it is a recording of.
  ///
  /// - Returns: the audience; `nil` if nothing happens in the recording.
  package func play<Audience: ReplayAudience>(
    _ input: RecordedInput, clock: ReplayClock? = nil, warn: (String) -> Void,
    to audience: (Scene, Timestamp) -> Audience
  ) -> Audience? {
    switch input {
    case .panel(let recording): play(recording, clock: clock, warn: warn, to: audience)
    case .other(let recording): play(recording, clock: clock, warn: warn, to: audience)
    }
  }

  /// Plays a recording for an audience.
  ///
  /// - Parameters:
  ///   - clock: the pace; `nil`: as fast as possible.
  ///   - audience: makes the audience once the screen is known; the time is that of the recording's first frame.
  /// - Returns: the audience; `nil` if the recording has no frames.
  @discardableResult
  package func play<Audience: ReplayAudience>(
    _ recording: Recording, clock: ReplayClock? = nil, warn: (String) -> Void,
    to audience: (Scene, Timestamp) -> Audience
  ) -> Audience? {
    let name =
      recording.description.printableName.isEmpty ? recording.file.printable : recording.description.printableName
    for warning in recording.warnings { warn("\(name): \(warning)") }
    var (screen, matches) =
      options.screen.map { ($0, true) } ?? configuration.screen(forRecordingOf: recording.description)
    if !matches { warn("no [[screen]] matches \"\(name)\": played on \"\(screen.name)\"") }
    if options.showsApplications && !screen.intercept {
      warn("\"\(screen.name)\" has no intercept = true: applications get all touches; the lines are as if it had")
      screen.intercept = true
    }
    let geometry = screen.geometry(of: recording.description)
    if let warning = geometry.warning { warn("\(name): \(warning)") }
    for oddity in recording.description.rangeOddities { warn("\(name): \(oddity)") }
    guard let decoder = FrameDecoder(of: recording, geometry) else { return nil }
    let scene = Scene(configuration, screen: screen, size: geometry.size)
    for warning in scene.warnings { warn(warning) }
    let measures = ContactMeasures(
      screen.contactWishes(imprints: true, on: geometry.size), of: recording.description, geometry)
    for warning in scene.warnings(about: measures) { warn(warning) }
    decoder.follow(measures)

    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    guard var kind = decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) else {
      return nil
    }
    let origin = frame.time
    let audience = audience(scene, origin)
    let recorded =
      options.showsApplications ? RecordedClone(of: recording.description) { screen.geometry(of: $0) } : nil
    recorded?.clone.taking = screen.takeBack.taking
    let projector = projector(scene, audience, clock, from: origin, to: recording.events.end, recorded?.clone)
    let known = options.model ?? recording.model ?? PanelModel.Summary()
    var filter = TouchFilter(screen.touchFilter, size: geometry.size, unit: geometry.unit, known: known)
    filter.onChange = { recorded?.clone.follow($0) }
    func settle(at time: Timestamp) {
      guard let recorded else { return }
      projector.session.settleClone(at: time) { filter.holds($0) }
      recorded.read { audience.followApplications($0) }
    }
    func release(at time: Timestamp) {
      projector.advance(upTo: min(time, filter.heldSince ?? time), then: settle)
      projector.wait(until: time)
      filter.advance(to: time) { projector.show($0) }
      settle(at: time)
    }
    while !projector.isStopped {
      while let due = filter.nextDeadline, due <= frame.time { release(at: due) }
      projector.advance(upTo: min(frame.time, filter.heldSince ?? frame.time), then: settle)
      projector.wait(until: frame.time)
      if case .dropped = kind { audience.follow(.device(.dropped, screen: scene.screen), at: frame.time) }
      if let recorded { decoder.show(recording.events, to: recorded.clone) }
      filter.handle(&frame) {
        projector.advance(upTo: $0.time); projector.show($0)
      }
      if let recorded, decoder.finish(recorded.clone) { settle(at: scene.engine.now) }
      guard let next = decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry)
      else { break }
      kind = next
    }
    // The recording is over, so contacts can't move any more: those that rest now are not stale.
    while let due = filter.nextRelease { release(at: due) }
    projector.advance(upTo: max(recording.events.end, scene.engine.now) + Self.longestRest, then: settle)
    if decoder.cancelAll(at: max(recording.events.end, scene.engine.now), into: &frame, geometry: geometry) {
      filter.handle(&frame) { projector.show($0) }
      settle(at: scene.engine.now)
    }
    projector.advance(upTo: Timestamp(microseconds: .max), then: settle)
    audience.didEnd(leavingOut: filter.counts, of: filter.summary)
    if let sentence = filter.counts.sentence { warn("\(name): \(sentence)") }
    for sentence in KernelBug.sentences(decoder.kernelBugs) { warn("\(name): \(sentence)") }
    return audience
  }

  private func projector<Audience: ReplayAudience>(
    _ scene: Scene, _ audience: Audience, _ clock: ReplayClock?, from origin: Timestamp, to end: Timestamp,
    _ clone: TouchClone? = nil
  ) -> Projector {
    let perform = { [runner] (event: StateAction) in
      audience.follow(.stateAction(event))
      runner?.run(event.action, for: event.context(since: origin))
    }
    let modes = Modes(configuration.modes, perform: perform) { audience.follow(.mode($0), at: $1) }
    let idleness = Idleness(configuration.idle, modes: modes, from: origin, perform: perform) {
      audience.follow(.idle($0), at: $1)
    }
    let session = Session(
      scene, origin: origin, modes: modes, idleness: idleness, options: options.session, runner: runner
    ) { audience.follow($0) }
    session.clone = clone
    if let mode = options.mode { modes.enter(mode, at: origin) }
    return Projector(session, idleness, audience, clock, from: origin, to: end)
  }
}

// MARK: - Recordings of other devices

extension Replay {
  /// A screen for events that have no place on it.
  private static let anySize = Size(width: 192, height: 120)

  /// Plays a recording of keys, switches or motion for an audience, on the first screen of the configuration.
  ///
  /// - Returns: the audience; `nil` if nothing happens in the recording that a gesture could want.
  @discardableResult
  package func play<Audience: ReplayAudience>(
    _ recording: OtherRecording, clock: ReplayClock? = nil, warn: (String) -> Void,
    to audience: (Scene, Timestamp) -> Audience
  ) -> Audience? {
    let moments = recording.moments(of: configuration.wantedCodes)
    guard let origin = moments.first?.time else {
      warn("\(recording.file.printable): no gesture of the configuration wants any of its keys or switches")
      return nil
    }
    let screen = configuration.screens.first ?? ScreenSettings()
    let scene = Scene(configuration, screen: screen, size: screen.size ?? Self.anySize)
    for warning in scene.warnings { warn(warning) }
    let audience = audience(scene, origin)
    let projector = projector(scene, audience, clock, from: origin, to: recording.end)
    for moment in moments where !projector.isStopped {
      projector.advance(upTo: moment.time)
      projector.wait(until: moment.time)
      projector.show(moment)
    }
    projector.advance(upTo: max(recording.end, scene.engine.now) + Self.longestRest)
    projector.cancelOthers()
    projector.advance(upTo: Timestamp(microseconds: .max))
    return audience
  }
}

/// Passes frames and time to the session at the clock's pace, and frames to the audience as well.
private final class Projector {
  private(set) var isStopped = false
  let session: Session
  private let idleness: Idleness
  private let audience: any ReplayAudience
  private let clock: ReplayClock?
  private let origin: Timestamp
  /// The end of the recording. What it doesn't show is no idle time.
  private let end: Timestamp

  init(
    _ session: Session, _ idleness: Idleness, _ audience: any ReplayAudience, _ clock: ReplayClock?,
    from origin: Timestamp, to end: Timestamp
  ) {
    self.session = session
    self.idleness = idleness
    self.end = end
    self.audience = audience
    self.clock = clock
    self.origin = origin
  }

  func show(_ frame: TouchFrame) {
    audience.willHandle(frame)
    session.handle(frame)
  }

  func show(_ moment: OtherRecording.Moment) {
    audience.willHandle(moment)
    switch moment {
    case .sample(let sample): session.handle(sample: sample)
    case .presses(let presses):
      session.handle(presses: presses)
      for command in presses.compactMap(RemoteKeys.command) { session.handle(command: command) }
    }
  }

  /// Ends presses and motion that the recording leaves open.
  func cancelOthers() { session.cancelOthers(at: session.scene.engine.now) }

  /// - Parameter then: called after each deadline.
  func advance(upTo time: Timestamp, then: (Timestamp) -> Void = { _ in }) {
    while true {
      let idle = idleness.nextDeadline.flatMap { $0 <= min(time, end) ? $0 : nil }
      if let deadline = session.nextDeadline, deadline <= idle ?? time {
        wait(until: deadline)
        session.advance(to: deadline)
        then(deadline)
      } else if let idle {
        wait(until: idle)
        idleness.advance(to: idle)
      } else {
        return
      }
    }
  }

  func wait(until time: Timestamp) {
    if let clock, !isStopped, !clock.wait(microseconds: time - origin) { isStopped = true }
  }
}
