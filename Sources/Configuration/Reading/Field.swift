/// A value with its key; elements of a list have the list's key.
package struct Field {
  package var key: String
  package var value: TOMLValue
  /// Whether "none" is allowed here; messages then mention it.
  var isLimit = false

  package init(key: String, value: TOMLValue) {
    self.key = key
    self.value = value
  }

  package var place: SourcePlace { value.place }
}

extension TOMLValue {
  /// The value as messages describe it.
  var described: String {
    switch content {
    case .table: "a table"
    case .array: "a list"
    case .string(let text): text.quoted
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .date: "a date or time"
    }
  }
}
