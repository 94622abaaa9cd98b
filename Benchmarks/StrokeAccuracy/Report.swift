import Foundation

/// The page with the results.
struct Report {
  let minimumScore: Double
  let isQuick: Bool
  private var errors: [String] = []
  private var openSets: [String] = []
  private var learned: [String] = []
  private var shipped: [String] = []
  /// The figures of the rows of `learned`, and below those of `shipped`, for the ranges over all sets.
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

  /// The rows with the ranges over the sets with one stroke and over those with several.
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
    let quick = isQuick ? "\n**A quick look at every twentieth trial: these figures are not reliable.**\n" : ""
    return """
      # Strokes: error rates and cost of recognition

      `make bench-strokes` measures this and writes this page, in about three minutes on one core.
      \(quick)
      `d1` has 5,280 gestures with one stroke, drawn by 11 people (16 shapes; Wobbrock, Wilson, Li 2007). `mmg` has 9,598 with one to
      five strokes, drawn by 20 people (16 shapes; half of the people used a finger; Anthony, Wobbrock 2012). A trial learns T
      examples of each shape, from the same person or from P others (P × T), and is tested with another drawing of each. The column
      "others" has the error rates of the best known recognizers in the same trials. ± is one standard error; "as good" means at most
      one standard error worse than the best. Time is processor time, from the collected points to the result, with 16 templates.

      \(row("set", "learned from", "mistaken", "error, %", "others, %", "", "µs"))
      |---|---|---|---|---|---|---|
      \(errors.joined(separator: "\n"))

      A drawing is compared only with examples that have the same number of strokes. With one example of each shape of `mmg`, a person
      who uses another number of strokes is therefore not recognized. That accounts for the difference to $P+ on `mmg`: it compares
      drawings with any number of strokes, but also mistakes drags for shapes.

      ## Rejection of other drawings

      Five of the shapes are templates with three examples each; the other eleven, and synthetic taps, swipes, drags and arcs, must be
      rejected. The straight line of `mmg` is not a template, as `tickle learn` does not accept one. `min_score` has its default of
      \(minimumScore): the minimum score of each shape results from its own examples.

      \(row("set", "found, %", "other shapes accepted, %", "synthetic accepted, %", "others, %"))
      |---|---|---|---|---|
      \(openSets.joined(separator: "\n"))

      The same for each set, in seeded trials with all other drawings of the person, and with synthetic drags of one finger (swipes,
      pans, arcs, back and forth). The sets other than `d1` and `mmg` were collected by students with a mouse, a trackpad or a finger,
      from 6 to 10 people each; `Benchmarks/stroke-sets` lists their sources.

      \(row("set", "strokes", "found, %", "other shapes accepted, %", "drags accepted, %"))
      |---|---|---|---|---|
      \(learned.joined(separator: "\n"))
      \(learnedRanges)

      ## The shipped shapes

      One gesture with all shapes of `config/strokes`, tried with all drawings of all people: how many drawings of each shape are found,
      and how many drawings of other shapes are mistaken for one of them.

      \(row("set", "check, %", "caret, %", "circle, %", "cross, %", "other shapes accepted, %"))
      |---|---|---|---|---|---|
      \(shipped.joined(separator: "\n"))
      \(shippedRange)

      """
  }

  private func row(_ cells: String...) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private func number(_ number: Double, _ decimals: Int) -> String { String(format: "%.\(decimals)f", number) }
}
