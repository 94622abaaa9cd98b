import Text

extension String {
  /// The text as a basic string of TOML. What is not printable is escaped.
  package var tomlText: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.isPrintable: text.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return text + "\""
  }

  /// The text as a literal string of TOML, which has no escapes, if it can be one; otherwise as a basic string.
  var tomlLiteral: String {
    unicodeScalars.contains { $0 == "'" || $0.value < 0x20 || $0.value == 0x7F } ? tomlText : "'\(self)'"
  }

  /// The text as a key of TOML: bare if it can be.
  var tomlKey: String { !isEmpty && utf8.allSatisfy { Self.bareKey.contains($0) } ? self : tomlText }

  private static let bareKey = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
}
