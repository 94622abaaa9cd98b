/// A value with its key; elements of a list have the list's key.
struct Field {
  var key: String
  var value: TOMLValue
  /// Whether "none" is allowed here; messages then mention it.
  var isLimit = false

  var place: SourcePlace { value.place }
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
