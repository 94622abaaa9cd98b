// Monitor: `tickle monitor`: what it shows of a session, and the loop that shows it.
import CLinux
import Configuration
import Gestures
import Terminal
import Text
import TouchInput

/// Shows a touchscreen as it is used. If it is unplugged, the monitor waits for it to come back.
package final class LiveMonitor {
  private let stage: Stage
  private let files: MonitorFiles
  private var finder: PanelFinder
  private let others: OtherDevices
  private let notes: (LivePanel) -> [String]
  private var panel: LivePanel
  private var isPresent = false

  /// - Parameters:
  ///   - files: the configuration's; it takes effect when it has been saved.
  ///   - notes: returns additional notes on a panel, for the lines at the bottom.
  package init(
    _ stage: Stage, _ finder: PanelFinder, _ panel: LivePanel, _ files: MonitorFiles,
    notes: @escaping (LivePanel) -> [String]
  ) {
    self.stage = stage
    others = OtherDevices(stage)
    self.files = files
    self.finder = finder
    self.panel = panel
    self.notes = notes
  }

  /// Runs until the user quits or the terminal is gone.
  package func run() {
    stage.picture = { [unowned self] in draw(columns: $0, rows: $1) }
    _ = stage.watch(finder.discovery.fileDescriptor)
    files.follow(on: stage)
    attach()
    while stage.end == nil {
      let times = [panel.nextDeadline?.microseconds, files.followed.nextDeadline]
      let next = times.compactMap { $0 }.min()
      stage.turn(until: next, key: { _ in }, ready: { read($0) })
      panel.advance(to: now)
      files.readIfSaved(
        on: stage, { () throws(MonitorFiles.Failure) in try reload() }, refused: { panel.state.add(note: $0) })
    }
  }

  /// Shows the panel with the configuration as it is now. If that is invalid, the one of before is kept.
  private func reload() throws(MonitorFiles.Failure) {
    finder.configuration = try files.configuration()
    guard isPresent else { return }
    detach("the configuration has changed")
    guard let found = try? finder.find() else { return }
    panel = found
    attach()
  }

  private var now: Timestamp { Timestamp(microseconds: linux_monotonic_microseconds()) }

  private func attach() {
    panel.state.onChange = { [unowned self] in stage.changed() }
    for note in notes(panel) { panel.state.add(note: note) }
    isPresent = stage.watch(panel.device.fileDescriptor)
    if isPresent { openOthers() }
    stage.changed()
  }

  private func openOthers() { others.open(for: finder.configuration, finder.discovery, on: panel) }

  private func read(_ descriptor: Int32) {
    if descriptor == finder.discovery.fileDescriptor { return followHotplug() }
    files.followed.read(descriptor, at: now.microseconds)
    guard isPresent else { return }
    guard descriptor == panel.device.fileDescriptor else { return others.read(descriptor, on: panel, at: now) }
    do throws(DeviceError) {
      if case .gone = try panel.read() { detach("the panel is gone: waiting for it") }
    } catch {
      detach("\(error)")
    }
  }

  private func detach(_ why: String) {
    stage.forget(panel.device.fileDescriptor)
    isPresent = false
    others.close()
    panel.cancel(at: now)
    panel.state.add(note: why)
  }

  private func followHotplug() {
    var hasNews = false
    while let event = try? finder.discovery.receive() {
      switch event {
      case .removed, .sensor(_, isPresent: false): break
      case .added, .changed, .sensor, .lost: hasNews = true
      }
    }
    if hasNews && isPresent { openOthers() }
    guard hasNews, !isPresent, let found = try? finder.find() else { return }
    panel = found
    attach()
  }

  private func draw(columns: Int, rows: Int) -> CellBuffer {
    var surroundings = MonitorScreen.Surroundings()
    surroundings.title = "\(panel.device.description.printableName) on \(panel.device.node.printable)"
    if !isPresent { surroundings.position = "unplugged" }
    return MonitorScreen.draw(panel.state, surroundings, columns: columns, rows: rows)
  }
}
