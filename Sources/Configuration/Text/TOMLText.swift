extension String {
  /// The text as a basic string of TOML.
  var tomlText: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
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
