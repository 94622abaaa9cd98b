import Configuration

/// What happens besides the gestures: on one panel, or on all screens.
package enum Announcement {
  case device(DeviceChange, screen: String)
  /// The mode with this name is active now.
  case mode(String)
  /// A configuration was read again. It is refused if it has errors, and the previous one stays active. The hash is the SHA-256 of the text
  /// of the configuration that is active from then on.
  case configuration(isRefused: Bool, hash: String)
  case pause(isPaused: Bool)
  case idle(IdleChange)

  /// The type of its line.
  var type: String {
    switch self {
    case .device: "device"
    case .mode: "mode"
    case .configuration: "configuration"
    case .pause: "pause"
    case .idle(.idle): "idle"
    case .idle(.active): "active"
    }
  }

  /// What has happened, in a word; empty if the type says it.
  var word: String {
    switch self {
    case .device(let change, _): change.word
    case .mode(let name): name
    case .configuration(let isRefused, _): isRefused ? "refused" : "reloaded"
    case .pause(let isPaused): isPaused ? "paused" : "resumed"
    case .idle(.idle(let step)): step.name
    case .idle(.active): ""
    }
  }
}
