import Actions

extension ConfigurationReader {
  /// Notes the place of a name's declaration.
  ///
  /// - Returns: false if the name was already declared, which has been reported.
  @discardableResult
  func declare(_ name: String, _ kind: DeclaredNames.Kind, at place: SourcePlace) -> Bool {
    if let first = outline.declared[kind][name] {
      report(
        "a second \(kind.rawValue) named \(name.quoted); the first is \(findings.location(of: first, from: place))",
        at: place)
      return false
    }
    outline.declared.insert(name, kind, at: place)
    return true
  }

  /// Returns a parser for a name, which is looked up once all names are known.
  func reference(_ kinds: DeclaredNames.Kind...) -> (Field) -> String? {
    { field in
      guard let name = self.filledText(field) else { return nil }
      self.outline.references.append(Reference(name: name, place: field.place, kinds: kinds))
      return name
    }
  }

  /// Returns a parser for one or more names; repeated names are returned once.
  func references(_ kinds: DeclaredNames.Kind...) -> (Field) -> [String]? {
    { field in
      guard
        let names = self.oneOrMore(
          field,
          as: { field -> (String, SourcePlace)? in
            self.filledText(field).map { ($0, field.place) }
          })
      else { return nil }
      self.outline.references += names.map { Reference(name: $0.0, place: $0.1, kinds: kinds) }
      var seen: Set<String> = []
      return names.map { $0.0 }.filter { seen.insert($0).inserted }
    }
  }

  func nameSet(_ field: Field) -> NameSet? {
    if case .string("all") = field.value.content { return .all }
    if case .string(let name) = field.value.content, ["*", "any", "everything"].contains(name) {
      return unusable(
        "\(field.key.quoted) takes names of gestures, or \("all".quoted)", at: field.place, suggestion: "all")
    }
    return references(.gesture)(field).map { .names($0) }
  }

  // MARK: Modes

  func readModes(_ root: TOMLTable) {
    for entry in namedTables("mode", of: root) {
      guard entry.key != "default" else {
        report("\"default\" is the name for having no mode: choose another name", at: entry.keyPlace)
        continue
      }
      let field = Field(key: entry.key, value: entry.value)
      guard let table = table(field, example: "[mode.\(entry.key)]") else { continue }
      checkKeys(of: table, known: Keys.mode, in: "a mode") { field in
        guard field.key == "name" else { return nil }
        return KeyAdvice("a mode has its name in its header: leave this out", at: field.place, fix: "")
      }
      declare(entry.key, .mode, at: entry.keyPlace)
      var mode = ModeSettings(name: entry.key)
      read("timeout", of: table, into: &mode.timeout, as: limit(positiveTime))
      readMembers(.disable, of: table)
      readMembers(.enable, of: table)
      mode.entered = modeActions("entered", of: table)
      mode.left = modeActions("left", of: table)
      configuration.modes.append(mode)
    }
  }

  /// Reads the actions of a mode. A switch of modes is refused, because two modes could switch to each other without end.
  private func modeActions(_ key: String, of table: TOMLTable) -> [Action] {
    guard let entry = table[key] else { return [] }
    let actions = actions(Field(key: key, value: entry.value))
    let switches = actions.contains { if case .mode = $0 { true } else { false } }
    if switches { report("\(key.quoted) cannot switch to another mode", at: entry.value.place) }
    return switches ? [] : actions
  }

  private func readMembers(_ list: ModeMember.List, of table: TOMLTable) {
    var names: [String] = []
    read(list.rawValue, of: table, into: &names, as: references(.gesture, .view, .screen, .idle))
    outline.modeMembers += names.map { ModeMember(name: $0, mode: configuration.modes.count, list: list) }
  }

  // MARK: Idle steps

  func readIdle(_ root: TOMLTable) {
    for table in tables("idle", of: root) {
      checkKeys(of: table, known: Keys.idle, in: "an idle step")
      guard let after = table["after"] else {
        report("this idle step has no \"after\": write the time without a touch, such as \"60s\"", at: table.place)
        continue
      }
      let name = table["name"] == nil ? nil : self.name(of: table, a: "idle step")
      let written = if case .string(let text) = after.value.content { text } else { after.value.described }
      var step = IdleSettings(name: name?.name ?? written, after: .seconds(60))
      declare(step.name, .idle, at: name?.place ?? after.value.place)
      read("after", of: table, into: &step.after, as: positiveTime)
      read("enabled", of: table, into: &step.isEnabled, as: boolean)
      step.actions = actionsWithoutGesture("action", of: table)
      step.activeActions = actionsWithoutGesture("active", of: table)
      configuration.idle.append(step)
    }
  }

  private func actionsWithoutGesture(_ key: String, of table: TOMLTable) -> [Action] {
    table[key].map { actions(Field(key: key, value: $0.value)) } ?? []
  }
}
