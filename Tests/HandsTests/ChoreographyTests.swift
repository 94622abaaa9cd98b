import Gestures
import Testing

@testable import Hands

/// Where the fingers of a sentence are, in hundredths of a second and millimetres.
struct ChoreographyTests {
  /// Returns the stay of each finger, and its places at its landing, after a quarter, half and three quarters of its stay, and at last.
  private func fingers(_ words: String, width: Double = 200, height: Double = 100) throws -> [String] {
    let hand = try Sample(width: width, height: height, rate: 100).hand(words)
    func number(_ value: Double) -> String {
      let tenths = Int((value * 10).rounded())
      return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
    return hand.fingers.map { finger in
      let stay = finger.lift - 1 - finger.land
      let places = (0...4).map { finger.path(at: finger.land + stay * $0 / 4) }
      let isStill = places.allSatisfy { $0 == places[0] }
      let texts = places.prefix(isStill ? 1 : 5).map { "\(number($0.x)),\(number($0.y))" }
      return "\(finger.land)-\(finger.lift) \(texts.joined(separator: " "))"
    }
  }

  @Test(arguments: [
    ("tap", ["0-8 100,50"]),
    ("tap twice for 50ms gap 200ms at 10,20", ["0-5 10,20", "25-30 10,20"]),
    ("tap with 3 fingers spread 20mm", ["0-8 80,50.5", "0-8 100,48.9", "0-8 120,50.5"]),
    ("tap with 2 fingers", ["0-8 91,50", "0-8 109,50"]),
    ("press at 25%,50% after 300ms", ["30-110 50,50"]),
    (
      "tap; tap; pause 100ms; pause 200ms; press for 1s and tap after 500ms; pause 1s",
      [
        "0-8 100,50",
        "58-66 100,50",
        "96-196 100,50",
        "146-154 100,50",
      ]
    ),
    ("pan right 80mm", ["0-96 60,50 71.8,50 112.9,50 139,50 140,50"]),
    ("pan down from 20,10", ["0-56 20,10 20,17.9 20,42.1 20,50 20,50"]),
    ("pan up-left 30mm at 100mm/s rest 0ms", ["0-31 110.6,60.6 108.8,58.8 100,50 92,42 89.4,39.4"]),
    ("pan along 40,40 90,40 90,90 in 1s", ["0-116 40,40 53.8,40 90,53 90,87.8 90,90"]),
    ("pan from 10,10 along 60,10 60,60 in 1s rest 0ms", ["0-101 10,10 20.4,10 60,10 60,49.6 60,60"]),
    ("swipe left", ["0-14 120,50 117.3,50 106.9,50 95.4,50 80,50"]),
    (
      "swipe with 2 fingers to 100,20",
      [
        "0-11 91,50 91,48.6 91,38.8 91,31.3 91,20",
        "0-11 109,50 109,48.6 109,38.8 109,31.3 109,20",
      ]
    ),
    ("edge-pan from left", ["0-36 0.3,50 12.3,50 25.7,50 30.3,50 30.3,50"]),
    (
      "edge-pan from right 20mm at 30mm with 2 fingers",
      [
        "0-36 199.7,21 191.7,21 182.8,21 179.7,21 179.7,21",
        "0-36 199.7,39 191.7,39 182.8,39 179.7,39 179.7,39",
      ]
    ),
    ("edge-pan from top in 500ms rest 0ms", ["0-51 100,0.3 100,9.3 100,19.1 100,27.6 100,30.3"]),
    ("edge-pan from bottom at 200mm/s at 25%", ["0-26 50,99.7 50,84.7 50,71.1 50,69.7 50,69.7"]),
    (
      "pinch out",
      [
        "0-61 83.6,61.5 80.9,63.3 72.4,69.3 67.4,72.8 67.2,72.9",
        "0-61 116.4,38.5 119.1,36.7 127.6,30.7 132.6,27.2 132.8,27.1",
      ]
    ),
    (
      "pinch in at 50,50",
      [
        "0-61 17.2,72.9 19.9,71.1 28.4,65.1 33.5,61.6 33.6,61.5",
        "0-61 82.8,27.1 80.1,28.9 71.6,34.9 66.5,38.4 66.4,38.5",
      ]
    ),
    ("pinch to 1x with 3 fingers", ["0-61 67.2,72.9", "0-61 96.5,10.2", "0-61 136.3,66.9"]),
    (
      "rotate",
      [
        "0-61 75.4,67.2 73.4,63.9 70.1,52.2 70.4,45 70.5,44.8",
        "0-61 124.6,32.8 126.6,36.1 129.9,47.8 129.6,55 129.5,55.2",
      ]
    ),
    (
      "rotate 90deg ccw spread 40mm in 1s rest 200ms at 60,50",
      [
        "0-121 43.6,61.5 47.1,65.2 62.2,69.9 71.3,66.5 71.5,66.4",
        "0-121 76.4,38.5 72.9,34.8 57.8,30.1 48.7,33.5 48.5,33.6",
      ]
    ),
    ("tickle", ["0-81 94,50 106,50 94,50 106,50 94,50"]),
    (
      "press at 50,50 for 500ms then left 30mm in 200ms then down 10mm in 100ms", ["0-80 50,50 50,50 50,50 35,50 20,60"]
    ),
    ("tickle up 8mm 3 times in 600ms", ["0-61 100,54 100,46.8 100,50 100,53.2 100,46"]),
    ("stroke zigzag", ["0-143 75,25 92,25 100,50 106.7,75 125,75"]),
    (
      "stroke cross 20mm at 50,50 in 400ms",
      [
        "0-21 40,40 42.1,42.1 50,50 57.9,57.9 60,60",
        "46-67 60,40 57.9,42.1 50,50 42.1,57.9 40,60",
      ]
    ),
    ("tip-tap", ["0-88 100,50", "30-38 120,50"]),
    ("tip-tap up 2 times gap 300ms spread 15mm", ["0-126 100,50", "30-38 100,35", "68-76 100,35"]),
    ("tap with 2 fingers skew 80ms", ["8-16 91,50", "0-16 109,50"]),
    ("press ghost at 5,6", ["0-80 100,50", "51-52 5,6"]),
    ("press ghost at 5,6 for 50ms", ["0-80 100,50", "51-56 5,6"]),
  ])
  func `A movement takes its time, and goes its way`(words: String, expected: [String]) throws {
    let found = try fingers(words)
    #expect(found == expected)
  }

  @Test(arguments: [
    ("swipe left", ["0-7 23.8,10 23.3,10 17.2,10 13.5,10 6.2,10"]),
    (
      "pinch out",
      [
        "0-61 12.5,11.7 12.1,12 10.9,12.9 10.1,13.4 10.1,13.4",
        "0-61 17.5,8.3 17.9,8 19.1,7.1 19.9,6.6 19.9,6.6",
      ]
    ), ("edge-pan from top", ["0-36 15,0.3 15,6.7 15,13.8 15,16.3 15,16.3"]),
    ("tickle", ["0-81 11,10 19,10 11,10 19,10 11,10"]),
    ("stroke zigzag", ["0-35 9,4 12.6,4 15,10 16.1,16 21,16"]), ("tip-tap", ["0-88 15,10", "30-38 23,10"]),
    ("tap with 3 fingers", ["0-8 6,10.2", "0-8 15,9.5", "0-8 24,10.2"]),
  ])
  func `A small panel has smaller movements`(words: String, expected: [String]) throws {
    let found = try fingers(words, width: 30, height: 20)
    #expect(found == expected)
  }

  @Test(arguments: [
    ("tap at 201,50", "a finger would be at 201,50, outside of the panel of 200 x 100 mm"),
    ("swipe left 250mm", "a finger would be at 225,50, outside of the panel of 200 x 100 mm"),
    ("pinch out spread 90mm", "a finger would be at 26,102, outside of the panel of 200 x 100 mm"),
    ("press for 3600s; press for 1s", "up to here the hand takes longer than can be played"),
    ("stroke square", "no shape is named \"square\" (`tickle learn --list` lists the learned ones)"),
  ])
  func `A hand that cannot be played is refused`(words: String, message: String) {
    do throws(HandError) {
      var panel = HandPanel()
      (panel.width, panel.height, panel.rate) = (200, 100, 10)
      _ = try Hand(HandSentence(words), on: panel) { shapes[$0] }
      Issue.record("played")
    } catch { #expect(error.message == message) }
  }

  @Test func `A single finger that stays for too many frames is refused with its own words`() throws {
    func message(_ words: String) throws -> String? {
      var panel = HandPanel()
      panel.rate = 1000
      do throws(HandError) {
        _ = try Hand(HandSentence(words), on: panel) { _ in nil }
        return nil
      } catch { return error.message }
    }
    #expect(try message("press for 300s") == nil)
    #expect(try message("press for 301s") == "this takes longer than can be played")
    #expect(
      try message("press for 200s; press for 101s") == "up to here the hand takes longer than can be played")
  }

  @Test func `Each movement has dice of its own`() throws {
    let hand = try Sample(rate: 100).hand("tap; tap with 5 fingers skew 80ms")
    var dice = HandDice(seed: 1, stream: 1)
    let landings = hand.fingers.dropFirst().map(\.land)
    #expect(landings.map { $0 - landings.min()! } == dice.order(5).map { 2 * $0 })
  }

  @Test func `Hands that are made one after the other begin when they are said to`() throws {
    let hand = try Sample(rate: 100).hand("tap")
    let device = hand.panel.device(.slots, resolution: 40)
    let (recording, starts) = try Hand.recording(of: [hand, hand, hand], apart: 0.5, on: device)
    let taps = try recognized(recording, by: "[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n")
    #expect(taps.count == 3 && starts == [0, 0.58, 1.16], "\(starts)")
  }

  @Test func `The dice are SplitMix64`() {
    var dice = HandDice(seed: 0, stream: 0)
    #expect(dice.next() == 0x6E78_9E6A_A1B9_65F4 && dice.next() == 0x06C4_5D18_8009_454F)
    #expect(Set((0..<100).map { _ in dice.order(3) }).count == 6)
    #expect((0..<1000).allSatisfy { _ in (0..<1).contains(dice.unit()) })
    var other = HandDice(seed: 0, stream: 1)
    dice = HandDice(seed: 0, stream: 0)
    #expect(dice.next() != other.next())
  }

  @Test(
    arguments: [
      ("217x136mm", 217.0, 136.0), ("10X10", 10, 10), ("3000x3000mm", 3000, 3000), ("62.5x110", 62.5, 110),
      ("9.9x20", nil, 20), ("20x9.9", nil, 20), ("20x3001", nil, 20), ("3001x20", nil, 20), ("20", nil, 20),
      ("20x20x20", nil, 20), ("axb", nil, 20), ("20x20cm", nil, 20),
    ] as [(String, Double?, Double)])
  func `A panel's size is read within its limits`(text: String, width: Double?, height: Double) {
    #expect(HandPanel.size(text) == width.map { Size(width: $0, height: height) })
    var panel = HandPanel()
    panel.take(Size(width: width ?? 9, height: height))
    #expect((panel.width, panel.height) == (width ?? 217, width == nil ? 136 : height))
    panel.take(Size(width: 100, height: 9))
    #expect(panel.height != 9)
  }
}
