import Configuration
import Gestures
import Screen
import TouchInput

/// What a configuration recognizes in a recording or a drawing.
package struct Outcome: Sendable {
  package struct Failure: Sendable {
    package let gesture: String
    package let view: String
    package let sentence: String
    package let keys: [String]
    package let rules: [String]
  }

  /// The gestures that were recognized, in the order of time.
  package fileprivate(set) var recognitions: [RecognizedGesture] = []
  /// The words of the actions that were triggered.
  package fileprivate(set) var actions: [String] = []
  /// Why the others were not: one for each gesture that tried, the one that came closest first.
  package fileprivate(set) var failures: [Failure] = []
  package fileprivate(set) var warnings: [String] = []

  package init(_ input: RecordedInput, _ configuration: Configuration, on screen: ScreenSettings? = nil) {
    var options = ReplayOptions(explains: true)
    options.screen = screen
    var warnings: [String] = []
    let replay = Replay(configuration, options: options, runner: nil)
    let witness = replay.play(input, warn: { warnings.append($0) }) { OutcomeWitness($0, origin: $1) }
    if let witness { self = witness.outcome }
    self.warnings = warnings
  }

  fileprivate init() {}
}

private final class OutcomeWitness: ReplayAudience {
  private var result = Outcome()
  private var account: HandAccount
  private let origin: Timestamp

  init(_ scene: Scene, origin: Timestamp) {
    self.origin = origin
    account = HandAccount(scene, origin: origin)
  }

  func willHandle(_ frame: TouchFrame) { account.follow(frame) }

  func follow(_ record: SessionRecord) {
    account.follow(record)
    if let recognition = RecognizedGesture(record, since: origin) { result.recognitions.append(recognition) }
    // A pan may trigger an action with every step.
    if result.actions.count < 100, let words = record.actionWords { result.actions.append(words) }
  }

  var outcome: Outcome {
    var outcome = result
    let findings = account.findings(most: .max)
    let recognized = Set(outcome.recognitions.map(\.gesture))
    var seen: Set<String> = []
    let candidates = findings.flatMap(\.candidates).sorted { $1.nearness < $0.nearness }
    for candidate in candidates where !recognized.contains(candidate.gesture) && seen.insert(candidate.gesture).inserted
    {
      let explanation = candidate.explanation
      outcome.failures.append(
        Outcome.Failure(
          gesture: candidate.gesture, view: candidate.view, sentence: explanation.sentence, keys: explanation.keys,
          rules: explanation.references.rules))
    }
    return outcome
  }
}
