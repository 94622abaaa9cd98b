import Text

/// What was probably meant by a value of the wrong type or form, as TOML text.
enum ValueFix {
  static func boolean(_ value: TOMLValue) -> String? {
    switch value.content {
    case .integer(1): "true"
    case .integer(0): "false"
    case .string(let text):
      switch text.lowercased() {
      case "true", "yes", "on", "1", "enabled": "true"
      case "false", "no", "off", "0", "disabled": "false"
      default: nil
      }
    default: nil
    }
  }

  static func whole(_ value: TOMLValue, in range: ClosedRange<Int>) -> String? {
    let number: Int? =
      switch value.content {
      case .float(let number): Int(exactly: number)
      case .string(let text): Int(text) ?? numbers[text.lowercased()]
      default: nil
      }
    return number.flatMap { range.contains($0) ? "\($0)" : nil }
  }

  private static let numbers = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "single": 1, "double": 2, "triple": 3,
  ]

  static func number(_ value: TOMLValue) -> String? {
    guard case .string(let text) = value.content, let number = Double(text), number.isFinite else { return nil }
    return plain(number)
  }

  /// A share that was written in percent, or as a text.
  static func share(_ value: TOMLValue) -> String? {
    switch value.content {
    case .integer(let number) where (5...100).contains(number): return plain(Double(number) / 100)
    case .float(let number) where number >= 5 && number <= 100: return plain(number / 100)
    case .string(let text):
      if text.hasSuffix("%") {
        return Double(text.dropLast()).flatMap { (0...100).contains($0) ? plain($0 / 100) : nil }
      }
      return Double(text).flatMap { (0...1).contains($0) ? plain($0) : nil }
    default: return nil
    }
  }

  /// A string without its quotes, or something that should be one.
  static func text(_ value: TOMLValue) -> String? {
    switch value.content {
    case .integer, .float, .boolean: value.described.tomlText
    default: nil
    }
  }

  /// A list of the names that one text stands for; `nil` for a name, and if it does not stand for several.
  static func several(_ value: TOMLValue, of names: [String]) -> String? {
    guard case .string(let text) = value.content, !names.contains(text) else { return nil }
    return OtherWords.several(text, of: names).map { "[\($0.map { $0.tomlText }.joined(separator: ", "))]" }
  }

  /// The numbers in a list, or in a text such as `2-3`; `nil` if there are fewer than two.
  static func numbers(in value: TOMLValue) -> [Int]? {
    let numbers: [Int?]
    switch value.content {
    case .array(let elements):
      numbers = elements.map { if case .integer(let number) = $0.content { Int(exactly: number) } else { nil } }
    case .string(let text): numbers = text.split { "-.,–/ ".contains($0) }.map { Int($0) }
    default: return nil
    }
    return (2...10).contains(numbers.count) && !numbers.contains(nil) ? numbers.compactMap { $0 } : nil
  }

  /// The words of a command as a list; `nil` if it needs a shell.
  static func words(_ command: String) -> String? {
    let words = command.split(separator: " ")
    let needsShell = command.contains { "|&;<>()$`\\\"'*?[]#~\n\t".contains($0) }
    guard !needsShell, !words.isEmpty, words.count <= 32 else { return nil }
    return "[\(words.map { String($0).tomlText }.joined(separator: ", "))]"
  }

  /// The two numbers in a text such as `1920x1080` or `217mm x 136mm`, as a list of numbers, or of texts with a unit.
  static func pair(_ value: TOMLValue, unit: String? = nil) -> String? {
    guard case .string(let text) = value.content, text.utf8.count <= 64 else { return nil }
    let sides = text.split { "x×, ".contains($0) }.map { side in
      side.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    }
    guard sides.count == 2, sides.allSatisfy({ Double($0) != nil }) else { return nil }
    let parts = sides.map { side in unit.map { (side + $0).tomlText } ?? String(side) }
    return "[\(parts.joined(separator: ", "))]"
  }

  /// A number as TOML writes it, without a fraction if it has none.
  static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  /// A quantity with a unit that configurations know.
  static func quantity(_ field: Field, of dimension: Dimension) -> String? {
    switch field.value.content {
    case .integer(let number):
      return withUnit(Double(number), "\(number)", field.key, dimension)
    case .float(let number):
      return withUnit(number, "\(number)", field.key, dimension)
    case .string(let text):
      let trimmed = text.filter { $0 != " " }
      let decimal = trimmed.contains(".") ? trimmed : String(trimmed.map { $0 == "," ? "." : $0 })
      guard let (number, unit) = numberAndUnit(decimal) else { return nil }
      let written = String(decimal.dropLast(unit.count))
      if unit.isEmpty { return withUnit(number, written, field.key, dimension) }
      if dimension.knows(unit) { return decimal.tomlText }
      return converted(number, written, unit.lowercased(), dimension)
    default: return nil
    }
  }

  private static func withUnit(_ number: Double, _ written: String, _ key: String, _ dimension: Dimension) -> String? {
    guard number >= 0, number <= 1e9, let unit = dimension.units.first else { return nil }
    guard dimension.units.contains("s"), dimension.units.first == "ms" else { return (written + unit).tomlText }
    // Times of people are written in seconds, those of fingers in milliseconds.
    let isLong = ["timeout", "stale", "within", "panic_time"].contains(key) && number < 1000
    return (written + (isLong || number < 10 ? "s" : "ms")).tomlText
  }

  private static func converted(
    _ number: Double, _ written: String, _ unit: String, _ dimension: Dimension
  ) -> String? {
    for (name, factor) in units[unit] ?? [] where dimension.knows(name[...]) {
      return ((factor == 1 ? written : plain(number * factor)) + name).tomlText
    }
    return nil
  }

  /// Units by the words that people write, each with what it is here and how many of those it has.
  private static let units: [String: [(String, Double)]] = [
    "sec": [("s", 1)], "secs": [("s", 1)], "second": [("s", 1)], "seconds": [("s", 1)], "s": [("s", 1)],
    "ms": [("ms", 1)], "msec": [("ms", 1)], "msecs": [("ms", 1)], "millis": [("ms", 1)],
    "millisecond": [("ms", 1)], "milliseconds": [("ms", 1)], "min": [("s", 60)], "mins": [("s", 60)],
    "minute": [("s", 60)], "minutes": [("s", 60)], "h": [("s", 3600)], "hour": [("s", 3600)],
    "m": [("s", 60), ("mm", 1000)], "mm": [("mm", 1), ("mm/s", 1)], "cm": [("mm", 10)], "in": [("mm", 25.4)],
    "inch": [("mm", 25.4)], "inches": [("mm", 25.4)], "\"": [("mm", 25.4)], "px": [("px", 1)], "pixel": [("px", 1)],
    "pixels": [("px", 1)], "pt": [("pt", 1)], "point": [("pt", 1)], "points": [("pt", 1)], "percent": [("%", 1)],
    "°": [("deg", 1)], "º": [("deg", 1)], "degree": [("deg", 1)], "degrees": [("deg", 1)], "deg": [("deg", 1)],
    "rad": [("rad", 1)], "radian": [("rad", 1)], "radians": [("rad", 1)], "mm/sec": [("mm/s", 1)],
    "cm/s": [("mm/s", 10)], "mmps": [("mm/s", 1)], "mm/s": [("mm/s", 1)], "x": [("x", 1)], "times": [("x", 1)],
  ]
}
