import Testing

@testable import Hands

@Suite("Hands in words")
struct HandSentenceTests {
  @Test(arguments: [
    ("tap", "tap"), ("double tap", "tap 2 times"), ("two-finger tap at 50%, 50%", "tap with 2 fingers at center"),
    ("Swipe LEFT 60mm in 0.2s from 150,60", "swipe left 60mm from 150,60 in 200ms"),
    ("pan along 40,40 90,40 90,90 in 1.5s", "pan along 40,40 90,40 90,90 in 1500ms"),
    ("edge pan from the left 40mm at 68mm", "edge-pan from left 40mm at 68mm"),
    ("pinch in in 500ms with three fingers", "pinch to 0.5x with 3 fingers in 500ms"),
    ("turn 60deg ccw", "rotate 60deg counterclockwise"), ("draw circle 60mm", "stroke circle 60mm"),
    ("tap; pause 100ms; tap then press for 2s;", "tap; pause 100ms; tap; press for 2s"),
    ("hold 1s at 20,60 and tap at 90,60 after 500ms", "press at 20,60 for 1s and tap at 90,60 after 500ms"),
    ("tap shaky 2mm 8Hz skew 80ms ghost at 3,3", "tap skew 80ms shaky 2mm 8Hz ghost at 3,3"),
    ("pan right at 12.5mm/s", "pan right at 12.5mm/s"),
    (
      "hold 500ms at 50,50 then left 30mm then Up-Left 2cm in 0.2s; tap",
      "press at 50,50 for 500ms then left 30mm then up-left 20mm in 200ms; tap"
    ),
    ("rotate 90deg with one finger", "rotate 90deg with 1 finger"),
  ])
  func `A sentence has a usual form, which is the same sentence`(words: String, usual: String) throws {
    let sentence = try HandSentence(words)
    #expect(sentence.text == usual)
    #expect(try HandSentence(usual) == sentence)
  }

  @Test(arguments: [
    ("swipe left 60 in 200ms", 12, "expected a number with a unit (mm, ms, s), found \"60\"; did you mean \"60mm\"?"),
    ("swpie left", 1, "did you mean \"swipe\"?"),
    ("swipe lft", 7, "did you mean \"left\"?"),
    ("swipe left in 200", 15, "expected a time such as 200ms, found \"200\"; did you mean \"200ms\"?"),
    ("tap at 50", 10, "expected a comma and Y"),
    ("", 1, "expected a movement"),
    ("tap; ", 4, ""),
    ("swipe", 1, "a swipe needs one of a direction"),
    ("tap then left 20mm", 5, "the fingers of a tap have lifted: write \"then swipe left\""),
    ("press then left", 16, "expected a length such as 60mm"),
    ("swipe left to 30,30", 1, "this has several"),
    ("tap left", 5, "a tap does not take left"),
    ("tap with 11 fingers", 10, "expected a whole number from 1 to 10, found \"11\""),
    ("pinch with 1 finger", 7, "a pinch takes 2 to 10 fingers"),
    ("tap twice 3 times", 11, "this tap already has 3 times"),
    ("swipe left 60mm in 200ms at 300mm/s", 1, "a time and a speed exclude each other"),
    ("edge-pan 30mm", 1, "an edge-pan needs an edge"),
    ("tap tap", 5, "expected a phrase of tap"),
    ("swipe left 60.12345mm", 12, "at most 3 decimals"),
    ("swipe left 99999999999999999999mm", 12, "at most 9 digits"),
    ("press for 0ms", 11, "a time that is more than 0 and at most 3600000ms"),
    ("stroke ../../etc/passwd", 8, "expected the name of a shape"),
  ])
  func `An error names the place, what was expected and what was meant`(
    words: String, column: Int, message: String
  ) throws {
    let error: HandError?
    do {
      _ = try HandSentence(words)
      error = nil
    } catch let caught {
      error = caught
    }
    if message.isEmpty { return #expect(error == nil) }
    #expect(error?.place.column == column, "\(error.map { "\($0)" } ?? "no error")")
    #expect(error?.fullMessage.contains(message) == true, "\(error.map { "\($0)" } ?? "no error")")
  }

  @Test func `The place is marked in the sentence, also in a long one`() {
    func excerpt(_ words: String) -> String? {
      do {
        _ = try HandSentence(words)
        return nil
      } catch { return error.excerpt }
    }
    #expect(excerpt("tap; swipe lft") == "  tap; swipe lft\n             ^~~")
    let long = String(repeating: "tap; ", count: 60) + "swpie"
    let lines = excerpt(long)?.split(separator: "\n") ?? []
    #expect(lines.count == 2)
    #expect(lines.first?.count == 102)
    #expect(lines.last?.hasSuffix("^~~~~") == true)
    let middle = String(repeating: "tap; ", count: 30)
    let caret = String(repeating: " ", count: 42) + "^~~~~"
    #expect(excerpt("\(middle)swpie; \(middle)")?.split(separator: "\n").last.map(String.init) == caret)
    let word = String(repeating: "x", count: 70)
    #expect(excerpt(word) == "  \(word)\n  ^\(String(repeating: "~", count: 59))")
  }

  @Test func `Each verb's example can be read, and names no other verb`() throws {
    for verb in Verb.allCases {
      let sentence = try HandSentence(verb.example)
      guard case .movements(let movements) = sentence.steps[0] else { continue }
      #expect(movements.map(\.verb) == [verb])
    }
  }
}
