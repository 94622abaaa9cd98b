import Configuration
import Control
import Program
import Text

/// The questions to ask if a touch does nothing.
package enum Question: String {
  case daemon, configuration, panel, access, size, touches, gestures, actions, display, attempts
}

extension Facts {
  private typealias Remark = Finding.Remark

  /// The answers, in the order of the causes.
  package var findings: [Finding] {
    [
      daemonAnswer, configurationAnswer, panelAnswer, accessAnswer, sizeAnswer, touchAnswer, gestureAnswer,
      actionAnswer,
      displayAnswer, attemptAnswer,
    ]
  }

  /// Answers with faults and the daemon's troubles, or, if there are none, with a text.
  private func answer(
    _ question: Question, _ faults: [Remark], isKnown: Bool, _ text: String, details: [String] = []
  ) -> Finding {
    let standing = troubles(question).map { trouble in
      trouble.message.contains("another program has grabbed it")
        ? suspicion(trouble.message) : Remark(trouble.message, remedy(for: trouble.message))
    }
    return Finding(question.rawValue, standing + faults, isKnown: isKnown, text, details: details)
  }

  /// The standing troubles of the daemon that belong to a question.
  private func troubles(_ question: Question) -> [Trouble] {
    (status?.troubles ?? []).filter { trouble in
      let belongs: Question =
        switch trouble.about.prefix(while: { $0 != " " }) {
        case "device": .access
        case "configuration", "quirks", "watch", "copy": .configuration
        case "screen": .gestures
        case "interception", "guardian": .display
        default: .actions
        }
      return belongs == question
    }
  }

  // MARK: The daemon and its configuration

  private var daemonAnswer: Finding {
    var faults: [Remark] = []
    if daemons.isEmpty {
      let session = "systemctl --user enable --now tickled-user"
      faults = [Remark("no daemon runs", isForSession ? session : "sudo systemctl enable --now tickled")]
    } else if Set(daemons.map(\.place)).isSuperset(of: [.service, .session]) {
      let both = "the system's service and the session's both run, and both act"
      faults = [Remark(both, "sudo systemctl disable --now tickled")]
    } else if status?.isPaused == true {
      faults = [Remark("it is paused", "tickle resume")]
    }
    let names = daemons.map { "\($0.place.rawValue), process \($0.process)" }.joined(separator: "; ")
    let silence = isSocketDenied ? "this user may not ask it: `sudo tickle doctor`" : "it does not answer"
    let rest = status.map { ", version \($0.version)" } ?? "; \(silence)"
    return answer(.daemon, faults, isKnown: status != nil, names + rest)
  }

  private var configurationAnswer: Finding {
    var faults: [Remark] = []
    if let first = errors.first {
      let others = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
      let active = status == nil ? "" : "; the last valid one is active"
      faults.append(Remark("\(first)\(others)\(active)", "tickle check \(path.shellWord)"))
    } else if isMissing {
      faults.append(Remark("there is no \(path)", "tickle init kiosk --output \(path.shellWord)"))
    } else if status?.isConfigurationNewer == true {
      faults.append(Remark("\(path) has changed since it was read", "tickle reload"))
    }
    faults += ignored.map { Remark("\($0.file) is not read", $0.remedy) }
    let text = configuration.map { "\(path), gestures: \($0.gestures.count)" }
    let secret = "this user may not read \(path): `sudo tickle doctor`"
    return answer(.configuration, faults, isKnown: text != nil, text ?? secret)
  }

  // MARK: Panels

  private var panelAnswer: Finding {
    let names = panels.isEmpty ? read.map { "\($0.name) on \($0.node)" } : panels.map { "\($0.name) on \($0.node)" }
    let refused = refusals.map { Remark($0.sentence, $0.remedy) }
    let faults = refused.isEmpty ? [Remark("no touchscreen is found", "tickle devices")] : refused
    return answer(.panel, names.isEmpty ? faults : [], isKnown: true, names.joined(separator: ", "))
  }

  /// The panels that the daemon reads.
  private var read: [DaemonStatus.Panel] { status?.panels ?? [] }

  private func isRead(_ panel: Panel) -> Bool { read.contains { $0.node == panel.node } }

