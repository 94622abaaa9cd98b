import Pages
import Program

/// A page about one or more replays. It is self-contained, and the same replays give the same bytes.
package struct ReportPage: Sendable {
  package struct Rule: Sendable {
    /// `TAP-4`.
    package var number: String
    package var title: String
    /// Its text, with code in backquotes and emphasis in asterisks.
    package var paragraphs: [String]

    package init(number: String, title: String, paragraphs: [String]) {
      self.number = number
      self.title = title
      self.paragraphs = paragraphs
    }
  }

  package var configuration: String
  package var sections: [ReportedRecording]
  /// All rules in their order. The page contains those that it cites; without rules it only has their numbers.
  package var rules: [Rule] = []
  /// The recordings that could not be read, and why.
  package var failures: [(file: String, text: String)] = []
  /// Whether to leave out what may identify the user: names of devices, folders, and what actions do.
  package var isAnonymous = false

  package init(
    configuration: String, sections: [ReportedRecording], rules: [Rule] = [], isAnonymous: Bool = false
  ) {
    self.rules = rules
    self.configuration = configuration
    self.sections = sections
    self.isAnonymous = isAnonymous
  }

  package var bytes: [UInt8] {
    let cited = RuleList(rules, cited: Set(sections.flatMap { $0.report?.citedRules ?? [] }))
    var page = Markup()
    page.own("<!DOCTYPE html>\n")
    page.element("html", ["lang": "en"]) { page in
      PageHead(
        title: "tickle replay: " + sections.map { shown($0.recording) }.joined(separator: ", "), style: styleSheet,
        script: Playback.hash
      )
      .write(to: &page)
      page.element("body") { page in
        page.element("svg", ["class": "marks", "aria-hidden": "true", "width": "0", "height": "0"], writeMarks)
        page.element("header", writeHeader)
        page.element("main") { page in
          for (number, section) in sections.enumerated() {
            ReportSection(
              section: section, number: number + 1, isAnonymous: isAnonymous, isAlone: sections.count == 1, rules: cited
            ).write(to: &page)
          }
          cited.write(to: &page)
        }
        page.element("footer", writeFooter)
        Playback.writeScript(to: &page)
      }
    }
    page.own("\n")
    return page.bytes
  }

  private func writeHeader(to page: inout Markup) {
    page.element("p", ["class": "brand"], "tickle replay")
    page.element("h1", sections.count == 1 ? fileName(sections[0].recording) : "\(sections.count) recordings")
    page.element("dl", ["class": "facts"]) { page in
      writeFact("Configuration", shown(configuration), to: &page)
      writeFact("Program", "tickle \(Version.current)", to: &page)
    }
    for failure in failures {
      // The reason may contain the device's name.
      let words = isAnonymous ? "\(fileName(failure.file)) could not be read" : failure.text
      page.element("p", ["class": "warning"], words)
    }
    if sections.count > 1 {
      page.element("nav") { page in
        for (number, section) in sections.enumerated() {
          page.element("a", ["href": "#recording-\(number + 1)"], shown(section.recording))
        }
      }
    }
  }

  private func writeFooter(to page: inout Markup) {
    page.element("h2", "What this page contains")
    page.element("p", isAnonymous ? Self.anonymousContent : Self.content)
    page.element(
      "p", ["class": "muted"],
      "It loads nothing. Its only script moves the fingers in the maps. The same recording and configuration give the same page."
    )
  }

  private static let content = """
    All positions and times of the fingers; the device's name, identifiers, connection, and its serial number if the recording \
    has one; the paths of the recording and the configuration; the names of views and gestures; the actions that were triggered, \
    with their commands and texts. With --anonymous, the device's name, connection and serial number, folders, and the arguments \
    of actions are left out.
    """

  private static let anonymousContent = """
    Made with --anonymous: without the device's name, connection and serial number, without folders, and without the arguments \
    of actions (commands, texts). It contains all positions and times of the fingers, the device's identifiers, and the names of \
    files, views and gestures.
    """

  private func shown(_ path: String) -> String { isAnonymous ? fileName(path) : path }
}

/// Writes the marks of the time line and the legend, centred on their origins. They differ in shape as well as in colour.
private func writeMarks(to page: inout Markup) {
  page.element("defs") { page in
    page.own(
      """
      <g id="mark-began" class="mark active"><path d="M-3,-9 L7,0 L-3,9 Z"/></g>\
      <g id="mark-ended" class="mark ended"><circle r="8"/><path class="sign" d="M-4,0 L-1,3.5 L4,-3"/></g>\
      <g id="mark-cancelled" class="mark cancelled"><rect x="-7" y="-7" width="14" height="14" rx="2"/>\
      <path class="sign" d="M-4,0 L4,0"/></g>\
      <g id="mark-failed" class="mark failed"><path class="cross" d="M-5,-5 L5,5 M5,-5 L-5,5"/></g>\
      <g id="end-cancelled"><rect class="end" x="-10" y="-10" width="20" height="20"/></g>
      """)
  }
}
