import Configuration
import Gestures
import Text

/// A readable account of one gesture's attempts and their outcomes.
package struct Account {
  package let gesture: GestureSettings
  private let scene: Scene
  private let origin: Timestamp
  private var explainer: Explainer
  /// The names of the views with this gesture.
  private let views: Set<String>
  private var landings = 0
  /// The number of touches that landed outside all of these views, by the view that they hit.
  private var elsewhere: [String: Int] = [:]
  /// The nearest of these touches.
  private var nearest: Miss?

  package init(of gesture: GestureSettings, on scene: Scene, origin: Timestamp) {
    self.gesture = gesture
    self.scene = scene
    self.origin = origin
    explainer = Explainer(scene, origin: origin)
    views = Set(scene.gestures.filter { $0.settings.name == gesture.name }.map { $0.view })
  }

  package mutating func follow(_ record: SessionRecord) { explainer.follow(record) }

  /// Counts touches by where they land, because a touch outside the gesture's views starts no attempt.
  package mutating func countLandings(in frame: TouchFrame) {
    if !isOnScreen { return }
    for contact in frame.contacts where contact.phase == .began {
      landings += 1
      let miss = scene.misses(at: contact.location, frame.time).first { $0.gesture == gesture.name }
      guard let miss else { continue }
      elsewhere[scene.engine.root.hitTest(contact.location)?.name ?? "no view", default: 0] += 1
      if nearest.map({ $0.nearness < miss.nearness }) ?? true { nearest = miss }
    }
  }

  /// A heading, then the attempts that were not recognized, with those that came closest first, then the recognized ones, and the
  /// touches that were not part of any attempt.
  package var text: [String] {
    let recognized = attempts.filter { $0.outcome == .recognized }
    let head = "\(gesture.name) (\(gesture.kind.name.rawValue)): \(summary(attempts.count, recognized.count))"
    return [head] + lines.map { $0.text }
  }

  /// The numbers of the rules that the text mentions, in its order, without repetitions.
  package var rules: [String] {
    var references = References()
    for line in lines { references.add(line.references) }
    return references.rules
  }

  /// A line of the account, with its references.
  package struct Finding: Sendable {
    package let text: String
    package let references: References
    /// Whether it says that the gesture was recognized.
    package let isRecognition: Bool
  }

  /// The lines below the heading, in the order of `text`.
  package var findings: [Finding] {
    lines.map { Finding(text: $0.text.trimmed, references: $0.references, isRecognition: $0.isRecognition) }
  }

  /// The heading without the gesture: how many attempts there were.
  package var summary: String { summary(attempts.count, attempts.count { $0.outcome == .recognized }) }

  /// A line below the heading.
  private struct Line {
    let words: String
    var references = References()
    /// The view and the start time, in brackets.
    var place = ""
    var isRecognition = false

    var text: String { "  \(words)\(references.text)\(place)" }
  }

  /// Whether the gesture is made on the screen, so that touches elsewhere may be attempts that missed it.
  private var isOnScreen: Bool { gesture.kind.name.input.isOnScreen }

  private var attempts: [Explainer.Attempt] { explainer.attempts.filter { $0.gesture == gesture.name } }

  private var lines: [Line] {
    let recognized = attempts.filter { $0.outcome == .recognized }
    let others = attempts.filter { $0.outcome != .recognized }
    return others.sorted { ($1.nearness, $0.start) < ($0.nearness, $1.start) }.map(line) + recognized.map(line)
      + refusals + strangers
  }

  private func summary(_ attempts: Int, _ recognized: Int) -> String {
    if views.isEmpty { return "it is not on screen \"\(scene.screen)\"" }
    if attempts == 0 { return landings == 0 && isOnScreen ? "nothing touched the screen" : "no attempt" }
    return "\(attempts) attempt\(attempts == 1 ? "" : "s"), \(recognized) recognized"
  }

  private func line(_ attempt: Explainer.Attempt) -> Line {
    let what =
      switch attempt.outcome {
      case .open: "undecided at \(seconds(attempt.end))"
      case .recognized:
        "recognized at \(seconds(attempt.end))\(attempt.values.isEmpty ? "" : ": \(attempt.values)")"
      case .failed(let explanation): "failed at \(seconds(attempt.end)): \(explanation.sentence)"
      case .cancelled(let explanation): "cancelled at \(seconds(attempt.end)): \(explanation.sentence)"
      }
    let waits = attempt.waits.map {
      ", \($0.explanation.sentence) from \(seconds($0.time)) on"
    }.joined()
    let stop = attempt.stop.map { ", ended at \(seconds($0.time)): \($0.explanation.sentence)" } ?? ""
    return Line(
      words: what + waits + stop, references: attempt.references,
      place: " [\(attempt.view), from \(seconds(attempt.start))]", isRecognition: attempt.outcome == .recognized)
  }

  /// One line for each cause, with the number of touches.
  private var refusals: [Line] {
    MissTally.counts(of: explainer.refusals.filter { $0.gesture == gesture.name }).map { tally in
      Line(words: tally.words(at: seconds(tally.nearest.time)), references: tally.references)
    }
  }

  private var strangers: [Line] {
    guard !views.isEmpty, !elsewhere.isEmpty else { return [] }
    let places = elsewhere.sorted { $0.key < $1.key }.map { "\($0.value) in \($0.key)" }.joined(separator: ", ")
    let count = elsewhere.values.reduce(0, +)
    let nearest = nearest.map { "; \(count == 1 ? "it" : "the nearest") \($0.explanation.sentence)" } ?? ""
    return [Line(words: "\(touches(count)) landed outside of its views: \(places)\(nearest)", references: .outside)]
  }

  private func touches(_ count: Int) -> String { count == 1 ? "1 touch" : "\(count) touches" }

  private func seconds(_ time: Timestamp) -> String {
    "\(Decimal.fixed(Double(time - origin) / 1e6, decimals: 3)) s"
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

extension SessionRecord {
  /// The name of the gesture that the record is about; `nil` for touches and modes.
  package var gesture: String? {
    switch self {
    case .gesture(_, let gesture), .action(_, _, let gesture), .attempt(_, let gesture): gesture.settings.name
    case .touch, .stateAction: nil
    }
  }
}

extension Configuration {
  /// Returns the end of an error message about an unknown name: `, did you mean "…"?`, or a list of all gestures.
  package func nearestGesture(to name: String) -> String {
    let names = gestures.map { $0.name }
    if let closest = names.closest(to: name) { return ", did you mean \"\(closest)\"?" }
    return names.isEmpty ? ": the configuration has no gestures" : ": there are \(names.joined(separator: ", "))"
  }
}
