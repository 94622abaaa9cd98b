/// What can be used, but hardly does what was meant. New warnings join `findWarnings`.
extension ConfigurationReader {
  func findWarnings() {
    warnAboutPressesThatWaitForPans()
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
}
