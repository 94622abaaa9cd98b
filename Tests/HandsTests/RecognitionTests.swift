import Gestures
import Testing
import TouchInput
import Trials

@testable import Hands

/// Sentences whose words leave no doubt: every number in them is random, and far enough from the defaults at which a gesture's kind changes.
private struct PlainWriter {
  var dice: HandDice
  let panel: Sample

  mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(dice.next() % 10_000) / 9_999
  }
  mutating func pick<T>(_ all: [T]) -> T { all[Int(dice.next() % UInt64(all.count))] }
  mutating func length(_ range: ClosedRange<Double>) -> String { "\(within(range).rounded(.up))mm" }
  mutating func time(_ range: ClosedRange<Double>) -> String { "\(Int(within(range)))ms" }

  /// A place at which a hand of some centimetres has room in each direction.
  mutating func middle() -> String {
    "\(within(panel.width * 0.48...panel.width * 0.52).rounded()),\(within(panel.height * 0.48...panel.height * 0.52).rounded())"
  }

  mutating func anywhere() -> String {
    "\(within(12...panel.width - 12).rounded()),\(within(12...panel.height - 12).rounded())"
  }

  /// A sentence, and the kinds that recognize it.
  mutating func meant() -> Meant {
    let direction = pick(["left", "right", "up", "down"])
    let most = min(panel.width, panel.height) * 0.4
    let writers: [(inout PlainWriter) -> Meant] = [
      { Meant(words: "tap at \($0.anywhere()) for \($0.time(60...400))", kinds: ["tap"]) },
      { Meant(words: "tap twice at \($0.anywhere()) gap \($0.time(80...250))", kinds: ["tap", "double-tap"]) },
      { writer in
        let fingers = writer.pick([2, 3])
        let words =
          "tap with \(fingers) fingers at \(writer.middle()) skew \(writer.time(0...50)) for \(writer.time(100...300))"
        return Meant(words: words, kinds: ["tap-\(fingers)"], fingers: fingers)
      },
      { Meant(words: "press at \($0.anywhere()) for \($0.time(900...3000))", kinds: ["long-press"]) },
      { writer in
        let words =
          "swipe \(direction) \(writer.length(20...most)) in \(writer.time(120...170)) from \(writer.middle())"
        return Meant(words: words, kinds: ["swipe", "pan"])
      },
      { writer in
        let words = "pan \(direction) \(writer.length(10...most)) in \(writer.time(600...1200)) from \(writer.middle())"
        return Meant(words: words, kinds: ["pan"])
      },
      { writer in
        let edge = writer.pick(["left", "right", "top", "bottom"])
        let words = "edge-pan from \(edge) \(writer.length(10...most)) in \(writer.time(300...1200))"
        return Meant(words: words, kinds: ["edge-pan", "pan"])
      },
      { writer in
        let words = "pinch \(writer.pick(["in", "out"])) in \(writer.time(300...1200)) at \(writer.middle())"
        return Meant(words: words, kinds: ["pinch"], fingers: 2)
      },
      { writer in
        let words = "rotate \(Int(writer.within(30...80)))deg \(writer.pick(["clockwise", "counterclockwise"]))"
        return Meant(words: words, kinds: ["rotation"], fingers: 2)
      },
      { Meant(words: "tip-tap \($0.pick(["left", "right"]))", kinds: ["tip-tap"], fingers: 2) },
    ]
    return pick(writers)(&self)
  }
}

/// What a hand does, and the kinds of gestures that recognize it when each is alone on the screen with its default settings.
private struct Meant: Sendable {
  let words: String
  let kinds: Set<String>
  var fingers = 1

  static let all = [
    Meant(words: "tap", kinds: ["tap"]),
    Meant(words: "tap at 30%,30%", kinds: ["tap"]),
    Meant(words: "double tap", kinds: ["tap", "double-tap"]),
    Meant(words: "tap with 2 fingers", kinds: ["tap-2"], fingers: 2),
    Meant(words: "tap with 3 fingers skew 40ms", kinds: ["tap-3"], fingers: 3),
    Meant(words: "press", kinds: ["long-press"]),
    Meant(words: "press for 3s", kinds: ["long-press"]),
    Meant(words: "swipe left", kinds: ["swipe", "pan"]),
    Meant(words: "swipe up 30mm in 150ms", kinds: ["swipe", "pan"]),
    Meant(words: "swipe right with 3 fingers", kinds: ["swipe-3"], fingers: 3),
    Meant(words: "pan right", kinds: ["pan"]),
    Meant(words: "pan down 30mm in 800ms", kinds: ["pan"]),
    Meant(words: "pan along 20,20 40,20 40,40 in 1.5s", kinds: ["pan"]),
    Meant(words: "edge-pan from left", kinds: ["edge-pan", "pan"]),
    Meant(words: "edge-pan from bottom 20mm in 300ms", kinds: ["edge-pan", "pan"]),
    Meant(words: "pinch out", kinds: ["pinch"], fingers: 2),
    Meant(words: "pinch in", kinds: ["pinch"], fingers: 2),
    Meant(words: "rotate", kinds: ["rotation"], fingers: 2),
    Meant(words: "rotate 60deg counterclockwise", kinds: ["rotation"], fingers: 2),
    Meant(words: "tickle", kinds: ["tickle", "pan"]),
    Meant(words: "tip-tap", kinds: ["tip-tap"], fingers: 2),
    Meant(words: "tip-tap left", kinds: ["tip-tap"], fingers: 2),
  ]

