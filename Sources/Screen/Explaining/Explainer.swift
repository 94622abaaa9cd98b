// Screen/Explaining: `tickle explain`: why each gesture was recognized or not, in sentences.
import Configuration
import Gestures
import Text

/// Follows the attempts of all gestures of a scene, and puts their outcomes into words.
///
/// The session must report all states and attempts; pass its records to `follow(_:)`.
package struct Explainer {
  /// An attempt: from the first touch that a recognizer received until its reset.
  package struct Attempt: Sendable {
    package enum Outcome: Sendable, Equatable {
      /// Still undecided.
      case open
      /// Recognized; a continuous gesture began.
      case recognized
      case failed(Explanation)
      /// Cancelled after it had begun.
      case cancelled(Explanation)
    }

    package let gesture: String
    package let view: String
    package let start: Timestamp
    /// The time of the outcome, or of the start while it is open.
    package var end: Timestamp
    package var outcome = Outcome.open
    /// A description of what was measured at the recognition; empty if there is nothing to say.
    package var values = ""
    /// What the attempt waited for, with the time when each wait began.
    package var waits: [(time: Timestamp, explanation: Explanation)] = []
    /// Why a gesture ended that could have gone on without fingers; `nil` for all others.
    package var stop: (time: Timestamp, explanation: Explanation)?
    /// How close a failed attempt came: 1 was almost recognized, 0 means unknown.
    package var nearness = 0.0
    /// The number of steps of a sequence that were recognized.
    package var stepsDone = 0.0

    /// The references of the outcome, followed by those of the waits and of the stop.
    package var references: References {
      var references =
        switch outcome {
        case .open, .recognized: References()
        case .failed(let explanation), .cancelled(let explanation): explanation.references
        }
      for wait in waits { references.add(wait.explanation.references) }
      if let stop { references.add(stop.explanation.references) }
      return references
    }
  }

  /// All attempts in the order of their starts.
  package private(set) var attempts: [Attempt] = []
  /// Touches that a recognizer did not get, during an attempt or not.
  package private(set) var refusals: [Miss] = []

  private let scene: Scene
  private let origin: Timestamp
  /// Indices of running attempts, by the recognizers' tags.
  private var running: [Int: Int] = [:]
  /// The times of recognitions, by the recognizers' tags.
  private var activeSince: [Int: Timestamp] = [:]

  package init(_ scene: Scene, origin: Timestamp) {
    self.scene = scene
    self.origin = origin
  }

  package mutating func follow(_ record: SessionRecord) {
    switch record {
    case .attempt(let event, let gesture): follow(event, gesture)
    case .gesture(let event, let gesture): follow(event, gesture)
    case .touch, .action, .stateAction: break
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
    case .waits(let reason) where reason.kind == .awaitsStep:  // The outcome says how far it came.
      if let index = running[tag] { attempts[index].stepsDone = reason.measured }
    case .waits(let reason):
      if let index = running[tag] {
        attempts[index].waits.append((event.time, explain(reason, gesture)))
      }
    case .refused(let touch, let reason):
      // A sequence is not asked for its later steps before its first one is recognized.
      if reason.kind == .strayTouch && reason.measured == 0 { break }
      let distance = reason.kind == .landedElsewhere ? reason.measured : nil
      refusals.append(Miss(gesture, at: event.time, explain(reason, gesture, about: touch), distance: distance))
    case .failed(let reason):
      if let index = running[tag] { attempts[index].nearness = reason.nearness }
      decide(tag, .failed(explain(reason, gesture)), at: event.time)
    case .cancelled(let reason): decide(tag, .cancelled(explain(reason, gesture)), at: event.time)
    case .stopped(let reason):
      if let index = running[tag] { attempts[index].stop = (event.time, explain(reason, gesture)) }
    }
  }

  private mutating func decide(_ tag: Int, _ outcome: Attempt.Outcome, at time: Timestamp) {
    guard let index = running[tag] else { return }
    attempts[index].outcome = outcome
    attempts[index].end = time
  }

  /// Whether no attempt is open.
  var isIdle: Bool { running.isEmpty }

  /// Forgets the attempts that are over and all refusals. For callers that run indefinitely, once they have shown these.
  package mutating func forgetWhatIsOver() {
    let tags = running.keys.sorted { running[$0]! < running[$1]! }
    attempts = tags.map { attempts[running[$0]!] }
    for (index, tag) in tags.enumerated() { running[tag] = index }
    refusals = []
  }

  /// - Parameter touch: the touch that the recognizer did not get; `nil` if the reason is about others.
  package func explain(_ reason: Reason, _ gesture: Scene.Gesture, about touch: Touch? = nil) -> Explanation {
    switch (reason.kind, touch) {
    case (.disabled, _?): return scene.whyOff(gesture: gesture.settings.name)
    case (.landedElsewhere, let touch?): return Explanation(landing: touch, of: gesture, reason)
    case (.wrongTool, let touch?):
      return Explanation("does not accept a \(touch.type)", rule: "RS-5", keys: ["tools"])
    case (.turnedAway, let touch?):
      let view = touch.view?.name ?? "this view"
      return Explanation("ignores touches in \(view)", rule: "RS-5", keys: ["ignores_touches_in"])
    default: return explain(reason, gesture)
    }
  }

  private func explain(_ reason: Reason, _ gesture: Scene.Gesture) -> Explanation {
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
