/// What an editor needs to know of a key that only gestures of a kind have.
package struct KeyGuide: Sendable {
  package let name: String
  /// What the key means, and which values it takes, as the reference says it.
  package let summary: String
  package let takes: String
  /// The value without the key, in TOML; empty if it cannot be written.
  package let standard: String
  /// The words that it takes; empty if it takes something else, too.
  package let choices: [String]
  /// Whether it is a number that can be raised and lowered.
  package let isTunable: Bool
}

extension GestureKind.Name {
  package func guides(in recognition: Recognition) -> [KeyGuide] {
    let tunable = Set(tunableKeys(in: recognition).map { $0.name })
    return keys.map { description in
      let key = description.key
      let choices: [String] =
        switch key.form {
        case .choice(let names): names
        case .boolean: ["true", "false"]
        default: []
        }
      return KeyGuide(
        name: key.name, summary: description.summary, takes: description.takes,
        standard: (recognition == .hand ? key.standard : key.uikit) ?? "", choices: choices,
        isTunable: tunable.contains(key.name))
    }
  }
}
