// Configuration/Checking: errors and warnings about what was read as a whole, a file for each subject.
import Gestures

/// Checks a configuration that was read and resolved; the outline of its file supplies the places for messages.
///
/// An error is something that cannot work: a cycle, or a length in pixels on a screen without `pixels`. A warning is something
/// that can be used but never does what was meant. Warnings are certain: anything that works on some screen, in some mode or
/// for some user gets none. The exceptions are pairs of gestures that are in each other's way for every user; a file can say that
/// they are meant. Add new checks to `check`. Gestures that no hand makes are not found here, but by playing hands: `Trials/Reach`.
struct ConfigurationChecker {
  let configuration: Configuration
  let outline: Outline
  let findings: Findings

  func check() {
    checkPixels()
    checkRequirements()
    checkSteps()
    checkFirstResponders()
    checkLetters()
    warnAboutPressesThatWaitForPans()
    // The checks below rely on names that exist and numbers in range.
    guard findings.isUsable else { return }
    noteDragsThatWaitForSwipes()
    warnAboutModesThatChangeNothing()
    warnAboutViewsOutOfReach()
    warnAboutGesturesOffTheChain()
    warnAboutSpreadsOfOneFinger()
    warnAboutKnocksTooClose()
    warnAboutRelationsWithoutEffect()
    warnAboutSurprises()
    warnAboutClicksInDrags()
  }

  /// Adds what only a user wants to know who checks a file: a reload leaves it out. Warnings are as certain as those of `check`; what some
  /// user may mean is a note.
  func checkHabits(on machine: Machine) {
    warnAboutModes()
    warnAboutDarkDisplays()
    warnAboutMissingInterception()
    warnAboutCommandLines()
    warnAboutUnits(on: machine)
    warnAboutUnusedTables()
    warnAboutUnlikelyValues()
    noteMovedLetters()
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

  /// Warns about gestures of one finger that ask how far apart their fingers land (PL-4).
  private func warnAboutSpreadsOfOneFinger() {
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture")) where gesture.kind.mostFingers == 1 {
      let name = "the \(gesture.kind.name.rawValue) \(gesture.name.quoted)"
      if let entry = table["min_spread"] {
        findings.warn(
          "\(name) is never recognized: \"min_spread\" needs several fingers, and it has one", at: entry.keyPlace)
      } else if let entry = table["max_spread"] {
        findings.warn("\"max_spread\" has no effect: \(name) has one finger", at: entry.keyPlace)
      }
    }
  }

  /// Warns about several knocks that would have to come sooner than knocks can (KNO-4).
  private func warnAboutKnocksTooClose() {
    let least = KnockGestureRecognizer.minimumInterval
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture")) {
      guard case .knock(let knock) = gesture.kind, knock.count > 1, knock.interval <= least else { continue }
      findings.warn(
        "the knock \(gesture.name.quoted) is never recognized: knocks are at least \(Int(least / .milliseconds(1))) ms apart, so "
          + "\("interval".quoted) must be longer",
        at: table.place(of: "interval"))
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

extension GestureKind {
  /// The most fingers that the gesture can have; `nil`: there is no limit, or it has no fingers of its own.
  fileprivate var mostFingers: Int? {
    switch self {
    case .tap(let tap): tap.fingers.most
    case .longPress(let press): press.fingers.most
    case .pan(let pan): pan.fingers.most
    case .transform(let transform): transform.fingers.most
    case .swipe(let swipe): swipe.fingers.most
    case .edgePan(let pan): pan.fingers
    case .stroke(let stroke): stroke.fingers
    case .tickle: 1
    case .pinch, .rotation, .sequence, .press, .remote, .switch, .shake, .knock, .turn: nil
    }
  }
}

extension ModeSettings.Members {
  fileprivate var isEmpty: Bool { gestures.isEmpty && views.isEmpty && idle.isEmpty }
}
