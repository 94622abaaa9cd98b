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

  func readActions(of table: TOMLTable, kind: GestureKind?) -> [ActionBinding] {
    var bindings: [ActionBinding] = []
    if let entry = table["action"] {
      bindings += self.bindings(
        Field(key: "action", value: entry.value), Occasion(state: .recognized, key: "action", kind: kind))
    }
    guard let on = subtable("on", of: table, example: "[gesture.on]") else { return bindings }
    checkOccasions(of: on, kind: kind?.name)
    for entry in on.entries {
      guard let occasion = Occasion(key: entry.key, kind: kind) else { continue }
      warnAboutState(occasion.state, of: kind, at: entry.keyPlace)
      bindings += self.bindings(Field(key: entry.key, value: entry.value), occasion)
    }
    return bindings
  }

  private func checkOccasions(of on: TOMLTable, kind: GestureKind.Name?) {
    let words = kind.flatMap { $0.traits.stepWords }
    let directions = kind?.traits.hasDirections == false ? [] : ActionBinding.Direction.allCases.map { $0.rawValue }
    let known = Keys.states + directions + ActionBinding.Direction.allCases.compactMap { words?[$0] }
    checkKeys(of: on, known: kind == nil ? Keys.states + Keys.directions : known, in: "[gesture.on]") { entry in
      let key = entry.key
      if ["action", "recognized"].contains(key) {
        return KeyAdvice("\(key.quoted) is not a state: write \"action\" in [[gesture]]")
      }
      if Keys.gesture.contains(key) || kind?.keys.contains(where: { $0.name == key }) == true {
        return KeyAdvice("\(key.quoted) is a key of the gesture: write it above [gesture.on]")
      }
      guard let kind, Keys.directions.contains(key) else { return nil }
      guard !directions.isEmpty else {
        return KeyAdvice("a \(kind.rawValue) has no direction: write \"changed\", not \(key.quoted)")
      }
      let choice = directions.map { $0.quoted }.listed(joinedBy: "or")
      return KeyAdvice("\(key.quoted) is not a direction of a \(kind.rawValue): write \(choice)")
    }
  }

  private func warnAboutState(_ state: ActionBinding.State, of kind: GestureKind?, at place: SourcePlace) {
    guard let kind, kind.isDiscrete, state != .ended else { return }
    warn("a \(kind.name.rawValue) reports \"ended\" and nothing else: this action never runs", at: place)
  }

  /// Reads actions that don't belong to a gesture.
  func actions(_ field: Field) -> [Action] {
    bindings(field, Occasion(state: .recognized, key: "action", kind: nil, isOfGesture: false)).map { $0.action }
  }

  /// Reads a table, the name of a named action, or a list of these.
  private func bindings(_ field: Field, _ occasion: Occasion) -> [ActionBinding] {
    switch field.value.content {
    case .array(let elements):
      return elements.flatMap { element -> [ActionBinding] in
        let field = Field(key: field.key, value: element)
        if case .array = element.content {
          report("\(field.key.quoted) takes a list of actions, not a list in a list", at: field.place)
          return []
        }
        return bindings(field, occasion)
      }
    case .string:
      guard let name = reference(.action)(field) else { return [] }
      if occasion.direction != nil {
        reportMissingStep(of: occasion, at: field.place)
        return []
      }
      let named = configuration.actions.first { $0.name == name }
      for action in named?.actions ?? [] { checkPointer(action, occasion, at: field.place) }
      return named?.actions.map { ActionBinding(state: occasion.state, action: $0) } ?? []
    case .table(let table):
      let every = step(of: table, occasion)
      guard let action = action(table) else { return [] }
      outline.actionUses[outline.actionUses.count - 1].occasion = occasion
      checkPointer(action, occasion, at: table.place)
      return [ActionBinding(state: occasion.state, action: action, every: every, direction: occasion.direction)]
    default:
      mismatch(field, expected: "a table such as { shell = \"…\" }, the name of an action, or a list of these")
      return []
    }
  }

  private func step(of table: TOMLTable, _ occasion: Occasion) -> ActionBinding.Step? {
    guard let entry = table["every"] else {
      if occasion.direction != nil { reportMissingStep(of: occasion, at: table.place) }
      return nil
    }
    guard occasion.state == .changed else {
      return unusable(
        "\"every\" belongs to \"changed\" in [gesture.on], not to \(occasion.key.quoted)", at: entry.keyPlace)
    }
    return occasion.kind.flatMap { step(Field(key: "every", value: entry.value), of: $0.name) }
  }

  private func reportMissingStep(of occasion: Occasion, at place: SourcePlace) {
    guard let kind = occasion.kind?.name, kind.traits.hasDirections else { return }
    guard let step = kind.traits.step else { return }
    let example = "{ log = \"one step\", every = \(step.example.quoted) }"
    report("\(occasion.key.quoted) runs an action at each step, so it needs \"every\": \(example)", at: place)
  }

  /// Reads one action with its options.
  private func action(_ table: TOMLTable) -> Action? {
    let known = Keys.actions + Keys.options.map { $0.key.name } + ["every"]
    let isKnown = checkKeys(of: table, known: known, in: "an action")
    let given = table.entries.filter { Keys.actions.contains($0.key) }
    guard let entry = given.first else {
      if isKnown { report("an action needs one of \(Keys.actions.listed(joinedBy: "or"))", at: table.place) }
      return nil
    }
    if given.count > 1 {
      report(
        "one action does one thing, not \(given.map { $0.key.quoted }.listed(joinedBy: "and")): write a list of actions",
        at: given[1].keyPlace)
    }
    for option in table.entries {
      guard let owners = Keys.options.first(where: { $0.key.name == option.key })?.actions, !owners.contains(entry.key)
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
    case "shell": shellText(field, in: table).map { .shell($0, commandOptions(table)) }
    case "exec": command(field).map { .exec($0, commandOptions(table)) }
    case "sound": sound(field).map { .sound($0, volume: volume(table)) }
    case "key", "text": keys(field).map { .key($0) }
    case "click": click(field, table).map { .pointer(.click($0)) }
    case "scroll": scroll(field, table).map { .pointer(.scroll($0)) }
    case "drag": drag(field, table).map { .pointer(.drag($0)) }
    case "pointer": pointerMove(field, table).map { .pointer(.move($0)) }
    case "stream": command(field).map { .stream($0) }
    case "log": text(field).map { .log($0) }
    case "mode": mode(field).map { .mode($0) }
    case "focus": focus(field)
    case "led": led(field, table).map { .led($0) }
    case "backlight": backlight(field, table).map { .backlight($0) }
    case "unit": unit(field, table).map { .unit($0) }
    default: haptic(field, table).map { .haptic($0) }
    }
  }

  /// Reports a pointer action that can do nothing when it runs.
  private func checkPointer(_ action: Action, _ occasion: Occasion, at place: SourcePlace) {
    guard case .pointer(let action) = action else { return }
    let name = action.name.quoted
    guard occasion.isOfGesture else {
      if action.followsGesture {
        report("\(name) follows a gesture, and there is none here: use \("click".quoted) or a command", at: place)
      } else if action.place != .pointer {
        report("\(name) has no touch here: write at = \("pointer".quoted)", at: place)
      }
      return
    }
    guard !action.followsGesture || occasion.state == .recognized else {
      report("\(name) follows a whole gesture: write it as \("action".quoted), not in [gesture.on]", at: place)
      return
    }
    if let kind = occasion.kind, let problem = action.problem(with: kind) { report("\(name) \(problem)", at: place) }
  }

  /// Reads the name of a view, or "none".
  private func focus(_ field: Field) -> Action? {
    if case .string("none") = field.value.content { return .focus(nil) }
    return reference(.view)(field).map { .focus($0) }
  }

  /// Reads the name of a mode that may be activated.
  func mode(_ field: Field) -> String? {
    if case .string("default") = field.value.content { return "default" }
    return reference(.mode)(field)
  }
}

/// When an action runs: a key of `[gesture.on]`, or `action`.
struct Occasion {
  var state: ActionBinding.State
  /// The direction of the steps; `nil`: both, or the occasion has no steps.
  var direction: ActionBinding.Direction?
  let key: String
  /// `nil`: unknown, or the occasion does not belong to a gesture.
  let kind: GestureKind?
  var isOfGesture = true
}

extension Occasion {
  /// Creates the occasion of a key of `[gesture.on]`; `nil` for an unknown key.
  init?(key: String, kind: GestureKind?) {
    if let state = ActionBinding.State(rawValue: key), state != .recognized {
      self.init(state: state, key: key, kind: kind)
      return
    }
    let words = kind.flatMap { $0.name.traits.stepWords }
    guard let direction = ActionBinding.Direction.allCases.first(where: { $0.rawValue == key || words?[$0] == key })
    else { return nil }
    self.init(state: .changed, key: key, kind: kind)
    self.direction = direction
  }
}
