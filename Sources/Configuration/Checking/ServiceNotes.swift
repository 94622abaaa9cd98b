import Actions
import Program

/// Something that the shipped tickled.service denies to actions, and the drop-in that allows it.
private enum ServiceNeed: CaseIterable {
  case commands, sound, keys, leds, haptics, backlights, intercept, buttons, motion

  init?(_ action: Action) {
    switch action {
    case .shell, .exec, .stream: self = .commands
    case .sound: self = .sound
    case .key, .pointer: self = .keys
    case .led: self = .leds
    case .haptic: self = .haptics
    case .backlight: self = .backlights
    case .log, .mode, .focus, .unit: return nil
    }
  }

  var sentence: String {
    switch self {
    case .commands:
      "as a service, this command has no network, no home directories and no writable files: "
        + "see the drop-in commands.conf"
    case .sound: "as a service, this needs the drop-in sound.conf: access to the sound cards in /dev/snd"
    case .keys: "as a service, this needs the drop-in keys.conf: a virtual keyboard or pointer through /dev/uinput"
    case .leds: "as a service, this needs the drop-in leds.conf: write access to LEDs in /sys"
    case .haptics: "as a service, this needs the drop-in haptics.conf: write access to input devices"
    case .backlights: "as a service, this needs the drop-in backlight.conf: write access to displays in /sys"
    case .intercept: "as a service, this needs the drop-in intercept.conf: a virtual touchscreen through /dev/uinput"
    case .buttons: "as a service, this needs the drop-in buttons.conf: access to devices with buttons and switches"
    case .motion: "as a service, this needs the drop-in motion.conf: access to accelerometers"
    }
  }
}

extension ConfigurationChecker {
  /// Adds a note for each thing that the service or a session needs, at the first action that needs it: drop-ins, which are in systemd/drop-in, what
  /// programs need that this project knows, and permissions for units that this machine doesn't have.
  func noteWhatIsNeeded(for purpose: Configuration.Purpose, on machine: Machine) {
    if purpose == .service { noteDropIns(on: machine) }
    notePrograms(for: purpose)
    noteUnits(on: machine)
  }

  private func noteDropIns(on machine: Machine) {
    var uses: [ServiceNeed: [SourcePlace]] = [:]
    for use in outline.actionUses {
      // What is said about a known program is more precise.
      if let need = ServiceNeed(use.action), need != .commands || needs(of: use).isEmpty {
        uses[need, default: []].append(use.firstPlace)
      }
    }
    for (screen, table) in zip(configuration.screens, outline.tables("screen")) where screen.intercept {
      uses[.intercept, default: []].append(table.place(of: "intercept"))
    }
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture")) {
      switch gesture.kind.name.input {
      case .touches, .steps: break
      case .buttons: uses[.buttons, default: []].append(table.place(of: "kind"))
      case .motion: uses[.motion, default: []].append(table.place(of: "kind"))
      }
    }
    for need in ServiceNeed.allCases { note(need.sentence, at: uses[need] ?? []) }
    if configuration.daemon.soundDevice == "default", let server = machine.soundServer {
      note("as a service, this is not heard: \(server.remedy)", at: uses[.sound] ?? [])
    }
  }

  private func needs(of use: ActionUse) -> [(program: String, need: ProgramNeed)] {
    RunProgram.all(of: use.action).compactMap { program in
      ProgramNeed(program: program.name, arguments: program.arguments).map { (program.name, $0) }
    }
  }

  private func notePrograms(for purpose: Configuration.Purpose) {
    var uses: [ProgramNeed: [(program: String, place: SourcePlace)]] = [:]
    for use in outline.actionUses {
      var seen: Set<ProgramNeed> = []
      for (program, need) in needs(of: use) where seen.insert(need).inserted {
        uses[need, default: []].append((program, use.firstPlace))
      }
    }
    let isConfined = purpose == .service || configuration.daemon.sandbox
    for need in ProgramNeed.allCases {
      guard let found = uses[need], let first = found.min(by: { $0.place < $1.place }),
        let sentence = need.sentence(first.program.quoted, for: purpose, isConfined: isConfined)
      else { continue }
      note(sentence, at: found.map { $0.place })
    }
  }

  private func noteUnits(on machine: Machine) {
    var uses: [UnitJob: [SourcePlace]] = [:]
    for use in outline.actionUses {
      if case .unit(let job) = use.action { uses[job, default: []].append(use.firstPlace) }
    }
    for (job, places) in uses where !machine.allows(job) && machine.unit(meantBy: job) == nil {
      note("to allow this, run `\(job.permit)`", at: places)
    }
  }

  /// Adds a note at the first of some places, with the number of the others.
  private func note(_ sentence: String, at places: [SourcePlace]) {
    guard let first = places.min() else { return }
    let others = places.count - 1
    let more = others == 0 ? "" : others == 1 ? " (and 1 more like it)" : " (and \(others) more like it)"
    findings.note(sentence + more, at: first)
  }
}
