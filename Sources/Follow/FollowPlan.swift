// Follow: what the daemon should do in a session, from its compositor, its orientation sensor and logind.
import Actions
import Configuration
import Control
import Program
import Text

/// Decides what the daemon should do in the session's surroundings.
package struct FollowPlan {
  /// The source of the screens' orientation.
  package enum Rotation: String, CaseIterable, Sendable { case compositor, sensor, off }

  /// What the daemon should do.
  package struct Wishes: Equatable, Sendable {
    /// How often each screen is turned, by its name.
    package var turns: [String: Int] = [:]
    /// `nil`: neither an application nor the lock has a mode, so modes are left alone.
    package var mode: String?
    /// `nil`: unknown.
    package var isDisplayOn: Bool?
    /// Whether the session is in use by other means than touches, which reaches no idle step; `nil`: unknown, or there are no steps.
    package var isUsed: Bool?
    /// `nil`: unknown.
    package var layout: KeyboardLayout?

    package init() {}
  }

  private let screens: [String]
  private let rules: [FollowSettings]
  private let rotation: Rotation
  /// Whether it matters if the session is in use by other means than touches.
  package let followsUse: Bool
  /// Whether it matters if a display is dark.
  package let followsPower: Bool
  /// Whether it matters if the session is locked.
  package var followsLock: Bool { rules.contains { if case .locked = $0 { true } else { false } } }

  /// - Parameter followsUse: whether input of other devices than touchscreens counts for idle steps.
  package init(_ configuration: Configuration, rotation: Rotation, followsUse: Bool = true) {
    screens = configuration.screens.isEmpty ? [ScreenSettings().name] : configuration.screens.map(\.name)
    rules = configuration.follow
    self.rotation = rotation
    followsPower = configuration.screens.contains { $0.wakeGuard != nil }
    self.followsUse = followsUse && !configuration.idle.isEmpty
  }

  /// What the daemon should do now, after what it should do before. A screen whose picture is gone, as its display was switched off,
  /// stays turned as it was.
  package func wishes(in surroundings: Surroundings, after before: Wishes = Wishes()) -> Wishes {
    var wishes = Wishes()
    for screen in screens { wishes.turns[screen] = turns(of: screen, in: surroundings) ?? before.turns[screen] }
    wishes.mode = mode(in: surroundings)
    wishes.isDisplayOn = surroundings.outputs.flatMap { isOn($0) }
    wishes.isUsed = followsUse ? surroundings.isUsed : nil
    wishes.layout = surroundings.layout
    return wishes
  }

  /// Whether any display is on. An output that is disabled is not among the outputs, so without any of them all displays are off.
  private func isOn(_ outputs: [Surroundings.Output]) -> Bool? {
    let known = outputs.compactMap(\.isOn)
    return known.isEmpty && !outputs.isEmpty ? nil : known.contains(true)
  }

  /// Sentences about what cannot be followed.
  package func warnings(in surroundings: Surroundings) -> [String] {
    var sentences =
      surroundings.lock == .missing ? ["logind knows no session of this user: its lock is not followed"] : []
    guard rotation == .compositor, let outputs = surroundings.outputs else { return sentences }
    sentences += outputs.filter(\.isMirrored).map {
      "the output \($0.name.printable) is mirrored, which is not followed"
    }
    if outputs.count > 1 && screens.allSatisfy({ output(of: $0, in: surroundings) == nil }) {
      let names = outputs.map(\.name.printable).joined(separator: ", ")
      sentences.append(
        "there are several outputs (\(names)): their orientations are not followed; say which screen is which by "
          + "[[follow]] with `output` and `screen`")
    }
    return sentences
  }

  private func turns(of screen: String, in surroundings: Surroundings) -> Int? {
    switch rotation {
    case .off: nil
    case .sensor: surroundings.deviceTurns
    case .compositor: output(of: screen, in: surroundings).flatMap { $0.isMirrored ? nil : $0.turns }
    }
  }

  /// The output that shows a screen's picture: that of the first rule for the screen whose output is there; without a rule, the one with
  /// the screen's name, or the only one.
  private func output(of screen: String, in surroundings: Surroundings) -> Surroundings.Output? {
    let outputs = surroundings.outputs ?? []
    for case .output(let pattern, let ruled) in rules where ruled == screen {
      if let output = outputs.first(where: { $0.name.matches(pattern: pattern) }) { return output }
    }
    let hasRule = rules.contains { if case .output(_, screen) = $0 { true } else { false } }
    if hasRule { return nil }
    return outputs.first { $0.name == screen } ?? (outputs.count == 1 ? outputs.first : nil)
  }

  /// The mode of the first rule for the lock while the session is locked; otherwise that of the first rule that fits the application. An
  /// application's name is compared and never used for anything else.
  private func mode(in surroundings: Surroundings) -> String? {
    var hasRule = false
    var modeOfApplication: String?
    for rule in rules {
      switch rule {
      case .locked(let mode) where surroundings.lock == .locked: return mode
      case .locked: hasRule = hasRule || surroundings.lock == .unlocked
      case .application(let pattern, let mode):
        hasRule = true
        if modeOfApplication == nil, surroundings.application?.matches(pattern: pattern) == true {
          modeOfApplication = mode
        }
      case .output: break
      }
    }
    return modeOfApplication ?? (hasRule ? "default" : nil)
  }
}

extension FollowPlan.Wishes {
  /// The requests that lead from the former wishes, which the daemon knows, to these.
  package func requests(after before: Self) -> [ControlRequest] {
    var requests: [ControlRequest] = []
    for (screen, turns) in turns.sorted(by: { $0.key < $1.key }) {
      if turns != before.turns[screen] ?? 0 { requests.append(.turn(screen: screen, turns: turns)) }
    }
    if let mode, mode != before.mode ?? "default" { requests.append(.setMode(mode)) }
    if let isDisplayOn, isDisplayOn != before.isDisplayOn { requests.append(.setDisplay(isOn: isDisplayOn)) }
    if let isUsed, isUsed != before.isUsed ?? false { requests.append(.use(isUsed)) }
    if let layout, layout != before.layout { requests.append(.layout(layout)) }
    return requests
  }
}
