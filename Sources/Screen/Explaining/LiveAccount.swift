import Gestures
import Text

/// Follows a session as it runs, and tells what became of each movement of the hand once everything is decided in it.
///
/// The session must report all states and attempts. The memory stays bounded, however long the session runs.
package final class LiveAccount {
  /// A movement whose gestures are all decided.
  package struct Report {
    package let movement: HandAccount.Movement
    /// The lines of `tickle explain`, without the movement's number.
    package let text: [String]
    /// A JSON object.
    package let line: String
  }

  private var account: HandAccount
  private let tell: (Report) -> Void

  package init(_ scene: Scene, origin: Timestamp, tell: @escaping (Report) -> Void) {
    account = HandAccount(scene, origin: origin)
    self.tell = tell
  }

  package func didHandle(_ frame: TouchFrame) {
    account.follow(frame)
    tellOfDecided()
  }

  package func follow(_ record: SessionRecord) {
    account.follow(record)
    tellOfDecided()
  }

  private func tellOfDecided() {
    for movement in account.takeDecided() {
      tell(Report(movement: movement, text: account.text(of: movement), line: account.line(of: movement)))
    }
  }
}
