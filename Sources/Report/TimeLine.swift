import Pages

/// Lanes and plots over a common time axis: fingers, recognizers, distances, speeds, forces and sizes. It scrolls sideways beside its fixed labels.
struct TimeLine {
  let report: ReplayReport
  let anchors: Anchors
  private let plots: [Plot]

  init(_ report: ReplayReport, _ anchors: Anchors) {
    self.report = report
    self.anchors = anchors
    plots =
      report.isTouchless
      ? [] : [.distances(report), .speeds(report)] + [.forces(report), .sizes(report)].compactMap { $0 }
  }

  private static let row = 30.0
  private static let axis = 30.0

  private var duration: Double { max(report.duration, 0.001) }

  /// The least width in pixels, from 640 to 24 000: 170 per second, so that a tap is visible; beyond 8 000 in all, 40 per second.
  private var width: Double { max(640, min(24_000, max(min(8_000, duration * 170), duration * 40))) }

  private var lanes: ArraySlice<ReplayReport.Lane> { report.lanes.prefix(report.limits.lanes) }

  private var inputs: ArraySlice<ReplayReport.Input> { report.inputs.prefix(report.limits.lanes) }

  private var height: Double {
    Self.axis + Self.row * Double(report.fingers + inputs.count + lanes.count) + Plot.height * Double(plots.count)
      + Self.axis
  }

