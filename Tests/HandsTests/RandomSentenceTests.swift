import Gestures
import Testing

@testable import Hands
@testable import TouchInput

/// Sentences of random words, valid ones and others.
private struct Writer {
  var dice: HandDice

  mutating func below(_ count: Int) -> Int { Int(dice.next() % UInt64(count)) }
  mutating func pick<T>(_ all: [T]) -> T { all[below(all.count)] }

  mutating func number() -> String { pick(["1", "2.5", "12", "40", "60.125", "150", "0.001", "0", "3000"]) }
  mutating func time() -> String { pick(["80ms", "200ms", "1.5s", "12.5ms", "2s"]) }
  mutating func spot() -> String {
    pick(["center", "\(below(220)),\(below(140))", "\(below(101))%,\(below(101))%", "\(number()),\(number())"])
  }

  mutating func phrase(_ name: Phrase.Name) -> String {
    switch name {
    case .shape: pick(["zigzag", "cross", "none"])
    case .direction: pick(Direction.allCases).rawValue
    case .edge: "from \(pick(ScreenEdge.allCases).rawValue)"
    case .scale: pick(["in", "out", "to 1.5x", "to 0.5x"])
    case .angle: pick(["45deg", "10.5deg", "360deg"])
    case .sense: pick(Sense.allCases).rawValue
    case .length: "\(number())mm"
    case .count: pick(["twice", "3 times", "\(1 + below(8)) times"])
    case .fingers: "with \(1 + below(11)) fingers"
    case .from: "from \(spot())"
    case .to: "to \(spot())"
    case .along: "along \(spot()) \(below(200)),\(below(130))"
    case .at: "at \(spot())"
    case .edgePlace: "at \(number())mm"
    case .duration: "\(pick(["in", "for"])) \(time())"
    case .speed: "at \(number())mm/s"
    case .gap: "gap \(time())"
    case .spread: "spread \(number())mm"
    case .rest: "rest \(time())"
    case .after: "after \(time())"
    case .skew: "skew \(time())"
    case .shaky: "shaky \(number())mm \(pick(["8Hz", "0.5Hz", "12.25Hz"]))"
    case .ghost: "ghost at \(spot())" + pick(["", " for \(time())"])
    }
  }

  mutating func movement() -> String {
    let verb = pick(Verb.allCases)
    var words = [verb.rawValue]
    if verb == .stroke { words.append(phrase(.shape)) }
    if verb == .edgePan { words.append(phrase(.edge)) }
    if verb == .pan || verb == .swipe { words.append(phrase(pick([.direction, .to, .along]))) }
    let names = (verb.phrases + Phrase.Name.ofAllVerbs).filter {
      ![.shape, .edge, .direction, .to, .along].contains($0)
    }
    for _ in 0..<below(3) { words.append(phrase(pick(names))) }
    // One sentence in ten has a word that does not belong there.
    if below(10) == 0 {
      words.insert(pick(["tap", ";", ",", "9", "ghost", "é", "then", "x"]), at: below(words.count + 1))
    }
    return words.joined(separator: " ")
  }

  mutating func sentence() -> String {
    (0..<1 + below(3)).map { _ in below(8) == 0 ? "pause \(time())" : movement() }
      .reduce("") { $0.isEmpty ? $1 : $0 + pick(["; ", " then ", " and "]) + $1 }
  }
}

@Test func `500 random sentences crash nothing, print as what they are, and are the same bytes each time`() throws {
  var writer = Writer(dice: HandDice(seed: 2026, stream: 0))
  var (read, moved) = (0, 0)
  for number in 0..<500 {
    let words = writer.sentence()
    let sentence: HandSentence
    do { sentence = try HandSentence(words) } catch {
      #expect((1...words.unicodeScalars.count + 1).contains(error.place.column), "\(words)")
      continue
    }
    read += 1
    #expect(try HandSentence(sentence.text) == sentence, "\(words)")
    #expect(try HandSentence(sentence.text).text == sentence.text, "\(words)")
    let panel = Sample.all[number % Sample.all.count]
    guard let first = try? panel.recording(words, seed: UInt64(number)) else { continue }
    moved += 1
    // Long ones would take most of the time.
    if first.events.storage.count > 1500 { continue }
    let format = RecordingWriter.Format.allCases[number % 2]
    let origin = RecordingOrigin(program: "test", kernel: "none")
    let bytes = first.written(as: format, from: origin)
    #expect(
      try panel.recording(sentence.text, seed: UInt64(number)).written(as: format, from: origin) == bytes, "\(words)")
    // The file can be read, and has the same events.
    let again = try Recording(bytes: bytes, file: "hand")
    #expect(again.events.storage.count == first.events.storage.count, "\(words)")
  }
  #expect(read > 250, "\(read)")
  #expect(moved > 100, "\(moved)")
}

@Test func `Bytes of any kind are a sentence or an error`() {
  var dice = HandDice(seed: 7, stream: 1)
  let pieces = [
    "tap ", "swipe left ", "999999999mm ", "\u{0}", "\u{1F9D1}", ",,", "pan along 1,1 1,1 ", "; ", "1.", ".5", "-3mm ",
  ]
  for _ in 0..<2000 {
    let text = (0..<Int(dice.next() % 12)).map { _ in pieces[Int(dice.next() % UInt64(pieces.count))] }.joined()
    do { _ = try Sample().hand(text) } catch { #expect("\(error)".utf8.allSatisfy { $0 >= 0x0A }) }
  }
  do {
    _ = try HandSentence(String(repeating: "a", count: 5000))
    Issue.record("a sentence of 5000 characters")
  } catch { #expect(error.message.contains("more than 4096")) }
}
