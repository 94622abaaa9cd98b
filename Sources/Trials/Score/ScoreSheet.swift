// Trials/Score: `tickle score`: attempts in labelled recordings, and how many were recognized.
import Text

/// How often what was meant was recognized.
package struct ScoreSheet {
  /// A row of the matrix: the movements that mean the same.
  package struct Row: Sendable {
    package let meaning: Labels.Meaning
    package fileprivate(set) var movements = 0
    package fileprivate(set) var found = 0
    /// In how many of the movements each gesture was recognized, with the gestures in the order of the columns.
    package fileprivate(set) var recognized: [String: Int] = [:]
    /// In how many of them nothing was recognized.
    package fileprivate(set) var nothing = 0

    package var meant: [String] { meaning.gestures }
    package var name: String { meaning.text }
  }

  package private(set) var rows: [Row] = []
  /// The gestures that were recognized, in the order of the configuration.
  package private(set) var columns: [String] = []
  package private(set) var recordings = 0
  /// The length of all recordings.
  package private(set) var seconds = 0.0
  /// How often each gesture was recognized without being meant.
  package private(set) var unmeant: [String: Int] = [:]
  /// The movements that were not recognized as they were meant.
  package private(set) var faults: [ScoredMovement] = []
  private let gestures: [String]

  /// - Parameter gestures: the names of the configuration's gestures.
  package init(gestures: [String]) { self.gestures = gestures }

  package mutating func add(_ movements: [ScoredMovement], seconds: Double) {
    recordings += 1
    self.seconds += seconds
    for movement in movements { add(movement) }
    columns = gestures.filter { name in rows.contains { $0.recognized[name] != nil } }
  }

  private mutating func add(_ movement: ScoredMovement) {
    let index = rows.firstIndex { $0.meaning == movement.meaning } ?? rows.count
    if index == rows.count { rows.append(Row(meaning: movement.meaning)) }
    rows[index].movements += 1
    for name in movement.recognized { rows[index].recognized[name, default: 0] += 1 }
    if movement.recognized.isEmpty { rows[index].nothing += 1 }
    if movement.isFound { rows[index].found += 1 }
    for name in movement.unmeant { unmeant[name, default: 0] += 1 }
    let isRight = movement.unmeant.isEmpty && (movement.isFound || movement.meant.isEmpty)
    if !isRight { faults.append(movement) }
  }

  // MARK: Figures

  package var hours: Double { seconds / 3600 }
  /// The movements that mean a gesture.
  package var meant: Int { rows.filter { !$0.meant.isEmpty }.map(\.movements).reduce(0, +) }
  package var found: Int { rows.map(\.found).reduce(0, +) }
  /// The recognitions that nothing meant.
  package var fired: Int { unmeant.values.reduce(0, +) }
  /// Percent; `nil` if nothing was meant.
  package var foundPercent: Double? { meant == 0 ? nil : 100 * Double(found) / Double(meant) }
  /// `nil` without a time of use.
  package var firedPerHour: Double? { hours > 0 ? Double(fired) / hours : nil }
}

extension Labels.Meaning {
  var text: String { (gestures + (isOptional ? ["nothing"] : [])).joined(separator: " or ") }
}

/// What a score must reach, such as `found=97,false=1`.
package struct ScoreDemand: Equatable, Sendable {
  /// The least share of what is meant that is found, in percent.
  package var found: Double?
  /// The most gestures per hour that are recognized without being meant.
  package var fired: Double?

  /// `nil` if the text is not such a list.
  package init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", omittingEmptySubsequences: false)
      guard words.count == 2, let value = Double(words[1]), value.isFinite, value >= 0 else { return nil }
      switch words[0] {
      case "found" where value <= 100 && found == nil: found = value
      case "false" where fired == nil: fired = value
      default: return nil
      }
    }
  }

  /// Returns a sentence for each demand that a score does not meet.
  package func shortfalls(of sheet: ScoreSheet) -> [String] {
    var result: [String] = []
    if let found {
      if let share = sheet.foundPercent {
        if share < found { result.append("found \(text(share)) %, required are \(text(found)) %") }
      } else {
        result.append("no label means a gesture, so none can be found")
      }
    }
    if let fired {
      if let rate = sheet.firedPerHour {
        if rate > fired { result.append("\(text(rate)) unmeant per hour, allowed are \(text(fired))") }
      } else {
        result.append("the recordings have no length, so there is no rate")
      }
    }
    return result
  }

  private func text(_ value: Double) -> String { Decimal.fixed(value, decimals: 1) }
}
