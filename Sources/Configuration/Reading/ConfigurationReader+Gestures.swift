import Gestures

extension ConfigurationReader {
  func readGestures(_ root: TOMLTable) {
    for table in tables("gesture", of: root) {
      let name = gestureName(of: table)
      let kind = kindName(of: table)
      checkGestureKeys(of: table, kind: kind)
      var gesture = GestureSettings(
        name: name ?? "", kind: kind.map { $0.traits.read(table, self) } ?? .tap(TapSettings()))
      if kind != nil { gesture.kind.traits.check(table, self) }
      readCommonKeys(of: table, into: &gesture)
      checkCommonKeys(of: table, in: gesture)
      gesture.actions = readActions(of: table, kind: kind == nil ? nil : gesture.kind)
      noteRequirements(of: gesture, in: table)
      notePixelLengths(of: .gesture(configuration.gestures.count))
      configuration.gestures.append(gesture)
    }
  }

  func readCommonKeys(of table: TOMLTable, into gesture: inout GestureSettings) {
    read("view", of: table, into: &gesture.views, as: references(.view, .screen))
    read("enabled", of: table, into: &gesture.isEnabled, as: boolean)
    read("requires_failure_of", of: table, into: &gesture.requiresFailureOf, as: references(.gesture))
    read("required_to_fail_by", of: table, into: &gesture.requiredToFailBy, as: references(.gesture))
    read("simultaneous_with", of: table, into: &gesture.simultaneousWith, as: nameSet)
    read("does_not_prevent", of: table, into: &gesture.doesNotPrevent, as: nameSet)
    read("not_prevented_by", of: table, into: &gesture.notPreventedBy, as: nameSet)
    read("yields_to", of: table, into: &gesture.yieldsTo, as: references(.gesture))
    read("ignores_touches_in", of: table, into: &gesture.ignoresTouchesIn, as: references(.view, .screen))
    read("tools", of: table, into: &gesture.tools, as: tools)
    read("held", of: table, into: &gesture.held, as: whole(0...9))
    read("held_side", of: table, into: &gesture.heldSide, as: choice)
    readPlaces(of: table, into: &gesture)
    read("min_spread", of: table, into: &gesture.minSpread, as: positiveLength)
    read("max_spread", of: table, into: &gesture.maxSpread, as: positiveLength)
    read("cancels_touches", of: table, into: &gesture.cancelsTouches, as: boolean)
    read("delays_touches_began", of: table, into: &gesture.delaysTouchesBegan, as: boolean)
    read("max_delay", of: table, into: &gesture.maxDelay, as: delayLimit)
    read("delays_touches_ended", of: table, into: &gesture.delaysTouchesEnded, as: boolean)
  }

  /// Reports keys that don't go together.
  func checkCommonKeys(of table: TOMLTable, in gesture: GestureSettings) {
    if !gesture.yieldsTo.isEmpty, gesture.kind.isDiscrete, let place = table["yields_to"]?.keyPlace {
      report(
        "\"yields_to\" is for gestures that go on: a \(gesture.kind.name.rawValue) is over when it is recognized",
        at: place)
    }
    if gesture.yieldsTo.contains(gesture.name), let place = table["yields_to"]?.value.place {
      report("\(gesture.name.quoted) cannot yield to itself", at: place)
    }
    if gesture.heldSide != nil, gesture.held == 0, let place = table["held_side"]?.keyPlace {
      report("\"held_side\" needs \"held\", the number of fingers that rest", at: place)
    }
    if let least = gesture.minSpread, let greatest = gesture.maxSpread, least.isAtLeast(greatest) {
      report("\"max_spread\" must be more than \"min_spread\"", at: table["max_spread"]?.value.place ?? table.place)
    }
  }

  /// Reads a time, or "none".
  func delayLimit(_ field: Field) -> DelayLimit? {
    limit(time)(field).map { time in time.map(DelayLimit.time) ?? .unlimited }
  }

  private func gestureName(of table: TOMLTable) -> String? {
    guard let (name, place) = name(of: table, a: "gesture") else { return nil }
    if name == "all" { report("\"all\" means every gesture: choose another name", at: place) }
    declare(name, .gesture, at: place)
    return name
  }

  private func kindName(of table: TOMLTable) -> GestureKind.Name? {
    guard let entry = table["kind"] else {
      return unusable("this gesture has no \"kind\": one of \(kindNames.listed(joinedBy: "or"))", at: table.place)
    }
    return choice(Field(key: "kind", value: entry.value))
  }

