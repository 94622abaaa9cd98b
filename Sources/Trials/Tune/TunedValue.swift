import Text

/// The value of a key that can be raised and lowered: a number and its unit, as in `"3mm"` or `0.75`.
package struct TunedValue: Hashable, Sendable {
  package let number: Double
  private let unit: String
  /// The text, as TOML.
  package let text: String

  /// `nil` if the text is something else, such as `"none"`.
  package init?(_ text: String) {
    let inner = text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
    let digits = inner.prefix { "0123456789.".contains($0) }
    guard let number = Double(digits), number > 0, number.isFinite else { return nil }
    unit = String(inner.dropFirst(digits.count))
    guard unit.allSatisfy({ $0.isLetter || $0 == "/" || $0 == "%" || $0 == " " || $0 == "°" }) else { return nil }
    self.number = number
    self.text = text
  }

  /// The factors by which a value is raised and lowered, in order.
  package static let factors = [
    0.25, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.4, 1.6, 1.8, 2, 2.5, 3, 4,
  ]

  /// Returns the value times a factor, with two significant digits.
  package func times(_ factor: Double) -> TunedValue {
    if factor == 1 { return self }
    var scale = 1.0
    let product = number * factor
    while product * scale < 10 { scale *= 10 }
    while product * scale >= 100 { scale /= 10 }
    let rounded = (product * scale).rounded() / scale
    var decimals = 0
    var step = 1.0
    while decimals < 4, abs((rounded * step).rounded() - rounded * step) > 1e-9 {
      decimals += 1
      step *= 10
    }
    let digits = Decimal.fixed(rounded, decimals: decimals)
    return TunedValue(unit.isEmpty && !text.hasPrefix("\"") ? digits : "\"\(digits)\(unit)\"") ?? self
  }
}