  private var accessAnswer: Finding {
    var faults: [Remark] = []
    let explained = troubles(.access).map(\.about)
    let remedy = isService && !daemons.isEmpty ? Self.rules : "sudo usermod --append --groups touchscreen $USER"
    for panel in panels where !isRead(panel) && !explained.contains("device \(panel.node)") {
      if status == nil ? !panel.isReadable : panel.screen != nil {
        let reader = status == nil ? "this user may" : "the daemon does"
        faults.append(Remark("\(reader) not read \(panel.node), which is readable by \(panel.readers)", remedy))
      }
    }
    // Contacts that the daemon ignores prevent no gesture.
    let ignoring = read.filter { $0.touches == 0 }.map(\.node)
    faults += panels.filter { $0.contacts > 0 && !ignoring.contains($0.node) }.map {
      Remark("contacts on \($0.node): if nothing touches the glass, they are stuck", "[[screen]] stale = \"30s\"")
    }
    let readers = panels.map { "\($0.node) is readable by \($0.readers)" }.joined(separator: ", ")
    let text = !isSeen ? Self.unseen : panels.isEmpty ? "the daemon reads it" : readers
    return answer(.access, faults, isKnown: isSeen, text)
  }

  private var isSeen: Bool { !panels.isEmpty || !read.isEmpty }
  private static let unseen = "no panel is seen"

  private var sizeAnswer: Finding {
    let guessed = read.filter { $0.sizeSource == "assumed" }.map(\.name)
    var faults = (guessed + panels.filter { !isRead($0) && !$0.hasSize }.map(\.name)).map {
      Remark("the size of \($0) is a guess, and so are all lengths", "tickle setup --write")
    }
    let seen = panels.filter(\.isReadable)
    if let configuration {
      faults += seen.filter { $0.screen == nil }.map {
        Remark("no [[screen]] matches \($0.name)", "[[screen]] \($0.match)")
      }
      let unused = configuration.screens.filter { screen in !seen.contains { $0.screen == screen.name } }
      if !seen.isEmpty && seen.count == panels.count {
        faults += unused.map { Remark("the [[screen]] \($0.name.quoted) matches no panel", "tickle devices") }
      }
    }
    return answer(.size, faults, isKnown: isSeen, isSeen ? "known" : Self.unseen)
  }

  private var touchAnswer: Finding {
    let last = status?.lastTouch.map { "the last touch was \(Decimal.fixed($0, decimals: 0)) s ago; " } ?? ""
    let (fault, text): (Remark?, String?) =
      switch touch {
      case .notAsked: (nil, nil)
      case .arrived: (nil, "a touch has arrived")
      case .missing: (Remark("no touch has arrived; the kernel's log may say why", "sudo dmesg"), nil)
      case .grabbed: (suspicion("another program has grabbed the panel"), nil)
      }
    let offer = "\(last)`tickle doctor --touch 5` waits for one"
    return answer(.touches, [fault].compactMap { $0 }, isKnown: text != nil, text ?? offer)
  }

  /// Names the programs that may have grabbed a panel, with a command that shows what started them.
  private func suspicion(_ sentence: String) -> Remark {
    let programs = panels.flatMap(\.programs)
    if programs.isEmpty { return Remark("\(sentence); root sees which one", "sudo tickle doctor") }
    let numbers = programs.compactMap { $0.split(separator: "(").last.flatMap { Int($0.dropLast()) } }
    let list = numbers.map(String.init).joined(separator: " ")
    return Remark("\(sentence): \(programs.joined(separator: ", "))", "systemctl status \(list)")
  }

  // MARK: Gestures and actions

  private var gestureAnswer: Finding {
    guard let configuration else { return answer(.gestures, [], isKnown: false, "the configuration is not known") }
    let name = status?.mode ?? "default", mode = configuration.modes.first { $0.name == name }
    let locked = mode?.disable.gestures ?? []
    let open = configuration.gestures.filter { gesture in
      mode?.enable.gestures.contains(gesture.name) == true || (gesture.isEnabled && !locked.contains(gesture.name))
    }
    var faults: [Remark] = []
    if configuration.gestures.isEmpty {
      faults.append(Remark("no gesture is configured", "tickle init"))
    } else if open.isEmpty {
      faults.append(Remark("the mode \(name.quoted) has no gesture that is switched on", "tickle set mode default"))
    } else if configuration.allActions.isEmpty {
      faults.append(Remark("no gesture has an action", "tickle recipe"))
    }
    faults += (status?.switchedOff ?? []).map { subject in
      let words = subject.split(separator: " ", maxSplits: 1).map { String($0).shellWord }
      return Remark("switched off: \(subject)", "tickle set \(words.joined(separator: " ")) on")
    }
    let known = troubles(.configuration).map(\.message)
    faults += warnings.filter { !known.contains($0) }.map { Remark($0, "tickle check \(path.shellWord)") }
    let names = locked.map(\.quoted).listed(joinedBy: "and")
    let lost = locked.isEmpty ? "" : "; the mode \(name.quoted) switches off \(names)"
    return answer(.gestures, faults, isKnown: true, "\(open.count) of \(configuration.gestures.count) can fire\(lost)")
  }

