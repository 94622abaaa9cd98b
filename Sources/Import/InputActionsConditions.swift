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
