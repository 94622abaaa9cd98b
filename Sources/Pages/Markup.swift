// Pages: what all pages for a browser have: markup, colours, the common style sheet, axes and lines.
import Text

/// Writes markup that is both HTML and well-formed XML. This is the only place where text becomes markup.
///
/// Names of elements and attributes are string literals; every text and every attribute value is escaped.
package struct Markup {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>, _ content: (inout Markup) -> Void
  ) {
    begin(name, attributes)
    own(">")
    content(&self)
    own("</")
    own(name)
    own(">")
  }

  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>, _ text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  package mutating func element(_ name: StaticString, _ content: (inout Markup) -> Void) { element(name, [:], content) }

  package mutating func element(_ name: StaticString, _ text: String) { element(name, [:], text) }

  /// Writes an element without content: a void element of HTML, or any of SVG.
  package mutating func empty(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) {
    begin(name, attributes)
    own("/>")
  }

  /// Writes a literal of the program's own without escaping it: a document type, a style sheet.
  package mutating func own(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends what was written before.
  package mutating func append(_ other: Markup) { bytes += other.bytes }

  package mutating func text(_ text: String) {
    for scalar in text.unicodeScalars { append(scalar) }
  }

  /// Writes text in backquotes as code, and text in asterisks outside backquotes as emphasis.
  package mutating func prose(_ text: String) {
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      guard index.isMultiple(of: 2) else {
        element("code", String(part))
        continue
      }
      for (index, words) in part.split(separator: "*", omittingEmptySubsequences: false).enumerated() {
        if index.isMultiple(of: 2) { self.text(String(words)) } else { element("em", String(words)) }
      }
    }
  }

  private mutating func begin(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    own("<")
    own(name)
    for (key, value) in attributes {
      own(" ")
      own(key)
      own("=\"")
      text(value)
      own("\"")
    }
  }

  /// Appends a character, escaped. Control characters do not belong in a page, and marks that change the writing direction could
  /// disguise a text.
  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "&": own("&amp;")
    case "<": own("&lt;")
    case ">": own("&gt;")
    case "\"": own("&quot;")
    case "'": own("&#39;")
    case _ where scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F: bytes.append(UInt8(scalar.value))
    case "\n": own("\n")
    case _ where !scalar.isPrintable:
      bytes.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8)
    default: bytes.append(contentsOf: Character(scalar).utf8)
    }
  }
}
