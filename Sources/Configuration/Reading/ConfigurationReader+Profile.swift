import Text

/// `[profile.KIND]`: the values that gestures of a kind start from, in place of the defaults.
extension ConfigurationReader {
  /// Returns the document with the values of its profiles in the gestures that do not have them.
  func withProfiles(_ root: TOMLTable) -> TOMLTable {
    let profiles = readProfiles(root)
    guard !profiles.isEmpty else { return root }
    return root.filling { table in
      guard case .string(let kind) = table["kind"]?.value.content else { return [] }
      return profiles[kind]?.entries.filter { table[$0.key] == nil } ?? []
    }
  }

  /// Reads the profiles, and returns those that are valid, by the name of their kind. Their problems are reported once, not for each
  /// gesture.
  private func readProfiles(_ root: TOMLTable) -> [String: TOMLTable] {
    guard root["profile"] != nil, let table = subtable("profile", of: root, example: "[profile.tap]") else {
      return [:]
    }
    var profiles: [String: TOMLTable] = [:]
    for entry in table.entries {
      guard let kind = GestureKind.Name(rawValue: entry.key) else {
        let kinds = GestureKind.Name.allCases.map { $0.rawValue }
        report(
          "\(entry.key.quoted) is not a kind of gestures: write [profile.tap], for example", at: entry.keyPlace,
          suggestion: kinds.closest(to: entry.key))
        continue
      }
      let field = Field(key: entry.key, value: entry.value)
      guard let profile = self.table(field, example: "[profile.\(entry.key)]") else { continue }
      let keys = kind.profileKeys.map { $0.name }
      guard checkKeys(of: profile, known: keys, in: "the profile of a \(entry.key)") else { continue }
      let before = findings.diagnostics.count
      kind.traits.read(profile, self).traits.check(profile, self)
      _ = takePixelLengths()  // They count where gestures use them.
      if findings.diagnostics.count == before { profiles[entry.key] = profile }
    }
    return profiles
  }
}

extension TOMLTable {
  /// Returns the document with further entries in its gestures.
  func filling(_ entries: (TOMLTable) -> [Entry]) -> TOMLTable {
    guard let index = self.entries.firstIndex(where: { $0.key == "gesture" }),
      case .array(let gestures) = self.entries[index].value.content
    else { return self }
    var root = self
    let filled = gestures.map { gesture in
      guard case .table(var table) = gesture.content else { return gesture }
      table.entries += entries(table)
      var filled = gesture
      filled.content = .table(table)
      return filled
    }
    root.entries[index].value.content = .array(filled)
    return root
  }
}
