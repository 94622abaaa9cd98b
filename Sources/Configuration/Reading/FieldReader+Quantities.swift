import Gestures

/// A physical dimension, and the units in which a configuration may give it.
struct Dimension: Equatable {
  var name: String
  var units: [String]
  var example: String
  /// Units that are also accepted but not mentioned in messages.
  var aliases: [String] = []

  static let length = Dimension(name: "a length", units: ["mm", "pt", "%", "px"], example: "12mm")
  /// A length that can't be relative, because the size of the screen is not known yet.
  static let size = Dimension(name: "a length", units: ["mm", "pt"], example: "217mm")
  static let contact = Dimension(name: "a length", units: ["mm", "pt"], example: "25mm")
  static let speed = Dimension(name: "a speed", units: ["mm/s", "pt/s"], example: "50mm/s", aliases: ["mm", "pt"])
  static let time = Dimension(name: "a time", units: ["ms", "s"], example: "500ms", aliases: ["min", "h"])
  static let angle = Dimension(name: "an angle", units: ["deg", "rad"], example: "15deg")
  static let acceleration = Dimension(name: "an acceleration", units: ["m/s2", "g"], example: "12m/s2")
  static let ratio = Dimension(name: "a ratio", units: ["x"], example: "1.5x")

  func knows(_ unit: Substring) -> Bool { units.contains { $0 == unit } || aliases.contains { $0 == unit } }
}

/// The lower limit of a number: 0 allowed, or more than 0.
enum Lowest { case zero, aboveZero }

extension FieldReader {
  func length(_ field: Field) -> Length? { length(field, .zero) }
  func positiveLength(_ field: Field) -> Length? { length(field, .aboveZero) }

  private func length(_ field: Field, _ lowest: Lowest) -> Length? {
    guard let (number, unit) = quantity(field, of: .length, lowest) else { return nil }
    switch unit {
    case "%": return .percent(number)
    case "px":
      notePixels(field)
      return .pixels(number)
    default: return .millimetres(millimetres(number, unit))
    }
  }

  /// Reads a length in millimetres.
  func size(_ field: Field) -> Double? { quantity(field, of: .size, .aboveZero).map(millimetres) }

  /// Reads the length of a contact in millimetres.
  func contactLength(_ field: Field) -> Double? { quantity(field, of: .contact, .aboveZero).map(millimetres) }

  /// Reads a length per second.
  func speed(_ field: Field) -> Length? {
    quantity(field, of: .speed, .zero).map { .millimetres(millimetres($0, $1.prefix(2))) }
  }

  package func time(_ field: Field) -> Duration? { quantity(field, of: .time, .zero).map(duration) }
  func positiveTime(_ field: Field) -> Duration? { quantity(field, of: .time, .aboveZero).map(duration) }

  /// Reads an acceleration in metres per second squared.
  func acceleration(_ field: Field) -> Double? {
    quantity(field, of: .acceleration, .aboveZero).map { $1 == "g" ? $0 * Self.gravity : $0 }
  }

  /// Standard gravity in metres per second squared.
  private static var gravity: Double { 9.80665 }

  /// Reads an angle in radians.
  func angle(_ field: Field) -> Double? { quantity(field, of: .angle, .zero).map(radians) }

  /// Reads one direction or a list of directions.
  func swipeDirections(_ field: Field) -> Set<SwipeDirection>? {
    let isGroup = if case .string(let text) = field.value.content { SwipeDirection.groups[text] != nil } else { false }
    if !isGroup, let meant = ValueFix.several(field.value, of: SwipeDirection.allCases.map({ $0.name })) {
      return refused(field, must: "one direction, or a list of them", fix: meant)
    }
    return filledList(field, as: swipeDirectionOrGroup).map { $0.reduce(into: []) { $0.formUnion($1) } }
  }

