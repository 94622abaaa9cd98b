/// A physical quantity of a sentence: its units, and the values that a hand can have.
struct Quantity {
  /// The name with an article, and an example.
  let name: String
  let example: String
  /// The units in lower case, each with its size in the unit that values are stored in. The first one is suggested.
  let units: [(name: String, size: Double)]
  /// The largest value. The smallest is a thousandth of the first unit, or 0.
  let most: Double
  var allowsZero = false

  static let length = Quantity(name: "a length", example: "60mm", units: [("mm", 1), ("cm", 10)], most: 3000)
  static let time = Quantity(name: "a time", example: "200ms", units: [("ms", 1e-3), ("s", 1)], most: 3600)
  static let delay = Quantity(
    name: "a time", example: "80ms", units: [("ms", 1e-3), ("s", 1)], most: 3600, allowsZero: true)
  static let speed = Quantity(name: "a speed", example: "300mm/s", units: [("mm/s", 1)], most: 10_000)
  static let angle = Quantity(name: "an angle", example: "45deg", units: [("deg", 1), ("°", 1)], most: 3600)
  static let factor = Quantity(name: "a factor", example: "1.5x", units: [("x", 1)], most: 20)
  static let frequency = Quantity(name: "a frequency", example: "8Hz", units: [("hz", 1)], most: 50)
  static let tremor = Quantity(name: "a length", example: "2mm", units: [("mm", 1)], most: 50)
  static let position = Quantity(
    name: "a place", example: "50", units: [("", 1), ("mm", 1)], most: 3000, allowsZero: true)
  static let share = Quantity(name: "a place", example: "50%", units: [("%", 1)], most: 100, allowsZero: true)

  /// A number with its unit, as written.
  struct Written {
    let thousandths: Int
    let unit: String
    let digits: Substring

    /// Splits `12.5mm`. `nil` if the word does not begin with a number, or with one of more than 9 digits before the point or 3 after it.
    init?(_ word: String) {
      let text = word.lowercased()
      let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let parts = number.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), (1...9).contains(parts[0].count), let whole = Int(parts[0]) else {
        return nil
      }
      var fraction = 0
      if parts.count == 2 {
        guard (1...3).contains(parts[1].count), let value = Int(parts[1]) else { return nil }
        fraction = value * [100, 10, 1][parts[1].count - 1]
      }
      thousandths = whole * 1000 + fraction
      unit = String(text.dropFirst(number.count))
      digits = number
    }
  }

  func knows(_ unit: String) -> Bool { units.contains { $0.name == unit } }

  /// The value of a number in one of the units; `nil` if it is out of range.
  func value(of written: Written) -> Double? {
    guard let unit = units.first(where: { $0.name == written.unit }) else { return nil }
    // Both steps are exact, so the value that is printed is read as the same number.
    let value =
      unit.size < 1
      ? Double(written.thousandths) / (1000 / unit.size).rounded()
      : Double(written.thousandths * Int(unit.size)) / 1000
    return (allowsZero ? value >= 0 : value > 0) && value <= most ? value : nil
  }

  /// The limits in words.
  var limits: String {
    let unit = example.drop { $0.isNumber || $0 == "." }
    let largest = units[0].size < 1 ? most / units[0].size : most
    return "\(allowsZero ? "from 0" : "more than 0") and at most \(Int(largest))\(unit)"
  }
}
