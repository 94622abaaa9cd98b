import Gestures
import Pages

/// A quantity of each finger over time, with the limits that gestures set for it.
struct Plot {
  static let height = 176.0
  private static let top = 22.0
  private static let bottom = 8.0
  /// The width of the drawing, in units of its own.
  private static let scale = 20_000.0

  private let name: StaticString
  private let unit: String
  private let title: String
  private typealias Line = (touch: ReplayReport.TouchPath, values: [(time: Double, value: Double)])

  private let lines: [Line]
  private let thresholds: ArraySlice<ReplayReport.Threshold>
  private let ticks: [(value: Double, label: String)]
  private let greatest: Double
  private let shape: @Sendable (Double) -> Double

  /// Each finger's distance from its landing. Drawn as square roots, so that a millimetre is visible beside a hand's breadth.
  static func distances(_ report: ReplayReport) -> Plot {
    let reached = report.touches.map(\.points.greatestDistance).max() ?? 0
    let thresholds = report.distances.filter { $0.value <= max(reached * 4, 10) }
    let greatest = max(reached, thresholds.last?.value ?? 0, 1) * 1.05
    let round = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].filter { $0 <= greatest }
    return Plot(
      name: "distances", unit: "mm", title: "distance from the landing",
      lines: report.touches.map { touch in
        (touch, touch.points.all.map { ($0.time, $0.place.distance(to: touch.points.all[0].place)) })
      },
      thresholds: thresholds.prefix(8), ticks: round.map { ($0, compact($0)) }, greatest: greatest,
      shape: { $0.squareRoot() })
  }

  static func speeds(_ report: ReplayReport) -> Plot {
    let lines = report.touches.map { (touch: $0, values: speeds(of: $0.points.all)) }
    let reached = lines.flatMap { $0.values.map(\.value) }.max() ?? 0
    let greatest = max(reached, report.speeds.last?.value ?? 0, 1) * 1.05
    let ticks = Ticks(upTo: greatest, most: 5)
    return Plot(
      name: "speeds", unit: "mm/s", title: "speed", lines: lines, thresholds: report.speeds.prefix(8),
      ticks: ticks.values.map { ($0, ticks.label($0)) }, greatest: greatest, shape: { $0 })
  }

  /// The forces of the contacts, in percent of the panel's range; `nil` if the panel measures none.
  static func forces(_ report: ReplayReport) -> Plot? {
    let lines = lines(report) { $0.force.map { $0 * 100 } }
    guard !lines.isEmpty else { return nil }
    return Plot(
      name: "forces", unit: "%", title: "force", lines: lines, thresholds: report.forces.prefix(8),
      ticks: [0, 25, 50, 75, 100].map { ($0, compact($0)) }, greatest: 105, shape: { $0 })
  }

  /// The lengths of the contacts; `nil` if the panel does not measure them in millimetres.
  static func sizes(_ report: ReplayReport) -> Plot? {
    let lines = lines(report) { $0.majorRadius.map { $0 * 2 } }
    guard !lines.isEmpty else { return nil }
    let greatest = max(lines.flatMap { $0.values.map(\.value) }.max() ?? 0, 1) * 1.05
    let ticks = Ticks(upTo: greatest, most: 5)
    return Plot(
      name: "sizes", unit: "mm", title: "length of the contact", lines: lines, thresholds: [],
      ticks: ticks.values.map { ($0, ticks.label($0)) }, greatest: greatest, shape: { $0 })
  }

  /// Returns a value of each finger's imprints over time, without the fingers that have none.
  private static func lines(_ report: ReplayReport, _ value: (Touch.Imprint) -> Double?) -> [Line] {
    report.touches.compactMap { touch in
      let values = touch.points.all.compactMap { sample in
        value(sample.imprint).map { (time: sample.time, value: $0) }
      }
      return values.isEmpty ? nil : (touch: touch, values: values)
    }
  }

  /// Returns the mean speeds over the 40 ms before each sample. Over shorter times the panel's jitter would show.
  private static func speeds(of samples: [PathKeeper.Sample]) -> [(time: Double, value: Double)] {
    var first = 0
    return samples.indices.map { index in
      let now = samples[index]
      while first + 1 < index, now.time - samples[first].time > 0.04 { first += 1 }
      let span = now.time - samples[first].time
      return (now.time, span > 0 ? now.place.distance(to: samples[first].place) / span : 0)
    }
  }

  /// Writes the name and the ticks, which stay in place when the drawing scrolls.
  func writeLabel(to page: inout Markup) {
    page.element("div", ["class": "label plot"]) { page in
      page.element("b", title)
      page.element("span", ["class": "muted"], " \(unit)")
      for tick in shownTicks {
        page.element("span", ["class": "plot-tick", "style": "top:\(compact(tick.level - 8))px"], tick.label)
      }
    }
  }

  func write(at y: Double, duration: Double, to page: inout Markup) {
    page.element("g", ["class": "plot \(name)"]) { page in
      for tick in shownTicks { writeLine("grid", y + tick.level, to: &page) }
      writeLine("rule", y + Self.height, to: &page)
      page.element(
        "svg",
        [
          "x": "0", "y": compact(y), "width": "100%", "height": compact(Self.height), "preserveAspectRatio": "none",
          "viewBox": "0 0 \(compact(Self.scale)) \(compact(Self.height))",
        ]
      ) { page in
        for (touch, values) in lines {
          var line = Polyline()
          for (time, value) in values { line.add(time / duration * Self.scale, level(value)) }
          page.element("path", ["class": "path \(touch.fingerClass)", "d": line.text]) { page in
            page.element("title", touch.title)
          }
        }
      }
      writeThresholds(at: y, to: &page)
    }
  }

  /// Writes the limits as lines. Their labels are on the lines, but side by side, as the lines may be close together.
  private func writeThresholds(at y: Double, to page: inout Markup) {
    page.element("g", ["class": "threshold"]) { page in
      for threshold in thresholds { writeLine("limit", y + level(threshold.value), to: &page) }
      var x = 8.0
      for threshold in thresholds {
        let names = threshold.gestures.prefix(4).joined(separator: ", ") + (threshold.gestures.count > 4 ? ", …" : "")
        let words = "\(names) \(compact(threshold.value, decimals: 1)) \(unit)"
        page.element("text", ["x": compact(x), "y": compact(y + level(threshold.value)), "dy": "4"]) { page in
          page.text(words)
          page.element(
            "title", "\(threshold.gestures.joined(separator: ", ")): \(compact(threshold.value, decimals: 3)) \(unit)")
        }
        x += Double(words.count) * 6.6 + 16
      }
    }
  }

  private func writeLine(_ name: String, _ y: Double, to page: inout Markup) {
    page.empty("line", ["class": name, "x1": "0", "x2": "100%", "y1": compact(y), "y2": compact(y)])
  }

  /// The ticks that have room for their labels.
  private var shownTicks: [(level: Double, label: String)] {
    var shown: [(level: Double, label: String)] = []
    for tick in ticks {
      let level = level(tick.value)
      if let last = shown.last, last.level - level < 13 { continue }
      shown.append((level, tick.label))
    }
    return shown
  }

  /// Returns the distance of a value from the plot's upper edge.
  private func level(_ value: Double) -> Double {
    let inner = Self.height - Self.top - Self.bottom
    return Self.top + inner * (1 - min(1, shape(max(0, value)) / shape(greatest)))
  }
}
