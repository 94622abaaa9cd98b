import Actions
import Text

/// Errors and notes about letters that the keyboard's layout lacks, or has elsewhere.
extension ConfigurationChecker {
  func checkLetters() {
    guard let layout = configuration.daemon.keyboard else { return }
    for use in outline.actionUses {
      guard case .key(let keys) = use.action, let letter = layout.missing(in: keys) else { continue }
      findings.report(
        "no key of [daemon.keyboard] types \(String(letter).quoted): without shift and AltGr, its keys type "
          + layout.plainCharacters.printable, at: use.field.place)
    }
  }

  func noteMovedLetters() {
    guard configuration.daemon.keyboard == nil else { return }
    for use in outline.actionUses {
      guard case .key(let keys) = use.action, keys.hasMovedLetters else { continue }
      return findings.note(
        "letters are pressed where a US keyboard has them, unless `tickle follow` sends the layout of a session: for another layout, add "
          + "the output of `tickle keys --layout LAYOUT`", at: use.field.place)
    }
  }
}
