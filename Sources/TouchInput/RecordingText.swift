/// What a line of a recording has that it should not have, or lacks.
struct LineProblem: Error {
  let text: String
  init(_ text: String) { self.text = text }
}

/// The lines of a text, without the spaces around them, and the number by which errors name the latest.
struct TextLines {
  private let bytes: [UInt8]
  private let file: String
  private(set) var number = 0
  private var position = 0
  private var isWhole = true

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// Spaces in front of the latest line.
  private(set) var indent = 0

  mutating func next() -> ArraySlice<UInt8>? {
    guard position < bytes.count else { return nil }
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
    var line = bytes[position..<(end ?? bytes.count)]
    number += 1
    position = line.endIndex + 1
    isWhole = end != nil
    while let last = line.last, isSpace(last) { line.removeLast() }
    let text = line.drop(while: isSpace)
    indent = text.startIndex - line.startIndex
    return text
  }

  /// A problem of the latest line. Where nothing ends the line, the file was cut off.
  func error(_ problem: LineProblem) -> RecordingError {
    RecordingError(file: file, line: number, problem: isWhole ? problem.text : "cut off")
  }
}

/// The beginning of a line that makes no sense, fit to be printed.
func excerpt(_ text: ArraySlice<UInt8>) -> String {
  "`\(String(printable: text.prefix(40)))\(text.count > 40 ? "…" : "")`"
}

func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == 0x0D }

/// The words of a line, one after the other.
struct Fields {
  let bytes: ArraySlice<UInt8>
  /// Between words, beside spaces; where it is a comma, a word ends at a bracket, too.
  private let separator: UInt8
  private(set) var at: Int

  init(_ bytes: ArraySlice<UInt8>, separator: UInt8 = UInt8(ascii: " ")) {
    self.bytes = bytes
    self.separator = separator
    at = bytes.startIndex
    skipSpaces()
  }

  var isAtEnd: Bool { at == bytes.endIndex }

  /// A number of 16 bits without sign or prefix.
  mutating func hexadecimal() -> UInt16? {
    var value: UInt16 = 0
    let start = at
    while let digit = digit(radix: 16) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 16)
      if overflow { return nil }
      value = product | UInt16(digit)
    }
    return endOfWord(from: start) ? value : nil
  }

  /// A number of 32 bits with or without a minus.
  mutating func decimal() -> Int32? {
    let isNegative = skip(UInt8(ascii: "-"))
    let start = at
    guard let value = digits(limit: 10), endOfWord(from: start) else { return nil }
    return Int32(exactly: isNegative ? -value : value)
  }

  /// `SECONDS.MICROSECONDS` in microseconds; at most 6 digits behind the point.
  mutating func time() -> Int64? {
    guard let seconds = digits(limit: 12), skip(UInt8(ascii: ".")) else { return nil }
    let start = at
    guard let microseconds = digits(limit: 6), endOfWord(from: start) else { return nil }
    return seconds * 1_000_000 + microseconds
  }

  /// A number without a sign, of at most so many digits.
  mutating func number(digits limit: Int) -> Int64? {
    let start = at
    guard let value = digits(limit: limit), endOfWord(from: start) else { return nil }
    return value
  }

  /// The next word, whatever it is, a lone bracket, too; empty at the end and only there.
  mutating func word() -> ArraySlice<UInt8> {
    let start = at
    if !isAtEnd { at += 1 }
    while !isAtEnd, !endsWord(bytes[at]) { at += 1 }
    let word = bytes[start..<at]
    skipSpaces()
    return word
  }

  /// Whether this comes next; if so it is gone.
  mutating func symbol(_ byte: UInt8) -> Bool {
    guard skip(byte) else { return false }
    skipSpaces()
    return true
  }

  private mutating func digits(limit: Int) -> Int64? {
    let start = at
    var value: Int64 = 0
    while let digit = digit(radix: 10) {
      if at - start > limit { return nil }
      value = value * 10 + Int64(digit)
    }
    return at > start ? value : nil
  }

  private mutating func digit(radix: UInt8) -> UInt8? {
    guard !isAtEnd else { return nil }
    let byte = bytes[at]
    let value: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
    default: return nil
    }
    guard value < radix else { return nil }
    at += 1
    return value
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard !isAtEnd, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// True where a word that began at `start` is not empty and ends here; goes on to the next.
  private mutating func endOfWord(from start: Int) -> Bool {
    guard at > start, isAtEnd || endsWord(bytes[at]) else { return false }
    skipSpaces()
    return true
  }

  private func endsWord(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == separator || separator == UInt8(ascii: ",") && byte == UInt8(ascii: "]")
  }

  private mutating func skipSpaces() {
    while !isAtEnd, isSpace(bytes[at]) || bytes[at] == separator { at += 1 }
  }
}
