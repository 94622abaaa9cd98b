/// Warnings and notes about tables of the file that nothing uses.
extension ConfigurationChecker {
  func warnAboutUnusedTables() {
    noteWhatIsAlwaysOff()
    noteUnusedProfiles()
    noteUnusedActions()
    warnAboutScreensOutOfReach()
  }

  private func noteUnusedProfiles() {
    guard case .table(let profiles) = outline.root["profile"]?.value.content else { return }
    for entry in profiles.entries where !configuration.gestures.contains(where: { $0.kind.name.rawValue == entry.key })
    {
      findings.note("no gesture is a \(entry.key), so nothing has the values of this profile", at: entry.keyPlace)
    }
  }

  private func noteUnusedActions() {
    let used = Set(outline.references.lazy.filter { $0.kinds == [.action] }.map { $0.name })
    for (name, place) in outline.declared[.action].sorted(by: { $0.key < $1.key }) where !used.contains(name) {
      findings.note("nothing runs the action \(name.quoted): write action = \(name.quoted) in a gesture", at: place)
    }
  }

  /// Warns about screens that no touchscreen is, because an earlier one matches all that this one matches.
  private func warnAboutScreensOutOfReach() {
    for (index, screen) in configuration.screens.enumerated() {
      guard
        let first = configuration.screens[..<index].firstIndex(where: { $0.match.isAny || $0.match == screen.match })
      else { continue }
      let tables = outline.tables("screen")
      let place = tables[index].place(of: "name")
      let location = findings.location(of: tables[first].place(of: "name"), from: place)
      findings.warn(
        "no touchscreen is the screen \(screen.name.quoted): \(configuration.screens[first].name.quoted) \(location) comes first "
          + "and matches the same ones: give each a match of its own, as `tickle devices` lists them", at: place)
    }
  }
}

extension DeviceMatch {
  fileprivate var isAny: Bool { self == DeviceMatch() || self == DeviceMatch(name: "*") }
}
