/// Checks a configuration that was read and resolved, with the outline of its file for the places.
///
/// Errors are what cannot work: cycles, pixels that no screen has. Warnings are what can be used and never does what was meant;
/// each is certain: what works on some screen, in some mode or for some hand is none. New ones join `check`.
struct ConfigurationChecker {
  let configuration: Configuration
  let outline: Outline
  let findings: Findings

  init(_ configuration: Configuration, _ outline: Outline, _ findings: Findings) {
    self.configuration = configuration
    self.outline = outline
    self.findings = findings
  }

  func check() {
    checkPixels()
    checkRequirements()
    warnAboutPressesThatWaitForPans()
    // What follows takes names and numbers at their word.
    guard findings.isUsable else { return }
    warnAboutModesThatChangeNothing()
    warnAboutViewsOutOfReach()
    warnAboutGesturesThatNeverWin()
  }

  /// REQ-7: a finger that rests never makes a pan fail, so the press never begins.
  private func warnAboutPressesThatWaitForPans() {
    var kinds: [String: GestureKind.Name] = [:]
    for gesture in configuration.gestures { kinds[gesture.name] = gesture.kind.name }
    let views = gesturesByView()
    for requirement in outline.requirements
    where kinds[requirement.gesture] == .longPress && kinds[requirement.other] == .pan {
      guard views.contains(where: { $0.contains(requirement.gesture) && $0.contains(requirement.other) }) else {
        continue
      }
      findings.warn(
        "the long-press \(requirement.gesture.quoted) waits for the pan \(requirement.other.quoted) to fail, which a "
          + "resting finger never does: leave it out, a pan that begins makes the press fail anyway",
        at: requirement.place)
    }
  }

  private func warnAboutModesThatChangeNothing() {
    for mode in configuration.modes where mode.disable.isEmpty && mode.enable.isEmpty {
      guard case .table(let modes) = outline.root["mode"]?.value.content, let entry = modes[mode.name] else { continue }
      findings.warn(
        "the mode \(mode.name.quoted) turns nothing off or on: name gestures or views in \"disable\" or \"enable\"",
        at: entry.keyPlace)
    }
  }
}

extension ModeSettings.Members {
  fileprivate var isEmpty: Bool { gestures.isEmpty && views.isEmpty }
}
