extension TouchFilter {
  package struct Settings: Hashable, Sendable {
    package var isOn = true
    /// `nil`: a contact may rest indefinitely.
    package var stale: Duration? = .seconds(300)
    /// Whether ghosts are dropped and resting fingers get a dead band, as `PanelModel` measures. It measures in any case.
    package var compensates = true
    /// Whether a sample that jumps waits for the next one, which shows whether it is a finger's.
    package var settles = true
    /// When a finger that lifts may go on as the same touch.
    package var bridge = Bridge.whereSeen
    /// Whether a finger has lifted that is not reported for `silence`.
    package var liftsBySilence = false

    package init(
      isOn: Bool = true, stale: Duration? = .seconds(300), compensates: Bool = true, settles: Bool = true,
      bridge: Bridge = .whereSeen
    ) {
      self.isOn = isOn
      self.stale = stale
      self.compensates = compensates
      self.settles = settles
      self.bridge = bridge
    }

    package enum Bridge: Hashable, Sendable {
      case off
      /// Where the panel has lost a contact before.
      case whereSeen
      /// Always, within this time.
      case always(Duration)
    }
  }

  /// The numbers of dropped touches, by kind.
  package struct Counts: Hashable, Sendable {
    package var repeatedTaps = 0
    package var bursts = 0
    package var stale = 0
    package var ghosts = 0
    /// Samples that no finger made.
    package var samples = 0
    /// Contacts that were lost for a moment.
    package var breaks = 0

    package init() {}

    /// A sentence for the user; `nil` if nothing was dropped or repaired.
    package var sentence: String? {
      func told(_ parts: [(Int, String)], after start: String) -> String? {
        let some = parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return some.isEmpty ? nil : "\(start): \(some.joined(separator: ", "))"
      }
      let dropped = [(repeatedTaps, "repeated taps"), (bursts, "in bursts"), (stale, "stale"), (ghosts, "ghosts")]
      let repaired = [(samples, "samples that jumped"), (breaks, "contacts that were lost for a moment")]
      let sentences = [
        told(dropped, after: "dropped touches that no finger made"), told(repaired, after: "repaired"),
      ].compactMap { $0 }
      return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
  }
}
