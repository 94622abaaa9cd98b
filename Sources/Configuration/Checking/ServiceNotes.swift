import Actions

/// What the shipped tickled.service keeps from actions, and the drop-in that gives it back.
private enum ServiceNeed: CaseIterable {
  case commands, sound, keys, leds, haptics, intercept

  init?(_ action: Action) {
    switch action {
    case .shell, .exec, .stream: self = .commands
    case .sound: self = .sound
    case .key: self = .keys
    case .led: self = .leds
    case .haptic: self = .haptics
    case .log, .mode: return nil
    }
  }

  var sentence: String {
    switch self {
    case .commands:
      "as a service, this command has no network, no homes and no files to write to: commands.conf gives what it needs"
    case .sound: "as a service, this needs sound.conf: the sound cards in /dev/snd"
    case .keys: "as a service, this needs keys.conf: a keyboard of its own, by /dev/uinput"
    case .leds: "as a service, this needs leds.conf: LEDs in /sys that may be written to"
    case .haptics: "as a service, this needs haptics.conf: input devices that may be written to"
    case .intercept: "as a service, this needs intercept.conf: a touchscreen of its own, by /dev/uinput"
    }
  }
}

extension ConfigurationChecker {
  /// A note for each drop-in, at the first action that needs it. The files are in systemd/drop-in.
  func noteWhatTheServiceNeeds() {
    var uses: [ServiceNeed: [SourcePlace]] = [:]
    for use in outline.actionUses {
      if let need = ServiceNeed(use.action) { uses[need, default: []].append(use.firstPlace) }
    }
    for (screen, table) in zip(configuration.screens, outline.tables("screen")) where screen.intercept {
      uses[.intercept, default: []].append(table.place(of: "intercept"))
    }
    for need in ServiceNeed.allCases {
      guard let places = uses[need], let first = places.min() else { continue }
      let others = places.count - 1
      let more = others == 0 ? "" : others == 1 ? " (and 1 more like it)" : " (and \(others) more like it)"
      findings.note(need.sentence + more, at: first)
    }
  }
}
