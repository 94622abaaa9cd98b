import Gestures
import Text

extension HandSentence {
  /// The longest sentence, in Unicode scalars.
  package static let mostScalars = 4096
  private static let mostSteps = 200

  /// Reads a sentence. Any text is safe.
  package init(_ text: String) throws(HandError) {
    guard text.unicodeScalars.count <= Self.mostScalars else {
      throw HandError(
        sentence: "", place: WordRange(column: 1, length: 1),
        message: "the sentence has more than \(Self.mostScalars) characters", suggestion: nil)
    }
    var reader = HandReader(words: HandWords(text))
    var steps: [Step] = []
    repeat {
      if steps.count == Self.mostSteps {
        throw reader.words.error("the sentence has more than \(Self.mostSteps) steps", at: reader.words.place)
      }
      steps.append(try reader.step())
    } while try reader.separator()
    self.steps = steps
    written = text
  }
}

/// Reads the words of a sentence from left to right.
private struct HandReader {
  var words: HandWords

  private static let mostTogether = 10
  private static let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

  mutating func separator() throws(HandError) -> Bool {
    if words.next == nil { return false }
    if words.take(";") || words.take("then") {
      // A semicolon may end the sentence.
      _ = words.take("then")
      return words.next != nil
    }
    throw words.expected("\"and\", \"then\" or \";\"")
  }

  mutating func step() throws(HandError) -> HandSentence.Step {
    if words.take("pause") || words.take("wait") {
      _ = words.take("for")
      return .pause(try quantity(.time))
    }
    var movements = [try movement()]
    while words.take("and") {
      if movements.count == Self.mostTogether {
        throw words.error("at most \(Self.mostTogether) movements can be joined with \"and\"", at: words.place)
      }
      movements.append(try movement())
    }
    return .movements(movements)
  }

  // MARK: Movements

  private mutating func movement() throws(HandError) -> HandSentence.Movement {
    let start = words.place
    var before: [Phrase] = []
    while let phrase = phraseBeforeVerb() { before.append(phrase) }
    let verb = try self.verb()
    var movement = HandSentence.Movement(verb, at: words.range(from: start))
    for phrase in before { try add(phrase, to: &movement, at: start) }
    if verb == .stroke { try add(try shape(), to: &movement, at: start) }
    while let next = words.next, !["and", "then", ";"].contains(next.key) {
      let place = words.place
      let phrase = try phrase(of: verb)
      try add(phrase, to: &movement, at: words.range(from: place))
    }
    var whole = HandSentence.Movement(verb, at: words.range(from: start))
    for phrase in movement.phrases { _ = whole.add(phrase) }
    try check(whole)
    whole.ways = try ways(of: verb)
    return whole
  }

  /// Reads what the same fingers do next: `then left 30mm in 200ms`.
  private mutating func ways(of verb: Verb) throws(HandError) -> [HandSentence.Way] {
    var ways: [HandSentence.Way] = []
    while words.next?.key == "then", let direction = words.second.flatMap({ Direction(rawValue: $0.key) }) {
      let place = words.place
      guard [.press, .pan, .swipe, .edgePan].contains(verb) else {
        throw words.error(
          "the fingers of a \(verb.rawValue) have lifted: write \"then swipe \(direction.rawValue)\"", at: place)
      }
      guard ways.count < Self.mostTogether else {
        throw words.error("at most \(Self.mostTogether) movements can follow without a lift", at: place)
      }
      words.take()
      words.take()
      let length = try quantity(.length)
      ways.append(.init(direction: direction, length: length, duration: words.take("in") ? try quantity(.time) : nil))
    }
    return ways
  }

  private func add(
    _ phrase: Phrase, to movement: inout HandSentence.Movement, at place: WordRange
  ) throws(HandError) {
    let verb = movement.verb
    guard verb.takes(phrase.name) else {
      throw words.error(
        "a \(verb.rawValue) does not take \(phrase.text(of: verb)): it takes \(forms(of: verb))", at: place)
    }
    if case .fingers(let count) = phrase, !verb.fingers.allowed.contains(count) {
      throw words.error("a \(verb.rawValue) takes \(verb.fingers.allowed.lowerBound) to 10 fingers", at: place)
    }
    guard movement.add(phrase) else {
      throw words.error("this \(verb.rawValue) already has \(phrase.name.form)", at: place)
    }
  }

  /// Checks what depends on several phrases.
  private func check(_ movement: HandSentence.Movement) throws(HandError) {
    func refuse(_ message: String) throws(HandError) { throw words.error(message, at: movement.words) }
    if movement.has(.duration) && movement.has(.speed) { try refuse("a time and a speed exclude each other") }
    if movement.verb == .edgePan && !movement.has(.edge) {
      try refuse("an edge-pan needs an edge: \"from left\", \"right\", \"top\" or \"bottom\"")
    }
    guard [.pan, .swipe].contains(movement.verb) else { return }
    let paths = [Phrase.Name.direction, .to, .along].filter(movement.has)
    if paths.count != 1 {
      try refuse(
        "a \(movement.verb.rawValue) needs one of a direction, \"to X,Y\" and \"along X,Y X,Y\"; "
          + (paths.isEmpty ? "this has none" : "this has several"))
    }
    if movement.has(.length) && !movement.has(.direction) { try refuse("a length needs a direction") }
    if movement.has(.at) && (movement.has(.from) || !movement.has(.direction)) {
      try refuse("\"at X,Y\" is the middle of a path with a direction and without \"from\"")
    }
  }

