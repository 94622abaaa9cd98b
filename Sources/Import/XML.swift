import Cexpat

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

/// Reads XML with expat. Document types with declarations are refused, so nothing in a file can be multiplied.
final class XMLReader {
  /// The most elements inside one another.
  static let mostDepth = 64

  private let parser: OpaquePointer
  private let source: EscapedXML
  /// The elements that have begun and not ended, the outermost first.
  private var open: [XMLElement] = []
  private var root: XMLElement?
  /// Why the reader has stopped, other than for an error of expat's.
  private var refusal: ImportError?

  static func root(of text: ImportText) throws(ImportError) -> XMLElement {
    guard let reader = XMLReader(EscapedXML(Array(text.string.utf8))) else {
      throw ImportError("cannot be read: out of memory")
    }
    return try reader.document()
  }

  private init?(_ source: EscapedXML) {
    guard let parser = XML_ParserCreate("UTF-8") else { return nil }
    self.parser = parser
    self.source = source
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { XMLReader.of($0).begin(String(cString: $1!), $2!) }, { reader, _ in XMLReader.of(reader).end() })
    XML_SetCharacterDataHandler(parser) { reader, text, count in
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
      XMLReader.of(reader).add(String(decoding: bytes, as: UTF8.self))
    }
    XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, hasDeclarations in
      if hasDeclarations != 0 {
        XMLReader.of(reader).stop("it has declarations in its document type, which are not read")
      }
    }
  }

  deinit { XML_ParserFree(parser) }

  private static func of(_ reader: UnsafeMutableRawPointer?) -> XMLReader {
    Unmanaged<XMLReader>.fromOpaque(reader!).takeUnretainedValue()
  }

  private func document() throws(ImportError) -> XMLElement {
    let status = source.bytes.withUnsafeBytes { bytes in
      XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
    }
    if let refusal { throw refusal }
    guard status == XML_STATUS_OK, let root else {
      let problem = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "no element found"
      throw failure(problem)
    }
    return root
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  private func failure(_ what: String) -> ImportError {
    ImportError("is not XML that can be read: \(what)", line: line)
  }

  private func stop(_ reason: String) {
    refusal = failure(reason)
    XML_StopParser(parser, XML_Bool(0))
  }

  // MARK: What expat reports

  private func begin(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    guard open.count < Self.mostDepth else {
      return stop("it has more than \(Self.mostDepth) elements inside one another")
    }
    var values: [String: String] = [:]
    var place = 0
    while let key = attributes[place], let value = attributes[place + 1] {
      values[String(cString: key)] = String(cString: value)
      place += 2
    }
    let start = source.original(Int(XML_GetCurrentByteIndex(parser)))
    var element = XMLElement(name: name, attributes: values, line: line)
    element.range = start..<start
    open.append(element)
  }

  private func add(_ text: String) {
    if let last = open.indices.last { open[last].text += text }
  }

  private func end() {
    guard var element = open.popLast() else { return }
    let end = XML_GetCurrentByteIndex(parser) + Int(XML_GetCurrentByteCount(parser))
    element.range = element.range.lowerBound..<max(element.range.lowerBound, source.original(Int(end)))
    if let last = open.indices.last { open[last].children.append(element) } else { root = element }
  }
}

/// The bytes of a file whose `&` may be text, as in `a && b`: touchégg's parser accepts that, and expat does not. Each `&` that begins
/// no reference is written as `&amp;`.
struct EscapedXML {
  private(set) var bytes: [UInt8] = []
  /// The places in `bytes` after which `amp;` was added, in ascending order.
  private var additions: [Int] = []

  private static let added = Array("amp;".utf8)

  init(_ original: [UInt8]) {
    bytes.reserveCapacity(original.count)
    var rest = original[...]
    while let next = rest.first {
      if let literal = Self.literal(at: rest) {
        bytes += literal
        rest = rest[literal.endIndex...]
        continue
      }
      bytes.append(next)
      if next == UInt8(ascii: "&"), !Self.isReference(rest) {
        additions.append(bytes.count)
        bytes += Self.added
      }
      rest = rest.dropFirst()
    }
  }

  /// The place in the original that corresponds to one in `bytes`.
  func original(_ place: Int) -> Int {
    var (low, high) = (0, additions.count)
    while low < high {
      let middle = (low + high) / 2
      if additions[middle] < place { low = middle + 1 } else { high = middle }
    }
    return place - low * Self.added.count
  }

  /// The comment or the literal text that begins at a place, where `&` is an ordinary character.
  private static func literal(at rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.first == UInt8(ascii: "<") else { return nil }
    for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>")] where rest.starts(with: start.utf8) {
      var after = rest.dropFirst(start.utf8.count)
      while !after.isEmpty, !after.starts(with: end.utf8) { after = after.dropFirst() }
      return rest[..<min(rest.endIndex, after.startIndex + end.utf8.count)]
    }
    return nil
  }

  /// Whether one of the five named references, or that of a character, begins here.
  private static func isReference(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return false }
    let name = String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
    if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return true }
    guard name.first == "#" else { return false }
    let digits = name.dropFirst()
    let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init) != nil
  }
}
