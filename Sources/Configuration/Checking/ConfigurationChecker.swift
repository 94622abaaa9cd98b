/// Checks a configuration that was read and resolved; the outline of its file supplies the places for messages.
///
/// An error is something that cannot work: a cycle, or a length in pixels on a screen without `pixels`. A warning is something
/// that can be used but never does what was meant. Warnings are certain: anything that works on some screen, in some mode or
/// for some user gets none. The exceptions are pairs of gestures that surprise every hand; a file can say that they are meant. Add
/// new checks to `check`.
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
    checkSteps()
    warnAboutPressesThatWaitForPans()
    // The checks below rely on names that exist and numbers in range.
    guard findings.isUsable else { return }
    warnAboutModesThatChangeNothing()
    warnAboutViewsOutOfReach()
    warnAboutGesturesThatNeverWin()
    warnAboutSurprises()
  }

  /// Warns about presses that can never begin: a resting finger never makes a pan fail (REQ-7).
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
        "the long-press \(requirement.gesture.quoted) waits for the pan \(requirement.other.quoted) to fail, which "
          + "never happens while a finger rests: remove this requirement, as a pan that begins makes the press fail anyway",
        at: requirement.place)
    }
  }

  private func warnAboutModesThatChangeNothing() {
    for mode in configuration.modes where mode.disable.isEmpty && mode.enable.isEmpty {
      guard case .table(let modes) = outline.root["mode"]?.value.content, let entry = modes[mode.name] else { continue }
      findings.warn(
        "the mode \(mode.name.quoted) changes nothing: name gestures, views or idle steps in \"disable\" or \"enable\"",
        at: entry.keyPlace)
    }
  }
}

extension ModeSettings.Members {
  fileprivate var isEmpty: Bool { gestures.isEmpty && views.isEmpty && idle.isEmpty }
}
