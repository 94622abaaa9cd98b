import Actions
import CLinux
import Configuration
import Control
import Gestures
import Glibc
import Screen
import TouchInput

/// What clients of the control socket may do to the running daemon.
extension DaemonCore {
  /// Without a control socket the daemon works all the same.
  func openControl() {
    let path = ControlSocket.path(configured: configuration.daemon.socket)
    if control?.path == path { return }
    control = nil
    // Gone after each boot, and nobody but the administrator can have put it elsewhere.
    if path == DaemonSettings().socket { mkdir("/run/tickled", 0o755) }
    do throws(ControlError) {
      control = try ControlServer(path: path, loop: loop, log: log)
    } catch {
      log.warning("no control socket: \(error)")
    }
  }

  func serveControl(_ descriptor: Int32) {
    let watched = (control?.watchers ?? 0, control?.wantsTouches ?? false)
    control?.serve(descriptor) { answer($0) }
    if (control?.watchers ?? 0, control?.wantsTouches ?? false) != watched { tellAnew() }
  }

  /// What sessions report to whom, after watchers came or went.
  private func tellAnew() {
    for panel in panels {
      panel.session.tell(reporter(for: panel.session.scene.screen), sessionOptions)
    }
  }

  var sessionOptions: Session.Options {
    var session = Session.Options()
    session.reportsTouches = control?.wantsTouches ?? false
    return session
  }

  private func answer(_ request: ControlRequest) -> ControlReply {
    switch request {
    case .status: return .status(status)
    case .watch: return .done
    case .reload:
      let errors = reload()
      return errors.isEmpty ? .taken(isPending: !isAtRest) : .failed(.configuration, errors)
    case .pause:
      pause()
      return .done
    case .resume:
      resume()
      return .done
    case .setDisplay(let isOn):
      isDisplayOff = !isOn
      if !isOn { for panel in panels { panel.wakeGuard?.rearm() } }
      return .done
    case .rotate(let screen, let orientation): return rotate(screen, orientation)
    case .setMode(let name):
      guard name == "default" || configuration.modes.contains(where: { $0.name == name }) else {
        return .failed(.usage, ["there is no mode \(name.quoted)"])
      }
      modes.enter(name, at: now)
      return .done
    case .setView(let name, let isEnabled):
      guard configuration.views.contains(where: { $0.name == name }) || isScreen(name) else {
        return .failed(.usage, ["there is no view \(name.quoted)"])
      }
      switches.views[name] = isEnabled
    case .setGesture(let name, let isEnabled):
      guard configuration.gestures.contains(where: { $0.name == name }) else {
        return .failed(.usage, ["there is no gesture \(name.quoted)"])
      }
      switches.gestures[name] = isEnabled
    }
    for panel in panels {
      panel.session.scene.switches = switches
      panel.session.applyMode(at: now)
    }
    return .done
  }

  /// Touches in progress are cancelled; until the next reload the screen stays turned, on a replugged panel too.
  private func rotate(_ screen: String, _ orientation: PanelGeometry.Orientation) -> ControlReply {
    guard isScreen(screen) else { return .failed(.usage, ["there is no screen \(screen.quoted)"]) }
    orientations[screen] = orientation
    for panel in panels where panel.session.scene.screen == screen { renew(panel) }
    log.info("screen \(screen.quoted) is mounted \(orientation.rawValue)")
    return .done
  }

  private func isScreen(_ name: String) -> Bool {
    configuration.screens.isEmpty
      ? name == ScreenSettings().name : configuration.screens.contains { $0.name == name }
  }

  private var status: DaemonStatus {
    DaemonStatus(
      pid: Int(getpid()), uptime: Double(now - origin) / 1e6, configuration: configuration.path, isPaused: isPaused,
      mode: modes.name,
      views: configuration.views.count, gestures: configuration.gestures.count, watchers: control?.watchers ?? 0,
      panels: panels.sorted { $0.found.node < $1.found.node }.map { panel in
        DaemonStatus.Panel(
          node: panel.found.node, name: panel.device.description.printableName, screen: panel.session.scene.screen,
          width: panel.device.geometry.size.width, height: panel.device.geometry.size.height,
          sizeSource: panel.device.geometry.sizeSource.rawValue, touches: panel.session.scene.engine.touches.count,
          frames: panel.frames, dropped: panel.losses, filtered: panel.filter.counts,
          interception: panel.interception?.sentence, isGrabbed: panel.interception?.state == .grabbed)
      })
  }
}
