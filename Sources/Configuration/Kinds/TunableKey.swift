/// A key of a kind of gesture whose value is one number with a unit, or a share, so that it can be raised and lowered.
package struct TunableKey: Hashable, Sendable {
  package let name: String
  /// The value that a gesture has without the key, as TOML text.
  package let standard: String
}

extension GestureKind.Name {
  /// The keys of this kind that can be raised and lowered.
  package func tunableKeys(in recognition: Recognition) -> [TunableKey] {
    tableKeys.compactMap { key in
      guard key.form.isTunable, let standard = recognition == .hand ? key.standard : key.uikit else { return nil }
      return TunableKey(name: key.name, standard: standard)
    }
  }

  /// The keys of this kind that a profile may have.
  var profileKeys: [TableKey] { tableKeys.filter { $0.form.isTunable } }
}

extension ValueForm {
  fileprivate var isTunable: Bool {
    switch self {
    case .quantity, .number: true
    case .either(let forms): forms.contains(where: { $0.isTunable }) && forms.allSatisfy { $0.isTunable || $0.isWord }
    default: false
    }
  }

  private var isWord: Bool { if case .choice = self { true } else { false } }
}

extension GestureKind {
  /// Returns the gesture with other values for keys of its kind, written as TOML; `nil` if one of them is invalid.
  package func setting(_ values: [(key: String, value: String)]) -> GestureKind? {
    let text = values.map { "\($0.key) = \($0.value)\n" }.joined()
    let reader = ConfigurationReader(bytes: Array(text.utf8), path: "")
    guard let table = reader.document else { return nil }
    let kind = traits.read(table, reader)
    kind.traits.check(table, reader)
    return reader.findings.isUsable ? kind : nil
  }
}
