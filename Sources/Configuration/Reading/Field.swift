/// A value with the key that it belongs to; elements of a list have the list's key.
struct Field {
  var key: String
  var value: TOMLValue
  /// Whether "none" may stand here, which messages then mention.
  var isLimit = false

  var place: SourcePlace { value.place }
}

extension TOMLValue {
  /// What stands there, for a message.
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
