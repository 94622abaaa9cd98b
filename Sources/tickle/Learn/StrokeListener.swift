import CLinux
import Configuration
import Gestures
import Program
import Screen
import TouchInput

/// Reads shapes that are drawn on touchscreens, which it opens as the daemon does, until there are enough or a signal arrives.
struct StrokeListener {
  enum End: Sendable, Equatable { case enough, interrupted, gone }

  private let interruption = Interruption()
  /// The panels, with the collectors of what is drawn on them, by descriptor.
  private var sources: [Int32: (panel: PanelSource, collector: StrokeCollector)] = [:]
  private let state = State()

  /// The state that the collectors share with the loop.
  private final class State {
    var wantsMore: ([[StrokePoint]]) -> Bool = { _ in true }
    var hasEnough = false
  }

  /// Opens the panels that can be read. Signals no longer end the program from now on.
  /// - Parameters:
  ///   - device: a node or a link to one; `nil`: all touchscreens.
  ///   - strokes: the most strokes of a shape.
  init(device: String?, strokes: Int, configuration: Configuration) throws(DeviceError) {
    let nodes = try DeviceDiscovery().enumerate().filter { device == nil || $0.isCalled(device!) }
    var refusal: DeviceError?
    for found in nodes {
      do throws(DeviceError) {
        try open(found, isNamed: device != nil, strokes, configuration)
      } catch {
        if device != nil || found.hints.contains(.touchscreen) { refusal = refusal ?? error }
      }
    }
    guard sources.isEmpty else { return }
    throw refusal ?? DeviceError(call: "open", object: device ?? "/dev/input/event*", .noSuchFile)
  }

  private mutating func open(
    _ found: DiscoveredDevice, isNamed: Bool, _ strokes: Int, _ configuration: Configuration
  ) throws(DeviceError) {
    let panel = try PanelSource(found, named: isNamed ? .user : nil)
    let device = panel.device
    let screen = configuration.screen(for: panel) ?? ScreenSettings()
    panel.fit(to: screen)
    let collector = StrokeCollector(strokes: strokes, screen: screen, geometry: device.geometry) { [state] strokes in
      if !state.hasEnough { state.hasEnough = !state.wantsMore(strokes) }
    }
    interruption.watch(device.fileDescriptor)
    sources[device.fileDescriptor] = (panel, collector)
  }

  /// The names of the panels that are read, safe to print.
  var names: [String] { sources.values.map(\.panel.device.description.printableName).sorted() }

  /// - Parameter wantsMore: called with each shape; false ends the run.
  mutating func run(_ wantsMore: @escaping ([[StrokePoint]]) -> Bool) throws(DeviceError) -> End {
    state.wantsMore = wantsMore
    while !sources.isEmpty {
      let deadline = sources.values.compactMap(\.collector.nextDeadline).min()
      let rest = deadline.map { max(0, $0.microseconds - linux_monotonic_microseconds()) }
      if interruption.wait(microseconds: rest ?? -1) == .interrupted { return .interrupted }
      for (descriptor, (panel, collector)) in sources {
        guard case .gone = try panel.read({ collector.handle(&$0) }) else { continue }
        interruption.ignore(descriptor)
        sources[descriptor] = nil
      }
      let time = Timestamp(microseconds: linux_monotonic_microseconds())
      for source in sources.values { source.collector.advance(to: time) }
      if state.hasEnough { return .enough }
    }
    return .gone
  }
}
