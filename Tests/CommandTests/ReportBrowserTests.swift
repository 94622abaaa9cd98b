import Foundation
import Pages
import Report
import Testing

/// Checks what a reader sees: boxes and pixels of reports in a real browser. Serialized, because browsers are heavy.
@Suite("Report in a browser", .startsPrograms, .enabled(if: Browser.exists, Browser.missing), .serialized)
struct ReportBrowserTests {
  /// All states within some seconds: the first tap waits for a second one, and the recording ends during a drag.
  private func report(_ folder: TemporaryFolder) throws -> String {
    let configuration = try folder.write(
      """
      [[gesture]]
      name = "single"
      kind = "tap"
      requires_failure_of = ["two-taps-that-follow-one-another-at-once"]
      [[gesture]]
      name = "two-taps-that-follow-one-another-at-once"
      kind = "tap"
      taps = 2
      [[gesture]]
      name = "pan"
      kind = "pan"
      """, to: "c.toml")
    let lines = try String(contentsOfFile: Files.demo, encoding: .utf8).split(separator: "\n")
    let events = lines.filter { $0.hasPrefix("E: ") }
    let early = events.filter { (Double($0.split(separator: " ")[1]) ?? 0) < 4.0 }
    let recording = try folder.write(
      (lines.filter { !$0.hasPrefix("E: ") } + early).joined(separator: "\n") + "\n", to: "hand.evemu")
    let page = folder.path("page.html")
    let outcome = try Program.tickle.run(["replay", "--config", configuration, "--report", page, recording])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    return page
  }

  /// A box in a page, in pixels.
  private struct Box: Decodable {
    let x, y, width, height: Double
  }

  private struct Layout: Decodable {
    let scrollWidth: Double
    let lanes: [Box]
    /// The labels of the lanes.
    let labels: [Box]
    let paths: [Box]
    /// The stretches of the lanes, by state.
    let spans: [String: [Box]]
    let map: Box
    let scroll: Box
    let text: Double
  }

