/// What a `unit` action asks of systemd, through a socket that the administrator has enabled for exactly this.
///
/// The units `tickled-stop@.socket`, `tickled-start@.socket` and `tickled-restart@.socket` make a FIFO for each of their instances. A byte
/// in it starts the service of the same name, which runs as root and reads nothing of what was written.
package struct UnitJob: Hashable, Sendable, CustomStringConvertible {
  package enum Verb: String, CaseIterable, Hashable, Sendable { case start, stop, restart }

  /// The unit's name, without `.service`.
  package let unit: String
  package let verb: Verb

  package init(_ verb: Verb, _ unit: String) {
    self.verb = verb
    self.unit = unit.hasSuffix(Self.suffix) ? String(unit.dropLast(Self.suffix.count)) : unit
  }

  /// Whether systemd accepts the name as that of an instance.
  package static func isName(_ text: String) -> Bool {
    let allowed = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:-_.\\@".utf8
    // The whole name, with "tickled-restart@" and ".socket", may have 255 bytes.
    return (1...230).contains(text.utf8.count) && text != suffix && !text.hasPrefix(".") && !text.hasPrefix("-")
      && text.utf8.allSatisfy(allowed.contains)
  }

  /// The name of the FIFO, in the folder of `ActionSurroundings.units`.
  package var fifo: String { "\(verb.rawValue)@\(unit)" }

  /// The command that allows the job.
  package var permit: String { "systemctl enable --now tickled-\(verb.rawValue)@\(unit).socket" }

  /// "stop kiosk"
  package var description: String { "\(verb.rawValue) \(unit)" }

  /// The folder of the FIFOs.
  package static let folder = "/run/tickled-units"
  private static let suffix = ".service"
}
