import Control
import Gestures

/// What a client has set for as long as it is connected: it follows something, such as the rotation of a display, and its settings
/// are undone once it is gone.
struct Following {
  /// The screens that it has turned.
  var screens: Set<String> = []
  /// The mode that it has activated last.
  var mode: String?
  var hasSetDisplay = false
}

extension DaemonCore {
  /// Turns a screen together with its picture. Touches in progress are cancelled.
  func turn(_ screen: String, _ turns: Int, for client: ControlConnection) -> ControlReply {
    guard client.following != nil else {
      return .failed(
        .usage, ["\"turn\" needs \"follow\" before it: a screen is turned for as long as a client is connected"])
    }
    guard active.hasScreen(screen) else { return .failed(.usage, ["there is no screen \(screen.quoted)"]) }
    client.following?.screens.insert(screen)
    turn(screen, turns)
    return .done
  }

  /// Undoes what a client that is gone had set, unless something else has changed it since.
  func undo(_ following: Following) {
    for screen in following.screens { turn(screen, 0) }
    if let mode = following.mode, mode == active.modes.name { active.modes.enter("default", at: now) }
    if following.hasSetDisplay { interceptor.isDisplayOff = nil }
  }

  private func turn(_ screen: String, _ turns: Int) {
    guard active.turn(screen: screen, by: turns) else { return }
    for panel in panels.all where panel.session.scene.screen == screen { panels.renew(panel, at: now) }
    log.info("screen \(screen.quoted) is turned by \(turns * 90)°")
  }
}
