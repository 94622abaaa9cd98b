import Configuration
import Control
import Text

/// Says which rights the daemon would have to grant, each of them once until it has it.
struct RightsAdvice {
  private var said: Set<SocketRight> = []

  /// The sentence about a request that the daemon refuses; `nil` if it was said before. What this client may do (`granted`),
  /// and the daemon's configuration, are not known if it may not ask.
  mutating func sentence(about request: ControlRequest, granted: Set<SocketRight>?, file: String?) -> String? {
    let all = SocketRight.allCases
    let missing = all.first { right in
      granted?.contains(right) != true && request.objection(rights: Set(all).subtracting([right])) != nil
    }
    guard let missing, said.insert(missing).inserted else { return nil }
    let needed = (granted ?? Set(DaemonSettings().watchRights)).union([missing])
    let list = all.filter(needed.contains).map(\.rawValue.quoted).joined(separator: ", ")
    return "the daemon does not allow \(missing.rawValue.quoted) here: write watch_rights = [\(list)] below [daemon] "
      + "in \(file?.printable ?? "its configuration")"
  }

  mutating func forget(_ granted: Set<SocketRight>) { said.subtract(granted) }
}
