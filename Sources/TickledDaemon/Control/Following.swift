import Actions
import Configuration
import Control
import Program
import Screen

/// What a client has set for as long as it is connected: it follows something, such as the rotation of a display, and its settings
/// are undone once it is gone.
struct Following {
  /// The screens that it has turned.
  var screens: Set<String> = []
  /// The mode that it has activated last.
  var mode: String?
  var hasSetDisplay = false
  /// Whether it has said that the machine is in use.
  var isUsing = false
  /// The layout of the session's keyboards; `nil`: it has sent none.
  var layout: KeyboardLayout?
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

  /// Notes whether the machine is in use by other means than touches, as this client says.
  func use(_ isUsed: Bool, for client: ControlConnection) -> ControlReply {
    guard client.following != nil else {
      return .failed(
        .usage, ["\"use\" needs \"follow\" before it: a machine is in use for as long as a client is connected"])
    }
    client.following?.isUsing = isUsed
    active.idleness.setUsed(outlets.control?.followings.contains(where: { $0.isUsing }) == true, at: now)
    return .done
  }

  /// Presses letters where the session's keyboards have them.
  func use(_ layout: KeyboardLayout, for client: ControlConnection) -> ControlReply {
    guard client.following != nil else {
      return .failed(
        .usage, ["\"layout\" needs \"follow\" before it: a layout is used for as long as a client is connected"])
    }
    client.following?.layout = layout
    active.followedLayout = layout
    return .done
  }

  /// Undoes what a client that is gone had set, unless something else has changed it since, or another client has set it too: one that
  /// connects again may be there before its former connection is known to be gone.
  func undo(_ following: Following, besides others: [Following]) {
    for screen in following.screens where !others.contains(where: { $0.screens.contains(screen) }) { turn(screen, 0) }
    if let mode = following.mode, mode == active.modes.name, !others.contains(where: { $0.mode == mode }) {
      active.modes.enter("default", at: now)
    }
    if following.isUsing && !others.contains(where: { $0.isUsing }) { active.idleness.setUsed(false, at: now) }
    if following.hasSetDisplay && !others.contains(where: { $0.hasSetDisplay }) { interceptor.isDisplayOff = nil }
    if following.layout != nil { active.followedLayout = others.lazy.compactMap({ $0.layout }).last }
  }

  private func turn(_ screen: String, _ turns: Int) {
    guard active.turn(screen: screen, by: turns) else { return }
    for panel in panels.all where panel.session.scene.screen == screen { panels.renew(panel, at: now) }
    log.info("screen \(screen.quoted) is turned by \(turns * 90)°")
  }
}
