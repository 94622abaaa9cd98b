import Actions

extension ConfigurationReader {
  func readNamedActions(_ root: TOMLTable) {
    for entry in namedTables("actions", of: root) {
      declare(entry.key, .action, at: entry.keyPlace)
      let field = Field(key: entry.key, value: entry.value)
      let actions = oneOrMore(field) { field -> Action? in
        guard let table = table(field, example: "[actions.\(entry.key)]") else { return nil }
        if let every = table["every"] {
          report("\"every\" belongs to a table in [gesture.on], not to a named action", at: every.keyPlace)
        }
        return action(table)
      }
      configuration.actions.append(NamedAction(name: entry.key, actions: actions ?? []))
    }
  }

  /// `action` and `[gesture.on]`.
  func readActions(of table: TOMLTable, kind: GestureKind.Name?) -> [ActionBinding] {
    var bindings: [ActionBinding] = []
    if let entry = table["action"] {
      bindings += self.bindings(Field(key: "action", value: entry.value), state: .recognized, kind: kind)
    }
    guard let on = subtable("on", of: table, example: "[gesture.on]") else { return bindings }
    checkKeys(of: on, known: Keys.states, in: "[gesture.on]") { key in
      ["action", "recognized"].contains(key) ? "\(key.quoted) is no state: write \"action\" in [[gesture]]" : nil
    }
    for entry in on.entries {
      guard let state = ActionBinding.State(rawValue: entry.key), state != .recognized else { continue }
      warnAboutState(state, of: kind, at: entry.keyPlace)
      bindings += self.bindings(Field(key: entry.key, value: entry.value), state: state, kind: kind)
    }
    return bindings
  }

  private func warnAboutState(_ state: ActionBinding.State, of kind: GestureKind.Name?, at place: SourcePlace) {
    guard let kind, kind.isDiscrete, state != .ended else { return }
    warn("a \(kind.rawValue) reports \"ended\" and nothing else: this action never runs", at: place)
  }

  /// Actions that no gesture sets off.
  func actions(_ field: Field) -> [Action] { bindings(field, state: .recognized, kind: nil).map(\.action) }

  /// A table, the name of a named action, or a list of those.
  private func bindings(_ field: Field, state: ActionBinding.State, kind: GestureKind.Name?) -> [ActionBinding] {
    switch field.value.content {
    case .array(let elements):
      return elements.flatMap { element -> [ActionBinding] in
        let field = Field(key: field.key, value: element)
        if case .array = element.content {
          report("\(field.key.quoted) takes a list of actions, not a list in a list", at: field.place)
          return []
        }
        return bindings(field, state: state, kind: kind)
      }
    case .string:
      guard let name = reference(.action)(field) else { return [] }
      let named = configuration.actions.first { $0.name == name }
      return named?.actions.map { ActionBinding(state: state, action: $0) } ?? []
    case .table(let table):
      let every = step(of: table, state: state, kind: kind)
      return action(table).map { [ActionBinding(state: state, action: $0, every: every)] } ?? []
    default:
      mismatch(field, expected: "a table such as { shell = \"…\" }, the name of an action, or a list of these")
      return []
    }
  }

  private func step(of table: TOMLTable, state: ActionBinding.State, kind: GestureKind.Name?) -> ActionBinding.Step? {
    guard let entry = table["every"] else { return nil }
    guard state == .changed else {
      report("\"every\" belongs to \"changed\" in [gesture.on], not to \(state.key.quoted)", at: entry.keyPlace)
      return nil
    }
    return kind.flatMap { step(Field(key: "every", value: entry.value), of: $0) }
  }

  /// One action with its options.
  private func action(_ table: TOMLTable) -> Action? {
    let known = Keys.actions + Keys.options.map(\.name) + ["every"]
    let isKnown = checkKeys(of: table, known: known, in: "an action")
    let given = table.entries.filter { Keys.actions.contains($0.key) }
    guard let entry = given.first else {
      if isKnown { report("an action needs one of \(Keys.actions.listed(joinedBy: "or"))", at: table.place) }
      return nil
    }
    if given.count > 1 {
      report(
        "one action does one thing, not \(given.map(\.key.quoted).listed(joinedBy: "and")): write a list of actions",
        at: given[1].keyPlace)
    }
    for option in table.entries {
      guard let owners = Keys.options.first(where: { $0.name == option.key })?.actions, !owners.contains(entry.key)
      else { continue }
      report(
        "\(option.key.quoted) is an option of \(owners.listed(joinedBy: "and")), not of \(entry.key)",
        at: option.keyPlace)
    }
    let field = Field(key: entry.key, value: entry.value)
    guard let action = action(field, in: table) else { return nil }
    outline.actionUses.append(ActionUse(action: action, field: field, table: table))
    return action
  }

  private func action(_ field: Field, in table: TOMLTable) -> Action? {
    switch field.key {
    case "shell": shellText(field).map { .shell($0, commandOptions(table)) }
    case "exec": command(field).map { .exec($0, commandOptions(table)) }
    case "sound": sound(field).map { .sound($0, volume: volume(table)) }
    case "key": keys(field).map { .key($0) }
    case "stream": command(field).map { .stream($0) }
    case "log": text(field).map { .log($0) }
    case "mode": mode(field).map { .mode($0) }
    case "led": led(field, table).map { .led($0) }
    default: haptic(field, table).map { .haptic($0) }
    }
  }

  private func mode(_ field: Field) -> String? {
    if case .string("default") = field.value.content { return "default" }
    return reference(.mode)(field)
  }
}

extension ActionBinding.State {
  /// Where a configuration says it.
  fileprivate var key: String { self == .recognized ? "action" : rawValue }
}
