import CToml

/// A place in a text. Lines and columns count from 1; columns count Unicode scalars.
package struct SourcePlace: Hashable, Comparable, Sendable {
  /// The number of the file, of those that are read together.
  package var file = 0
  package var line: Int
  package var column: Int
  /// The number of scalars, at least 1; may reach beyond the end of the line, which means its end.
  package var length = 1

  package static let start = SourcePlace(line: 1, column: 1)

  package static func < (a: SourcePlace, b: SourcePlace) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }
}

/// A value of a TOML document.
package struct TOMLValue {
  enum Content {
    case table(TOMLTable)
    case array([TOMLValue])
    case string(String)
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    /// A date or a time, whose value is never needed.
    case date
  }

  var content: Content
  var place: SourcePlace
  /// The place just behind the value; its length means nothing.
  var end: SourcePlace
}

package struct TOMLTable {
  package struct Entry {
    package var key: String
    package var keyPlace: SourcePlace
    package var value: TOMLValue
  }

  /// In the order of the text.
  var entries: [Entry]
  package var place: SourcePlace

  package subscript(key: String) -> Entry? { entries.first { $0.key == key } }
}

struct TOMLSyntaxError: Error {
  var message: String
  var place: SourcePlace
}

extension TOMLTable {
  /// Parses UTF-8; any bytes are safe.
  ///
  /// - Parameter file: the number of the file in all places.
  init(parsing bytes: [UInt8], file: Int = 0) throws(TOMLSyntaxError) {
    let document = bytes.withUnsafeBytes { CTomlParse($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
    guard let document else { throw TOMLSyntaxError(message: "not enough memory to read this file", place: .start) }
    defer { CTomlFree(document) }
    if let error = document.pointee.error {
      let message = String(pointer: error, length: document.pointee.error_length)
      throw TOMLSyntaxError(message: Self.worded(message), place: SourcePlace(document.pointee.error_place, file))
    }
    let nodes = UnsafeBufferPointer(start: document.pointee.nodes, count: document.pointee.count)
    self.init(nodes[0], in: Nodes(all: nodes, file: file))
  }

  /// Rewords "Error while parsing table header: encountered end-of-file" as "encountered end-of-file (table header)".
  private static func worded(_ message: String) -> String {
    let prefix = "Error while parsing "
    guard message.hasPrefix(prefix), let colon = message.firstIndex(of: ":") else {
      return message.prefix(1).lowercased() + message.dropFirst()
    }
    var reason = message[colon...].dropFirst(2)
    if reason.hasSuffix(")"), let note = reason.lastIndex(of: "(") { reason = reason[..<note].dropLast() }
    return "\(reason) (\(message[..<colon].dropFirst(prefix.count)))"
  }
}

// MARK: - From nodes

/// The nodes of a document, and the number of its file.
private struct Nodes {
  let all: UnsafeBufferPointer<CTomlNode>
  let file: Int
}

extension TOMLTable {
  fileprivate init(_ node: CTomlNode, in nodes: Nodes) {
    entries = node.children(in: nodes).map { child in
      Entry(
        key: String(pointer: child.key, length: child.key_length), keyPlace: SourcePlace(child.key_place, nodes.file),
        value: TOMLValue(child, in: nodes))
    }
    entries.sort { $0.keyPlace < $1.keyPlace }
    place = SourcePlace(node.place, nodes.file)
  }
}

extension TOMLValue {
  fileprivate init(_ node: CTomlNode, in nodes: Nodes) {
    place = SourcePlace(node.place, nodes.file)
    end = SourcePlace(line: Int(node.place.end_line), column: Int(node.place.end_column))
    content =
      switch node.kind {
      case CTomlTable: .table(TOMLTable(node, in: nodes))
      case CTomlArray: .array(node.children(in: nodes).map { TOMLValue($0, in: nodes) })
      case CTomlString: .string(String(pointer: node.string, length: node.string_length))
      case CTomlInteger: .integer(node.integer)
      case CTomlFloat: .float(node.number)
      case CTomlBoolean: .boolean(node.integer != 0)
      default: .date
      }
  }
}

extension CTomlNode {
  fileprivate func children(in nodes: Nodes) -> [CTomlNode] {
    var children: [CTomlNode] = []
    var next = first_child
    while next != UInt32.max {
      children.append(nodes.all[Int(next)])
      next = nodes.all[Int(next)].next_sibling
    }
    return children
  }
}

extension SourcePlace {
  fileprivate init(_ region: CTomlRegion, _ file: Int) {
    let sameLine = region.end_line == region.line && region.end_column > region.column
    // A value of several lines is underlined to the end of its first line.
    let length = sameLine ? Int(region.end_column - region.column) : region.end_line > region.line ? .max : 1
    self.init(line: max(1, Int(region.line)), column: max(1, Int(region.column)), length: length)
    self.file = file
  }
}

extension String {
  fileprivate init(pointer: UnsafePointer<CChar>?, length: Int) {
    self = String(decoding: UnsafeRawBufferPointer(start: pointer, count: length), as: UTF8.self)
  }
}