  /// Reads the directions of the legs of a path.
  func path(_ field: Field) -> [SwipeDirection]? {
    guard let path = list(field, expected: "a list of directions such as [\"up\", \"right\"]", as: swipeDirection)
    else {
      return nil
    }
    guard 2...SwipePath.mostLegs ~= path.count else {
      return refused(field, must: "2 to \(SwipePath.mostLegs) directions")
    }
    if let index = zip(path, path.dropFirst()).map({ $0 == $1 }).firstIndex(of: true) {
      return refused(field, must: "legs that turn: the legs \(index + 1) and \(index + 2) have the same direction")
    }
    return path
  }

  private func swipeDirectionOrGroup(_ field: Field) -> Set<SwipeDirection>? {
    if case .string(let text) = field.value.content, let group = SwipeDirection.groups[text] { return group }
    return swipeDirection(field).map { [$0] }
  }

  /// Reads a name such as "up-left", or an angle below a full turn, clockwise from right.
  private func swipeDirection(_ field: Field) -> SwipeDirection? {
    let names = SwipeDirection.allCases.map { $0.name }
    let choice = "\(names.map { $0.quoted }.joined(separator: ", ")) or an angle such as \("30deg".quoted)"
    guard case .string(let text) = field.value.content else {
      return mismatched(field, expected: choice, fix: ValueFix.quantity(field, of: .angle))
    }
    if let direction = SwipeDirection(name: text) { return direction }
    guard text.first?.isNumber == true else {
      let turned = text.split(separator: "-").reversed().joined(separator: "-")
      return unusable(
        "\(field.key.quoted) must be \(choice), not \(text.quoted)", at: field.place,
        suggestion: names.contains(turned) ? turned : names.meant(by: text))
    }
    guard let angle = angle(field) else { return nil }
    guard angle < 2 * .pi else { return refused(field, must: "less than a full turn, \("360deg".quoted)") }
    return SwipeDirection(angle: angle)
  }

  /// Reads an angle above 0 and at most 90°, in radians; beyond a right angle, it would be another direction.
  func deviation(_ field: Field) -> Double? {
    checked(quantity(field, of: .angle, .aboveZero).map(radians), field, must: "at most \"90deg\"") { $0 <= .pi / 2 }
  }

  func ratio(_ field: Field) -> Double? { quantity(field, of: .ratio, .aboveZero)?.0 }

  /// Reads a factor of at least 1, by which something may be larger or smaller.
  func magnification(_ field: Field) -> Double? {
    checked(ratio(field), field, must: "\"1x\" or more (it limits both larger and smaller shapes)") { $0 >= 1 }
  }

  func step(_ field: Field, of kind: GestureKind.Name) -> ActionBinding.Step? {
    guard let dimension = kind.traits.step else {
      return unusable(
        "a \(kind.rawValue) measures nothing that \("every".quoted) could count off: leave it out", at: field.place)
    }
    return step(field, in: dimension)
  }

  /// Reads a step in a unit of `dimension`.
  func step(_ field: Field, in dimension: Dimension) -> ActionBinding.Step? {
    guard let (number, unit) = quantity(field, of: dimension, .aboveZero) else { return nil }
    if unit == "ms" || unit == "s" {
      let seconds = unit == "ms" ? number / 1000 : number
      // Each step wakes the daemon and runs an action.
      guard seconds >= 0.01 else { return refused(field, must: "\"10ms\" or more") }
      return .seconds(seconds)
    }
    return switch unit {
    case "x": .ratio(number)
    case "deg", "rad": .radians(radians(number, unit))
    default: .millimetres(millimetres(number, unit))
    }
  }

  private func millimetres(_ number: Double, _ unit: Substring) -> Double {
    unit == "pt" ? number * Length.point : number
  }

  private func radians(_ number: Double, _ unit: Substring) -> Double { unit == "deg" ? number * .pi / 180 : number }

  /// Rounds to whole microseconds, the engine's unit of time.
  private func duration(_ number: Double, _ unit: Substring) -> Duration {
    .microseconds(Int64((number * Self.seconds(in: unit) * 1e6).rounded()))
  }

