/// Warnings and notes about relations that have no effect, or another one than expected.
extension ConfigurationChecker {
  /// Notes drags that wait for a swipe until the lift, because what they do when they begin cannot be taken back (REQ-10).
  func noteDragsThatWaitForSwipes() {
    guard configuration.screens.isEmpty || configuration.screens.contains(where: { $0.recognition == .hand }) else {
      return
    }
    for requirement in outline.requirements {
      guard let drag = configuration.gestures.first(where: { $0.name == requirement.gesture }),
        let swipe = configuration.gestures.first(where: { $0.name == requirement.other }),
        drag.mayYield(toAwaited: swipe), !drag.yieldsTo.contains(swipe.name), let state = drag.irreversibleState
      else { continue }
      findings.note(
        "the \(drag.kind.name.rawValue) \(drag.name.quoted) waits until the swipe \(swipe.name.quoted) has failed, which can take until the "
          + "lift, because its action \(state == .recognized ? "" : "for \(state.rawValue.quoted) ")cannot be taken back; with yields_to = "
          + "[\(swipe.name.quoted)] instead, it begins at once and is cancelled by a flick",
        at: requirement.place)
    }
  }

  /// Warns about relations of gestures without touches, which prevent no gesture and are prevented by none (FR-5).
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
