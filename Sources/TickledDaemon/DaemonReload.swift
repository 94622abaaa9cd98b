import Actions
import Glibc
import TouchInput

/// Signals, and a configuration that is read again.
extension DaemonCore {
  /// - Returns: whether it is to stop.
  func takeSignals() -> Bool {
    while let signal = loop.nextSignal() {
      if signal != SIGHUP { return true }
      _ = reload()
    }
    return false
  }

  /// Reads the configuration again; one that cannot be used changes nothing.
  /// - Returns: what is wrong with it.
  func reload() -> [String] {
    service.reloading()
    defer { service.ready(serviceStatus) }
    do throws(ConfigurationError) {
      let (configuration, warnings) = try Configuration.load(path: options.path)
      for warning in warnings { log.warning(warning.summary) }
      for sentence in configuration.notCarriedOut { log.warning(sentence) }
      self.configuration = configuration
    } catch {
      let errors = error.lines
      for line in errors { log.error(line) }
      log.error("\(options.path): not reloaded; the old configuration stays")
      return errors
    }
    log.level = Log.Level(configuration.daemon.logLevel)
    runner?.reconfigure(log: log, soundDevice: configuration.daemon.soundDevice)
    runner?.prepare(for: configuration.allActions)
    orientations.removeAll()
    switches = Scene.Switches()
    renewModes()
    openControl()
    for panel in panels.values { renew(panel) }
    reported.removeAll()
    if let devices = try? discovery?.enumerate() { open(devices) }
    log.info("\(options.path): reloaded")
    return []
  }

  /// Puts the configuration as it is now under a panel. What it held is cancelled; fingers that lie there are ignored
  /// until they lift.
  func renew(_ panel: Panel) {
    panel.cancel(at: now)
    let isNamed = !panel.device.description.looksLikeMouse || !options.devices.isEmpty
    if let screen = configuration.screen(for: panel.device.description, panel.found), isNamed || screen.match.names {
      panel.renew(makeSession(panel.device, panel.found, screen), screen.touchFilter)
    } else {
      detach(panel)
    }
  }
}

extension Log.Level {
  package init(_ level: DaemonSettings.LogLevel) { self = Log.Level(rawValue: level.rawValue) ?? .info }
}

extension Configuration {
  /// Of all gestures.
  package var allActions: [Action] { gestures.flatMap { $0.actions.map(\.action) } }
}

extension ConfigurationError {
  /// A line for each mistake.
  package var lines: [String] {
    guard case .unusable(let diagnostics) = self else { return ["\(self)"] }
    return diagnostics.map(\.summary)
  }
}

extension Diagnostic {
  /// One line, for a journal.
  package var summary: String { "\(file):\(line):\(column): \(fullMessage)" }
}
