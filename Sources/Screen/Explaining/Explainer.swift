import Gestures
import JSON

/// Follows the attempts of all gestures of a scene, and puts what becomes of them into words.
///
/// Give it the records of a session that reports all states and attempts.
package struct Explainer {
  /// From the first touch that a recognizer got to its reset.
  package struct Attempt: Sendable {
    package enum Outcome: Sendable, Equatable {
      /// Still undecided.
      case open
      /// At this moment; a continuous gesture began.
      case recognized
      case failed(Explanation)
      /// It had begun.
      case cancelled(Explanation)
    }

    package let gesture: String
    package let view: String
    package let start: Timestamp
    /// When it was decided.
    package var end: Timestamp
    package var outcome = Outcome.open
    /// What was measured when it was recognized, in words; empty where there is nothing to say.
    package var values = ""
    /// What it waited for, and from when on.
    package var waits: [(time: Timestamp, explanation: Explanation)] = []
    /// Of a failure: 1 was all but recognized, 0 says nothing.
    package var nearness = 0.0

    /// The references of its outcome, then of what it waited for.
    package var references: References {
      var references =
        switch outcome {
        case .open, .recognized: References()
        case .failed(let explanation), .cancelled(let explanation): explanation.references
        }
      for wait in waits { references.add(wait.explanation.references) }
      return references
    }
  }

  /// In the order of their starts.
  package private(set) var attempts: [Attempt] = []
  /// Touches that a recognizer did not get, whether an attempt of its ran or not.
  package private(set) var refusals: [(gesture: String, view: String, time: Timestamp, explanation: Explanation)] = []

  private let scene: Scene
  private let origin: Timestamp
  /// By the recognizers' tags.
  private var running: [Int: Int] = [:]
  private var activeSince: [Int: Timestamp] = [:]

  package init(_ scene: Scene, origin: Timestamp) {
    self.scene = scene
    self.origin = origin
  }

  package mutating func follow(_ record: SessionRecord) {
    switch record {
    case .attempt(let event, let gesture): follow(event, gesture)
    case .gesture(let event, let gesture): follow(event, gesture)
    case .touch, .action: break
    }
  }

  private mutating func follow(_ event: GestureEvent, _ gesture: Scene.Gesture) {
    let tag = event.recognizer.tag
    switch event.state {
    case .began, .ended:
      if activeSince[tag] == nil {
        activeSince[tag] = event.time
        decide(tag, .recognized, at: event.time)
        if let index = running[tag] { attempts[index].values = gesture.words(for: event.values) }
      }
    case .possible:
      running[tag] = nil
      activeSince[tag] = nil
    case .changed, .cancelled, .failed: break
    }
  }

  private mutating func follow(_ event: AttemptEvent, _ gesture: Scene.Gesture) {
    let tag = event.recognizer.tag
    switch event.change {
    case .began:
      running[tag] = attempts.count
      attempts.append(
        Attempt(gesture: gesture.settings.name, view: gesture.view, start: event.time, end: event.time))
    case .waits(let reason):
      if let index = running[tag] {
        attempts[index].waits.append((event.time, explain(reason, gesture)))
      }
    case .refused(_, let reason):
      refusals.append((gesture.settings.name, gesture.view, event.time, explain(reason, gesture)))
    case .failed(let reason):
      if let index = running[tag] { attempts[index].nearness = reason.nearness }
      decide(tag, .failed(explain(reason, gesture)), at: event.time)
    case .cancelled(let reason): decide(tag, .cancelled(explain(reason, gesture)), at: event.time)
    }
  }

  private mutating func decide(_ tag: Int, _ outcome: Attempt.Outcome, at time: Timestamp) {
    guard let index = running[tag] else { return }
    attempts[index].outcome = outcome
    attempts[index].end = time
  }

  /// Forgets what is over: for who follows without end, and has shown it.
  package mutating func forgetWhatIsOver() {
    let tags = running.keys.sorted { running[$0]! < running[$1]! }
    attempts = tags.map { attempts[running[$0]!] }
    for (index, tag) in tags.enumerated() { running[tag] = index }
    refusals = []
  }

  package func explain(_ reason: Reason, _ gesture: Scene.Gesture) -> Explanation {
    let other = reason.other.map { other in
      let partner = scene.gestures[other.tag]
      let place = partner.view == gesture.view ? "" : " on \(partner.view)"
      return partner.settings.name + place
    }
    return Explanation(
      reason, of: gesture.settings, other: other ?? gesture.partner(in: reason),
      since: reason.other.flatMap { since($0.tag) })
  }

  private func since(_ tag: Int) -> String? {
    guard let time = activeSince[tag] else { return nil }
    let verb = scene.gestures[tag].isDiscrete ? "was recognized" : "began"
    return "\(verb) at \(Decimal.fixed(Double(time - origin) / 1e6, decimals: 3)) s"
  }
}