  private func forms(of verb: Verb) -> String {
    (verb.phrases + Phrase.Name.ofAllVerbs).map(\.form).joined(separator: "; ")
  }

  private mutating func verb() throws(HandError) -> Verb {
    for (first, second, verb) in [("edge", "pan", Verb.edgePan), ("tip", "tap", .tipTap), ("long", "press", .press)]
    where words.next?.key == first && words.second?.key == second {
      words.take()
      words.take()
      return verb
    }
    if let next = words.next, let verb = Verb.everyWord.first(where: { $0.word == next.key })?.verb {
      words.take()
      return verb
    }
    let known = Verb.everyWord.map(\.word)
    throw words.expected(
      "a movement (\(Verb.allCases.map(\.rawValue).joined(separator: ", "))) or a pause",
      suggestion: words.next.flatMap { (known + ["pause"]).closest(to: $0.key) })
  }

  /// Reads `double`, `two-finger` or `2-finger`.
  private mutating func phraseBeforeVerb() -> Phrase? {
    guard let key = words.next?.key else { return nil }
    if let times = ["single": 1, "double": 2, "triple": 3][key] {
      words.take()
      return .count(times)
    }
    for ending in ["-finger", "-fingers"] where key.hasSuffix(ending) {
      guard let count = Self.number(String(key.dropLast(ending.count))), (1...10).contains(count) else { continue }
      words.take()
      return .fingers(count)
    }
    return nil
  }

