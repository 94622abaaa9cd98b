/// Warnings about relations of gestures without touches, which prevent no gesture and are prevented by none (FR-5).
extension ConfigurationChecker {
  func warnAboutRelationsWithoutEffect() {
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture")) {
      let relations = [
        ("simultaneous_with", gesture.simultaneousWith), ("does_not_prevent", gesture.doesNotPrevent),
        ("not_prevented_by", gesture.notPreventedBy),
      ]
      for (key, names) in relations {
        guard let place = table[key]?.keyPlace else { continue }
        let kind = gesture.kind.name
        let others = configuration.gestures.filter { $0.name != gesture.name && names.contains($0.name) }
        if !kind.input.isOnScreen {
          // Between presses, such a key says that both are meant (`warnAboutSurprises`).
          if kind == .press && others.contains(where: { $0.kind.name == .press }) { continue }
          findings.warn(
            "\(key.quoted) has no effect: a \(kind.rawValue) prevents no other gesture, and none prevents it", at: place
          )
        } else if names != .all, let other = others.first, !others.contains(where: { $0.kind.name.input.isOnScreen }) {
          findings.warn(
            "\(key.quoted) has no effect: the \(other.kind.name.rawValue) \(other.name.quoted) prevents no other gesture, and "
              + "none prevents it",
            at: place)
        }
      }
    }
  }
}
