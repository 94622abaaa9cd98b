import Clibyaml

/// A value of a YAML file and its place. Aliases are replaced by what they stand for, and merge keys are merged.
struct YAMLNode: Sendable {
  enum Content: Sendable {
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([(key: String, value: YAMLNode)])
  }

  let content: Content
  /// The lines that the value takes up.
  let lines: ClosedRange<Int>
  /// How many values are in it, itself included. Each 256 bytes of a text count as one more.
  let size: Int
  /// How many values are inside one another at its deepest place.
  let depth: Int

  var text: String? { if case .scalar(let text) = content { text } else { nil } }
  /// The elements of a list; a single value counts as a list of one.
  var list: [YAMLNode] { if case .sequence(let nodes) = content { nodes } else { [self] } }
  var isList: Bool { if case .sequence = content { true } else { false } }
  var members: [(key: String, value: YAMLNode)] { if case .mapping(let members) = content { members } else { [] } }
  var isMapping: Bool { if case .mapping = content { true } else { false } }
  var number: Double? { text.flatMap(Double.init) }

  /// The value of a key; the last one if there are several.
  subscript(key: String) -> YAMLNode? { members.last { $0.key == key }?.value }

  /// The value on one line, for comments.
  var summary: String {
    switch content {
    case .scalar(let text): text
    case .sequence(let nodes): "[\(nodes.map(\.summary).joined(separator: ", "))]"
    case .mapping(let members): members.map { "\($0.key): \($0.value.summary)" }.joined(separator: ", ")
    }
  }
}

/// Reads YAML by libyaml's events, with limits on what aliases can multiply.
struct YAMLReader: ~Copyable {
  /// The most values that a file may have after aliases were replaced.
  static let mostNodes = 100_000
  /// The most values inside one another.
  static let mostDepth = 64

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var anchors: [String: YAMLNode] = [:]
  /// How many values were read, aliases with all that they stand for.
  private var count = 0

  private init() {
    parser = .allocate(capacity: 1)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  static func documents(of text: ImportText) throws(ImportError) -> [YAMLNode] {
    // libyaml reads the input while it parses.
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.string.utf8.count)
    defer { bytes.deallocate() }
    _ = bytes.initialize(from: text.string.utf8)
    var reader = YAMLReader()
    yaml_parser_set_input_string(reader.parser, bytes.baseAddress, bytes.count)
    return try reader.documents()
  }

  private mutating func documents() throws(ImportError) -> [YAMLNode] {
    var documents: [YAMLNode] = []
    while true {
      let event = try next()
      switch event.kind {
      case YAML_STREAM_END_EVENT: return documents
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      case YAML_DOCUMENT_START_EVENT: anchors = [:]
      default: documents.append(try node(event, depth: 1))
      }
    }
  }

  private mutating func node(_ event: Event, depth: Int) throws(ImportError) -> YAMLNode {
    guard depth <= YAMLReader.mostDepth else {
      throw ImportError("has more than \(YAMLReader.mostDepth) values inside one another", line: event.line)
    }
    try add(1, at: event)
    let node: YAMLNode
    switch event.kind {
    case YAML_ALIAS_EVENT:
      guard let target = anchors[event.text] else {
        throw ImportError("has the alias *\(event.text) without an anchor before it", line: event.line)
      }
      try add(target.size, at: event)
      guard depth + target.depth <= YAMLReader.mostDepth else {
        throw ImportError("has more than \(YAMLReader.mostDepth) values inside one another", line: event.line)
      }
      return YAMLNode(
        content: target.content, lines: event.line...event.line, size: target.size, depth: target.depth)
    case YAML_SCALAR_EVENT:
      let size = 1 + event.text.utf8.count >> 8
      node = YAMLNode(content: .scalar(event.text), lines: event.line...event.lastLine, size: size, depth: 1)
    case YAML_SEQUENCE_START_EVENT: node = try sequence(event, depth: depth)
    case YAML_MAPPING_START_EVENT: node = try mapping(event, depth: depth)
    default: throw ImportError("is not YAML that can be read", line: event.line)
    }
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  private mutating func sequence(_ start: Event, depth: Int) throws(ImportError) -> YAMLNode {
    var nodes: [YAMLNode] = []
    var (size, deepest) = (1, 0)
    while true {
      let event = try next()
      if event.kind == YAML_SEQUENCE_END_EVENT {
        return YAMLNode(
          content: .sequence(nodes), lines: start.line...event.endLine(after: start), size: size, depth: deepest + 1)
      }
      let node = try node(event, depth: depth + 1)
      (size, deepest) = (size + node.size, max(deepest, node.depth))
      nodes.append(node)
    }
  }

  private mutating func mapping(_ start: Event, depth: Int) throws(ImportError) -> YAMLNode {
    var members: [(key: String, value: YAMLNode)] = []
    var (size, deepest) = (1, 0)
    while true {
      let event = try next()
      if event.kind == YAML_MAPPING_END_EVENT {
        return YAMLNode(
          content: .mapping(members), lines: start.line...event.endLine(after: start), size: size, depth: deepest + 1)
      }
      let key = try node(event, depth: depth + 1)
      guard let name = key.text else { throw ImportError("has a key that is not text", line: event.line) }
      let value = try node(try next(), depth: depth + 1)
      (size, deepest) = (size + 1 + value.size, max(deepest, value.depth))
      if name == "<<" {
        let merged = value.list.flatMap(\.members)
        try add(merged.count, at: event)
        let names = Set(members.map(\.key))
        members.insert(contentsOf: merged.filter { !names.contains($0.key) }, at: 0)
      } else {
        members.append((name, value))
      }
    }
  }

  private mutating func add(_ number: Int, at event: Event) throws(ImportError) {
    count += number
    guard count <= YAMLReader.mostNodes else {
      throw ImportError("has more than \(YAMLReader.mostNodes) values, aliases replaced", line: event.line)
    }
  }

  // MARK: Events

  private struct Event {
    let kind: yaml_event_type_t
    var text = ""
    var anchor: String?
    let line: Int
    let lastLine: Int
    let lastColumn: Int

    /// The last line of a value that ends with this event: block values end where the next token begins.
    func endLine(after start: Event) -> Int { max(start.line, lastColumn == 0 || line > start.line ? line - 1 : line) }
  }

  private func next() throws(ImportError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else {
      let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
      throw ImportError("is not valid YAML: \(problem)", line: Int(parser.pointee.problem_mark.line) + 1)
    }
    defer { yaml_event_delete(&event) }
    var text = ""
    var anchor: UnsafeMutablePointer<yaml_char_t>?
    switch event.type {
    case YAML_ALIAS_EVENT: text = String(cString: event.data.alias.anchor)
    case YAML_SCALAR_EVENT:
      text = String(
        decoding: UnsafeBufferPointer(start: event.data.scalar.value, count: event.data.scalar.length), as: UTF8.self)
      // "!$name == value" is a condition of InputActions. For YAML, its first word is a tag.
      if let tag = event.data.scalar.tag.map({ String(cString: $0) }), tag.hasPrefix("!$") { text = "\(tag) \(text)" }
      anchor = event.data.scalar.anchor
    case YAML_SEQUENCE_START_EVENT: anchor = event.data.sequence_start.anchor
    case YAML_MAPPING_START_EVENT: anchor = event.data.mapping_start.anchor
    default: break
    }
    return Event(
      kind: event.type, text: text, anchor: anchor.map { String(cString: $0) }, line: Int(event.start_mark.line) + 1,
      lastLine: Int(event.end_mark.line) + 1, lastColumn: Int(event.start_mark.column))
  }
}
