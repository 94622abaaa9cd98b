import Foundation
import Gestures

/// What was measured, as a page.
struct Report {
  let minimumScore: Double
  let isQuick: Bool
  private var errors: [String] = []
  private var openSets: [String] = []
  private var learned: [String] = []
  private var shipped: [String] = []
  /// What the rows of `learned` and `shipped` say of each set, column by column.
  private var ranges: [(isSeveral: Bool, found: Double, others: Double, drags: Double)] = []
  private var shippedRanges: [String: [Double]] = [:]

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

  mutating func add(_ set: String, strokes: Int, _ outcome: Trials.OpenSet, _ shapes: ShippedTrials) {
    ranges.append((strokes > 1, outcome.right.percent, outcome.unknown.percent, outcome.synthetic.percent))
    learned.append(
      row(
        set, strokes > 1 ? "1 to \(strokes)" : "1", number(outcome.right.percent, 1),
        number(outcome.unknown.percent, 2), number(outcome.synthetic.percent, 2)))
    let cells = Self.shippedShapes.map { name -> String in
      guard let count = shapes.found[name] else { return "" }
      shippedRanges[name, default: []].append(count.percent)
      return number(count.percent, 1)
    }
    shippedRanges["", default: []].append(shapes.others.percent)
    shipped.append("| " + ([set] + cells + [number(shapes.others.percent, 2)]).joined(separator: " | ") + " |")
  }

  private static let shippedShapes = ["check", "caret", "circle", "cross"]

  /// The ranges over the sets of one stroke and of several.
  private var learnedRanges: String {
    [false, true].map { isSeveral in
      let rows = ranges.filter { $0.isSeveral == isSeveral }
      return row(
        "**\(rows.count) sets**", isSeveral ? "several" : "1", range(rows.map(\.found), 1),
        range(rows.map(\.others), 2),
        range(rows.map(\.drags), 2))
    }.joined(separator: "\n")
  }

  private var shippedRange: String {
    let cells = (Self.shippedShapes + [""]).map { range(shippedRanges[$0] ?? [], $0.isEmpty ? 2 : 1) }
    return "| " + (["**all**"] + cells).joined(separator: " | ") + " |"
  }

  private func range(_ numbers: [Double], _ decimals: Int) -> String {
    guard let least = numbers.min(), let most = numbers.max() else { return "" }
    return least == most ? number(least, decimals) : "\(number(least, decimals)) to \(number(most, decimals))"
  }

  var text: String {
    let quick = isQuick ? "\n**A quick look at each twentieth trial: these figures say little.**\n" : ""
    return """
      # Strokes: how often they are mistaken, and what they cost

      `make bench-strokes` measures this and writes this page; in about three minutes of one core.
      \(quick)
      `d1` are 5,280 gestures of one stroke by 11 people (16 shapes; Wobbrock, Wilson, Li 2007), `mmg` 9,598 of one to five
      strokes by 20 people (16 shapes, half of the people by finger; Anthony, Wobbrock 2012). A trial learns T examples of each
      shape, of the same person or of P others, and is asked for one more of each. Beside it: what the best known recognizers
      mistake in the same trials. ± is one standard error; as good means within it, of the best. Time is that of the
      processor, from the collected points to the answer, with 16 templates.

      \(row("set", "learned from", "mistaken", "error, %", "others, %", "", "µs"))
      |---|---|---|---|---|---|---|
      \(errors.joined(separator: "\n"))

      A shape is compared only with examples that have as many strokes, so with one example of each shape a person who draws
      a shape of `mmg` in another number of strokes is not understood. That is what `mmg` loses against $P+, which compares any
      number of strokes with any, and takes drags for shapes.

      ## What is refused

      Five of the shapes are templates of three examples; the other eleven, and made-up taps, swipes, drags and arcs, must be
      refused. The straight line of `mmg` is not a template, as `tickle learn` takes none. `min_score` has its default of
      \(minimumScore): each shape counts from the score that its own examples give.

      \(row("set", "found, %", "other shapes accepted, %", "synthetic accepted, %", "others, %"))
      |---|---|---|---|---|
      \(openSets.joined(separator: "\n"))

      The same on each set, in seeded trials that ask for all other drawings of the person, and for made-up drags of one finger
      (swipes, pans, arcs, to and fro). The sets besides `d1` and `mmg` were collected by students with a mouse, a trackpad or a
      finger, 6 to 10 people each; `Benchmarks/stroke-sets` says where they are.

      \(row("set", "strokes", "found, %", "other shapes accepted, %", "drags accepted, %"))
      |---|---|---|---|---|
      \(learned.joined(separator: "\n"))
      \(learnedRanges)

      ## The shipped shapes

      The shapes of `config/strokes` in one gesture, and all drawings of all people: how many of each shape are found, and how
      many of the other shapes are taken for one of them.

      \(row("set", "check, %", "caret, %", "circle, %", "cross, %", "other shapes accepted, %"))
      |---|---|---|---|---|---|
      \(shipped.joined(separator: "\n"))
      \(shippedRange)

      """
  }

  private func row(_ cells: String...) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private func number(_ number: Double, _ decimals: Int) -> String { String(format: "%.\(decimals)f", number) }
}
