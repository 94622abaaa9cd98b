/// What can be used, but never does what was meant. Each warning is certain: what works on some screen, in some mode or for some
/// hand is none. New ones join `findWarnings`.
extension ConfigurationReader {
  func findWarnings() {
    warnAboutPressesThatWaitForPans()
    // What follows takes names and numbers at their word.
    guard isUsable else { return }
    warnAboutModesThatChangeNothing()
    warnAboutViewsOutOfReach()
    warnAboutGesturesThatNeverWin()
  }

  /// REQ-7: a finger that rests never makes a pan fail, so the press never begins.
  private func warnAboutPressesThatWaitForPans() {
    var kinds: [String: GestureKind.Name] = [:]
    for gesture in configuration.gestures { kinds[gesture.name] = gesture.kind.name }
    let views = gesturesByView()
    for requirement in requirements where kinds[requirement.gesture] == .longPress && kinds[requirement.other] == .pan {
      guard views.contains(where: { $0.contains(requirement.gesture) && $0.contains(requirement.other) }) else {
        continue
      }
      warn(
        "the long-press \(requirement.gesture.quoted) waits for the pan \(requirement.other.quoted) to fail, which a "
          + "resting finger never does: leave it out, a pan that begins makes the press fail anyway",
        at: requirement.place)
    }
  }

  /// Called while the bindings are read, where the place is known.
  func warnAboutState(_ state: ActionBinding.State, of kind: GestureKind.Name?, at place: SourcePlace) {
    guard let kind, state != .ended else { return }
    switch kind {
    case .tap, .swipe, .tickle, .stroke:
      warn("a \(kind.rawValue) reports \"ended\" and nothing else: this action never runs", at: place)
    case .longPress, .pan, .pinch, .rotation, .edgePan: break
    }
  }

  private func warnAboutModesThatChangeNothing() {
    for mode in configuration.modes where mode.disable.isEmpty && mode.enable.isEmpty {
      guard case .table(let modes) = root["mode"]?.value.content, let entry = modes[mode.name] else { continue }
      warn(
        "the mode \(mode.name.quoted) turns nothing off or on: name gestures or views in \"disable\" or \"enable\"",
        at: entry.keyPlace)
    }
  }
}

extension ModeSettings.Members {
  fileprivate var isEmpty: Bool { gestures.isEmpty && views.isEmpty }
}

// MARK: - Where things stand

extension ConfigurationReader {
  /// The tables of `[[key]]`; as many as there are settings, where there is no error.
  func documentTables(_ key: String) -> [TOMLTable] {
    guard case .array(let elements) = root[key]?.value.content else { return [] }
    return elements.compactMap { if case .table(let table) = $0.content { table } else { nil } }
  }

  /// Where a table says a key, or where the table begins.
  func place(of key: String, in table: TOMLTable) -> SourcePlace { table[key]?.value.place ?? table.place }

  /// Where a list of names, or the one name, says this one.
  func place(of name: String, under key: String, in table: TOMLTable) -> SourcePlace {
    if case .array(let elements) = table[key]?.value.content {
      for element in elements { if case .string(name) = element.content { return element.place } }
    }
    return place(of: key, in: table)
  }
}