  private var actionAnswer: Finding {
    let known = troubles(.actions).compactMap { remedy(for: $0.message) }
    let open = needs.map { Remark($0, remedy(for: $0)) }.filter { need in
      if let dropIn = Self.dropIn(in: need.text), dropIns.contains(dropIn) { return false }
      return !known.contains { $0 == need.remedy }
    }.map { $0.remedy == nil ? Remark($0.text, "tickle check \(path.shellWord)") : $0 }
    let isKnown = configuration != nil || status != nil
    let text = isKnown ? "nothing is missing" : "neither the daemon nor the configuration is known"
    return answer(.actions, open, isKnown: isKnown, text)
  }

  private var displayAnswer: Finding {
    var faults: [Remark] = []
    let explained = troubles(.display).map(\.about)
    let intercepted = read.filter { $0.interception != nil }
    for panel in intercepted where status?.isPaused == false && !explained.contains("interception \(panel.node)") {
      guard let sentence = panel.interception, sentence.hasPrefix("not intercepted") else { continue }
      faults.append(Remark("\(panel.node): \(sentence)", remedy(for: sentence) ?? "tickle resume"))
    }
    for case .output(let pattern, let screen) in configuration?.follow ?? []
    where !displays.isEmpty && !displays.contains(where: { $0.matches(pattern: pattern) }) {
      let names = displays.joined(separator: ", ")
      let text = "[[follow]] of \(screen.quoted): no display is called \(pattern.quoted), but \(names)"
      faults.append(Remark(text, "[[follow]] output = \(displays[0].quoted)"))
    }
    switch bridge {
    case .absent, .connected: break
    case .stopped:
      faults.append(Remark("tickled-mqtt is set up, and does not run", "sudo systemctl enable --now tickled-mqtt"))
    case .offline: faults.append(Remark("tickled-mqtt has no connection to a broker", "systemctl status tickled-mqtt"))
    }
    let words = intercepted.compactMap(\.interception).joined(separator: ", ")
    return answer(.display, faults, isKnown: !words.isEmpty, words.isEmpty ? "nothing is intercepted" : words)
  }

  /// As many as a daemon keeps.
  private static let mostAttempts = 10

  private var attemptAnswer: Finding {
    let faults = read.flatMap(\.nearMisses).map { Remark($0.sentence, "tickle tune --profile") }
    let attempts = (status?.attempts ?? []).prefix(Self.mostAttempts).map {
      "\(Decimal.fixed($0.ago, decimals: 1)) s ago on \($0.screen): \($0.text)"
    }
    let text = status == nil ? "only a running daemon knows them" : "no gesture is often missed"
    return answer(.attempts, faults, isKnown: status != nil, text, details: attempts)
  }
}

// MARK: - Remedies

extension Facts {
  /// Gives devices the groups of our rules once more.
  private static let rules =
    "sudo systemctl restart systemd-udevd && sudo udevadm trigger --settle --subsystem-match=input --subsystem-match=misc"

  private static func dropIn(in message: String) -> String? {
    ["backlight", "buttons", "commands", "haptics", "intercept", "keys", "leds", "motion", "sound"].first {
      message.contains("drop-in \($0).conf")
    }
  }

  /// Returns the command that fixes what a message is about: a drop-in or a group, or else what the message proposes. Messages have names of
  /// devices and files, so only commands of this project count that a shell takes literally.
  private func remedy(for message: String) -> String? {
    let folder = "/etc/systemd/system/tickled.service.d"
    // The daemon tries again what it lacked when it reads its configuration. systemd allows a service only nodes that are there at its start.
    let retry = status == nil ? "" : " && tickle reload"
    if message.contains("modprobe uinput") {
      return "sudo modprobe uinput\(isService ? " && sudo systemctl restart tickled" : retry)"
    }
    if isService, let name = Self.dropIn(in: message) {
      let link = "sudo mkdir -p \(folder) && sudo ln -sf /usr/share/tickled/drop-in/\(name).conf \(folder)/"
      return "\(dropIns.contains(name) ? Self.rules : link) && sudo systemctl daemon-reload "
        + "&& sudo systemctl restart tickled"
    }
    if message.hasPrefix("sound device") { return "cat /proc/asound/cards" }
    let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789 -_.@".utf8)
    let command = message.split(separator: "`").map(String.init).first { part in
      ["tickle ", "systemctl enable --now tickled", "systemctl --user enable"].contains { part.hasPrefix($0) }
        && part.utf8.allSatisfy(plain.contains)
    }
    if let command { return command.hasPrefix("systemctl enable") ? "sudo \(command)\(retry)" : command }
    let groups = ["tickled-outputs", "tickled-buttons", "tickled-motion", "touchscreen"]
    return groups.first { message.contains("group \"\($0)\"") }.map {
      isService ? Self.rules : "sudo usermod --append --groups \($0) $USER"
    }
  }
}
