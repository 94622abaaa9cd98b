import Configuration
import Gestures
import Screen

/// What has happened on a screen, as far as the monitor shows it. Its memory stays bounded, however long the monitor runs.
package final class MonitorState: ReplayAudience {
  /// A recognizer's current activity, or the outcome of its last attempt.
  package struct Row: Equatable {
    package enum Condition: Equatable {
      case idle, possible, waits, running, recognized, failed, cancelled
    }

    package var condition = Condition.idle
    /// The state's name.
    package var word = ""
    /// The measured values, or the reason why it waits, failed or was cancelled.
    package var detail = ""
    /// Whether its attempt is not over yet.
    package var isInAttempt = false
  }

  /// An entry in one of the two lists: recognized, and not recognized.
  package struct Entry: Equatable {
    package let time: Timestamp
    package let gesture: String
    package let view: String
    package var word: String
    /// What happened, and the configuration keys that change it.
    package var text: String
    /// The text without the keys.
    package var brief: String
    /// The rule that decided, for the end of the text: `, rule TAP-3`; empty if there is none.
    package var rule = ""
    package let tag: Int
  }

  package struct Finger {
    package let id: UInt64
    /// The number shown on the finger: from 1 on, the lowest that no other finger that is down has.
    package let number: Int
    package var isDown = true
    /// The force and the size of the contact, as far as the panel measures them.
    package var imprint = Touch.Imprint()
    package var trail: [Point]
  }

  /// A learned shape, laid over the drawing that was compared with it.
  package struct Shape {
    package let points: [Point]
    package let isRecognized: Bool
  }

  package static let mostEntries = 200
  private static let mostFingers = 40
  private static let longestTrail = 2000
  private static let mostNotes = 20

  package let scene: Scene
  package let origin: Timestamp
  /// The recognizers' rows, indexed by the recognizers' tags.
  package private(set) var rows: [Row]
  /// The recognized gestures, the latest last.
  package private(set) var gestures: [Entry] = []
  /// The attempts that failed, were cancelled or refused a touch, the latest last.
  package private(set) var failures: [Entry] = []
  package private(set) var fingers: [Finger] = []
  /// The learned shape that the last drawing was compared with, until a finger lands while no other is down.
  package private(set) var shape: Shape?
  package private(set) var mode = "default"
  /// The last idle step that was reached since the last touch; `nil` while the panel is in use.
  package private(set) var idle: String?
  /// Other things that the user should know.
  package private(set) var notes: [String] = []
  /// A sentence about the touches that the filter left out, if any.
  package var leftOut: String? {
    didSet { if leftOut != oldValue { onChange() } }
  }
  /// The time of the last event, in seconds since `origin`.
  package private(set) var time = 0.0
  package var onChange: () -> Void = {}
  /// Called after each frame's fingers were updated.
  package var onFrame: () -> Void = {}
  private var explainer: Explainer

  package init(_ scene: Scene, origin: Timestamp, notes: [String] = []) {
    self.scene = scene
    self.origin = origin
    explainer = Explainer(scene, origin: origin)
    rows = Array(repeating: Row(), count: scene.gestures.count)
    for note in notes { add(note: note) }
  }

  /// Adds a note, unless it is there already.
  package func add(note: String) {
    guard !notes.contains(note) else { return }
    notes.append(note)
    if notes.count > Self.mostNotes { notes.removeFirst() }
    onChange()
  }

  package func follow(_ announcement: Announcement, at time: Timestamp) {
    switch announcement {
    case .mode(let name): mode = name
    case .idle(.idle(let step)): idle = step.name
    case .idle(.active): idle = nil
    case .device: add(note: "the kernel lost events; touches whose state is unknown were cancelled")
    case .configuration, .pause: break
    }
    touch(time)
  }

  package func willHandle(_ frame: TouchFrame) {
    for contact in frame.contacts {
      switch contact.phase {
      case .began: land(contact, at: frame.time)
      case .moved, .stationary: extend(contact)
      case .ended, .cancelled:
        extend(contact)
        if let index = fingers.firstIndex(where: { $0.id == contact.id }) { fingers[index].isDown = false }
      }
    }
    touch(frame.time)
    onFrame()
  }

  package func follow(_ record: SessionRecord) {
    explainer.follow(record)
    switch record {
    case .gesture(let event, let gesture): follow(event, gesture)
    case .attempt(let event, let gesture): follow(event, gesture)
    case .touch, .action, .stateAction: return
    }
    if explainer.attempts.count + explainer.refusals.count > Self.mostEntries { explainer.forgetWhatIsOver() }
  }

  private func touch(_ moment: Timestamp) {
    time = max(0, Double(moment - origin) / 1e6)
    onChange()
  }

  // MARK: Fingers

  /// Adds a finger. Trails stay until a finger lands while no other is down, so nothing has to fade, and no timer wakes the monitor.
  private func land(_ contact: TouchFrame.Contact, at moment: Timestamp) {
    if !fingers.contains(where: \.isDown) {
      fingers = []
      shape = nil
    }
    for miss in scene.misses(at: contact.location, moment) { note(miss, -1) }
    if fingers.count >= Self.mostFingers { fingers.removeFirst() }
    let taken = Set(fingers.filter(\.isDown).map(\.number))
    let number = (1...).first { !taken.contains($0) }!
    fingers.append(Finger(id: contact.id, number: number, imprint: contact.imprint, trail: [contact.location]))
  }

  private func extend(_ contact: TouchFrame.Contact) {
    guard let index = fingers.firstIndex(where: { $0.id == contact.id && $0.isDown }) else { return }
    fingers[index].imprint = contact.imprint
    guard fingers[index].trail.last != contact.location else { return }
    fingers[index].trail.append(contact.location)
    if fingers[index].trail.count > Self.longestTrail { fingers[index].trail.removeFirst(Self.longestTrail / 4) }
  }

  // MARK: Recognizers

  private func follow(_ event: GestureEvent, _ gesture: Scene.Gesture) {
    let tag = event.recognizer.tag
    let values = gesture.words(for: event.values)
    switch event.state {
    case .possible: rows[tag].isInAttempt = false
    case .began, .changed, .ended:
      let condition = event.state == .ended ? Row.Condition.recognized : .running
      rows[tag] = Row(condition: condition, word: "\(event.state)", detail: values, isInAttempt: true)
      record(event, gesture, values)
      if event.state == .ended { show(event.recognizer, isRecognized: true) }
    // The attempt's event with the reason came before.
    case .failed: rows[tag].word = "failed"
    case .cancelled:
      rows[tag].word = "cancelled"
      record(event, gesture, values)
    }
    touch(event.time)
  }

  /// Records a recognized gesture: a continuous one has a single entry, which is updated until it ends.
  private func record(_ event: GestureEvent, _ gesture: Scene.Gesture, _ values: String) {
    let word = "\(event.state)"
    if event.state != .began, !gesture.isDiscrete,
      let index = gestures.lastIndex(where: { $0.tag == event.recognizer.tag })
    {
      gestures[index].word = word
      gestures[index].text = values
      gestures[index].brief = values
      return
    }
    keep(
      Entry(
        time: event.time, gesture: gesture.settings.name, view: gesture.view, word: word, text: values, brief: values,
        tag: event.recognizer.tag), in: &gestures)
  }

  private func follow(_ event: AttemptEvent, _ gesture: Scene.Gesture) {
    let tag = event.recognizer.tag
    switch event.change {
    case .began: rows[tag] = Row(condition: .possible, word: "possible", isInAttempt: true)
    case .waits(let reason):
      let sentence = explainer.explain(reason, gesture).sentence
      rows[tag] = Row(condition: .waits, word: "waits", detail: sentence, isInAttempt: true)
    case .failed(let reason):
      end(event, gesture, reason, .failed)
      if reason.kind == .unlike { show(event.recognizer, isRecognized: false) }
    case .cancelled(let reason): end(event, gesture, reason, .cancelled)
    case .stopped: break  // The end itself follows.
    case .refused(_, let reason):
      // Other refusals, such as that of a touch too late for a running attempt, are not worth an entry.
      guard [.wrongTool, .turnedAway, .landedElsewhere, .disabled].contains(reason.kind), !rows[tag].isInAttempt
      else { break }
      if let miss = explainer.refusals.last { note(miss, tag) }
    }
    touch(event.time)
  }

  /// Shows the learned shape that the drawing is most like, if the recognizer is one for shapes.
  private func show(_ recognizer: GestureRecognizer, isRecognized: Bool) {
    guard let points = (recognizer as? StrokeGestureRecognizer)?.likeness?.points else { return }
    shape = Shape(points: points, isRecognized: isRecognized)
  }

  private func end(_ event: AttemptEvent, _ gesture: Scene.Gesture, _ reason: Reason, _ condition: Row.Condition) {
    let sentence = explainer.explain(reason, gesture).sentence
    rows[event.recognizer.tag] = Row(
      condition: condition, word: event.change.word, detail: sentence, isInAttempt: true)
    explain(event, gesture, reason)
  }

  private func explain(_ event: AttemptEvent, _ gesture: Scene.Gesture, _ reason: Reason) {
    keep(
      Entry(
        event.time, gesture.settings.name, gesture.view, event.change.word, explainer.explain(reason, gesture),
        tag: event.recognizer.tag), in: &failures)
  }

  /// Notes a touch that was near to a gesture.
  private func note(_ miss: Miss, _ tag: Int) {
    if miss.nearness < Miss.near { return }
    keep(Entry(miss.time, miss.gesture, miss.view, "not tried", miss.explanation, tag: tag), in: &failures)
  }

  private func keep(_ entry: Entry, in list: inout [Entry]) {
    list.append(entry)
    if list.count > Self.mostEntries { list.removeFirst() }
  }
}

extension MonitorState.Entry {
  fileprivate init(
    _ time: Timestamp, _ gesture: String, _ view: String, _ word: String, _ explanation: Explanation, tag: Int
  ) {
    let references = explanation.references
    self.init(
      time: time, gesture: gesture, view: view, word: word, text: explanation.sentence + references.keysText,
      brief: explanation.sentence, rule: references.rulesLead + references.rules.joined(separator: ", "), tag: tag)
  }
}
