/// What the file gives names to, and where.
struct DeclaredNames {
  enum Kind: String { case screen, view, gesture, mode, action }

  private var places: [Kind: [String: SourcePlace]] = [:]

  subscript(kind: Kind) -> [String: SourcePlace] { places[kind, default: [:]] }

  mutating func insert(_ name: String, _ kind: Kind, at place: SourcePlace) { places[kind, default: [:]][name] = place }
}

/// A name that something in the file must bear.
struct Reference {
  var name: String
  var place: SourcePlace
  /// The kinds of what may bear it; the first is what the reader probably expects.
  var kinds: [DeclaredNames.Kind]
}

struct ModeMember {
  var name: String
  /// Index of the mode.
  var mode: Int
  var list: WritableKeyPath<ModeSettings, ModeSettings.Members>
}

extension ConfigurationReader {
  /// - Returns: whether the name is new; otherwise the second one has been reported.
  @discardableResult
  func declare(_ name: String, _ kind: DeclaredNames.Kind, at place: SourcePlace) -> Bool {
    if let first = declared[kind][name] {
      report("a second \(kind.rawValue) named \(name.quoted); the first is in line \(first.line)", at: place)
      return false
    }
    declared.insert(name, kind, at: place)
    return true
  }

  /// A name that is looked up when all are known.
  func reference(_ kinds: DeclaredNames.Kind...) -> (Field) -> String? {
    { field in
      guard let name = self.filledText(field) else { return nil }
      self.references.append(Reference(name: name, place: field.place, kinds: kinds))
      return name
    }
  }

  /// One name or several, each once.
  func references(_ kinds: DeclaredNames.Kind...) -> (Field) -> [String]? {
    { field in
      guard
        let names = self.oneOrMore(
          field,
          as: { field -> (String, SourcePlace)? in
            self.filledText(field).map { ($0, field.place) }
          })
      else { return nil }
      self.references += names.map { Reference(name: $0.0, place: $0.1, kinds: kinds) }
      var seen: Set<String> = []
      return names.map(\.0).filter { seen.insert($0).inserted }
    }
  }

  func nameSet(_ field: Field) -> NameSet? {
    if case .string("all") = field.value.content { return .all }
    return references(.gesture)(field).map { .names($0) }
  }

  func resolveReferences() {
    for reference in references where !reference.kinds.contains(where: { declared[$0][reference.name] != nil }) {
      let candidates = reference.kinds.flatMap { declared[$0].keys }.sorted()
      let nouns = reference.kinds.map(\.rawValue).listed(joinedBy: "or")
      let suggestion = candidates.closest(to: reference.name)
      let hint = suggestion == nil ? hint(for: reference) : ""
      report("no \(nouns) is named \(reference.name.quoted)\(hint)", at: reference.place, suggestion: suggestion)
    }
  }
}

extension ConfigurationReader {
  /// What was probably meant where no name is near.
  private func hint(for reference: Reference) -> String {
    if reference.kinds == [.action] && reference.name.contains(" ") {
      return ": a command is written { shell = \"…\" }"
    }
    if reference.kinds.contains(.view) && reference.name == "all" { return ": leave it out for the whole screen" }
    return ""
  }
}

// MARK: - Modes

extension ConfigurationReader {
  func readModes(_ root: TOMLTable) {
    for entry in namedTables("mode", of: root) {
      guard entry.key != "default" else {
        report("the mode \"default\" is the one without any mode: choose another name", at: entry.keyPlace)
        continue
      }
      let field = Field(key: entry.key, value: entry.value)
      guard let table = table(field, example: "[mode.\(entry.key)]") else { continue }
      checkKeys(of: table, known: Keys.mode, in: "a mode")
      declare(entry.key, .mode, at: entry.keyPlace)
      var mode = ModeSettings(name: entry.key)
      read("timeout", of: table, into: &mode.timeout, as: limit(positiveTime))
      readMembers("disable", of: table, into: \.disable)
      readMembers("enable", of: table, into: \.enable)
      configuration.modes.append(mode)
    }
  }

  private func readMembers(
    _ key: String, of table: TOMLTable, into list: WritableKeyPath<ModeSettings, ModeSettings.Members>
  ) {
    var names: [String] = []
    read(key, of: table, into: &names, as: references(.gesture, .view, .screen))
    modeMembers += names.map { ModeMember(name: $0, mode: configuration.modes.count, list: list) }
  }

  func resolveModeMembers() {
    for member in modeMembers {
      if declared[.gesture][member.name] != nil {
        configuration.modes[member.mode][keyPath: member.list].gestures.append(member.name)
      }
      if declared[.view][member.name] != nil || declared[.screen][member.name] != nil {
        configuration.modes[member.mode][keyPath: member.list].views.append(member.name)
      }
    }
  }
}
