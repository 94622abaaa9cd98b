import Gestures
import TickledDaemon

/// Each finger's distance from its landing and its speed over time, with what the gestures hold them against.
struct Plots {
  let report: ReplayReport
  let duration: Double
  let height: Double

  private static let top = 22.0
  private static let bottom = 8.0
  /// So many units are the whole of time.
  private static let scale = 20_000.0
  /// Speeds are means over that, in seconds: less shows the panel's jitter.
  private static let window = 0.04

  private var inner: Double { height - Self.top - Self.bottom }

  // MARK: Distances

  /// As square roots: a millimetre counts beside a hand's breadth.
  func writeDistances(at y: Double, to page: inout Markup) {
    let ways = report.touches.map { touch in
      (touch, touch.points.all.map { ($0.time, $0.place.distance(to: touch.points.all[0].place)) })
    }
    let reached = report.touches.map(\.points.greatestDistance).max() ?? 0
    let limits = report.distances.filter { $0.value <= max(reached * 4, 10) }
    let greatest = max(reached, limits.last?.value ?? 0, 1) * 1.05
    let ticks = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].filter { $0 <= greatest }
    page.element("g", ["class": "distances"]) { page in
      writeFrame(at: y, ticks.map { ($0, compact($0)) }, greatest, { $0.squareRoot() }, to: &page)
      writeLines(ways, at: y, greatest, { $0.squareRoot() }, to: &page)
      writeThresholds(limits, "mm", at: y, greatest, { $0.squareRoot() }, to: &page)
    }
  }

  // MARK: Speeds

  func writeSpeeds(at y: Double, to page: inout Markup) {
    let speeds = report.touches.map { ($0, Self.speeds(of: $0.points.all)) }
    let reached = speeds.flatMap { $0.1.map(\.1) }.max() ?? 0
    let greatest = max(reached, report.speeds.last?.value ?? 0, 1) * 1.05
    let ticks = Ticks(upTo: greatest, most: 5)
    page.element("g", ["class": "speeds"]) { page in
      writeFrame(at: y, ticks.values.map { ($0, ticks.label($0)) }, greatest, { $0 }, to: &page)
      writeLines(speeds, at: y, greatest, { $0 }, to: &page)
      writeThresholds(report.speeds, "mm/s", at: y, greatest, { $0 }, to: &page)
    }
  }

  /// The mean over the window before each sample.
  static func speeds(of samples: [PathKeeper.Sample]) -> [(Double, Double)] {
    var first = 0
    return samples.indices.map { index in
      let now = samples[index]
      while first + 1 < index, now.time - samples[first].time > window { first += 1 }
      let span = now.time - samples[first].time
      return (now.time, span > 0 ? now.place.distance(to: samples[first].place) / span : 0)
    }
  }

  // MARK: What both are made of

  private func writeFrame(
    at y: Double, _ ticks: [(Double, String)], _ greatest: Double, _ shape: (Double) -> Double, to page: inout Markup
  ) {
    var last = Double.infinity
    for (value, label) in ticks {
      let place = y + level(value, greatest, shape)
      guard last - place >= 13 else { continue }
      last = place
      page.empty("line", ["class": "grid", "x1": "0", "x2": "100%", "y1": compact(place), "y2": compact(place)])
      page.element("text", ["class": "tick", "x": "0", "dx": "3", "y": compact(place - 3)], label)
    }
    let end = compact(y + height)
    page.empty("line", ["class": "rule", "x1": "0", "x2": "100%", "y1": end, "y2": end])
  }

  private func writeLines(
    _ lines: [(ReplayReport.TouchPath, [(Double, Double)])], at y: Double, _ greatest: Double,
    _ shape: (Double) -> Double, to page: inout Markup
  ) {
    page.element(
      "svg",
      [
        "x": "0", "y": compact(y), "width": "100%", "height": compact(height), "preserveAspectRatio": "none",
        "viewBox": "0 0 \(compact(Self.scale)) \(compact(height))",
      ]
    ) { page in
      for (touch, values) in lines {
        var line = Polyline()
        for (time, value) in values { line.add(time / duration * Self.scale, level(value, greatest, shape)) }
        page.element("path", ["class": "path stroke \(touch.fingerClass)", "d": line.text]) { page in
          page.element("title", touch.title)
        }
      }
    }
  }

  /// The names stand one beside the other, as the lines are close together.
  private func writeThresholds(
    _ thresholds: [ReplayReport.Threshold], _ unit: String, at y: Double, _ greatest: Double,
    _ shape: (Double) -> Double, to page: inout Markup
  ) {
    page.element("g", ["class": "threshold"]) { page in
      for threshold in thresholds.prefix(8) {
        let place = compact(y + level(threshold.value, greatest, shape))
        page.empty("line", ["x1": "30", "x2": "100%", "y1": place, "y2": place])
      }
      var x = 34.0
      for threshold in thresholds.prefix(8) {
        let names = threshold.gestures.prefix(4).joined(separator: ", ") + (threshold.gestures.count > 4 ? ", …" : "")
        let words = "\(names) \(compact(threshold.value, decimals: 1)) \(unit)"
        let place = compact(y + level(threshold.value, greatest, shape))
        page.element("text", ["x": compact(x), "y": place, "dy": "-3"]) { page in
          page.text(words)
          page.element(
            "title", "\(threshold.gestures.joined(separator: ", ")): \(compact(threshold.value, decimals: 3)) \(unit)")
        }
        x += Double(words.count) * 6.6 + 16
      }
    }
  }

  /// From the plot's upper edge.
  private func level(_ value: Double, _ greatest: Double, _ shape: (Double) -> Double) -> Double {
    Self.top + inner * (1 - min(1, shape(max(0, value)) / shape(greatest)))
  }
}
