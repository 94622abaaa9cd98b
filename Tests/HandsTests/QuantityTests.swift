import Testing

@testable import Hands

struct QuantityTests {
  @Test(
    arguments: [
      ("60mm", 60.0), ("6cm", 60), ("6.5cm", 65), ("12.5mm", 12.5), ("12.05MM", 12.05), ("12.005mm", 12.005),
      ("0.001mm", 0.001), ("3000mm", 3000), ("300cm", 3000), ("3000.001mm", nil), ("0mm", nil), ("0.000mm", nil),
      ("1.0005mm", nil), ("1.mm", nil), (".5mm", nil), ("1.2.3mm", nil), ("1234567890mm", nil), ("-1mm", nil),
      ("mm", nil),
      ("1m", nil), ("", nil),
    ] as [(String, Double?)])
  func `A length is read to its last digit`(text: String, millimetres: Double?) {
    #expect(Quantity.Written(text).flatMap { Quantity.length.value(of: $0) } == millimetres)
  }

  @Test(
    arguments: [
      ("0.25s", 0.25), ("250ms", 0.25), ("0.2s", 0.2), ("0.02s", 0.02), ("1.075s", 1.075), ("12.5ms", 0.0125),
      ("3600s", 3600), ("3600.001s", nil), ("3600001ms", nil), ("0s", nil),
    ] as [(String, Double?)])
  func `A time is read to its last digit`(text: String, seconds: Double?) {
    #expect(Quantity.Written(text).flatMap { Quantity.time.value(of: $0) } == seconds)
    #expect(Quantity.Written(text).flatMap { Quantity.delay.value(of: $0) } == (text == "0s" ? 0 : seconds))
  }

  @Test func `The limits are in the unit of the example`() {
    #expect(Quantity.length.limits == "more than 0 and at most 3000mm")
    #expect(Quantity.time.limits == "more than 0 and at most 3600000ms")
    #expect(Quantity.share.limits == "from 0 and at most 100%")
    #expect(Quantity.angle.knows("deg") && Quantity.angle.knows("°") && !Quantity.angle.knows("mm"))
  }

  @Test(
    arguments: [
      ("pan right 12.05mm", "pan right 12.05mm"), ("pan right 12.5mm", "pan right 12.5mm"),
      ("pan right 120.005mm", "pan right 120.005mm"), ("tap for 1.5s", "tap for 1500ms"),
      ("tap for 2000ms", "tap for 2s"),
      ("rotate 0.05deg", "rotate 0.05deg"), ("pinch to 1.5x", "pinch to 1.5x"), ("pinch 3x", "pinch to 3x"),
      ("rotate 2 fingers", "rotate with 2 fingers"), ("tap 1 finger", "tap with 1 finger"),
      ("tickle 6 strokes", "tickle 6 times"), ("tap 1 time", "tap 1 times"),
      ("one-finger tap", "tap with 1 finger"), ("ten-fingers tap", "tap with 10 fingers"), ("long press", "press"),
      ("tip tap", "tip-tap"), ("pan along 1,2 3,4 5,6", "pan along 1,2 3,4 5,6"),
      ("pan left from the middle", nil), ("edge-pan from the top", "edge-pan from top"),
      ("press ghost 5,6 for 20ms", "press ghost at 5,6 for 20ms"), ("press ghost at 5%,6", "press ghost at 5%,6"),
      ("tap 7blargh", nil), ("tap with 2 toes", nil), ("tap with 0 fingers", nil),
      ("tap with 02 fingers", "tap with 2 fingers"),
      ("pinch 0.05x", "pinch to 0.05x"), ("pinch 0.049x", nil), ("pan right to 5,5", nil), ("pan to 5,5 20mm", nil),
      ("pan right at 5,5 from 6,6", nil), ("pan to 5,5 at 6,6", nil), ("swipe", nil), ("tap at 5,", nil),
      ("tap; then tap", "tap; tap"), ("tap then", "tap"), ("tap;; tap", nil), ("wait for 1s", "pause 1s"),
    ] as [(String, String?)])
  func `Words in other forms mean the usual one, or are refused`(words: String, usual: String?) {
    #expect((try? HandSentence(words))?.text == usual)
  }

  @Test func `A sentence has at most 4096 characters, 200 steps, and ten movements at a time`() {
    func isRead(_ words: String) -> Bool { (try? HandSentence(words)) != nil }
    func joined(_ word: String, _ count: Int, _ separator: String) -> String {
      [String](repeating: word, count: count).joined(separator: separator)
    }
    #expect(isRead(joined("tap", 200, ";")) && !isRead(joined("tap", 201, ";")))
    #expect(isRead(joined("tap", 10, " and ")) && !isRead(joined("tap", 11, " and ")))
    #expect(isRead("tap" + joined(" ", 4093, "")) && !isRead("tap" + joined(" ", 4094, "")))
    #expect(isRead("stroke " + joined("a", 64, "")) && !isRead("stroke " + joined("a", 65, "")))
    #expect(isRead("pan along " + joined("1,1", 100, " ")) && !isRead("pan along " + joined("1,1", 101, " ")))
  }
}
