import Foundation
import Gestures

/// What was measured, as a page.
struct Report {
  let minimumScore: Double
  let isQuick: Bool
  private var errors: [String] = []
  private var openSets: [String] = []

  init(minimumScore: Double, isQuick: Bool) {
    self.minimumScore = minimumScore
    self.isQuick = isQuick
  }

  mutating func add(_ set: String, _ protocolName: String, _ outcome: Trials.Outcome, _ baselines: [Baseline]) {
    let best = baselines.map(\.percent).min()
    let verdict =
      best.map { outcome.errors.percent <= $0 + outcome.errors.standardError ? "as good" : "worse" } ?? ""
    errors.append(
      row(
        set, protocolName, "\(outcome.errors.hits) of \(outcome.errors.all)",
        "\(number(outcome.errors.percent, 2)) ± \(number(outcome.errors.standardError, 2))",
        baselines.map(\.text).joined(separator: ", "), verdict, number(outcome.microseconds, 0)))
  }

  mutating func add(_ set: String, _ outcome: Trials.OpenSet, _ baseline: String) {
    openSets.append(
      row(
        set, number(outcome.right.percent, 1), number(outcome.unknown.percent, 2),
        number(outcome.synthetic.percent, 2), baseline))
  }

  var text: String {
    let quick = isQuick ? "\n**A quick look at each twentieth trial: these figures say little.**\n" : ""
    return """
      # Strokes: how often they are mistaken, and what they cost

      `make bench-strokes` measures this and writes this page; in about two minutes of one core.
      \(quick)
      `d1` are 5,280 gestures of one stroke by 11 people (16 shapes; Wobbrock, Wilson, Li 2007), `mmg` 9,598 of one to five
      strokes by 20 people (16 shapes, half of the people by finger; Anthony, Wobbrock 2012). A trial learns T examples of each
      shape, of the same person or of P others, and is asked for one more of each. Beside it: what the best known recognizers
      mistake in the same trials. ± is one standard error; as good means within it, of the best. Time is that of the
      processor, from the collected points to the answer, with 16 templates.

      \(row("set", "learned from", "mistaken", "error, %", "others, %", "", "µs"))
      |---|---|---|---|---|---|---|
      \(errors.joined(separator: "\n"))

      ## What is refused

      Five of the shapes are templates of three examples; the other eleven, and made-up taps, swipes, drags and arcs, are to be
      refused. The straight line of `mmg` is no template, as `tickle learn` takes none. A score of \(minimumScore) or more counts, the
      default of `min_score`.

      \(row("set", "found, %", "other shapes accepted, %", "synthetic accepted, %", "others, %"))
      |---|---|---|---|---|
      \(openSets.joined(separator: "\n"))

      """
  }

  private func row(_ cells: String...) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private func number(_ number: Double, _ decimals: Int) -> String { String(format: "%.\(decimals)f", number) }
}
