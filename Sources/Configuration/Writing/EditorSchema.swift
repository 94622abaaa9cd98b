import Text

/// A JSON schema of the configuration, for editors: completion, descriptions, and marks under what is wrong.
///
/// It is made from the tables that the reader and the reference use. It knows the keys and the form of each value, but not what depends
/// on the rest of the file, such as whether a name exists: `tickle check` does.
package enum EditorSchema {
  /// The schema as JSON with a key on each line.
  package static var text: String { schema.indented(0) + "\n" }

  private static var schema: JSONValue {
    let tables: [(String, JSONValue)] = [
      ("daemon", table(Keys.daemonKeys)),
      ("screen", list(table(Keys.screenKeys, required: ["name"]))),
      ("view", list(table(Keys.viewKeys, required: ["name"]))),
      ("gesture", list(reference("gesture"))),
      ("profile", profile),
      ("mode", named(table(Keys.modeKeys))),
      ("idle", list(table(Keys.idleKeys, required: ["after"]))), ("follow", list(table(Keys.followKeys))),
      ("actions", named(reference("actions"))),
    ]
    return object([
      ("$schema", .string("http://json-schema.org/draft-07/schema#")),
      ("title", .string("Configuration of tickled")),
      ("type", .string("object")), ("properties", object(tables)), ("additionalProperties", .bool(false)),
      ("definitions", object([("gesture", gesture), ("action", action), ("actions", actions)])),
    ])
  }

  // MARK: Gestures and actions

  /// A gesture; its keys depend on its kind.
  private static var gesture: JSONValue {
    let names = GestureKind.Name.allCases
    let choices = JSONValue.array(names.map { .string($0.rawValue) })
    let kinds = names.map { kind in
      let common = Keys.gestureKeys.filter { kind.has($0.name) }
      let condition = object([("properties", object([("kind", object([("const", .string(kind.rawValue))]))]))])
      return object([("if", condition), ("then", table(common + kind.tableKeys, summaries: kind.keys))])
    }
    return object([
      ("type", .string("object")), ("required", strings(["name", "kind"])),
      ("properties", object([("kind", object([("enum", choices)]))])), ("allOf", .array(kinds)),
    ])
  }

  /// The values that gestures of a kind start from.
  private static var profile: JSONValue {
    let kinds = GestureKind.Name.allCases.filter { !$0.profileKeys.isEmpty }
    let tables = kinds.map { ($0.rawValue, table($0.profileKeys, summaries: $0.keys)) }
    return object([
      ("type", .string("object")), ("properties", object(tables)), ("additionalProperties", .bool(false)),
    ])
  }

  /// One action: exactly one of the keys that say what it does, and options.
  private static var action: JSONValue {
    let every = TableKey("every", .quantity(["mm", "pt", "deg", "rad", "x", "ms", "s"]))
    guard case .object(var members) = table(Keys.actionKeys + Keys.options.map({ $0.key }) + [every]) else {
      return .null
    }
    members.append(.init(name: "oneOf", value: .array(Keys.actions.map { object([("required", strings([$0]))]) })))
    return .object(members)
  }

  /// An action, the name of one, or a list of these.
  private static var actions: JSONValue {
    let one = anyOf([object([("type", .string("string"))]), reference("action")])
    return anyOf([object([("type", .string("string"))]), reference("action"), list(one)])
  }

  // MARK: Tables and values

  private static func table(
    _ keys: [TableKey], required: [String] = [], summaries: [KeyDescription] = []
  ) -> JSONValue {
    let properties = keys.map { key in
      (key.name, value(key, summary: summaries.first { $0.name == key.name }?.summary))
    }
    var members = [("type", JSONValue.string("object")), ("properties", object(properties))]
    if !required.isEmpty { members.append(("required", strings(required))) }
    members.append(("additionalProperties", .bool(false)))
    return object(members)
  }

  private static func value(_ key: TableKey, summary: String?) -> JSONValue {
    guard case .object(var members) = value(key.form) else { return .null }
    if let summary { members.append(.init(name: "description", value: .string(summary))) }
    if let standard = key.standard, let value = JSONValue(toml: standard) {
      members.append(.init(name: "default", value: value))
    }
    return .object(members)
  }

  private static func value(_ form: ValueForm) -> JSONValue {
    switch form {
    case .text: return object([("type", .string("string"))])
    case .boolean: return object([("type", .string("boolean"))])
    case .onlyTrue: return object([("const", .bool(true))])
    case .whole(let range):
      return object([("type", .string("integer"))] + limits(Double(range.lowerBound), Double(range.upperBound)))
    case .number(let range): return object([("type", .string("number"))] + limits(range.lowerBound, range.upperBound))
    case .quantity(let units):
      let number = "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"
      return object([
        ("type", .string("string")), ("pattern", .string("^\(number)(\(units.joined(separator: "|")))$")),
      ])
    case .choice(let names): return object([("enum", strings(names))])
    case .list(let form, let count):
      return object([
        ("type", .string("array")), ("items", value(form)), ("minItems", .number(Double(count.lowerBound))),
        ("maxItems", .number(Double(count.upperBound))),
      ])
    case .oneOrMore(let form): return anyOf([value(form), list(value(form))])
    case .either(let forms): return anyOf(forms.map(value))
    case .table(let keys): return table(keys)
    case .variables: return named(object([("type", .string("string"))]))
    case .actions: return reference("actions")
    }
  }

  private static func limits(_ least: Double, _ most: Double) -> [(String, JSONValue)] {
    [("minimum", .number(least)), ("maximum", .number(most))]
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { .init(name: $0.0, value: $0.1) })
  }

  private static func list(_ items: JSONValue) -> JSONValue { object([("type", .string("array")), ("items", items)]) }

  /// A table whose keys are names.
  private static func named(_ value: JSONValue) -> JSONValue {
    object([("type", .string("object")), ("additionalProperties", value)])
  }

  private static func anyOf(_ values: [JSONValue]) -> JSONValue { object([("anyOf", .array(values))]) }

  private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  private static func reference(_ name: String) -> JSONValue { object([("$ref", .string("#/definitions/\(name)"))]) }
}

