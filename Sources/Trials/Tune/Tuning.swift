// Trials/Tune: `tickle tune`: the values of keys that recognize labelled recordings best.
import Configuration
import Screen

/// Finds values for a gesture's own keys with which labelled recordings are recognized as they were meant.
///
/// It raises and lowers one key after the other, by the key that helps most, until none helps. Of the values that are equally good it
/// takes the middle, so that hands that differ a little are recognized, too.
package final class Tuning {
  /// A movement that the gesture is meant by, or is not meant by.
  package struct Attempt: Sendable {
    package let file: String
    package let start: Double
    package let isMeant: Bool
  }

  /// What is recognized with some values.
  package struct Outcome: Sendable {
    /// For each attempt, whether the gesture is recognized in it.
    fileprivate let isRecognized: [Bool]
    /// For each other gesture that was recognized, in how many movements.
    package let others: [String: Int]
    /// The movements in which another gesture is not recognized as it was meant.
    fileprivate let otherFaults: Int
    /// For each attempt, why the gesture was not recognized; `nil` if it was, or did not try.
    fileprivate let failures: [Explanation?]
  }

  package struct Count: Equatable, Sendable {
    package var found = 0
    package var unmeant = 0
  }

  package struct Proposal: Sendable {
    package let attempts: [Attempt]
    /// The keys to change, with their values of before and of after as TOML.
    package let changes: [(key: String, old: String, new: String)]
    package let before: Count
    package let after: Count
    /// Each attempt judged with values that were found without it; `nil` if nothing changes.
    package let leftOut: Count?
    package let othersBefore: [String: Int]
    package let othersAfter: [String: Int]
    /// Attempts that are meant, each with one that is not and that is recognized with all values with which the first one is.
    package let contradictions: [(meant: Attempt, unmeant: Attempt)]
    /// Why attempts that are meant are still not recognized: the keys and the rule, a sentence about one of them, and their number.
    package let hindrances: [(explanation: Explanation, count: Int)]

    /// Whether the attempts that were left out are not recognized better than before.
    package var isDoubtful: Bool {
      guard let leftOut else { return false }
      return meant - leftOut.found + leftOut.unmeant >= meant - before.found + before.unmeant
    }

    package var meant: Int { attempts.count { $0.isMeant } }
    package var notMeant: Int { attempts.count { !$0.isMeant } }
  }

  private typealias Values = [TunedValue]

  /// The most parts into which the attempts are split to judge each with values that were found without it.
  private static let mostFolds = 20

  private let configuration: Configuration
  private let place: Int
  private let recordings: [LabelledRecording]
  private let keys: [String]
  private let current: Values
  private var attempts: [Attempt] = []
  private var outcomes: [Values: Outcome] = [:]

  /// - Parameter written: the gesture's keys as the file has them.
  package init?(
    _ gesture: String, _ configuration: Configuration, written: [String: String], _ recordings: [LabelledRecording]
  ) {
    guard let place = configuration.gestures.firstIndex(where: { $0.name == gesture }) else { return nil }
    self.configuration = configuration
    self.place = place
    self.recordings = recordings
    let recognition = configuration.screens.first?.recognition ?? .hand
    let tunable = configuration.gestures[place].kind.name.tunableKeys(in: recognition).compactMap { key in
      TunedValue(written[key.name] ?? key.standard).map { (key.name, $0) }
    }
    keys = tunable.map(\.0)
    current = tunable.map(\.1)
    attempts = makeAttempts()
  }

  private var gesture: String { configuration.gestures[place].name }

  // MARK: Playing

  private func makeAttempts() -> [Attempt] {
    let scoring = Scoring(configuration)
    return recordings.flatMap { recording in
      scoring.play(recording, warn: { _ in }).movements.compactMap { movement in
        let isMeant = movement.meaning.gestures.contains(gesture)
        // Where something else is as good, it says nothing.
        if isMeant && (movement.meaning.gestures.count > 1 || movement.meaning.isOptional) { return nil }
        return Attempt(file: movement.file, start: movement.start, isMeant: isMeant)
      }
    }
  }

  /// Returns what is recognized with these values; `nil` if they are invalid.
  private func outcome(_ values: Values) -> Outcome? {
    if let known = outcomes[values] { return known }
    var changed = configuration
    let pairs = keys.indices.filter { values[$0] != current[$0] }.map { (key: keys[$0], value: values[$0].text) }
    guard let kind = configuration.gestures[place].kind.setting(pairs) else { return nil }
    changed.gestures[place].kind = kind
    let scoring = Scoring(changed)
    var isRecognized: [Bool] = []
    var others: [String: Int] = [:]
    var otherFaults = 0
    var failures: [Explanation?] = []
    for recording in recordings {
      for movement in scoring.play(recording, warn: { _ in }).movements {
        let isMeant = movement.meaning.gestures.contains(gesture)
        for name in movement.recognized where name != gesture { others[name, default: 0] += 1 }
        if isMeant && (movement.meaning.gestures.count > 1 || movement.meaning.isOptional) { continue }
        isRecognized.append(movement.recognized.contains(gesture))
        failures.append(movement.failures[gesture])
        let isOtherLost = !isMeant && !movement.meant.isEmpty && !movement.isFound
        if isOtherLost || movement.unmeant.contains(where: { $0 != gesture }) { otherFaults += 1 }
      }
    }
    guard isRecognized.count == attempts.count else { return nil }
    let outcome = Outcome(isRecognized: isRecognized, others: others, otherFaults: otherFaults, failures: failures)
    outcomes[values] = outcome
    return outcome
  }

  private func count(_ outcome: Outcome, _ chosen: [Int]) -> Count {
    var count = Count()
    for index in chosen where outcome.isRecognized[index] {
      if attempts[index].isMeant { count.found += 1 } else { count.unmeant += 1 }
    }
    return count
  }

  // MARK: Searching

  /// How bad an outcome is: first the attempts that are wrong, then what becomes of the other gestures.
  private struct Cost: Comparable {
    var wrong: Int
    var otherFaults: Int

    static func < (a: Cost, b: Cost) -> Bool { (a.wrong, a.otherFaults) < (b.wrong, b.otherFaults) }
  }

  private func cost(_ values: Values, _ chosen: [Int]) -> Cost? {
    guard let outcome = outcome(values) else { return nil }
    let wrong = chosen.count { outcome.isRecognized[$0] != attempts[$0].isMeant }
    return Cost(wrong: wrong, otherFaults: outcome.otherFaults)
  }

  /// Returns the best values for some of the attempts.
  private func search(_ chosen: [Int]) -> Values {
    var values = current
    guard var best = cost(values, chosen) else { return values }
    var untouched = Set(keys.indices)
    while best.wrong > 0 {
      var winner: (key: Int, value: TunedValue, cost: Cost)?
      for key in keys.indices where untouched.contains(key) {
        guard let found = sweep(key, values, chosen), found.cost.wrong < best.wrong else { continue }
        if winner == nil || found.cost < winner!.cost { winner = (key, found.value, found.cost) }
      }
      guard let winner else { break }
      values[winner.key] = winner.value
      untouched.remove(winner.key)
      best = winner.cost
    }
    return values
  }

  /// Returns the middle of the best values of a key; `nil` if it has no influence.
  private func sweep(_ key: Int, _ values: Values, _ chosen: [Int]) -> (value: TunedValue, cost: Cost)? {
    func at(_ place: Int) -> (value: TunedValue, cost: Cost?) {
      let value = current[key].times(TunedValue.factors[place])
      var changed = values
      changed[key] = value
      return (value, cost(changed, chosen))
    }
    let all = TunedValue.factors.indices
    let costs = all.map { at($0).cost }
    guard let best = costs.compactMap({ $0 }).min() else { return nil }
    // The longest run of values that are equally good; of two, the one that is nearer to the present value.
    var runs: [ClosedRange<Int>] = []
    for place in all where costs[place] == best {
      if let last = runs.last, last.upperBound == place - 1 {
        runs[runs.count - 1] = last.lowerBound...place
      } else {
        runs.append(place...place)
      }
    }
    let present = TunedValue.factors.firstIndex(of: 1) ?? 0
    func distance(_ run: ClosedRange<Int>) -> Int {
      run.contains(present) ? 0 : min(abs(run.lowerBound - present), abs(run.upperBound - present))
    }
    guard let run = runs.max(by: { ($0.count, -distance($0)) < ($1.count, -distance($1)) }) else { return nil }
    if run.contains(present) { return (current[key], best) }
    return (at(middle(of: run, from: present)).value, best)
  }

  /// Returns the middle of a run. A run that does not end before the last factor has no middle: its values are equally good because nothing
  /// in the recordings limits them. Then it is two steps beyond the first of them.
  private func middle(of run: ClosedRange<Int>, from present: Int) -> Int {
    if run.lowerBound > present {
      let isOpen = run.upperBound == TunedValue.factors.count - 1
      return isOpen ? min(run.lowerBound + 2, run.upperBound) : (run.lowerBound + run.upperBound) / 2
    }
    let isOpen = run.lowerBound == 0
    return isOpen ? max(run.upperBound - 2, run.lowerBound) : (run.lowerBound + run.upperBound + 1) / 2
  }

  /// Returns the values to propose; `nil` if no recording has a movement that says something about the gesture.
  package func proposal() -> Proposal? {
    let all = Array(attempts.indices)
    guard !all.isEmpty, let before = outcome(current) else { return nil }
    let values = search(all)
    guard let after = outcome(values) else { return nil }
    let changes = keys.indices.filter { values[$0] != current[$0] }.map {
      (key: keys[$0], old: current[$0].text, new: values[$0].text)
    }
    return Proposal(
      attempts: attempts, changes: changes, before: count(before, all), after: count(after, all),
      leftOut: changes.isEmpty ? nil : leftOut(), othersBefore: before.others, othersAfter: after.others,
      contradictions: contradictions(after), hindrances: hindrances(after))
  }

  /// Returns what hinders the attempts that are meant and not recognized, the most frequent reason first.
  private func hindrances(_ outcome: Outcome) -> [(explanation: Explanation, count: Int)] {
    var result: [(explanation: Explanation, count: Int)] = []
    for index in attempts.indices where attempts[index].isMeant && !outcome.isRecognized[index] {
      guard let explanation = outcome.failures[index] else { continue }
      if let place = result.firstIndex(where: { $0.explanation.references == explanation.references }) {
        result[place].count += 1
      } else {
        result.append((explanation, 1))
      }
    }
    return result.sorted { $0.count > $1.count }
  }

  /// Judges each attempt with values that were found without it, or without a twentieth of the attempts if there are many.
  private func leftOut() -> Count {
    let folds = min(attempts.count, Self.mostFolds)
    var count = Count()
    for fold in 0..<folds {
      let left = attempts.indices.filter { $0 % folds == fold }
      let values = search(attempts.indices.filter { $0 % folds != fold })
      guard let outcome = outcome(values) else { continue }
      let part = self.count(outcome, left)
      count.found += part.found
      count.unmeant += part.unmeant
    }
    return count
  }

  /// Of the attempts that are wrong even with the best values, those that no value tells apart.
  private func contradictions(_ best: Outcome) -> [(meant: Attempt, unmeant: Attempt)] {
    let tried = outcomes.values.map(\.isRecognized)
    var result: [(meant: Attempt, unmeant: Attempt)] = []
    for meant in attempts.indices where attempts[meant].isMeant {
      let finding = tried.filter { $0[meant] }
      if finding.isEmpty { continue }
      for other in attempts.indices where !attempts[other].isMeant {
        let isWrong = !best.isRecognized[meant] || best.isRecognized[other]
        if isWrong, finding.allSatisfy({ $0[other] }) { result.append((attempts[meant], attempts[other])) }
      }
    }
    return result
  }
}
