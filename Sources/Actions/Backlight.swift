/// What a `backlight` action does to the displays' backlights.
package struct Backlight: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    /// The display is on, as bright as before this daemon changed it.
    case on
    case off
    /// The display is on, with this share of the highest brightness, more than 0.
    case level(Double)
  }

  package var change: Change
  /// A pattern for names in /sys/class/backlight or, for displays without a backlight, /sys/class/graphics; `nil`: all.
  package var device: String?
  /// How long the brightness takes to change; 0: it changes at once.
  package var time: Duration

  package init(_ change: Change, device: String? = nil, time: Duration = .zero) {
    self.change = change
    self.device = device
    self.time = time
  }

  /// Reads "on", "off" or a percentage, more than 0; `nil` for another text.
  package init?(_ text: String) {
    switch text {
    case "on": self.init(.on)
    case "off": self.init(.off)
    default:
      guard text.hasSuffix("%"), text.utf8.count <= 8, let number = Double(text.dropLast()), number > 0, number <= 100
      else { return nil }
      self.init(.level(number / 100))
    }
  }

  /// The value as in a configuration: "on", "off" or "20%".
  package var text: String {
    switch change {
    case .on: return "on"
    case .off: return "off"
    case .level(let share):
      let percent = (share * 10_000).rounded() / 100
      return percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
    }
  }
}
