import Actions
import CLinux
import Configuration
import Control
import Effects
import Gestures
import Program
import Screen
import TouchInput

/// The answers to requests of the control socket's clients.
extension DaemonCore {
  /// Opens the control sockets. If that fails, the daemon works without them.
  func openControl() {
    let settings = active.configuration.daemon
    let path = ControlSocket.path(configured: settings.socket)
    defer { openWatchSocket(settings, beside: path) }
    if outlets.control?.path == path { return }
    for following in outlets.control?.followings ?? [] { undo(following, besides: []) }
    outlets.control = nil
    // The default folder is gone after each boot. The folder of another path is the administrator's to make.
    if path == DaemonSettings().socket { Paths.makeFolder("/run/tickled", mode: 0o755) }
    do throws(ControlError) {
      outlets.control = try ControlServer(path: path, loop: loop, log: log)
    } catch {
      log.warning("no control socket: \(error)")
    }
  }

  private func openWatchSocket(_ settings: DaemonSettings, beside path: String) {
    guard let control = outlets.control else { return }
    let watched = readers(of: control)
    do throws(ControlError) {
      try control.setWatchSocket(
        ControlSocket.watchPath(of: settings, beside: path), rights: Set(settings.watchRights))
    } catch {
      log.warning("no socket for watchers: \(error)")
    }
    if readers(of: control) != watched { renewReporters() }
  }

  func serveControl() {
    guard let control = outlets.control else { return }
    let watched = readers(of: control)
    control.serve { request, client in
      if let objection = request.objection(rights: client.rights) { return .failed(.noPermission, [objection]) }
      return answer(request, of: client, control)
    }
    for following in control.takeDeparted() { undo(following, besides: control.followings) }
    if readers(of: control) != watched { renewReporters() }
  }

  /// What sessions must report for the clients.
  private func readers(of control: ControlServer) -> [Int] {
    [control.watchers, control.hasWatcher { $0.wantsTouches } ? 1 : 0, control.hasWatcher { $0.wantsAttempts } ? 1 : 0]
  }

  /// Has sessions report what the current watchers want.
  private func renewReporters() {
    for panel in panels.all {
      outlets.attach(to: panel.session)
      panel.device.wishes.imprints = panel.session.wantsImprints
    }
  }

  /// - Returns: `nil` if the answer comes when the configuration has been read.
  private func answer(
    _ request: ControlRequest, of client: ControlConnection, _ control: ControlServer
  ) -> ControlReply? {
    switch request {
    case .status:
      interceptor.review(panels.all, at: now)
      var status = status
      // They say where fingers were.
      if client.rights.contains(.touch), !client.peer.isConfinedCommand {
        status.attempts = outlets.attempts.list(at: now)
      }
      return .status(status)
    case .describe:
      return .description(
        DaemonDescription(
          active.configuration, hash: configurationHash, orientation: { active.orientation(of: $0) },
          isDisplayOn: interceptor.isDisplayOff.map { !$0 }, rights: client.rights, actions: triggers(of: client)))
    case .watch(let touches, let values, let attempts, let asText):
      guard !values || client.peer.isPrivileged else {
        return .failed(.noPermission, ["only root and the daemon's own user may watch what actions do"])
      }
      guard !client.peer.isConfinedCommand || !(touches || values || attempts) else {
        return .failed(.noPermission, ["commands of this service may not watch touches or what actions do"])
      }
      control.watch(
        client,
        ControlConnection.Watch(
          wantsTouches: touches, wantsValues: values, wantsPlaces: client.rights.contains(.places),
          wantsAttempts: attempts, isText: asText))
      return .done
    case .reload:
      client.awaitedReload = reload()
      return nil
    case .pause:
      interceptor.pause(panels.all, at: now)
      return .done
    case .resume:
      interceptor.resume(panels.all)
      return .done
    case .setDisplay(let isOn):
      client.following?.hasSetDisplay = true  // Even if another client has said the same.
      if interceptor.isDisplayOff == !isOn { return .done }
      interceptor.isDisplayOff = !isOn
      if !isOn { for panel in panels.all { panel.wakeGuard?.rearm() } }
      return .done
    case .follow:
      if client.following == nil { client.following = Following() }
      return .done
    case .turn(let screen, let turns): return turn(screen, turns, for: client)
    case .use(let isUsed): return use(isUsed, for: client)
    case .layout(let layout): return use(layout, for: client)
    case .rotate(let screen, let orientation): return rotate(screen, orientation)
    case .setMode(let name):
      guard name == "default" || active.configuration.modes.contains(where: { $0.name == name }) else {
        return .failed(.usage, ["there is no mode \(name.quoted)"])
      }
      client.following?.mode = name
      active.modes.enter(name, at: now)
      return .done
    case .setView(let name, let isEnabled):
      guard active.configuration.views.contains(where: { $0.name == name }) || active.hasScreen(name) else {
        return .failed(.usage, ["there is no view \(name.quoted)"])
      }
      if active.switches.views[name] == isEnabled { return .done }
      active.switch(view: name, isEnabled: isEnabled)
    case .setGesture(let name, let isEnabled):
      guard active.configuration.gestures.contains(where: { $0.name == name }) else {
        return .failed(.usage, ["there is no gesture \(name.quoted)"])
      }
      if active.switches.gestures[name] == isEnabled { return .done }
      active.switch(gesture: name, isEnabled: isEnabled)
    case .setBacklight(let backlight): outlets.runner?.run(.backlight(backlight), for: .request("backlight"))
    case .trigger(let name): return trigger(name, for: client)
    }
    panels.applySwitches(at: now)
    return .done
  }

