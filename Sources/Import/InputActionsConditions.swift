/// A condition of InputActions, such as `$window_class == firefox`, as one text.
struct InputActionsCondition: Equatable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// The condition that must not hold, if this is a negation.
  var negated: String? {
    if text.hasPrefix("!") { return text.dropFirst().trimmed }
    for start in ["none: [", "not: ["] where text.hasPrefix(start) && text.hasSuffix("]") {
      return String(text.dropFirst(start.count).dropLast())
    }
    // `negate: [window_class], window_class: firefox`
    let parts = text.split(separator: "]", maxSplits: 1)
    guard parts.count == 2, parts[0].hasPrefix("negate: [") else { return nil }
    let names = parts[0].dropFirst("negate: [".count).split(separator: ",").map(\.trimmed)
    let rest = parts[1].drop { $0 == "," || $0 == " " }
    return names.count == 1 && rest.hasPrefix(names[0] + ":") ? String(rest) : nil
  }

  /// Whether it is about the keys of a keyboard.
  var isAboutModifiers: Bool { text.contains("keyboard_modifiers") }

  /// Whether it holds without a keyboard: it asks for no key, or that a key is not down.
  var holdsWithoutKeyboard: Bool {
    let asksForNone = text.hasSuffix("[]") || text.hasSuffix("none")
    return asksForNone != (negated != nil)
  }

  /// The number of fingers that it asks for.
  var fingers: Int? {
    guard negated == nil, text.contains("$fingers") else { return nil }
    return text.last(where: \.isNumber).flatMap { Int(String($0)) }
  }

  /// The application, if the gesture is for all others.
  var otherWindow: String? { negated.flatMap { $0.contains("window_") ? $0.folded : nil } }
}

/// A condition such as `$finger_1_initial_position_percentage_x <= 0.30`.
struct PositionCondition {
  let isVertical: Bool
  let range: ClosedRange<Double>

  init?(_ condition: String) {
    let start = "$finger_1_initial_position_percentage_"
    guard let comparison = ShareCondition(condition), comparison.variable.hasPrefix(start) else { return nil }
    let axis = comparison.variable.dropFirst(start.count)
    guard axis == "x" || axis == "y" else { return nil }
    (isVertical, range) = (axis == "y", comparison.range)
  }
}

/// A condition such as `$max_finger_distance_percentage <= 0.3`: the distance between the two fingers that are farthest apart, as a
/// share of the device's diagonal.
struct SpreadCondition {
  /// The diagonal of a touchpad in millimetres: 105 × 68.
  static let touchpad = 125.0
  /// The diagonal of a touchscreen as a multiple of its shorter side: 16:10.
  static let touchscreen = 1.887

  let range: ClosedRange<Double>

  init?(_ condition: String) {
    guard let comparison = ShareCondition(condition), comparison.variable == "$max_finger_distance_percentage" else {
      return nil
    }
    range = comparison.range
  }
}

/// The comparison of a variable with shares from 0 to 1.
struct ShareCondition {
  let variable: Substring
  let range: ClosedRange<Double>

  init?(_ condition: String) {
    let words = condition.split(whereSeparator: \.isWhitespace)
    guard words.count == 3 else { return nil }
    variable = words[0]
    let numbers = words[2].split(separator: ";").compactMap { Double($0) }
    guard let first = numbers.first, numbers.allSatisfy({ (0...1).contains($0) }) else { return nil }
    switch words[1] {
    case "<", "<=": range = 0...first
    case ">", ">=": range = first...1
    case "between" where numbers.count == 2 && numbers[0] <= numbers[1]: range = numbers[0]...numbers[1]
    default: return nil
    }
  }
}
