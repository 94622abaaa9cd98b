import Actions

/// Warnings and notes about modes: what enters and leaves them, and what they turn on and off.
extension ConfigurationChecker {
  func warnAboutModes() {
    guard case .table(let tables) = outline.root["mode"]?.value.content else { return }
    for mode in configuration.modes where mode.disable != mode.enable {
      guard let entry = tables[mode.name], case .table(let table) = entry.value.content else { continue }
      noteMembersWithoutEffect(of: mode, in: table)
      if !isEntered(mode) {
        noteMissingEntrance(of: mode, at: entry.keyPlace)
      } else if !canBeLeft(mode) {
        let byIdle = configuration.idle.contains { $0.actions.contains(.mode(mode.name)) }
        findings.warn(
          "nothing leaves the mode \(mode.name.quoted): give "
            + (byIdle ? "the idle step active = { mode = \("default".quoted) }" : "the mode a timeout")
            + ", or a gesture that is on in it the action { mode = \("default".quoted) }", at: entry.keyPlace)
      }
    }
  }

  /// Adds a note about a mode that a client may enter. A file that leaves the actions of gestures to clients, lets watchers set modes, or says
  /// how clients enter modes, has clients.
  private func noteMissingEntrance(of mode: ModeSettings, at place: SourcePlace) {
    let steps = Set(outline.steps.map { $0.name })
    let hasClients =
      configuration.daemon.watchRights.contains(.steer)
      || configuration.gestures.contains { $0.actions.isEmpty && !steps.contains($0.name) }
    if hasClients || findings.mention("tickle set mode") { return }
    findings.note(
      "nothing but `tickle set mode` enters the mode \(mode.name.quoted): give a gesture the action "
        + "{ mode = \(mode.name.quoted) }", at: place)
  }

  private func noteMembersWithoutEffect(of mode: ModeSettings, in table: TOMLTable) {
    for (key, members, others, isOn) in [
      ("enable", mode.enable, mode.disable, true), ("disable", mode.disable, mode.enable, false),
    ] {
      for name in Set(members.gestures + members.views + members.idle).sorted() {
        let isInBoth = (others.gestures + others.views + others.idle).contains(name)
        guard !isInBoth, isConfigured(name, as: isOn) else { continue }
        findings.note(
          "\(key.quoted) does not change \(name.quoted), which is \(isOn ? "on" : "off") in every mode"
            + (isOn ? ": if it is for this mode only, give it enabled = false" : ""),
          at: table.place(of: name, under: key))
      }
    }
  }

  /// Whether everything with a name is on, or off, without a mode.
  private func isConfigured(_ name: String, as isOn: Bool) -> Bool {
    configuration.gestures.allSatisfy { $0.name != name || $0.isEnabled == isOn }
      && configuration.views.allSatisfy { $0.name != name || $0.isEnabled == isOn }
      && configuration.idle.allSatisfy { $0.name != name || $0.isEnabled == isOn }
      && (isOn || outline.declared[.screen][name] == nil)
  }

  private func isEntered(_ mode: ModeSettings) -> Bool {
    outline.actionUses.contains { $0.action == .mode(mode.name) }
      || configuration.follow.contains {
        switch $0 {
        case .application(_, mode.name), .locked(mode.name): true
        default: false
        }
      }
  }

  /// Whether a timeout, a gesture, an idle step, an application or a command can end a mode.
  private func canBeLeft(_ mode: ModeSettings) -> Bool {
    if mode.timeout != nil || !configuration.follow.isEmpty { return true }
    let idle = configuration.idle.filter {
      mode.enable.idle.contains($0.name) || $0.isEnabled && !mode.disable.idle.contains($0.name)
    }
    var actions = idle.flatMap { $0.actions + $0.activeActions } + configuration.screens.flatMap { $0.wakeActions }
    actions += configuration.gestures.filter { isOn($0, in: mode) }.flatMap { $0.actions.map { $0.action } }
    return actions.contains { action in
      if case .mode(let other) = action { return other != mode.name }
      return RunProgram.all(of: action).contains { ([$0.name] + $0.arguments).contains("tickle") }
    }
  }

  /// Whether a gesture may be recognized in a mode, as far as what the mode names is concerned.
  private func isOn(_ gesture: GestureSettings, in mode: ModeSettings) -> Bool {
    guard
      mode.enable.gestures.contains(gesture.name) || gesture.isEnabled && !mode.disable.gestures.contains(gesture.name)
    else { return false }
    if case .sequence(let sequence) = gesture.kind {
      return configuration.gestures.allSatisfy { !sequence.steps.contains($0.name) || isOn($0, in: mode) }
    }
    guard gesture.kind.name.input.isOnScreen else { return true }
    let screens = configuration.screens.isEmpty ? [ScreenSettings()] : configuration.screens
    let off = Set(mode.disable.views).subtracting(mode.enable.views)
    return screens.contains { !off.contains($0.name) }
      && (gesture.views.isEmpty || gesture.views.contains { !off.contains($0) })
  }

  /// Adds a note about each gesture and idle step that is off and that no mode turns on.
  func noteWhatIsAlwaysOff() {
    let gestures = configuration.gestures.map { ($0.name, $0.isEnabled) }
    let idle = configuration.idle.map { ($0.name, $0.isEnabled) }
    let enabled = Set(configuration.modes.flatMap { $0.enable.gestures + $0.enable.idle })
    let off = zip(gestures + idle, outline.tables("gesture") + outline.tables("idle")).filter { item, _ in
      !item.1 && !enabled.contains(item.0)
    }
    if off.isEmpty || findings.mention("tickle set gesture") { return }
    for ((name, _), table) in off {
      findings.note(
        "\(name.quoted) is off, and no mode turns it on: name it in the \("enable".quoted) of a mode, or remove enabled = false",
        at: table.place(of: "enabled"))
    }
  }
}