  /// Returns the length of a unit of time; 1 for any other unit.
  private static func seconds(in unit: Substring) -> Double {
    switch unit {
    case "ms": 1e-3
    case "min": 60
    case "h": 3600
    default: 1
    }
  }

  /// Reads a number, 0 or more, with one of the dimension's units.
  private func quantity(_ field: Field, of dimension: Dimension, _ lowest: Lowest) -> (Double, Substring)? {
    guard case .string(let text) = field.value.content else {
      let units = dimension.units.listed(joinedBy: "or")
      return mismatched(
        field, expected: "\(dimension.name) with its unit (\(units)) such as \(dimension.example.quoted)",
        fix: ValueFix.quantity(field, of: dimension))
    }
    guard let (number, unit) = numberAndUnit(text), dimension.knows(unit) else {
      reportNoQuantity(field, text, of: dimension)
      return nil
    }
    switch lowest {
    case .zero where number < 0: refuse(field, must: "0 or more")
    case .aboveZero where number <= 0: refuse(field, must: "more than 0")
    // A thousand kilometres, thirty years: enough for any use, and far below where arithmetic would overflow.
    case _ where number > 1e9 / max(1, Self.seconds(in: unit)):
      refuse(field, must: Self.seconds(in: unit) > 1 ? "at most 1e9 s" : "at most 1e9 of its unit")
    default: return (number, unit)
    }
    return nil
  }

  private func reportNoQuantity(_ field: Field, _ text: String, of dimension: Dimension) {
    let units = dimension.units.listed(joinedBy: "or")
    let none = field.isLimit ? "; \"none\" lifts the limit" : ""
    let fix = ValueFix.quantity(field, of: dimension)
    guard let (_, unit) = numberAndUnit(text) else {
      return report(
        "\(text.quoted) is not \(dimension.name): write a number and its unit (\(units)), such as "
          + dimension.example.quoted + none, at: field.place, fix: fix)
    }
    let number = String(text.dropLast(unit.count))
    let bare = unit.drop { $0 == " " }
    if unit.isEmpty {
      report(
        "\(text.quoted) has no unit: write "
          + dimension.units.map { (number + $0).quoted }.listed(joinedBy: "or"), at: field.place, fix: fix)
    } else if dimension.knows(bare) {
      report("\(text.quoted) has a space before its unit: write \((number + bare).quoted)", at: field.place, fix: fix)
    } else if bare.hasPrefix("px"), dimension.units.contains("mm/s") {
      report(
        "\(text.quoted) is a speed in pixels, which differs between screens: write it in mm/s, such as \(dimension.example.quoted)",
        at: field.place)
    } else {
      report(
        "\(text.quoted) has the wrong unit for \(dimension.name): expected \(units), found \(String(unit).quoted)",
        at: field.place, fix: fix)
    }
  }
}

extension SwipeDirection {
  /// The words for several directions.
  static let groups: [String: Set<SwipeDirection>] = [
    "any": Set(allCases), "horizontal": [.left, .right], "vertical": [.up, .down],
  ]
}

/// Splits `12.5mm` into 12.5 and `mm`; returns `nil` if the text doesn't start with a number.
func numberAndUnit(_ text: String) -> (Double, Substring)? {
  var rest = Substring(text)
  func skip(_ wanted: (Character) -> Bool) -> Int {
    let after = rest.drop(while: wanted)
    defer { rest = after }
    return rest.count - after.count
  }
  let isDigit = { (character: Character) in character.isASCII && character.isNumber }
  if let sign = rest.first, "+-".contains(sign) { rest.removeFirst() }
  var digits = skip(isDigit)
  if rest.first == "." {
    rest.removeFirst()
    digits += skip(isDigit)
  }
  guard digits > 0 else { return nil }
  if let exponent = rest.first, "eE".contains(exponent) {
    let before = rest
    rest.removeFirst()
    if let sign = rest.first, "+-".contains(sign) { rest.removeFirst() }
    if skip(isDigit) == 0 { rest = before }
  }
  return Double(text[..<rest.startIndex]).map { ($0, rest) }
}
