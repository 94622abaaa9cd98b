import Gestures
import Screen

/// What has happened on a screen, as far as the monitor shows it. It keeps a bounded amount, however long it runs.
package final class MonitorState: ReplayAudience {
  /// A recognizer: what it is doing, or what became of its last attempt.
  package struct Row: Equatable {
    package enum Condition: Equatable {
      case idle, possible, waits, running, recognized, failed, cancelled
    }

    package var condition = Condition.idle
    /// The state's name.
    package var word = ""
    /// What it measures, waits for, or failed by.
    package var detail = ""
    /// Whether its attempt still goes on.
    package var isInAttempt = false
  }

  /// Something to be read afterwards.
  package struct Entry: Equatable {
    package let time: Timestamp
    package let gesture: String
    package let view: String
    package var word: String
    /// What happened, and the keys that change it.
    package var text: String
    /// Shorter, without the keys.
    package var brief: String
    /// The rule that decided, to be written after the text: `, rule TAP-3`; empty if there is none.
    package var rule = ""
    package let tag: Int
  }

  package struct Finger {
    package let id: UInt64
    /// Tells fingers that are down apart: the lowest number that was free.
    package let number: Int
    package var isDown = true
    package var trail: [Point]
  }

  /// A learned shape, laid over what was drawn.
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
  /// By the recognizers' tags.
  package private(set) var rows: [Row]
  /// Recognized, the last one last.
  package private(set) var gestures: [Entry] = []
  /// Came to nothing, the last one last.
  package private(set) var failures: [Entry] = []
  package private(set) var fingers: [Finger] = []
  /// What the last drawn shape was held against; until the next hand comes.
  package private(set) var shape: Shape?
  package private(set) var mode = "default"
  /// What the user should know besides.
  package private(set) var notes: [String] = []
  /// Which touches no finger made, if any.
  package var leftOut: String? {
    didSet { if leftOut != oldValue { onChange() } }
  }
  /// Since `origin`, in seconds: the last thing that happened.
  package private(set) var time = 0.0
  /// Told of each change.
  package var onChange: () -> Void = {}
  /// Told of each frame, after it was taken.
  package var onFrame: () -> Void = {}
  private var explainer: Explainer

  package init(_ scene: Scene, origin: Timestamp, notes: [String] = []) {
    self.scene = scene
    self.origin = origin
    explainer = Explainer(scene, origin: origin)
    rows = Array(repeating: Row(), count: scene.gestures.count)
    for note in notes { add(note: note) }
  }

  /// Each one once.
  package func add(note: String) {
    guard !notes.contains(note) else { return }
    notes.append(note)
    if notes.count > Self.mostNotes { notes.removeFirst() }
    onChange()
  }

  package func didEnter(mode name: String, at time: Timestamp) {
    mode = name
    touch(time)
  }

  package func didLoseEvents(at time: Timestamp) {
    add(note: "the kernel lost events; touches whose fate is not known were cancelled")
    touch(time)
  }

  package func willHandle(_ frame: TouchFrame) {
    for contact in frame.contacts {
      switch contact.phase {
      case .began: land(contact)
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
    case .touch, .action: return
    }
    if explainer.attempts.count + explainer.refusals.count > Self.mostEntries { explainer.forgetWhatIsOver() }
  }

  private func touch(_ moment: Timestamp) {
    time = max(0, Double(moment - origin) / 1e6)
    onChange()
  }

  // MARK: Fingers

  /// A hand's trails stay until the next hand comes: so nothing has to fade, and nobody wakes up for it.
  private func land(_ contact: TouchFrame.Contact) {
    if !fingers.contains(where: \.isDown) {
      fingers = []
      shape = nil
    }
    if fingers.count >= Self.mostFingers { fingers.removeFirst() }
    let taken = Set(fingers.filter(\.isDown).map(\.number))
    let number = (1...).first { !taken.contains($0) }!
    fingers.append(Finger(id: contact.id, number: number, trail: [contact.location]))
  }

  private func extend(_ contact: TouchFrame.Contact) {
    guard let index = fingers.firstIndex(where: { $0.id == contact.id && $0.isDown }) else { return }
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
    // The reason came before.
    case .failed: rows[tag].word = "failed"
    case .cancelled:
      rows[tag].word = "cancelled"
      record(event, gesture, values)
    }
    touch(event.time)
  }

  /// One entry from its beginning to its end.
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
        tag: event.recognizer.tag), in: \.gestures)
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
    case .refused(_, let reason):
      // Of a touch that came too late for an attempt nobody asks why.
      guard [.wrongTool, .turnedAway].contains(reason.kind), !rows[tag].isInAttempt else { break }
      explain(event, gesture, reason)
    }
    touch(event.time)
  }

  /// What was drawn beside the shape that it is most like, where the gesture is one of shapes.
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
    let explanation = explainer.explain(reason, gesture)
    let references = explanation.references
    keep(
      Entry(
        time: event.time, gesture: gesture.settings.name, view: gesture.view, word: event.change.word,
        text: explanation.sentence + references.keysText, brief: explanation.sentence,
        rule: references.rulesLead + references.rules.joined(separator: ", "), tag: event.recognizer.tag),
      in: \.failures)
  }

  private func keep(_ entry: Entry, in list: ReferenceWritableKeyPath<MonitorState, [Entry]>) {
    self[keyPath: list].append(entry)
    if self[keyPath: list].count > Self.mostEntries { self[keyPath: list].removeFirst() }
  }
}