  private mutating func shape() throws(HandError) -> Phrase {
    let allowed = { (scalar: Unicode.Scalar) in
      scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains(scalar))
    }
    guard let next = words.next, next.text.unicodeScalars.allSatisfy(allowed), next.text.utf8.count <= 64 else {
      throw words.expected("the name of a shape, such as circle")
    }
    words.take()
    return .shape(next.text)
  }

  // MARK: Phrases

  private mutating func phrase(of verb: Verb) throws(HandError) -> Phrase {
    guard let next = words.next else { throw words.expected("a phrase") }
    if let direction = Direction(rawValue: next.key) {
      words.take()
      return .direction(direction)
    }
    if next.key.first?.isNumber == true { return try measure(of: verb) }
    if let (quantity, name) = Self.quantities[next.key] {
      words.take()
      return .number(name, try self.quantity(quantity))
    }
    if let phrase = Self.wholePhrases[next.key] {
      words.take()
      return phrase
    }
    if verb == .pinch, words.take("out") { return .number(.scale, 2) }
    if verb == .pinch, words.second?.key.first?.isNumber != true, words.take("in") { return .number(.scale, 0.5) }
    if words.take("with") { return try fingers() }
    if words.take("from") { return verb == .edgePan ? .edge(try edge()) : .from(try spot()) }
    if words.take("to") { return verb == .pinch ? .number(.scale, try scale()) : .to(try spot()) }
    if words.take("along") { return .along(try corners()) }
    if words.take("at") { return try place(of: verb) }
    if words.take("in") { return .number(.duration, try quantity(.time)) }
    if words.take("shaky") { return .shaky(amplitude: try quantity(.tremor), frequency: try quantity(.frequency)) }
    if words.take("ghost") {
      _ = words.take("at")
      let spot = try spot()
      return .ghost(spot, words.take("for") ? try quantity(.time) : nil)
    }
    throw words.expected(
      "a phrase of \(verb.rawValue) (\(forms(of: verb)))", suggestion: Self.phraseWords.closest(to: next.key))
  }

  private static let wholePhrases: [String: Phrase] = [
    "once": .count(1), "twice": .count(2), "thrice": .count(3), "clockwise": .sense(.clockwise),
    "cw": .sense(.clockwise), "counterclockwise": .sense(.counterclockwise),
    "counter-clockwise": .sense(.counterclockwise), "anticlockwise": .sense(.counterclockwise),
    "anti-clockwise": .sense(.counterclockwise), "ccw": .sense(.counterclockwise),
  ]

  /// The words that one quantity follows.
  private static let quantities: [String: (Quantity, Phrase.Name)] = [
    "for": (.time, .duration), "gap": (.time, .gap), "spread": (.length, .spread), "rest": (.delay, .rest),
    "after": (.delay, .after), "skew": (.delay, .skew),
  ]

  /// The words that phrases begin with, for suggestions.
  private static let phraseWords =
    Direction.allCases.map(\.rawValue) + Sense.allCases.map(\.rawValue) + [
      "once", "twice", "with", "from", "along", "gap", "spread", "rest", "after", "skew", "shaky", "ghost", "then",
      "and",
      "out",
    ]

  /// Reads a number with a unit that says what it is, `3 times` or `2 fingers`.
  private mutating func measure(of verb: Verb) throws(HandError) -> Phrase {
    if let noun = words.second?.key, ["times", "time", "strokes"].contains(noun) {
      let count = try self.count(1...100)
      words.take()
      return .count(count)
    }
    if let noun = words.second?.key, ["fingers", "finger"].contains(noun) { return try fingers() }
    guard let written = words.next.flatMap({ Quantity.Written($0.text) }) else {
      throw words.expected("a number of at most 9 digits, with at most 3 decimals, and a unit")
    }
    if Quantity.length.knows(written.unit) { return .number(.length, try quantity(.length)) }
    if Quantity.time.knows(written.unit) { return .number(.duration, try quantity(.time)) }
    if Quantity.angle.knows(written.unit) { return .number(.angle, try quantity(.angle)) }
    if Quantity.factor.knows(written.unit) { return .number(.scale, try scale()) }
    let usual: Quantity = verb == .rotate ? .angle : [.tap, .press, .tipTap].contains(verb) ? .time : .length
    throw words.expected(
      "a number with a unit (mm, ms, s\(verb == .rotate ? ", deg" : ""))",
      suggestion: written.unit.isEmpty ? "\(written.digits)\(usual.units[0].name)" : nil)
  }

  private mutating func fingers() throws(HandError) -> Phrase {
    let count = try self.count(1...10)
    guard words.take("fingers") || words.take("finger") else { throw words.expected("\"fingers\"") }
    return .fingers(count)
  }

  private mutating func count(_ range: ClosedRange<Int>) throws(HandError) -> Int {
    guard let next = words.next, let count = Self.number(next.key), range.contains(count) else {
      throw words.expected("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    words.take()
    return count
  }

  private static func number(_ word: String) -> Int? {
    if let index = numbers.firstIndex(of: word) { return index + 1 }
    return word.utf8.count <= 4 && word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(word) : nil
  }

  private mutating func scale() throws(HandError) -> Double {
    let place = words.place
    let factor = try quantity(.factor)
    if factor < 0.05 { throw words.error("a factor must be 0.05x or more", at: place) }
    return factor
  }

  private mutating func edge() throws(HandError) -> ScreenEdge {
    _ = words.take("the")
    guard let next = words.next, let edge = ScreenEdge(rawValue: next.key) else {
      throw words.expected(
        "left, right, top or bottom",
        suggestion: words.next.flatMap { ScreenEdge.allCases.map(\.rawValue).closest(to: $0.key) })
    }
    words.take()
    return edge
  }

  /// Reads what follows `at`: a speed, a place, or a place on an edge.
  private mutating func place(of verb: Verb) throws(HandError) -> Phrase {
    if let written = words.next.flatMap({ Quantity.Written($0.text) }), words.second?.key != "," {
      if written.unit == "mm/s" { return .number(.speed, try quantity(.speed)) }
      if verb == .edgePan { return .edgePlace(try coordinate()) }
    }
    return .at(try spot())
  }

  private mutating func corners() throws(HandError) -> [Spot] {
    var spots = [try spot()]
    while words.next?.key.first?.isNumber == true, words.second?.key == "," {
      if spots.count == 100 { throw words.error("a path has at most 100 corners", at: words.place) }
      spots.append(try spot())
    }
    return spots
  }

  private mutating func spot() throws(HandError) -> Spot {
    if words.take("center") || words.take("centre") || words.take("middle") { return .center }
    let x = try coordinate()
    guard words.take(",") else { throw words.expected("a comma and Y: a place is X,Y in millimetres or percent") }
    return Spot(x: x, y: try coordinate())
  }

  private mutating func coordinate() throws(HandError) -> Coordinate {
    guard let written = words.next.flatMap({ Quantity.Written($0.text) }) else {
      throw words.expected("a place such as 150,60 or 50%,50%")
    }
    let isShare = written.unit == "%"
    return Coordinate(value: try quantity(isShare ? .share : .position), isShare: isShare)
  }

  private mutating func quantity(_ quantity: Quantity) throws(HandError) -> Double {
    let what = "\(quantity.name) such as \(quantity.example)"
    guard let next = words.next, let written = Quantity.Written(next.text) else { throw words.expected(what) }
    guard quantity.knows(written.unit) else {
      let fix = written.unit.isEmpty ? quantity.example.drop { $0.isNumber || $0 == "." } : ""
      throw words.expected(what, suggestion: fix.isEmpty ? nil : "\(written.digits)\(fix)")
    }
    guard let value = quantity.value(of: written) else {
      throw words.expected("\(quantity.name) that is \(quantity.limits)")
    }
    words.take()
    return value
  }
}