  private func checkGestureKeys(of table: TOMLTable, kind: GestureKind.Name?) {
    // If the kind is unknown, accept the parameters of all kinds.
    let parameters = (kind.map { [$0] } ?? GestureKind.Name.allCases).flatMap { $0.ownKeys }
    let owner = kind.map { "besides the common keys, a \($0.rawValue)" } ?? "a gesture"
    let common = Keys.gesture.filter { kind?.has($0) != false }
    checkKeys(of: table, known: common + parameters, listed: parameters, in: owner) { entry in
      let key = entry.key
      if let kind, Keys.gesture.contains(key) {
        let advice = kind.input == .steps ? "write it in the steps of the sequence" : "a \(kind.rawValue) has none"
        return KeyAdvice("\(key.quoted) is about touches: \(advice)")
      }
      if Keys.states.contains(key) { return KeyAdvice("\(key.quoted) is a state: write it in [gesture.on]") }
      if Keys.directions.contains(key) {
        return KeyAdvice("\(key.quoted) is a direction of steps: write it in [gesture.on]")
      }
      if Keys.actions.contains(key) || OtherWords.meanings(of: key).contains(where: Keys.actions.contains),
        let advice = actionOutside(entry, of: table)
      {
        return advice
      }
      if let kind, let advice = adviceOnOtherKind(key, of: kind, known: common + parameters) { return advice }
      return (common + parameters).meant(by: key) == nil ? actionOutside(entry, of: table) : nil
    }
  }

  /// Advice about a key that only other kinds have; `nil` if none has it.
  func adviceOnOtherKind(_ key: String, of kind: GestureKind.Name, known: [String]) -> KeyAdvice? {
    let kinds = GestureKind.Name.allCases.filter { $0.keys.contains { $0.name == key } }.map { $0.rawValue }
    if kinds.isEmpty { return nil }
    return KeyAdvice(
      "\(key.quoted) is a parameter of \(kinds.listed(joinedBy: "and")), not of \(kind.rawValue)",
      suggestion: OtherWords.meanings(of: key).first(where: known.contains))
  }

  /// Advice about an action that is written as a key of a gesture.
  private func actionOutside(_ entry: TOMLTable.Entry, of table: TOMLTable) -> KeyAdvice? {
    let known = Keys.actions.contains(entry.key) ? entry.key : Keys.actions.meant(by: entry.key)
    guard let known else { return nil }
    let action = "action = { \(known) = \(written(at: entry.value.place)) }"
    let isFree = table["action"] == nil && entry.place != entry.keyPlace
    return KeyAdvice(
      "\(entry.key.quoted) is what an action does: write action = { \(known) = … }", at: entry.place,
      fix: isFree ? action : nil)
  }

  private var kindNames: [String] { GestureKind.Name.allCases.map { $0.rawValue } }

  /// The types of touches, by their names in configurations.
  private enum Tool: String, CaseIterable { case palm, finger, pen }

  private func tools(_ field: Field) -> Set<Touch.TouchType>? {
    guard let tools: Set<Tool> = choices(field) else { return nil }
    return Set(
      tools.map { tool in
        switch tool {
        case .palm: .palm
        case .finger: .finger
        case .pen: .pen
        }
      })
  }

  // MARK: Steps

  /// Reads the names of at least two gestures, which may repeat.
  func steps(_ field: Field) -> [String]? {
    guard let steps = list(field, expected: "a list of gestures", as: { $0 }) else { return nil }
    guard (2...20).contains(steps.count) else {
      return unusable("a sequence has from 2 to 20 steps, not \(steps.count)", at: field.place)
    }
    let names = steps.compactMap { filledText($0) }
    for (name, step) in zip(names, steps) where names.count == steps.count {
      outline.references.append(Reference(name: name, place: step.place, kinds: [.gesture]))
      outline.steps.append(Step(sequence: configuration.gestures.count, name: name, place: step.place))
    }
    return names.count == steps.count ? names : nil
  }

  // MARK: Learned shapes

  func templateName(_ field: Field) -> String? {
    guard let name = filledText(field) else { return nil }
    use(name, at: field.place)
    return name
  }

  func noteAllTemplates(at place: SourcePlace) { use(nil, at: place) }

  /// Notes a shape used by the current gesture, which will be appended to the configuration once it is read.
  private func use(_ template: String?, at place: SourcePlace) {
    outline.strokeUses.append(StrokeUse(gesture: configuration.gestures.count, template: template, place: place))
  }

  // MARK: Requirements

  func noteRequirements(of gesture: GestureSettings, in table: TOMLTable) {
    guard !gesture.name.isEmpty else { return }
    for (name, place) in names("requires_failure_of", of: table) {
      note(Requirement(gesture: gesture.name, other: name, place: place))
    }
    for (name, place) in names("required_to_fail_by", of: table) {
      note(Requirement(gesture: name, other: gesture.name, place: place))
    }
  }

  private func note(_ requirement: Requirement) {
    if requirement.gesture == requirement.other {
      report("\(requirement.gesture.quoted) cannot wait for its own failure", at: requirement.place)
    } else {
      outline.requirements.append(requirement)
    }
  }

  /// The names in a list; other elements have been reported.
  private func names(_ key: String, of table: TOMLTable) -> [(String, SourcePlace)] {
    guard let value = table[key]?.value else { return [] }
    let values = if case .array(let elements) = value.content { elements } else { [value] }
    return values.compactMap { value in
      if case .string(let name) = value.content { (name, value.place) } else { nil }
    }
  }
}
