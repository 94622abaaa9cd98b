/// An element of an XML file.
struct XMLElement: Sendable {
  let name: String
  let attributes: [String: String]
  var children: [XMLElement] = []
  /// The text directly inside it, without that of its children.
  var text = ""
  let line: Int
  /// Its place in the bytes of the file.
  var range = 0..<0

  func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }
  func text(of name: String) -> String? { children.last { $0.name == name }?.text.trimmed }
}

/// Reads the XML that touchégg's parser accepts: a reference that it does not know, such as the ones in `a && b`, is text. Document
/// types with declarations are refused, so nothing in a file can be multiplied.
struct XMLReader {
  /// The most elements inside one another.
  static let mostDepth = 64

  private let bytes: [UInt8]
  private var position = 0
  /// The line of `countedTo`.
  private var line = 1
  private var countedTo = 0

  static func root(of text: ImportText) throws(ImportError) -> XMLElement {
    var reader = XMLReader(bytes: Array(text.string.utf8))
    return try reader.document()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func document() throws(ImportError) -> XMLElement {
    var root: XMLElement?
    while true {
      try skipMarkup()
      guard position < bytes.count else { break }
      guard root == nil, starts(with: "<") else { throw failure("text outside of its root element") }
      root = try element(depth: 1)
    }
    guard let root else { throw failure("no element") }
    return root
  }

  /// Skips white space, comments, processing instructions and a document type.
  private mutating func skipMarkup() throws(ImportError) {
    while position < bytes.count {
      if bytes[position].isSpace {
        position += 1
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<?") {
        try skip(past: "?>")
      } else if starts(with: "<!") {
        let start = position
        try skip(past: ">")
        if bytes[start..<position].contains(UInt8(ascii: "[")) {
          position = start
          throw failure("declarations in its document type, which are not read")
        }
      } else {
        return
      }
    }
  }

  private mutating func element(depth: Int) throws(ImportError) -> XMLElement {
    let start = position
    guard depth <= XMLReader.mostDepth else {
      throw failure("more than \(XMLReader.mostDepth) elements inside one another")
    }
    position += 1
    let name = try self.name()
    let line = currentLine()
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      if starts(with: "/>") {
        position += 2
        var element = XMLElement(name: name, attributes: attributes, line: line)
        element.range = start..<position
        return element
      }
      if starts(with: ">") { break }
      let key = try self.name()
      attributes[key] = try attributeValue()
    }
    position += 1
    var element = XMLElement(name: name, attributes: attributes, line: line)
    try readContent(of: &element, depth: depth)
    element.range = start..<position
    return element
  }

  private mutating func readContent(of element: inout XMLElement, depth: Int) throws(ImportError) {
    while position < bytes.count {
      if starts(with: "</") {
        position += 2
        let name = try self.name()
        guard name == element.name else { throw failure("</\(name)> where </\(element.name)> was expected") }
        skipSpace()
        guard starts(with: ">") else { throw failure("an end tag without >") }
        position += 1
        return
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<![CDATA[") {
        let start = position + 9
        try skip(past: "]]>")
        element.text += text(start..<(position - 3))
      } else if starts(with: "<?") {
        try skip(past: "?>")
      } else if starts(with: "<") {
        element.children.append(try self.element(depth: depth + 1))
      } else {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        element.text += resolved(text(start..<position))
      }
    }
    throw failure("<\(element.name)> without its end tag")
  }

  private mutating func attributeValue() throws(ImportError) -> String {
    skipSpace()
    guard starts(with: "=") else { throw failure("an attribute without a value") }
    position += 1
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
      throw failure("an attribute without quotes")
    }
    let quote = bytes[position]
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: quote) else { throw failure("an attribute that does not end") }
    position = end + 1
    return resolved(text(start..<end))
  }

  private mutating func name() throws(ImportError) -> String {
    let start = position
    while position < bytes.count, bytes[position].isNamePart { position += 1 }
    guard position > start else { throw failure("a tag without a name") }
    return text(start..<position)
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isSpace { position += 1 }
  }

  private mutating func skip(past end: String) throws(ImportError) {
    let start = position
    let end = Array(end.utf8)
    while position + end.count <= bytes.count {
      if bytes[position..<(position + end.count)].elementsEqual(end) {
        position += end.count
        return
      }
      position += 1
    }
    position = start
    throw failure("markup without its end")
  }

  private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func failure(_ what: String) -> ImportError {
    ImportError("is not XML that can be read: it has \(what)", line: currentLine())
  }

  /// The line of the current position. Positions only grow between calls, or the count starts again.
  private mutating func currentLine() -> Int {
    if position < countedTo { (line, countedTo) = (1, 0) }
    for byte in bytes[countedTo..<min(position, bytes.count)] where byte == UInt8(ascii: "\n") { line += 1 }
    countedTo = min(position, bytes.count)
    return line
  }

  /// Replaces the five named references and those of characters.
  private func resolved(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let reference = rest[start...].prefix(12)
      guard let end = reference.firstIndex(of: ";"), let known = XMLReader.character(reference[..<end].dropFirst())
      else {
        result += "&"
        rest = rest[rest.index(after: start)...]
        continue
      }
      result += known
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func character(_ reference: Substring) -> String? {
    let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    if let known = names[String(reference)] { return known }
    guard reference.first == "#" else { return nil }
    let digits = reference.dropFirst()
    let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    // A NUL could not be in a command.
    guard let code, code != 0, let scalar = Unicode.Scalar(code) else { return nil }
    return String(Character(scalar))
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  fileprivate var isNamePart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }
}