extension JSONValue {
  /// Converts a value of TOML; `nil` if it is not one, or a date.
  init?(toml text: String) {
    guard let table = try? TOMLTable(parsing: Array("x = \(text)".utf8)), let value = table["x"]?.value else {
      return nil
    }
    self.init(value)
  }

  init?(_ value: TOMLValue) {
    switch value.content {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .number(Double(number))
    case .float(let number): self = .number(number)
    case .boolean(let value): self = .bool(value)
    case .array(let elements): self = .array(elements.compactMap { JSONValue($0) })
    case .table(let table):
      self = .object(
        table.entries.compactMap { entry in
          JSONValue(entry.value).map { Member(name: entry.key, value: $0) }
        })
    case .date: return nil
    }
  }

  /// The value as JSON with a member on each line.
  fileprivate func indented(_ depth: Int) -> String {
    let space = String(repeating: "  ", count: depth + 1)
    let end = "\n" + String(repeating: "  ", count: depth)
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { "\(space)\($0.name.tomlText): \($0.value.indented(depth + 1))" }
      return "{\n\(lines.joined(separator: ",\n"))\(end)}"
    case .array(let elements) where elements.contains { if case .object = $0 { true } else { false } }:
      return "[\n\(elements.map { space + $0.indented(depth + 1) }.joined(separator: ",\n"))\(end)]"
    case .object: return "{}"
    case .array(let elements): return "[\(elements.map { $0.indented(depth) }.joined(separator: ", "))]"
    // A basic string of TOML without characters beyond the basic plane is a string of JSON.
    case .string(let text): return text.tomlText
    case .number(let number): return Int(exactly: number).map(String.init) ?? "\(number)"
    case .bool(let value): return "\(value)"
    case .null: return "null"
    }
  }
}
