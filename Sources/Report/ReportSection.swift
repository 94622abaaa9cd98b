import Gestures
import Pages
import Screen
import Text

/// The section of a page about one recording.
struct ReportSection {
  let section: ReportedRecording
  let number: Int
  let isAnonymous: Bool
  let isAlone: Bool
  let rules: RuleList

  func write(to page: inout Markup) {
    page.element("section", ["id": "recording-\(number)"]) { page in
      if !isAlone { page.element("h2", ["class": "recording"], fileName(section.recording)) }
      for warning in section.warnings + (section.report?.thinned ?? []) {
        page.element("p", ["class": "warning"], anonymous(warning))
      }
      if let report = section.report {
        write(report, to: &page)
      } else {
        page.element("p", "The recording has no frames.")
      }
      page.element("h2", "Recording and device")
      page.element("dl", ["class": "facts"]) { page in
        writeFact("Recording", isAnonymous ? fileName(section.recording) : section.recording, to: &page)
        for row in section.device.rows where !(isAnonymous && row.isPersonal) {
          writeFact(row.name, row.value, to: &page)
        }
      }
    }
  }

  private static let plotNote =
    "Distances are drawn as square roots, so that a tap's millimetre shows beside a drag. Speeds are means over 40 ms. Dashed "
    + "lines are the limits that gestures set for one finger."
  private static let inputNote =
    "A key is drawn while it is down, and motion while the measured acceleration differs from gravity by 1 m/s² or more."

  private func write(_ report: ReplayReport, to page: inout Markup) {
    let anchors = Anchors(report, prefix: "r\(number)-")
    let failures = report.failures.prefix(report.limits.rows)
    let (near, others) = (failures.filter(\.isNear), failures.filter { !$0.isNear })
    page.element("div", ["class": "halves"]) { page in
      page.element("div") { page in
        page.element("h2", "Recognized")
        writeRecognitions(report, anchors, to: &page)
        page.element("h2", "Nearly recognized")
        writeNear(near, report, anchors, to: &page)
      }
      if !report.isTouchless {
        page.element("div") { page in
          page.element("h2", "Paths")
          PathMap(report: report).write(to: &page)
        }
      }
    }
    page.element("h2", "Time line")
    writeLegend(to: &page)
    TimeLine(report, anchors).write(to: &page)
    page.element("p", ["class": "muted"], report.isTouchless ? Self.inputNote : Self.plotNote)
    if !others.isEmpty {
      page.element("details", ["class": "rest"]) { page in
        page.element(
          "summary", others.count == 1 ? "1 other attempt that failed" : "\(others.count) other attempts that failed")
        writeFailures(others, report, anchors, to: &page)
      }
    }
    writeRest(report.failures.count, report, to: &page)
    page.element("h2", "Gestures")
    writeTallies(report, to: &page)
  }

  private func writeNear(
    _ near: [ReplayReport.Failure], _ report: ReplayReport, _ anchors: Anchors, to page: inout Markup
  ) {
    if near.isEmpty {
      page.element("p", "No attempt came close.")
      return
    }
    page.element(
      "p", ["class": "muted"],
      "What came closest is first. The keys named change the outcome."
        + (rules.isEmpty ? "" : " The rules are explained at the end of the page."))
    writeFailures(near, report, anchors, to: &page)
  }

  /// Replaces the device's name, with which warnings begin, in an anonymous page.
  private func anonymous(_ text: String) -> String {
    guard isAnonymous, let name = section.device.rows.first(where: { $0.name == "Device" })?.value, !name.isEmpty
    else { return text }
    return text.replacing(name, with: "the device")
  }

  private func writeLegend(to page: inout Markup) {
    page.element("ul", ["class": "legend"]) { page in
      write(sample: .possible, "possible", to: &page)
      write(sample: .waiting, "waiting for another to fail", to: &page)
      for (name, words) in [
        ("began", "began, changing"), ("ended", "ended, recognized"), ("cancelled", "cancelled"), ("failed", "failed"),
      ] {
        page.element("li") { page in
          page.element("svg", ["width": "22", "height": "20", "aria-hidden": "true"]) { page in
            page.empty("use", ["href": "#mark-\(name)", "x": "11", "y": "10"])
          }
          page.text(words)
        }
      }
    }
  }

  private func write(sample state: ReplayReport.Span.State, _ words: String, to page: inout Markup) {
    page.element("li") { page in
      page.element("svg", ["width": "30", "height": "20", "aria-hidden": "true", "class": "span \(state.rawValue)"]) {
        page in
        page.empty("rect", ["class": "bar", "width": "26", "height": "14", "y": "3", "rx": "2"])
        if state == .waiting { page.empty("line", ["class": "hatch", "x1": "0", "x2": "26", "y1": "10", "y2": "10"]) }
      }
      page.text(words)
    }
  }

  // MARK: Tables