  /// One gesture of each kind, with the settings that say which.
  static let gestures = [
    "tap": "kind = 'tap'", "double-tap": "kind = 'tap'\ntaps = 2", "tap-2": "kind = 'tap'\nfingers = 2",
    "tap-3": "kind = 'tap'\nfingers = 3", "long-press": "kind = 'long-press'",
    "swipe": "kind = 'swipe'\ndirection = ['left', 'right', 'up', 'down']",
    "swipe-3": "kind = 'swipe'\nfingers = 3\ndirection = ['left', 'right', 'up', 'down']",
    "pan": "kind = 'pan'\nmax_fingers = 1", "edge-pan": "kind = 'edge-pan'\nedges = ['left', 'right', 'top', 'bottom']",
    "pinch": "kind = 'pinch'", "rotation": "kind = 'rotation'", "tickle": "kind = 'tickle'",
    "tip-tap": "kind = 'tap'\nheld = 1",
  ]
}

@Suite("Recognition of hands")
struct HandRecognitionTests {
  @Test(arguments: Sample.all)
  func `A hand is recognized by the gesture that its words name, and by no other`(panel: Sample) throws {
    for meant in Meant.all where meant.fingers == 1 || panel.touchProtocol != .single {
      let recording = try panel.recording(meant.words)
      for (kind, settings) in Meant.gestures.sorted(by: { $0.key < $1.key }) {
        let names = try recognized(recording, by: "[[gesture]]\nname = '\(kind)'\n\(settings)\n")
        #expect(!names.isEmpty == meant.kinds.contains(kind), "\(meant.words): \(kind) \(names)")
      }
    }
  }

  @Test(arguments: Sample.all)
  func `Of 160 random sentences, each is recognized by the gestures that it means, and by no others`(panel: Sample)
    throws
  {
    var writer = PlainWriter(dice: HandDice(seed: 2026, stream: 2), panel: panel)
    var tried = 0
    while tried < 160 {
      let meant = writer.meant()
      if meant.fingers > 1 && panel.touchProtocol == .single { continue }
      tried += 1
      let recording = try panel.recording(meant.words, seed: UInt64(tried))
      let others = Meant.gestures.keys.sorted().filter { !meant.kinds.contains($0) }
      for kind in meant.kinds.union([writer.pick(others), writer.pick(others)]) {
        let names = try recognized(recording, by: "[[gesture]]\nname = '\(kind)'\n\(Meant.gestures[kind]!)\n")
        #expect(!names.isEmpty == meant.kinds.contains(kind), "\(meant.words): \(kind) \(names)")
      }
    }
  }

  @Test func `All verbs are tried; strokes have a test of their own`() {
    let tried = Set(Meant.all.map(\.words).flatMap { words in Verb.allCases.filter { words.contains($0.rawValue) } })
    #expect(tried.union([.stroke]) == Set(Verb.allCases))
  }

  @Test(arguments: Sample.all)
  func `A drawn shape is recognized as that shape, and as no other`(panel: Sample) throws {
    let shapes = try ShippedShape.all()
    #expect(shapes.count >= 6)
    let toml = shapes.map { shape in
      "[[gesture]]\nname = '\(shape.name)'\nkind = 'stroke'\ntemplates = ['\(shape.path)']\n"
        + "strokes = \(shape.strokes.count)\n"
    }
    for shape in shapes {
      var hand = HandPanel()
      (hand.width, hand.height, hand.rate) = (panel.width, panel.height, panel.rate)
      let drawn = try Hand(try HandSentence("stroke \(shape.name) 40mm"), on: hand) { _ in shape.strokes }
      let recording = try drawn.recording(
        on: drawn.panel.device(panel.touchProtocol, resolution: panel.resolution), name: "hand")
      for (other, text) in zip(shapes, toml) {
        let names = try recognized(recording, byFile: text)
        #expect(names == (other.name == shape.name ? [shape.name] : []), "\(shape.name), \(other.name)")
      }
    }
  }

  @Test func `Steps are separate gestures, and a pause between taps makes a double tap`() throws {
    let toml = """
      [[gesture]]
      name = 'tap'
      kind = 'tap'
      requires_failure_of = ['double']
      [[gesture]]
      name = 'double'
      kind = 'tap'
      taps = 2

      """
    #expect(try recognized(Sample().recording("tap; tap"), by: toml) == ["tap", "tap"])
    #expect(try recognized(Sample().recording("tap; pause 100ms; tap"), by: toml) == ["double"])
    #expect(try recognized(Sample().recording("double tap"), by: toml) == ["double"])
  }

