import Actions

/// Warnings about displays that stay dark.
extension ConfigurationChecker {
  func warnAboutDarkDisplays() {
    let dimming = configuration.idle.flatMap { $0.actions }
    for use in outline.actionUses {
      guard case .backlight(let dark) = use.action, dark.change != .on,
        dark.change == .off || dimming.contains(use.action), !isUndone(dark)
      else { continue }
      let isIdle = dimming.contains(use.action)
      findings.warn(
        "nothing makes the display bright again: give "
          + (isIdle
            ? "the idle step active = { backlight = \("on".quoted) }"
            : "a gesture the action { backlight = \("on".quoted) }"),
        at: use.field.place)
      return
    }
  }

  /// Whether another action can make a display brighter. The actions of idle steps come later and are darker.
  private func isUndone(_ dark: Backlight) -> Bool {
    var actions = configuration.gestures.flatMap { $0.actions.map { $0.action } }
    actions += configuration.screens.flatMap { $0.wakeActions } + configuration.idle.flatMap { $0.activeActions }
    actions += configuration.modes.flatMap { $0.entered + $0.left }
    return actions.contains { action in
      if case .backlight(let light) = action {
        return light.brightness > dark.brightness && (light.device == nil || light.device == dark.device)
      }
      return RunProgram.all(of: action).contains {
        ProgramNeed(program: $0.name, arguments: $0.arguments) == .backlight
      }
    }
  }
}

extension Backlight {
  /// The brightness as a share of the highest one; what `on` restores is above all others.
  fileprivate var brightness: Double {
    switch change {
    case .off: 0
    case .level(let share): share
    case .on: 2
    }
  }
}