  func write(to page: inout Markup) {
    page.element("div", ["class": "time"]) { page in
      page.element("div", ["class": "labels"], writeLabels)
      page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Time line"]) { page in
        page.element(
          "svg",
          [
            "class": "time-svg", "height": compact(height), "style": "width:max(100%,\(compact(width, decimals: 0))px)",
          ],
          writeDrawing)
      }
    }
  }

  // MARK: Labels

  private func writeLabels(to page: inout Markup) {
    page.element("div", ["class": "label axis"], "time")
    for finger in 0..<report.fingers {
      page.element("div", ["class": "label row"]) { page in
        page.element("span", ["class": "swatch \(fingerClass(finger))"], "")
        page.element("b", "finger \(finger + 1)")
      }
    }
    for input in inputs { page.element("div", ["class": "label row"]) { $0.element("b", input.name) } }
    for (index, lane) in lanes.enumerated() {
      page.element(
        "div",
        [
          "class": "label row", "id": anchors.lane(index),
          "title": "\(lane.gesture) (\(lane.kind)) on \(lane.view)",
        ]
      ) { page in
        page.element("b", lane.gesture)
        page.element("span", ["class": "muted"], " \(lane.view)")
      }
    }
    for plot in plots { plot.writeLabel(to: &page) }
    page.element("div", ["class": "label axis"], "time")
  }

  private func fingerClass(_ finger: Int) -> String { "finger-\(finger % Palette.fingers)" }

  // MARK: Drawing

  private func writeDrawing(to page: inout Markup) {
    writeAxis(to: &page)
    var y = Self.axis
    for finger in 0..<report.fingers {
      writeFinger(finger, at: y, to: &page)
      y += Self.row
    }
    for input in inputs {
      writeInput(input, at: y, to: &page)
      y += Self.row
    }
    for lane in lanes {
      writeLane(lane, at: y, to: &page)
      y += Self.row
    }
    for plot in plots {
      plot.write(at: y, duration: duration, to: &page)
      y += Plot.height
    }
    for moment in report.moments { write(moment, to: &page) }
  }

  private func writeAxis(to page: inout Markup) {
    let ticks = Ticks(upTo: duration, most: Int(width / 75))
    for time in ticks.values {
      let x = percent(time, of: duration)
      page.empty("line", ["class": "grid", "x1": x, "x2": x, "y1": "22", "y2": compact(height - 22)])
      // The outermost labels stay inside the drawing.
      let anchor = time == 0 ? "start" : time > duration * (1 - 30 / width) ? "end" : "middle"
      for y in [16, height - 8] {
        page.element(
          "text", ["class": "tick", "x": x, "y": compact(y), "text-anchor": anchor], "\(ticks.label(time)) s")
      }
    }
  }

  private func writeFinger(_ finger: Int, at y: Double, to page: inout Markup) {
    page.element("g", ["class": "lane finger-lane \(fingerClass(finger))"]) { page in
      writeRule(at: y, to: &page)
      for touch in report.touches where touch.finger == finger {
        page.element("g") { page in
          page.element("title", touch.title)
          writeBar("touch", touch.start, touch.end, y + 6, 18, to: &page)
          if pixels(touch.end - touch.start) > 8 * Double("\(touch.id)".count) + 5 {
            page.element(
              "text",
              ["class": "number", "x": percent(touch.start, of: duration), "dx": "5", "y": compact(y + 19)],
              "\(touch.id)")
          }
        }
      }
    }
  }

  private func writeInput(_ input: ReplayReport.Input, at y: Double, to page: inout Markup) {
    page.element("g", ["class": "lane finger-lane \(fingerClass(0))"]) { page in
      writeRule(at: y, to: &page)
      for span in input.spans {
        page.element("g") { page in
          page.element("title", "\(input.name) from \(seconds(span.lowerBound)) to \(seconds(span.upperBound))")
          writeBar("touch", span.lowerBound, span.upperBound, y + 6, 18, to: &page)
        }
      }
    }
  }

  private func writeLane(_ lane: ReplayReport.Lane, at y: Double, to page: inout Markup) {
    page.element("g", ["class": "lane gesture-lane"]) { page in
      writeRule(at: y, to: &page)
      for span in lane.spans {
        if let row = anchors.row(of: span) {
          page.element("a", ["href": "#\(row)"]) { page in write(span, of: lane, at: y, to: &page) }
        } else {
          write(span, of: lane, at: y, to: &page)
        }
      }
    }
  }

  private func write(_ span: ReplayReport.Span, of lane: ReplayReport.Lane, at y: Double, to page: inout Markup) {
    let start = percent(span.start, of: duration)
    let name = "span \(span.state.rawValue)"
    let place = anchors.span(span)
    page.element("g", place.map { ["class": name, "id": $0] } ?? ["class": name]) { page in
      page.element("title", title(span, lane))
      switch span.state {
      case .possible: writeBar("bar", span.start, span.end, y + 8, 14, to: &page)
      case .waiting:
        writeBar("bar", span.start, span.end, y + 8, 14, to: &page)
        page.empty(
          "line",
          [
            "class": "hatch", "x1": start, "x2": percent(span.end, of: duration), "y1": compact(y + 15),
            "y2": compact(y + 15),
          ])
      case .active:
        writeBar("bar", span.start, span.end, y + 6, 18, to: &page)
        page.empty("use", ["href": "#mark-began", "x": start, "y": compact(y + 15)])
      case .ended, .cancelled, .failed:
        writeBar("rest", span.start, span.end, y + 13, 4, to: &page)
        page.empty("use", ["href": "#mark-\(span.state.rawValue)", "x": start, "y": compact(y + 15)])
      }
      writeWords(span, at: y, to: &page)
    }
  }

  /// Writes the state on a span that has room for it, so that it can be read without the tooltip.
  private func writeWords(_ span: ReplayReport.Span, at y: Double, to page: inout Markup) {
    let words =
      switch span.state {
      case .active: span.changes == 1 ? "1 change" : "\(span.changes) changes"
      case .possible, .waiting: span.state.rawValue
      case .ended, .cancelled, .failed: ""
      }
    guard !words.isEmpty, pixels(span.end - span.start) > Double(words.count) * 7 + 24 else { return }
    page.element(
      "text", ["class": "words", "x": percent(span.start, of: duration), "dx": "14", "y": compact(y + 19)], words)
  }

  private func title(_ span: ReplayReport.Span, _ lane: ReplayReport.Lane) -> String {
    let what =
      switch span.state {
      case .active: "began at \(seconds(span.start)), \(span.changes) changes until \(seconds(span.end))"
      case .possible, .waiting: "\(span.state.rawValue) from \(seconds(span.start)) to \(seconds(span.end))"
      case .ended, .cancelled, .failed:
        "\(span.state.rawValue) at \(seconds(span.start))"
          + (span.end > span.start ? ", until \(seconds(span.end))" : "")
      }
    return "\(lane.gesture) on \(lane.view): \(what)" + (span.count > 1 ? " (\(span.count) of these)" : "")
  }

  private func writeRule(at y: Double, to page: inout Markup) {
    let y = compact(y + Self.row)
    page.empty("line", ["class": "rule", "x1": "0", "x2": "100%", "y1": y, "y2": y])
  }

  /// Writes a bar, at least 2 pixels wide so that it stays visible.
  private func writeBar(
    _ name: String, _ start: Double, _ end: Double, _ y: Double, _ height: Double, to page: inout Markup
  ) {
    page.empty(
      "rect",
      [
        "class": name, "x": percent(start, of: duration), "y": compact(y), "height": compact(height), "rx": "2",
        "width": percent(max(end - start, duration * 2 / width), of: duration),
      ])
  }

  private func write(_ moment: ReplayReport.Moment, to page: inout Markup) {
    let x = percent(moment.time, of: duration)
    page.element("g", ["class": "moment"]) { page in
      page.element("title", "\(moment.text) at \(seconds(moment.time))")
      page.empty("line", ["x1": x, "x2": x, "y1": "22", "y2": compact(height - 22)])
      page.element("text", ["class": "tick", "x": x, "dx": "4", "y": compact(height - 19)], moment.text)
    }
  }

  private func pixels(_ time: Double) -> Double { time / duration * width }
}
