import Text

struct LineProblem: Error {
  let text: String
  init(_ text: String) { self.text = text }
}

/// The lines of a text, without the spaces around them, and the number of the latest one, for errors.
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

  /// The number of spaces in front of the latest line.
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

  /// Returns an error for the latest line. If the line has no end, the error is that the file was cut off.
  func error(_ problem: LineProblem) -> RecordingError {
    RecordingError(file: file, line: number, problem: isWhole ? problem.text : "cut off")
  }
}

/// Reads a format whose lines say one thing each.
protocol LineReader {
  /// The lines that were not read yet.
  var lines: TextLines { get set }

  init(_ lines: TextLines)

  /// Reads a line, without the spaces around it.
  mutating func readLine(_ text: ArraySlice<UInt8>) throws(LineProblem)

  /// Ends the reading after the last line.
  mutating func finish() throws(LineProblem)
}

extension LineReader {
  init(bytes: [UInt8], file: String) { self.init(TextLines(bytes, file: file)) }

  /// Returns a reader that has read a whole file.
  static func reading(_ bytes: [UInt8], of file: String) throws(RecordingError) -> Self {
    var reader = Self(bytes: bytes, file: file)
    try reader.read()
    return reader
  }

  mutating func read() throws(RecordingError) {
    do throws(LineProblem) {
      while let line = lines.next() { try readLine(line) }
      try finish()
    } catch {
      throw lines.error(error)
    }
  }

  mutating func finish() throws(LineProblem) {}
}

/// Returns the beginning of an invalid line, safe to print.
func excerpt(_ text: ArraySlice<UInt8>) -> String {
  "`\(String(printable: text.prefix(40)))\(text.count > 40 ? "…" : "")`"
}

func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == 0x0D }

/// Reads the words of a line, one after the other.
struct Fields {
  let bytes: ArraySlice<UInt8>
  /// The separator of words, besides spaces. If it is a comma, a closing bracket ends a word, too.
  private let separator: UInt8
  private(set) var at: Int

  init(_ bytes: ArraySlice<UInt8>, separator: UInt8 = UInt8(ascii: " ")) {
    self.bytes = bytes
    self.separator = separator
    at = bytes.startIndex
    skipSpaces()
  }

  var isAtEnd: Bool { at == bytes.endIndex }

  /// Reads a 16-bit hexadecimal number without sign or prefix.
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

  /// Reads a 32-bit decimal number, with or without a minus sign.
  mutating func decimal() -> Int32? {
    let isNegative = skip(UInt8(ascii: "-"))
    let start = at
    guard let value = digits(limit: 10), endOfWord(from: start) else { return nil }
    return Int32(exactly: isNegative ? -value : value)
  }

  /// Reads `SECONDS.MICROSECONDS`, with at most 6 digits after the point, in microseconds.
  /// - Parameter isDecimal: whether the digits are decimals, so that `.5` is half a second, as Python prints it.
  mutating func time(isDecimal: Bool = false) -> Int64? {
    guard let seconds = digits(limit: 12), skip(UInt8(ascii: ".")) else { return nil }
    let start = at
    guard var microseconds = digits(limit: 6) else { return nil }
    if isDecimal { for _ in (at - start)..<6 { microseconds *= 10 } }
    return endOfWord(from: start) ? seconds * 1_000_000 + microseconds : nil
  }

  /// Reads a decimal number without a sign, of at most `limit` digits.
  mutating func number(digits limit: Int) -> Int64? {
    let start = at
    guard let value = digits(limit: limit), endOfWord(from: start) else { return nil }
    return value
  }

  /// Reads the next word, which may be a single bracket. Empty only at the end of the line.
  mutating func word() -> ArraySlice<UInt8> {
    let start = at
    if !isAtEnd { at += 1 }
    while !isAtEnd, !endsWord(bytes[at]) { at += 1 }
    let word = bytes[start..<at]
    skipSpaces()
    return word
  }

  /// Reads a symbol if it is next, and returns whether it was.
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

  /// Moves on to the next word; returns false if the word that began at `start` is empty or doesn't end here.
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
