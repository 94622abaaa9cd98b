import Gestures

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

  /// The relations of a gesture that say which gestures stop which.
  private func relations(of gesture: GestureSettings) -> [(key: String, names: NameSet)] {
    [
      ("simultaneous_with", gesture.simultaneousWith), ("does_not_prevent", gesture.doesNotPrevent),
      ("not_prevented_by", gesture.notPreventedBy),
    ]
  }

  /// Notes relations of gestures that share no touch, as they are on different views that are in no other one.
  func noteRelationsApart() {
    guard configuration.screens.allSatisfy({ $0.exclusive == .touch }) else { return }
    let inner = configuration.views.filter { $0.parent != nil }.flatMap { [$0.name, $0.parent ?? ""] }
    let alone = Set(configuration.views.map { $0.name }).subtracting(inner)
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture"))
    where alone.isSuperset(of: gesture.views) {
      for (key, names) in relations(of: gesture) where names != .all && !gesture.views.isEmpty {
        guard let place = table[key]?.keyPlace else { continue }
        let others = configuration.gestures.filter { names.contains($0.name) }
        let areApart = others.allSatisfy { other in
          !other.views.isEmpty && alone.subtracting(gesture.views).isSuperset(of: other.views)
        }
        guard let other = others.first, areApart else { continue }
        findings.note(
          "\(key.quoted) has no effect: \(other.name.quoted) is on another view, so they share no touch: leave it out",
          at: place)
      }
    }
  }

  /// Warns about relations of gestures without touches, which prevent no gesture and are prevented by none (FR-5).
  func warnAboutRelationsWithoutEffect() {
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture")) {
      for (key, names) in relations(of: gesture) {
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