  /// The named actions that a client may trigger: a watcher those that are listed for watchers.
  private func triggers(of client: ControlConnection) -> [String] {
    let names = active.configuration.actions.map { $0.name }
    return client.isOnlyWatching ? names.filter(active.configuration.daemon.watchActions.contains) : names
  }

  /// Triggers a named action.
  private func trigger(_ name: String, for client: ControlConnection) -> ControlReply {
    guard let named = active.configuration.actions.first(where: { $0.name == name }) else {
      return .failed(.usage, ["there is no action \(name.quoted)"])
    }
    guard triggers(of: client).contains(name) else {
      return .failed(
        .noPermission, ["this socket does not allow the action \(name.quoted) (`watch_actions` of [daemon] grants it)"])
    }
    for action in named.actions {
      if case .mode(let mode) = action { active.modes.enter(mode, at: now) }
      outlets.perform(StateAction(action: action, subject: .request, name: name, word: "triggered", time: now))
    }
    return .done
  }

  /// Rotates a screen until the next reload, even if its panel is plugged in again. Touches in progress are cancelled.
  private func rotate(_ screen: String, _ orientation: PanelGeometry.Orientation) -> ControlReply {
    guard active.hasScreen(screen) else { return .failed(.usage, ["there is no screen \(screen.quoted)"]) }
    if active.isTurned(screen, to: orientation) { return .done }
    active.turn(screen: screen, to: orientation)
    for panel in panels.all where panel.session.scene.screen == screen { panels.renew(panel, at: now) }
    log.info("screen \(screen.quoted) is mounted \(orientation.rawValue)")
    return .done
  }

  private var status: DaemonStatus {
    var status = DaemonStatus(
      pid: Int(Processes.own), uptime: Double(now - outlets.origin) / 1e6, configuration: active.configuration.path,
      configurationErrors: reloading.errors, losses: outlets.losses, isPaused: interceptor.isPaused,
      guardian: interceptor.guardianProcess, mode: active.modes.name,
      views: active.configuration.views.count, gestures: active.configuration.gestures.count,
      watchers: outlets.control?.watchers ?? 0,
      panels: panels.all.sorted { $0.found.node < $1.found.node }.map { panel in
        var row = DaemonStatus.Panel(
          node: panel.found.node, name: panel.device.description.printableName, screen: panel.session.scene.screen,
          width: panel.device.geometry.size.width, height: panel.device.geometry.size.height,
          sizeSource: panel.device.geometry.sizeSource.rawValue, touches: panel.session.scene.engine.touches.count,
          frames: panel.source.frames, dropped: panel.source.losses.count, filtered: panel.filter.counts,
          kernelBugs: panel.source.device.kernelBugs, model: panel.filter.summary,
          interception: interceptor.sentence(about: panel, at: now), isGrabbed: panel.interception?.state == .grabbed,
          takeBack: panel.interception?.takeBack.rawValue, clone: panel.interception?.clone.node)
        row.quirks = panel.quirks
        row.nearMisses = panel.session.scene.nearMisses.findings
        row.movementsWithout = panel.session.scene.nearMisses.movementsWithout
        if let (name, time) = panel.session.scene.latestGesture {
          row.lastGesture = name
          row.sinceGesture = Double(max(0, now - time)) / 1e6
        }
        return row
      })
    status.isConfigurationNewer = activeFiles != ConfigurationStamp(path: options.path)
    status.troubles = log.troubles.all
    status.switchedOff =
      active.switches.views.filter { !$0.value }.keys.sorted().map { "view \($0)" }
      + active.switches.gestures.filter { !$0.value }.keys.sorted().map { "gesture \($0)" }
    status.lastTouch = active.idleness.lastTouch.map { Double(max(0, now - $0)) / 1e6 }
    status.idle = active.idleness.names
    return status
  }
}
