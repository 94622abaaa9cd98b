import Testing

@testable import Configuration

@Suite("Defaults that depend on other gestures")
struct StakeTests {
  private func effective(_ text: String) throws -> String {
    let read = CheckedText(ConfigurationText(bytes: Array(text.utf8), path: "c.toml"))
    return EffectiveText(try #require(read.configuration, "\(read.diagnostics)"), read.outline, nil).written()
  }

  /// Returns the lines of the last gesture in the effective configuration, which means the same when it is read again.
  private func last(of text: String) throws -> [Substring] {
    let effective = try effective(text)
    #expect(try self.effective(effective) == effective)
    let lines = effective.split(separator: "\n")
    return Array(lines[(lines.lastIndex(of: "[[gesture]]") ?? 0)...])
  }

  private static let tap = "[[gesture]]\nname = 'tap'\nkind = 'tap'\n"
  private static let pan = "[[gesture]]\nname = 'pan'\nkind = 'pan'\n"

  @Test(arguments: [
    ("", "kind = 'tap'", "movement = \"5mm\""), ("", "kind = 'tap'\nfingers = 2", "movement = \"8mm\""),
    ("", "kind = 'tap'\nfingers = 2\nmovement = '2mm'", "movement = \"2mm\""),
    ("", "kind = 'pan'", "threshold = \"1.6mm\""), (tap, "kind = 'pan'", "threshold = \"4mm\""),
    (tap, "kind = 'transform'", "threshold = \"4mm\""), ("", "kind = 'transform'", "threshold = \"1.6mm\""),
    (tap, "kind = 'pan'\nthreshold = '2mm'", "threshold = \"2mm\""),
    (tap, "kind = 'pan'\nmin_fingers = 2", "threshold = \"1.6mm\""),
    (tap + "fingers = 3\n", "kind = 'pan'\nmin_fingers = 2", "threshold = \"4mm\""),
    (tap, "kind = 'pinch'", "threshold = \"1.3mm\""),
    (tap + "fingers = 2\n", "kind = 'pinch'", "threshold = \"4.8mm\""),
    (tap + "fingers = 2\n", "kind = 'pinch'\nfingers = 3", "threshold = \"1.3mm\""),
    ("", "kind = 'edge-pan'", "threshold = \"3mm\""), ("", "kind = 'edge-pan'", "width = \"6mm\""),
    (pan, "kind = 'edge-pan'", "threshold = \"1.6mm\""),
    (pan + "requires_failure_of = 'it'\n", "kind = 'edge-pan'", "threshold = \"3mm\""),
    (pan, "kind = 'edge-pan'\nrequired_to_fail_by = 'pan'", "threshold = \"3mm\""),
    (pan + "min_fingers = 2\n", "kind = 'edge-pan'", "threshold = \"3mm\""),
    ("", "kind = 'pan'\nafter_press = '1s'", "threshold = \"4mm\""),
    ("", "kind = 'swipe'\npath = ['up', 'left', 'up']", "max_duration = \"2400ms\""),
    ("", "kind = 'swipe'\npath = ['up', 'left']", "max_angle = \"30deg\""),
    ("", "kind = 'swipe'\npath = ['up', 'left']", "min_velocity = \"40mm/s\""),
    ("", "kind = 'swipe'\npath = ['up', 'left']", "straightness = 0.85"),
    ("", "kind = 'swipe'\npath = ['up', 'left']\nstraightness = 0.5", "straightness = 0.5"),
    ("", "kind = 'swipe'", "max_angle = \"40deg\""), ("", "kind = 'swipe'", "straightness = 0.75"),
    ("", "kind = 'long-press'\nfingers = 2\naction = { drag = true }", "min_fingers = 1"),
    ("", "kind = 'long-press'\nfingers = 2\naction = { log = 'a' }", "min_fingers = \"all\""),
    ("", "kind = 'long-press'\naction = { drag = true }", "min_fingers = \"all\""),
  ])
  func `A movement is clearer where another gesture is at stake`(others: String, keys: String, line: String) throws {
    #expect(try last(of: others + "[[gesture]]\nname = 'it'\n" + keys + "\n").contains(Substring(line)))
  }

  @Test(arguments: [
    ("view = 'a'", "", "4mm"), ("", "view = 'a'", "4mm"), ("view = 'a'", "view = ['b', 'a']", "4mm"),
    ("view = 'a'", "view = 'b'", "1.6mm"), ("view = 'main'", "view = 'b'", "4mm"),
  ])
  func `Only gestures of the same view, or of the whole screen, are at stake`(tap: String, pan: String, value: String)
    throws
  {
    let views =
      "[[screen]]\nname = 'main'\n"
      + ["a", "b"].map { "[[view]]\nname = '\($0)'\nframe = { width = '50%' }\n" }.joined()
    let text = views + Self.tap + tap + "\n" + Self.pan + pan + "\n"
    #expect(try last(of: text).contains("threshold = \"\(value)\""))
  }

  @Test(arguments: [
    ("view = 'a'", "", "1+"), ("", "", "any"), ("view = 'main'", "", "any"), ("view = 'a'\nfingers = 2", "", "2"),
    ("view = 'a'", tap, "1+"), ("view = 'a'", pan, "any"), ("view = 'a'", pan + "view = 'b'\n", "1+"),
    ("view = 'a'", pan + "view = ['b', 'a']\n", "any"), ("view = 'a'", pan + "min_fingers = 2\n", "1+"),
    ("view = 'a'", "[[gesture]]\nname = 'drawn'\nkind = 'tickle'\n", "any"),
    ("view = 'a'", "[[gesture]]\nname = 'swiped'\nkind = 'swipe'\nview = 'a'\n", "any"),
  ])
  func `A rotation on a view that nothing else drags with one finger is a dial`(
    keys: String, others: String, fingers: String
  )
    throws
  {
    let views =
      "[[screen]]\nname = 'main'\n"
      + ["a", "b"].map { "[[view]]\nname = '\($0)'\nframe = { width = '50%' }\n" }.joined()
    let lines = try last(of: views + others + "[[gesture]]\nname = 'it'\nkind = 'rotation'\n\(keys)\n")
    #expect(lines.contains(fingers == "2" ? "fingers = 2" : "fingers = \"\(fingers)\""))
  }

  @Test func `By UIKit's rules nothing is at stake`() throws {
    let uikit = "[[screen]]\nname = 'main'\nrecognition = 'uikit'\n"
    #expect(try last(of: uikit + Self.tap + Self.pan).contains("threshold = \"1.6mm\""))
    #expect(try last(of: uikit + Self.tap + "fingers = 2\n").contains("movement = \"3mm\""))
  }
}
