import Control
import Gestures
import Screen

/// The last movements of hands, for the status: what was recognized in each of them, or what came closest.
struct RecentAttempts {
  private static let most = 10

  private var rows: [(end: Timestamp, attempt: DaemonStatus.Attempt)] = []

  mutating func add(_ movement: HandAccount.Movement, on screen: String) {
    let text: String
    if !movement.recognized.isEmpty {
      text = "\(movement.recognized.map { $0.gesture }.joined(separator: ", ")) recognized"
    } else if let closest = movement.candidates.first {
      text = "\(closest.gesture) came closest: \(closest.explanation.text)"
    } else {
      text = "no gesture was tried or near"
    }
    let attempt = DaemonStatus.Attempt(
      ago: 0, screen: screen, fingers: movement.fingers, isRecognized: !movement.recognized.isEmpty, text: text)
    rows = rows.suffix(Self.most - 1) + [(movement.end, attempt)]
  }

  /// The movements, the last one first.
  func list(at now: Timestamp) -> [DaemonStatus.Attempt] {
    rows.reversed().map { end, attempt in
      var attempt = attempt
      attempt.ago = Double(max(0, now - end)) / 1e6
      return attempt
    }
  }
}
