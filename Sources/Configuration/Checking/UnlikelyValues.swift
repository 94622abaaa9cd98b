import Actions
import Gestures
import TouchInput

/// Warnings and notes about values with which something cannot be seen, heard or recognized.
extension ConfigurationChecker {
  func warnAboutUnlikelyValues() {
    let screens = ScreensOfViews(configuration)
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture")) {
      noteShortStale(gesture, table, on: screens[gesture.views])
      noteLoginManager(gesture, table)
    }
    warnAboutRelationsTurnedRound()
    noteRelationsApart()
    notePanels()
    warnAboutOutputs()
  }

  private func noteShortStale(_ gesture: GestureSettings, _ table: TOMLTable, on screens: [ScreenSettings]) {
    guard case .longPress(let press) = gesture.kind, press.force == nil,
      let stale = screens.compactMap({ $0.stale }).min(), press.minDuration >= stale
    else { return }
    findings.note(
      "a finger that rests is ignored after the screen's \("stale".quoted), before this press begins: give the screen a longer one",
      at: table.place(of: "min_duration"))
  }

  /// Notes keys to which systemd-logind reacts, too.
  private func noteLoginManager(_ gesture: GestureSettings, _ table: TOMLTable) {
    let options: [UInt16: String] = [116: "Power", 142: "Suspend", 205: "Suspend", 408: "Reboot"]
    guard case .press(let press) = gesture.kind, let name = options[press.code] else { return }
    findings.note(
      "systemd-logind reacts to this key, too: write Handle\(name)Key=ignore in /etc/systemd/logind.conf",
      at: table.place(of: "key"))
  }

  /// Warns about taps that wait for the failure of taps that their own beginning makes.
  private func warnAboutRelationsTurnedRound() {
    let views = gesturesByView()
    for requirement in outline.requirements {
      guard let gesture = configuration.gestures.first(where: { $0.name == requirement.gesture }),
        let other = configuration.gestures.first(where: { $0.name == requirement.other }), other.isEnabled,
        case .tap(let longer) = gesture.kind, case .tap(let tap) = other.kind, tap.isBeginning(of: longer),
        required(by: other).isEmpty,
        isAlwaysThere(other, with: gesture), views.contains(where: { $0.isSuperset(of: [gesture.name, other.name]) })
      else { continue }
      findings.warn(
        "\(gesture.name.quoted) is never recognized: it waits for \(other.name.quoted) to fail, which is recognized first: "
          + "let \(other.name.quoted) wait instead, with requires_failure_of = [\(gesture.name.quoted)]",
        at: requirement.place)
    }
  }

  private func notePanels() {
    for (screen, table) in zip(configuration.screens, outline.tables("screen")) {
      if let size = screen.size, size.width < size.height, screen.orientation == .left || screen.orientation == .right {
        findings.note(
          "\("size".quoted) is that of the panel before it is turned: if that is wider than high, write its longer side first",
          at: table.place(of: "size"))
      }
      guard case .table(let match) = table["match"]?.value.content, let name = screen.match.name,
        let meant = DeviceMatch.name(meantBy: name)
      else { continue }
      findings.note(
        "most panels of this make have longer names, beginning with a capital letter or in capitals",
        at: match.place(of: "name"),
        suggestion: meant)
    }
  }

  private func warnAboutOutputs() {
    for use in outline.actionUses {
      switch use.action {
      case .sound(_, volume: 0):
        findings.warn("a \("volume".quoted) of 0 cannot be heard", at: use.table.place(of: "volume"))
      case .haptic(let haptic) where haptic.strength == 0:
        findings.warn("a \("strength".quoted) of 0 cannot be felt", at: use.table.place(of: "strength"))
      case .key(let keys) where !keys.isTyped:
        guard
          let letter = keys.text.split(separator: " ").map(String.init).first(where: {
            $0.count == 1 && $0 != $0.lowercased()
          })
        else { continue }
        findings.note(
          "the key \(letter.quoted) types a small letter: write \("shift+\(letter.lowercased())".quoted) for a capital one",
          at: use.field.place)
      default: break
      }
    }
  }
}

extension DeviceMatch {
  /// The pattern that was probably meant by the name of a maker, in other letters than the kernel's or without an asterisk.
  fileprivate static func name(meantBy name: String) -> String? {
    let makers = ["Goodix", "ILITEK", "ELAN", "Elo", "Wacom", "Atmel", "SYNA", "SIS", "Raydium", "eGalax", "Silead"]
    let stem = name.filter { $0.isLetter || $0.isNumber }
    guard name.split(whereSeparator: { "*.".contains($0) }).count == 1,
      let maker = makers.first(where: { $0.lowercased() == stem.lowercased() }), name != maker + "*",
      name != "*\(maker)*"
    else { return nil }
    return maker + "*"
  }
}
