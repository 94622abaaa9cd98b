import Configuration
import Gestures
import Screen
import Text

/// The outcome of a case.
package struct Verdict: Sendable {
  /// A promise that was not kept.
  package struct Miss: Sendable {
    package let sentence: String
    /// The gesture that it is about; `nil` for an action.
    package let gesture: String?
    /// Why, in the words of `tickle explain`, the closest attempt first.
    package var reasons: [String] = []
    /// The keys of the configuration that would change it, and the rules that decided it.
    package var keys: [String] = []
    package var rules: [String] = []
  }

  package let trial: GestureCase
  package let misses: [Miss]
  package let recognized: [RecognizedGesture]

  package var isKept: Bool { misses.isEmpty }

  /// The most attempts that a miss names.
  private static let mostReasons = 3

  init(of trial: GestureCase, _ witness: TrialWitness?, _ configuration: Configuration) {
    self.trial = trial
    let recognitions = witness?.recognitions ?? []
    recognized = recognitions
    var misses: [Miss] = []
    var position = 0
    var last: RecognizedGesture?
    for name in trial.expected {
      if let index = recognitions[position...].firstIndex(where: { $0.gesture == name }) {
        position = index + 1
        last = recognitions[index]
      } else {
        misses.append(Self.missed(name, last?.gesture, recognitions, witness))
      }
    }
    if misses.isEmpty, let within = trial.within, let last, last.time > within.seconds + 1e-9 {
      misses.append(
        Miss(
          sentence:
            "\(last.gesture) was recognized at \(Self.text(last.time)), later than \(Self.text(within.seconds))",
          gesture: last.gesture, keys: Self.keys(of: last.gesture, configuration)))
    }
    for recognition in recognitions where Self.isUnwanted(recognition.gesture, trial) {
      let values = recognition.values.isEmpty ? "" : ": \(recognition.values)"
      misses.append(
        Miss(
          sentence:
            "\(recognition.gesture) was recognized at \(Self.text(recognition.time)) on \(recognition.view)\(values)",
          gesture: recognition.gesture, keys: Self.keys(of: recognition.gesture, configuration)))
    }
    misses += Self.missedActions(trial, witness?.actions ?? [])
    self.misses = misses
  }

  /// The verdict on a case whose hand cannot be played, for example because it leaves the panel.
  package init(of trial: GestureCase, unplayable reason: TrialError) {
    self.trial = trial
    recognized = []
    misses = [Miss(sentence: "not played: \(reason)", gesture: nil)]
  }

  private static func missed(
    _ name: String, _ before: String?, _ recognitions: [RecognizedGesture], _ witness: TrialWitness?
  ) -> Miss {
    let account = witness?.accounts.first { $0.gesture.name == name }
    let findings = account?.findings.filter { !$0.isRecognition }.prefix(mostReasons) ?? []
    var references = References()
    for finding in findings { references.add(finding.references) }
    let times = recognitions.filter { $0.gesture == name }.map { text($0.time) }
    let order =
      times.isEmpty
      ? "" : ", only at \(times.joined(separator: " and "))\(before.map { ", and not again after \($0)" } ?? "")"
    return Miss(
      sentence: "\(name) was not recognized\(order)", gesture: name,
      reasons: findings.isEmpty ? [account?.summary ?? "nothing touched the screen"] : findings.map(\.text),
      keys: references.keys, rules: references.rules)
  }

  private static func missedActions(_ trial: GestureCase, _ actions: [String]) -> [Miss] {
    var position = 0
    var misses: [Miss] = []
    for wanted in trial.actions {
      if let index = actions[position...].firstIndex(of: wanted) {
        position = index + 1
      } else {
        let others = actions.isEmpty ? "there were none" : "there were \(actions.prefix(5).joined(separator: "; "))"
        misses.append(
          Miss(
            sentence: "the action \(wanted.quoted) was not triggered", gesture: nil, reasons: [others.printable]))
      }
    }
    return misses
  }

  private static func isUnwanted(_ gesture: String, _ trial: GestureCase) -> Bool {
    switch trial.never {
    case .these(let names): names.contains(gesture)
    case .others: !trial.expected.contains(gesture)
    }
  }

  /// The keys that say when a gesture is recognized.
  private static func keys(of name: String, _ configuration: Configuration) -> [String] {
    configuration.gestures.first { $0.name == name }?.kind.name.ownKeys ?? []
  }

  private static func text(_ seconds: Double) -> String { "\(Decimal.fixed(seconds, decimals: 3)) s" }
}
