import Configuration
import Gestures
import Screen
import Text
import TouchInput

/// Follows a replay and collects what its page needs. The replay must report all states and attempts.
package final class ReportCollector: ReplayAudience {
  private let scene: Scene
  private let origin: Timestamp
  private let limits: ReportLimits
  private var report: ReplayReport
  private var explainer: Explainer
  /// The touches that are down, as indices into the report's touches, by their ids.
  private var down: [UInt64: Int] = [:]
  /// Whether the device moved when it was measured last.
  private var wasMoving = false
  /// Whether the last span has not ended yet, indexed by the recognizers' tags.
  private var isOpen: [Bool]
  /// The recognitions that have not ended yet, as indices into the report's, indexed by the recognizers' tags.
  private var recognitions: [Int?]
  /// The touches that landed outside of a gesture's views, by gesture.
  private var elsewhere: [String: (count: Int, nearest: Miss)] = [:]
  /// The time, in seconds, from which on nothing goes into the page.
  private var cut: Double?

  package init(_ scene: Scene, origin: Timestamp, limits: ReportLimits = ReportLimits()) {
    self.scene = scene
    self.origin = origin
    self.limits = limits
    explainer = Explainer(scene, origin: origin)
    report = ReplayReport(size: scene.size, screen: scene.screen)
    report.limits = limits
    report.lanes = scene.gestures.map {
      ReplayReport.Lane(gesture: $0.settings.name, kind: $0.settings.kind.name.rawValue, view: $0.view)
    }
    isOpen = scene.gestures.map { _ in false }
    recognitions = scene.gestures.map { _ in nil }
  }

  // MARK: Fingers

  package func willHandle(_ frame: TouchFrame) {
    let time = seconds(frame.time)
    for contact in frame.contacts where !isCut(at: time) {
      let sample = PathKeeper.Sample(time: time, place: contact.location, imprint: contact.imprint)
      if contact.phase == .began {
        land(contact, sample, at: frame.time)
      } else if let index = down[contact.id] {
        report.touches[index].points.add(sample)
        guard contact.phase != .moved && contact.phase != .stationary else { continue }
        report.touches[index].isCancelled = contact.phase == .cancelled
        down[contact.id] = nil
      }
    }
    see(time)
  }

  private func land(_ contact: TouchFrame.Contact, _ sample: PathKeeper.Sample, at moment: Timestamp) {
    if report.touches.count == limits.touches { return cutOff(at: sample.time) }
    let taken = Set(down.values.map { report.touches[$0].finger })
    let finger = (0...taken.count).first { !taken.contains($0) } ?? taken.count
    let hit = scene.engine.root.hitTest(contact.location)
    down[contact.id] = report.touches.count
    report.touches.append(
      ReplayReport.TouchPath(
        id: contact.id, finger: finger, type: contact.type, view: hit?.name,
        points: PathKeeper(sample, limit: limits.pointsOfTouch)))
    for miss in scene.misses(at: contact.location, moment) {
      let (count, nearest) = elsewhere[miss.gesture] ?? (0, miss)
      elsewhere[miss.gesture] = (count + 1, miss.nearness > nearest.nearness ? miss : nearest)
    }
  }

  // MARK: Keys and motion

  /// The least difference from gravity, in metres per second squared, with which the device counts as moving: rule KNO-1's rest.
  private static let leastMotion = 1.0
  private static let gravity = 9.80665

  package func willHandle(_ moment: OtherRecording.Moment) {
    let time = seconds(moment.time)
    if isCut(at: time) { return }
    switch moment {
    case .presses(let presses):
      for press in presses { note(press, at: time) }
      for command in presses.compactMap(RemoteKeys.command) {
        extend(input("command \(command.subtype)"), to: time, isNew: true)
      }
    case .sample(let sample):
      let force = sample.acceleration
      let size = (force.x * force.x + force.y * force.y + force.z * force.z).squareRoot()
      let isMoving = abs(size - Self.gravity) >= Self.leastMotion
      if isMoving { extend(input("motion"), to: time, isNew: !wasMoving) }
      wasMoving = isMoving
    }
    see(time)
  }

  private func note(_ press: Press, at time: Double) {
    let row = input(EventCode(pressCode: press.code).name)
    let isNew = press.phase == .began
    // What was down before has no beginning.
    if isNew || !report.inputs[row].spans.isEmpty { extend(row, to: time, isNew: isNew) }
  }

  /// Returns the row of an input, which it adds if there is none.
  private func input(_ name: String) -> Int {
    if let row = report.inputs.firstIndex(where: { $0.name == name }) { return row }
    report.inputs.append(ReplayReport.Input(name: name))
    return report.inputs.count - 1
  }

  private func extend(_ row: Int, to time: Double, isNew: Bool) {
    let last = report.inputs[row].spans.last
    if isNew || last == nil {
      if report.inputs[row].spans.count < limits.touches { report.inputs[row].spans.append(time...time) }
    } else if let last {
      report.inputs[row].spans[report.inputs[row].spans.count - 1] = last.lowerBound...max(last.lowerBound, time)
    }
  }

  // MARK: Recognizers

  package func follow(_ record: SessionRecord) {
    switch record {
    case .attempt(let event, _):
      guard !isCut(at: seconds(event.time)) else { return }
      if explainer.attempts.count == limits.attempts, case .began = event.change {
        return cutOff(at: seconds(event.time))
      }
      explainer.follow(record)
      follow(event)
    case .gesture(let event, let gesture):
      guard !isCut(at: seconds(event.time)) else { return }
      explainer.follow(record)
      follow(event, gesture)
    case .action(let action, let event, _):
      if let index = recognitions[event.recognizer.tag] { note(action.keyword, action.arguments, index) }
    case .touch, .stateAction: break
    }
  }

  private func follow(_ event: AttemptEvent) {
    let tag = event.recognizer.tag, time = seconds(event.time)
    switch event.change {
    case .began: enter(.possible, tag, at: time, attempt: explainer.attempts.count - 1)
    case .waits: enter(.waiting, tag, at: time)
    case .failed(let reason):
      enter(.failed, tag, at: time)
      if reason.kind == .unlike { addShape(of: event.recognizer, isRecognized: false, at: time) }
    case .cancelled: enter(.cancelled, tag, at: time)
    case .refused, .stopped: break
    }
    see(time)
  }

  private func follow(_ event: GestureEvent, _ gesture: Scene.Gesture) {
    let tag = event.recognizer.tag, time = seconds(event.time)
    switch event.state {
    case .possible:
      close(tag, at: time)
      recognitions[tag] = nil
    case .began: enter(.active, tag, at: time)
    case .changed: if isOpen[tag] { report.lanes[tag].spans[report.lanes[tag].spans.count - 1].changes += 1 }
    case .ended:
      enter(.ended, tag, at: time)
      addShape(of: event.recognizer, isRecognized: true, at: time)
    case .cancelled: enter(.cancelled, tag, at: time)
    case .failed: enter(.failed, tag, at: time)
    }
    recognize(event, gesture, tag, time)
    see(time)
  }

  /// Ends the current span and begins one in this state, unless the current one is in this state already.
  private func enter(_ state: ReplayReport.Span.State, _ tag: Int, at time: Double, attempt: Int? = nil) {
    let last = isOpen[tag] ? report.lanes[tag].spans.last : nil
    if last?.state == state { return }
    close(tag, at: time)
    isOpen[tag] = true
    report.lanes[tag].spans.append(
      ReplayReport.Span(
        state: state, start: time, end: time, attempt: attempt ?? last?.attempt,
        isDecision: state == .active || state == .failed || state == .cancelled
          || state == .ended && last?.state != .active))
  }

  private func close(_ tag: Int, at time: Double) {
    guard isOpen[tag] else { return }
    report.lanes[tag].spans[report.lanes[tag].spans.count - 1].end = time
    isOpen[tag] = false
  }

  private func recognize(_ event: GestureEvent, _ gesture: Scene.Gesture, _ tag: Int, _ time: Double) {
    guard [.began, .changed, .ended, .cancelled].contains(event.state) else { return }
    if recognitions[tag] == nil {
      recognitions[tag] = report.recognitions.count
      report.recognitions.append(
        ReplayReport.Recognition(
          lane: tag, attempt: report.lanes[tag].spans.last?.attempt, start: time, end: time, state: "",
          location: event.location, touches: event.numberOfTouches))
    }
    guard let index = recognitions[tag] else { return }
    report.recognitions[index].end = time
    report.recognitions[index].state = "\(event.state)"
    report.recognitions[index].values = gesture.words(for: event.values)
    report.recognitions[index].touches = max(report.recognitions[index].touches, event.numberOfTouches)
    if event.state == .changed { report.recognitions[index].changes += 1 }
  }

  /// Notes an action. Equal actions of one gesture are noted once, with their number.
  private func note(_ keyword: String, _ arguments: [String], _ index: Int) {
    let arguments = arguments.joined(separator: " ")
    let actions = report.recognitions[index].actions
    if let same = actions.firstIndex(where: { $0.keyword == keyword && $0.arguments == arguments }) {
      report.recognitions[index].actions[same].count += 1
    } else {
      report.recognitions[index].actions.append((keyword, arguments, 1))
    }
  }

  // MARK: The rest

  package func follow(_ announcement: Announcement, at time: Timestamp) {
    switch announcement {
    case .mode(let name): note("mode \(name)", at: time)
    case .idle(let change): note(change.words, at: time)
    case .device: note("the kernel lost events", at: time)
    case .configuration, .pause: break
    }
  }

  package func didEnd(leavingOut counts: TouchFilter.Counts, of panel: PanelModel.Summary) {
    report.filtered = counts.sentence
    report.measured = panel.sentence
  }

  private func note(_ text: String, at time: Timestamp) {
    guard !isCut(at: seconds(time)), report.moments.count < limits.rows else { return }
    report.moments.append(ReplayReport.Moment(time: seconds(time), text: text))
  }

  /// Adds the learned shape that the drawing was compared with, if the recognizer is one for shapes.
  private func addShape(of recognizer: GestureRecognizer, isRecognized: Bool, at time: Double) {
    guard report.shapes.count < limits.rows, let recognizer = recognizer as? StrokeGestureRecognizer,
      let (match, points) = recognizer.likeness
    else { return }
    report.shapes.append(
      ReplayReport.Shape(
        gesture: scene.gestures[recognizer.tag].settings.name, template: match.template, score: match.score,
        isRecognized: isRecognized, time: time, points: points))
  }

  private func see(_ time: Double) { if !isCut(at: time) { report.duration = max(report.duration, time) } }

  private func isCut(at time: Double) -> Bool { cut.map { time >= $0 } ?? false }

  private func cutOff(at time: Double) { cut = cut ?? time }

  private func seconds(_ time: Timestamp) -> Double { Double(time - origin) / 1e6 }

  private func words(_ time: Timestamp) -> String { "\(Decimal.fixed(seconds(time), decimals: 3)) s" }

  // MARK: The finished report

  /// Returns the report. Call it once the replay is over.
  package func finished() -> ReplayReport {
    for tag in report.lanes.indices { close(tag, at: report.duration) }
    var report = report
    report.views = scene.placedViews(most: limits.views)
    report.distances = scene.distanceThresholds
    report.speeds = scene.speedThresholds
    report.forces = scene.forceThresholds
    report.tallies = tallies()
    report.failures = failures()
    if let cut {
      report.thinned.append(
        "The recording has more than \(limits.touches) touches or \(limits.attempts) attempts of gestures: this page ends at "
          + "\(Decimal.fixed(cut, decimals: 3)) s.")
    }
    report.thin()
    return report
  }

  private func tallies() -> [ReplayReport.Tally] {
    var tallies: [ReplayReport.Tally] = []
    var places: [String: Int] = [:]
    for gesture in scene.gestures where places[gesture.settings.name] == nil {
      places[gesture.settings.name] = tallies.count
      tallies.append(
        ReplayReport.Tally(
          gesture: gesture.settings.name, kind: gesture.settings.kind.name.rawValue))
    }
    for attempt in explainer.attempts {
      guard let place = places[attempt.gesture] else { continue }
      tallies[place].attempts += 1
      switch attempt.outcome {
      case .recognized: tallies[place].recognized += 1
      case .failed: tallies[place].failed += 1
      case .cancelled: tallies[place].cancelled += 1
      case .open: break
      }
    }
    for (gesture, refusals) in Dictionary(grouping: explainer.refusals, by: \.gesture) {
      guard let place = places[gesture] else { continue }
      tallies[place].misses += MissTally.counts(of: refusals).map { tally in
        (tally.words(at: words(tally.nearest.time)), tally.references)
      }
    }
    for (gesture, outside) in elsewhere {
      guard let place = places[gesture] else { continue }
      let sentence = "\(outside.count) landed outside of its views, the nearest at \(words(outside.nearest.time)): "
      tallies[place].misses.append((sentence + outside.nearest.explanation.sentence, .outside))
    }
    return tallies
  }

  private func failures() -> [ReplayReport.Failure] {
    var lanes: [Int: Int] = [:]
    for (lane, content) in report.lanes.enumerated() {
      for span in content.spans { if let attempt = span.attempt { lanes[attempt] = lane } }
    }
    let failures = explainer.attempts.enumerated().compactMap { index, attempt -> ReplayReport.Failure? in
      let (word, text): (String, String)
      switch attempt.outcome {
      case .recognized: return nil
      case .open: (word, text) = ("undecided", "")
      case .failed(let explanation): (word, text) = ("failed", explanation.sentence)
      case .cancelled(let explanation): (word, text) = ("cancelled", explanation.sentence)
      }
      let waits = attempt.waits.map {
        "\($0.explanation.sentence) from \(Decimal.fixed(seconds($0.time), decimals: 3)) s on"
      }
      return ReplayReport.Failure(
        lane: lanes[index] ?? 0, attempt: index, start: seconds(attempt.start), end: seconds(attempt.end), word: word,
        explanation: ([text] + waits).filter { !$0.isEmpty }.joined(separator: ", "), references: attempt.references,
        nearness: attempt.nearness)
    }
    return failures.sorted { ($1.nearness, $0.start) < ($0.nearness, $1.start) }
  }
}
