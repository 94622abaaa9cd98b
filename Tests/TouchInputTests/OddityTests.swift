import CTouchInput
import Testing

@testable import TouchInput

@Suite struct `What is odd about a panel` {
  private static let fine = """
    N: fine
    P: 02
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 \(String(repeating: "00 ", count: 41))04
    A: 2f 0 9 0 0 0
    A: 35 0 2000 0 0 10
    A: 36 0 1200 0 0 10
    A: 39 0 65535 0 0 0

    """

  @Test(arguments: [
    ("", "", []),
    ("A: 36 0 1200 0 0 10", "A: 36 7 7 0 0 10", ["Y has no range (7 to 7): its positions are meaningless"]),
    (
      "A: 35 0 2000 0 0 10", "A: 35 2000 0 0 0 10",
      ["X runs backwards (2000 to 0): its minimum counts as the left or upper edge"]
    ),
    ("A: 36 0 1200 0 0 10", "A: 36 0 1200 0 0 0", ["no resolution: its size is unknown"]),
    ("A: 36 0 1200 0 0 10", "A: 36 0 1200 0 0 20", ["X has 10 units per millimetre, Y 20"]),
    ("A: 36 0 1200 0 0 10", "A: 36 0 120 0 0 10", ["its resolution makes Y 12 mm long: no screen has that size"]),
    ("A: 36 0 1200 0 0 10", "A: 36 0 1200 4 0 10", ["fuzz 4: the kernel suppresses smaller movements"]),
    ("A: 2f 0 9", "A: 2f 0 0", ["slots without a range: it reports only one finger"]),
    ("A: 2f 0 9", "A: 2f 0 299", ["300 slots, of which 256 are used"]),
    ("A: 39 0 65535 0 0 0\n", "", ["slots without tracking ids"]),
    ("00 04\n", "00 00\n", ["no BTN_TOUCH"]),
    ("P: 02", "P: 00", ["it is not marked as a screen (INPUT_PROP_DIRECT)"]),
  ]) func `is described in sentences`(part: String, odd: String, sentences: [String]) throws {
    let text = (part.isEmpty ? Self.fine : Self.fine.replacing(part, with: odd)) + "E: 0.0 0 0 0\n"
    let recording = try Recording(bytes: Array(text.utf8), file: "odd")
    #expect(recording.description.oddities == sentences)
  }

  @Test func `is that its pressure says when a finger is down`() throws {
    let text = "N: single\nP: 02\nB: 00 09\nA: 00 0 2000 0 0 10\nA: 01 0 1200 0 0 10\nA: 18 0 9 0 0 0\nE: 0.0 0 0 0\n"
    let recording = try Recording(bytes: Array(text.utf8), file: "pressed")
    #expect(recording.description.oddities == ["no BTN_TOUCH", "a finger is down while there is pressure"])
  }

  @Test func `is not about its buttons if only its axes are known`() throws {
    let recording = try Recording(bytes: Array((Panel.slots + "E: 0.0 0 0 0\n").utf8), file: "slots")
    #expect(recording.description.oddities == ["no resolution: its size is unknown"])
  }
}