  private func writeRecognitions(_ report: ReplayReport, _ anchors: Anchors, to page: inout Markup) {
    if report.recognitions.isEmpty {
      page.element("p", "No gesture was recognized.")
      return
    }
    let places = report.isTouchless ? [] : ["Fingers", "At"]
    writeTable(["Time", "Gesture", "View", "State"] + places + ["Values", "Actions"], to: &page) { page in
      for recognition in report.recognitions.prefix(report.limits.rows) {
        write(recognition, report, anchors, to: &page)
      }
    }
    writeRest(report.recognitions.count, report, to: &page)
  }

  private func write(
    _ recognition: ReplayReport.Recognition, _ report: ReplayReport, _ anchors: Anchors, to page: inout Markup
  ) {
    let lane = report.lanes[recognition.lane]
    let (from, to) = (recognition.start * 1000, recognition.end * 1000)
    page.element("tr", ["data-from": compact(from, decimals: 0), "data-to": compact(to, decimals: 0)]) { page in
      page.element("td", span(recognition.start, recognition.end))
      writeGesture(lane, anchors.target(lane: recognition.lane, attempt: recognition.attempt), to: &page)
      page.element("td", lane.view)
      page.element("td", recognition.state + (recognition.changes > 0 ? ", \(recognition.changes) changes" : ""))
      if !report.isTouchless {
        page.element("td", recognition.touches == 0 ? "lifted" : "\(recognition.touches)")
        page.element(
          "td", "\(compact(recognition.location.x, decimals: 1)), \(compact(recognition.location.y, decimals: 1)) mm")
      }
      page.element("td", recognition.values)
      page.element("td") { page in
        for (index, action) in recognition.actions.enumerated() {
          if index > 0 { page.text("; ") }
          page.text(action.keyword)
          if !isAnonymous && !action.arguments.isEmpty {
            page.text(" ")
            page.element("code", action.arguments)
          }
          if action.count > 1 { page.text(" ×\(action.count)") }
        }
      }
    }
  }

  private func writeFailures(
    _ failures: [ReplayReport.Failure], _ report: ReplayReport, _ anchors: Anchors, to page: inout Markup
  ) {
    writeTable(["Time", "Gesture", "View", "Outcome and reason"], to: &page) { page in
      for failure in failures {
        let lane = report.lanes[failure.lane]
        page.element("tr", ["id": anchors.row(ofFailure: failure.attempt)]) { page in
          page.element("td", span(failure.start, failure.end))
          writeGesture(lane, anchors.target(lane: failure.lane, attempt: failure.attempt), to: &page)
          page.element("td", lane.view)
          page.element("td", ["class": "why"]) { page in
            page.element("b", ["class": "state \(failure.word)"], failure.word)
            if !failure.explanation.isEmpty { page.text(": \(failure.explanation)") }
            write(failure.references, to: &page)
          }
        }
      }
    }
  }

  private func writeTallies(_ report: ReplayReport, to page: inout Markup) {
    writeTable(
      ["Gesture", "Kind", "Attempts", "Recognized", "Failed", "Cancelled", "Touches in no attempt"],
      to: &page
    ) { page in
      for tally in report.tallies.prefix(report.limits.rows) {
        page.element("tr") { page in
          page.element("td") { $0.element("b", tally.gesture) }
          page.element("td", tally.kind)
          for number in [tally.attempts, tally.recognized, tally.failed, tally.cancelled] {
            page.element("td", "\(number)")
          }
          page.element("td", ["class": "why"]) { page in
            for miss in tally.misses {
              page.element("div") { page in
                page.text(miss.words)
                write(miss.references, to: &page)
              }
            }
          }
        }
      }
    }
    writeRest(report.tallies.count, report, to: &page)
  }

  /// Writes references as `References.text` does, but with links to the rules.
  private func write(_ references: References, to page: inout Markup) {
    page.prose(references.keysText + references.rulesLead)
    for (index, number) in references.rules.enumerated() {
      if index > 0 { page.text(", ") }
      rules.writeNumber(number, to: &page)
    }
  }

  /// Writes a gesture's name, with a link to its place in the time line.
  private func writeGesture(_ lane: ReplayReport.Lane, _ target: String?, to page: inout Markup) {
    page.element("td") { page in
      if let target {
        page.element("a", ["href": "#\(target)"], lane.gesture)
      } else {
        page.element("b", lane.gesture)
      }
    }
  }

  private func span(_ start: Double, _ end: Double) -> String {
    end > start ? "\(Decimal.fixed(start, decimals: 3)) – \(seconds(end))" : seconds(start)
  }

  private func writeTable(_ heads: [String], to page: inout Markup, _ rows: (inout Markup) -> Void) {
    page.element("div", ["class": "table", "tabindex": "0", "role": "region", "aria-label": "Table"]) { page in
      page.element("table") { page in
        page.element("thead") { page in
          page.element("tr") { page in for head in heads { page.element("th", ["scope": "col"], head) } }
        }
        page.element("tbody", rows)
      }
    }
  }

  private func writeRest(_ count: Int, _ report: ReplayReport, to page: inout Markup) {
    guard count > report.limits.rows else { return }
    page.element(
      "p", ["class": "warning"],
      "\(count - report.limits.rows) more are not listed; the output of `tickle replay` has all of them."
    )
  }
}