  @Test func `A ghost is a contact that is gone in the next frame`() throws {
    let hand = try Sample().hand("press ghost at 3,3")
    #expect(hand.fingers.count == 2)
    #expect(hand.fingers[1].lift - hand.fingers[1].land == 1)
    let long = try Sample().hand("press ghost at 3,3 for 500ms")
    #expect(long.fingers[1].lift - long.fingers[1].land == 30)
    #expect(long.fingers[1].place(at: long.fingers[1].land) == Point(x: 3, y: 3))
  }
}

@Suite("Places and times of hands")
struct HandExactnessTests {
  @Test func `A hand is exact where the words have numbers`() throws {
    let swipe = try Sample(rate: 100).hand("swipe left 60mm in 200ms from 150,60").fingers[0]
    #expect(swipe.place(at: 0) == Point(x: 150, y: 60))
    #expect(swipe.place(at: swipe.lift - 1) == Point(x: 90, y: 60))
    #expect((swipe.land, swipe.lift) == (0, 21))

    let press = try Sample(rate: 100).hand("press for 1.5s at 50%,25%").fingers[0]
    #expect(press.place(at: 10) == Point(x: 108.5, y: 34))
    #expect(press.lift - press.land == 150)

    let pinch = try Sample(rate: 100).hand("pinch to 1.5x spread 40mm").fingers
    func distance(_ frame: Int) -> Double { pinch[0].place(at: frame).distance(to: pinch[1].place(at: frame)) }
    #expect(abs(distance(0) - 40) < 0.001)
    #expect(abs(distance(pinch[0].lift - 1) - 60) < 0.001)

    let skewed = try Sample(rate: 100).hand("tap with 5 fingers skew 80ms").fingers
    #expect(Set(skewed.map(\.land)) == [0, 2, 4, 6, 8])
  }

  @Test func `A tremor stays within its amplitude, and has its frequency`() throws {
    let finger = try Sample(rate: 400).hand("press for 2s shaky 2mm 8Hz").fingers[0]
    let distances = (finger.land..<finger.lift).map { finger.place(at: $0).distance(to: finger.path(at: $0)) }
    #expect(distances.allSatisfy { $0 <= 2 })
    #expect(distances.max().map { $0 > 1.7 } == true)
    // A period has 50 frames.
    #expect(finger.place(at: 100).distance(to: finger.place(at: 150)) < 0.001)
    #expect(finger.place(at: 100).distance(to: finger.place(at: 125)) > 1.5)
  }

  @Test func `A hand moves slowly, fast, slowly, and a flick is fastest at its end`() throws {
    func speeds(_ words: String) throws -> [Double] {
      let finger = try Sample(rate: 100).hand(words).fingers[0]
      let places = (finger.land..<finger.lift).map { finger.place(at: $0) }
      return zip(places, places.dropFirst()).map { $0.distance(to: $1) }
    }
    let pan = try speeds("pan right 60mm in 1s rest 0ms"), swipe = try speeds("swipe right 60mm in 200ms")
    #expect(pan.firstIndex(of: pan.max()!).map { (45...55).contains($0) } == true)
    #expect(pan.first! < 0.1 && pan.last! < 0.1)
    #expect(swipe.last! > 3.5 && swipe.first! < 1)
  }

  @Test(arguments: [
    "swipe left 300mm", "tap at 300,20", "pinch to 2x spread 150mm", "pan to 10,200", "edge-pan from left 300mm",
  ])
  func `A hand that would leave the panel is refused`(words: String) throws {
    do {
      _ = try Sample().hand(words)
      Issue.record("\(words) was accepted")
    } catch let error as HandError {
      #expect(error.message.contains("outside of the panel of 217 x 136 mm"))
      #expect(error.place == WordRange(column: 1, length: words.count))
    }
  }

  @Test(arguments: ["press for 3600s with 10 fingers", "tap 100 times gap 3600s", "pan right at 0.001mm/s"])
  func `A hand that takes too long is refused`(words: String) throws {
    do {
      _ = try Sample(rate: 463).hand(words)
      Issue.record("\(words) was accepted")
    } catch let error as HandError { #expect(error.message.contains("longer than can be played")) }
  }

  @Test func `A panel reports only as many fingers as it can`() throws {
    do {
      _ = try Sample(touchProtocol: .single).recording("tap with 2 fingers")
      Issue.record("two fingers on a single-touch panel")
    } catch let error as HandProblem { #expect(error.description.contains("the panel reports one finger")) }
    do {
      _ = try Sample().recording("tap with 8 fingers and press with 8 fingers")
      Issue.record("16 fingers")
    } catch let error as HandProblem { #expect(error.description.contains("more than 10 fingers")) }
  }

  @Test func `An unknown shape is refused, a known one is drawn`() throws {
    do {
      _ = try Sample().hand("stroke circel")
      Issue.record("an unknown shape")
    } catch let error as HandError { #expect(error.message.contains("no shape is named \"circel\"")) }
    let fingers = try Sample().hand("stroke cross 40mm at 100,60").fingers
    #expect(fingers.count == 2)
    #expect(fingers[0].lift < fingers[1].land)
    #expect(fingers[0].place(at: fingers[0].land) == Point(x: 80, y: 40))
    #expect(fingers[1].place(at: fingers[1].lift - 1) == Point(x: 80, y: 80))
  }
}
