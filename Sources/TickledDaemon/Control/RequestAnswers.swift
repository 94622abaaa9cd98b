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
    let path = ControlSocket.path(configured: active.configuration.daemon.socket)
    if outlets.control?.path == path { return }
    outlets.control = nil
    // Gone after each boot, and nobody but the administrator can have put it elsewhere.
    if path == DaemonSettings().socket { mkdir("/run/tickled", 0o755) }
    do throws(ControlError) {
      outlets.control = try ControlServer(path: path, loop: loop, log: log)
    } catch {
      log.warning("no control socket: \(error)")
    }
  }

  func serveControl(_ descriptor: Int32) {
    guard let control = outlets.control else { return }
    let watched = (control.watchers, control.wantsTouches)
    control.serve(descriptor) { answer($0) }
    if (control.watchers, control.wantsTouches) != watched { renewReporters() }
  }

  /// What sessions report to whom, after watchers came or went.
  private func renewReporters() {
    for panel in panels.all {
      panel.session.tell(outlets.reporter(for: panel.session.scene.screen), outlets.sessionOptions)
    }
  }

  private func answer(_ request: ControlRequest) -> ControlReply {
    switch request {
    case .status:
      interceptor.review(panels.all, at: now)
      return .status(status)
    case .watch: return .done
    case .reload:
      let errors = reload()
      return errors.isEmpty ? .taken(isPending: !panels.isAtRest) : .failed(.configuration, errors)
    case .pause:
      interceptor.pause(panels.all, at: now)
      return .done
    case .resume:
      interceptor.resume(panels.all)
      return .done
    case .setDisplay(let isOn):
      interceptor.isDisplayOff = !isOn
      if !isOn { for panel in panels.all { panel.wakeGuard?.rearm() } }
      return .done
    case .rotate(let screen, let orientation): return rotate(screen, orientation)
    case .setMode(let name):
      guard name == "default" || active.configuration.modes.contains(where: { $0.name == name }) else {
        return .failed(.usage, ["there is no mode \(name.quoted)"])
      }
      active.modes.enter(name, at: now)
      return .done
    case .setView(let name, let isEnabled):
      guard active.configuration.views.contains(where: { $0.name == name }) || active.hasScreen(name) else {
        return .failed(.usage, ["there is no view \(name.quoted)"])
      }
      active.switch(view: name, isEnabled: isEnabled)
    case .setGesture(let name, let isEnabled):
      guard active.configuration.gestures.contains(where: { $0.name == name }) else {
        return .failed(.usage, ["there is no gesture \(name.quoted)"])
      }
      active.switch(gesture: name, isEnabled: isEnabled)
    }
    for panel in panels.all {
      panel.session.scene.switches = active.switches
      panel.session.applyMode(at: now)
    }
    return .done
  }

  /// Touches in progress are cancelled; until the next reload the screen stays turned, on a replugged panel too.
  private func rotate(_ screen: String, _ orientation: PanelGeometry.Orientation) -> ControlReply {
    guard active.hasScreen(screen) else { return .failed(.usage, ["there is no screen \(screen.quoted)"]) }
    active.turn(screen: screen, to: orientation)
    for panel in panels.all where panel.session.scene.screen == screen { panels.renew(panel, at: now) }
    log.info("screen \(screen.quoted) is mounted \(orientation.rawValue)")
    return .done
  }

  private var status: DaemonStatus {
    DaemonStatus(
      pid: Int(getpid()), uptime: Double(now - outlets.origin) / 1e6, configuration: active.configuration.path,
      isPaused: interceptor.isPaused, guardian: interceptor.guardianProcess,
      mode: active.modes.name,
      views: active.configuration.views.count, gestures: active.configuration.gestures.count,
      watchers: outlets.control?.watchers ?? 0,
      panels: panels.all.sorted { $0.found.node < $1.found.node }.map { panel in
        DaemonStatus.Panel(
          node: panel.found.node, name: panel.device.description.printableName, screen: panel.session.scene.screen,
          width: panel.device.geometry.size.width, height: panel.device.geometry.size.height,
          sizeSource: panel.device.geometry.sizeSource.rawValue, touches: panel.session.scene.engine.touches.count,
          frames: panel.source.frames, dropped: panel.source.losses.count, filtered: panel.filter.counts,
          kernelBugs: panel.source.device.kernelBugs, model: panel.filter.model.summary,
          interception: panel.interception?.sentence, isGrabbed: panel.interception?.state == .grabbed,
          takeBack: panel.interception?.takeBack.rawValue, clone: panel.interception?.clone.node)
      })
  }
}
