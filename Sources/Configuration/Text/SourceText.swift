import Text

/// A text split into lines, for the excerpts in diagnostics.
struct SourceText {
  private let bytes: [UInt8]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  func contains(_ text: String) -> Bool { String(decoding: bytes, as: UTF8.self).contains(text) }

  /// The place of the first byte that is not UTF-8.
  var firstInvalid: SourcePlace? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    for (index, start) in starts.enumerated() {
      let line = bytes[start..<end(ofLine: index)]
      guard String(validating: line, as: UTF8.self) == nil else { continue }
      var decoder = UTF8()
      var input = line.makeIterator()
      var column = 1
      while case .scalarValue = decoder.decode(&input) { column += 1 }
      return SourcePlace(line: index + 1, column: column)
    }
    return nil
  }

  /// Returns a line with a caret below the place, for a terminal.
  ///
  ///       12 | finger = 2
  ///          | ^~~~~~
  func excerpt(at place: SourcePlace) -> String {
    let line = scalars(ofLine: place.line)
    let window = Window(line, around: place.column - 1)
    let number = String(place.line)
    let margin = String(repeating: " ", count: max(0, 4 - number.count))
    let blank = String(repeating: " ", count: margin.count + number.count)
    let before = window.width(upTo: place.column - 1)
    let marked = window.width(upTo: place.column - 1 + min(place.length, 1_000)) - before
    let caret = String(repeating: " ", count: before) + "^" + String(repeating: "~", count: max(0, marked - 1))
    return "\(margin)\(number) | \(window.text)\n\(blank) | \(caret)"
  }

  /// Returns the offset of a place among the bytes; `nil` if the text does not have the place.
  func offset(of place: SourcePlace) -> Int? {
    guard starts.indices.contains(place.line - 1), place.column >= 1 else { return nil }
    let start = starts[place.line - 1]
    let line = bytes[start..<end(ofLine: place.line - 1)]
    // Columns count scalars: every byte that does not continue one begins one.
    var column = 1
    for offset in line.indices where bytes[offset] & 0xC0 != 0x80 {
      if column == place.column { return offset }
      column += 1
    }
    return column == place.column ? line.endIndex : nil
  }

  /// The offset just behind the line with a number, and behind its line break.
  func endOfLine(_ number: Int) -> Int { starts.indices.contains(number) ? starts[number] : bytes.count }

  /// The spaces and tabs that the line with a number begins with.
  func indent(ofLine number: Int) -> [UInt8] {
    guard starts.indices.contains(number - 1) else { return [] }
    return Array(bytes[starts[number - 1]..<end(ofLine: number - 1)].prefix { $0 == 0x20 || $0 == 0x09 })
  }

  /// The text that a place marks, up to the end of its line.
  func text(at place: SourcePlace) -> String {
    let rest = scalars(ofLine: place.line).dropFirst(place.column - 1)
    return String(String.UnicodeScalarView(rest.prefix(place.length)))
  }

  var lineCount: Int { starts.count }

  /// A line without its end.
  func scalars(ofLine line: Int) -> String.UnicodeScalarView {
    let index = min(max(line, 1), starts.count) - 1
    return String(decoding: bytes[starts[index]..<end(ofLine: index)], as: UTF8.self).unicodeScalars
  }

  private func end(ofLine index: Int) -> Int {
    guard index + 1 < starts.count else { return bytes.count }
    let newline = starts[index + 1] - 1
    return newline > starts[index] && bytes[newline - 1] == UInt8(ascii: "\r") ? newline - 1 : newline
  }
}

/// The visible part of a long line: at most 40 characters before the place, and 100 characters in all.
private struct Window {
  private static let before = 40
  private static let length = 100

  private let first: Int
  private let scalars: [Unicode.Scalar]
  private let cutsStart: Bool
  private let cutsEnd: Bool

  init(_ line: String.UnicodeScalarView, around offset: Int) {
    let isLong = line.count > Self.length
    first = isLong ? min(max(0, offset - Self.before), line.count - Self.length) : 0
    let rest = line.dropFirst(first)
    scalars = Array(rest.prefix(Self.length))
    cutsStart = first > 0
    cutsEnd = rest.count > Self.length
  }

  var text: String {
    let shown = scalars.reduce(into: "") { $0.unicodeScalars.append($1.shown) }
    return (cutsStart ? "…" : "") + shown + (cutsEnd ? "…" : "")
  }

  /// The number of terminal columns before the scalar at this offset of the whole line.
  func width(upTo offset: Int) -> Int {
    scalars.prefix(max(0, offset - first)).reduce(cutsStart ? 1 : 0) { $0 + $1.shown.width }
      // A place behind the end of the line, where the text ends too early.
      + (offset == first + scalars.count + 1 && !cutsEnd ? 1 : 0)
  }
}

extension Unicode.Scalar {
  fileprivate var shown: Unicode.Scalar { self == "\t" ? " " : isPrintable ? self : "\u{FFFD}" }

  /// The number of columns in a terminal: 0 for combining marks, 2 for East Asian wide characters and emoji, otherwise 1.
  fileprivate var width: Int {
    if isASCII { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    return switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