  /// Measures the layout with a script in a copy of the page, as the page's own policy blocks scripts.
  private func layout(of page: String, width: Int) async throws -> Layout {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let policy = try #require(
      text.range(of: #"<meta http-equiv="Content-Security-Policy"[^>]*/>"#, options: .regularExpression))
    let script = """
      <pre id="answer" hidden=""></pre>
      <script>
      const box = element => { const b = element.getBoundingClientRect();
        return { x: b.x, y: b.y, width: b.width, height: b.height } };
      const boxes = selector => [...document.querySelectorAll(selector)].map(box);
      const spans = {};
      for (const state of ['possible', 'waiting', 'active']) spans[state] = boxes('.lane .span.' + state + ' .bar');
      for (const state of ['ended', 'cancelled', 'failed']) spans[state] = boxes('.lane .span.' + state + ' use');
      document.getElementById('answer').textContent = JSON.stringify({
        scrollWidth: document.documentElement.scrollWidth, lanes: boxes('.gesture-lane'), spans,
        labels: boxes('.labels .row[id]'), paths: boxes('.map .path'),
        scroll: box(document.querySelector('.scroll')), map: box(document.querySelector('.map-svg')),
        text: Math.min(...[...document.querySelectorAll('text')].map(t => parseFloat(getComputedStyle(t).fontSize))) });
      </script>
      </body>
      """
    let copy = text.replacingCharacters(in: policy, with: "").replacingOccurrences(of: "</body>", with: script)
    let folder = try TemporaryFolder()
    let document = try await Browser.document(of: try folder.write(copy, to: "copy.html"), size: (width, 3000))
    return try JSONDecoder().decode(Layout.self, from: Data(Browser.answer(in: document).utf8))
  }

  @Test(arguments: [360, 1600])
  func `Each recognizer has its lane, the screen is to scale, and the page is no wider than its window`(
    width: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let layout = try await layout(of: try report(folder), width: width)
    #expect(layout.scrollWidth <= Double(width))
    #expect(layout.lanes.count == 3)
    #expect(layout.labels.count == 3)
    for (lane, label) in zip(layout.lanes, layout.labels) {
      #expect(lane.width > 200 && lane.height > 20, "\(lane)")
      #expect(lane.y > label.y && lane.y + lane.height <= label.y + label.height + 1, "\(lane) beside \(label)")
      #expect(label.width > 100 && label.x + label.width <= lane.x, "\(lane) beside \(label)")
    }
    #expect(layout.scroll.width > Double(width) / 2, "\(layout.scroll)")
    #expect(layout.paths.count == 4)
    #expect(abs(layout.map.width / layout.map.height - 217.0 / 136) < 0.02, "\(layout.map)")
    #expect(layout.text >= 8, "text of \(layout.text) px")
    for state in ReplayReport.Span.State.allCases {
      let boxes = layout.spans[state.rawValue] ?? []
      #expect(!boxes.isEmpty, "\(state)")
      #expect(boxes.allSatisfy { $0.width >= 2 && $0.height >= 4 }, "\(state): \(boxes)")
    }
  }

  @Test(arguments: Browser.Scheme.allCases)
  func `The states of a recognizer are visible in its lane, light or dark`(scheme: Browser.Scheme) async throws {
    let folder = try TemporaryFolder()
    let page = try report(folder)
    let size = (width: 1600, height: 3000)
    let layout = try await layout(of: page, width: size.width)
    let palette = scheme == .dark ? Palette.dark : Palette.light
    var expected: [(what: String, colour: UInt32, x: Int, y: Int)] = [("page", palette["page"], 2, 2)]
    for state in ReplayReport.Span.State.allCases {
      for box in layout.spans[state.rawValue] ?? [] where box.x + box.width < 1580 {
        let place: (Double, Double)
        switch state {
        case .possible: place = (box.x + 2, box.y + 3)
        // The hatching begins with a line.
        case .waiting: place = (box.x + 0.5, box.y + 7)
        case .active: place = (box.x + box.width / 2, box.y + 2)
        // Above the symbol in the mark.
        case .ended, .cancelled: place = (box.x + box.width / 2, box.y + 2.5)
        // The middle of the cross.
        case .failed: place = (box.x + box.width / 2, box.y + box.height / 2)
        }
        expected.append((state.rawValue, palette[state.rawValue], Int(place.0), Int(place.1)))
      }
    }
    #expect(Set(expected.map(\.what)).count == 7, "\(expected)")
    let picture = try await Browser.picture(of: page, size: size, scheme: scheme)
    let found = try await Browser.colours(in: picture, at: expected.map { ($0.x, $0.y) })
    for (expected, found) in zip(expected, found) {
      #expect(isNear(expected.colour, found), "\(expected) is \(String(found, radix: 16))")
    }
  }

  /// Compares colours with a tolerance, as edges are smoothed.
  private func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
    [16, 8, 0].allSatisfy { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) <= 24 }
  }

  @Test func `An hour of touches gives a page that a browser can open and that lists what was thinned`() async throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(try Self.hour(), to: "hour.evemu")
    let page = folder.path("page.html")
    let outcome = try await Program.tickle.start([
      "replay", "--config", Files.shippedConfiguration, "--actions", "none", "--report", page, recording,
    ]).ended(within: .seconds(120))
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let text = folder.text("page.html")
    #expect(text.utf8.count < 8 << 20, "\(text.utf8.count) bytes")
    #expect(text.contains(" finger positions, "))
    let layout = try await layout(of: page, width: 1200)
    #expect(layout.lanes.count == 10)
    #expect(layout.paths.count == 600)
    #expect(layout.scrollWidth <= 1200)
  }

  /// A touch every six seconds: two taps, then a drag of four seconds.
  private static func hour() throws -> String {
    let head = try String(contentsOfFile: Files.demo, encoding: .utf8).split(separator: "\n").filter {
      !$0.hasPrefix("E: ")
    }
    var text = head.joined(separator: "\n") + "\n"
    for touch in 0..<600 {
      let start = touch * 6_000_000, isDrag = touch % 3 == 2
      func event(_ after: Int, _ words: String) {
        let time = start + after, fraction = String(time % 1_000_000)
        text += "E: \(time / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction) \(words)\n"
      }
      let x = 1000 + touch * 37 % 6000, y = 1000 + touch * 53 % 3000
      event(0, "0003 002f 0")
      event(0, "0003 0039 \(touch + 1)")
      event(0, "0003 0035 \(x)")
      event(0, "0003 0036 \(y)")
      event(0, "0000 0000 0")
      for step in 1..<(isDrag ? 400 : 2) {
        event(step * 10_000, "0003 0035 \(x + step * 13 % 700)")
        event(step * 10_000, "0000 0000 0")
      }
      event(isDrag ? 4_000_000 : 80_000, "0003 0039 -1")
      event(isDrag ? 4_000_000 : 80_000, "0000 0000 0")
    }
    return text
  }
}
