import CLinux
import Configuration
import Gestures
import Glibc
import Program
import Screen
import TouchInput

/// Reads touchscreens, as the daemon does, for shapes that are drawn on them, until enough was drawn or a signal comes.
struct StrokeListener {
  enum End: Sendable, Equatable { case enough, interrupted, gone }

  /// A panel and what is drawn on it.
  private final class Source {
    let device: TouchDevice
    let collector: StrokeCollector

    init(_ device: TouchDevice, _ collector: StrokeCollector) {
      self.device = device
      self.collector = collector
    }
  }

  private let loop: EventLoop
  private var sources: [Int32: Source] = [:]
  private let state = State()

  /// What the collectors tell the loop.
  private final class State {
    var wantsMore: ([[StrokePoint]]) -> Bool = { _ in true }
    var hasEnough = false
  }

  /// Opens the panels that can be read. Blocks SIGINT and SIGTERM from now on.
  /// - Parameters:
  ///   - device: a node or a link to one; `nil`: every touchscreen there is.
  ///   - strokes: at most so many make a shape.
  init(device: String?, strokes: Int, configuration: Configuration) throws(DeviceError) {
    guard let loop = EventLoop(signals: [SIGINT, SIGTERM]) else {
      throw DeviceError(call: "epoll or signalfd", object: "signals", code: errno)
    }
    self.loop = loop
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
    throw refusal ?? DeviceError(call: "open", object: device ?? "/dev/input/event*", code: ENOENT)
  }

  private mutating func open(
    _ found: DiscoveredDevice, isNamed: Bool, _ strokes: Int, _ configuration: Configuration
  ) throws(DeviceError) {
    let device = try TouchDevice(node: found.node, hints: isNamed ? found.hints.union(.named) : found.hints)
    let screen = configuration.screen(for: device.description, found) ?? ScreenSettings()
    device.geometry = screen.geometry(
      of: device.description, calibration: found.calibration, displaySize: DisplaySize.ofOnlyDisplay())
    let collector = StrokeCollector(strokes: strokes, screen: screen, size: device.geometry.size) { [state] strokes in
      if !state.hasEnough { state.hasEnough = !state.wantsMore(strokes) }
    }
    guard loop.watch(device.fileDescriptor) else {
      throw DeviceError(call: "epoll_ctl", object: found.node, code: errno)
    }
    sources[device.fileDescriptor] = Source(device, collector)
  }

  /// What is listened to, safe to print.
  var names: [String] { sources.values.map(\.device.description.printableName).sorted() }

  /// - Parameter wantsMore: told each shape; false ends it.
  mutating func run(_ wantsMore: @escaping ([[StrokePoint]]) -> Bool) throws(DeviceError) -> End {
    state.wantsMore = wantsMore
    while !sources.isEmpty {
      let deadline = sources.values.compactMap(\.collector.nextDeadline).min()
      for index in 0..<loop.wait(until: deadline?.microseconds) {
        let descriptor = loop.descriptor(index)
        if loop.isSignals(descriptor) {
          if loop.nextSignal() != nil { return .interrupted }
        } else if let source = sources[descriptor], case .gone = try read(source) {
          loop.forget(descriptor)
          sources[descriptor] = nil
        }
      }
      let time = Timestamp(microseconds: linux_monotonic_microseconds())
      for source in sources.values { source.collector.advance(to: time) }
      if state.hasEnough { return .enough }
    }
    return .gone
  }

  private func read(_ source: Source) throws(DeviceError) -> TouchDevice.Condition {
    try source.device.readFrames { frame, _ in source.collector.handle(&frame) }
  }
}

extension DiscoveredDevice {
  fileprivate func isCalled(_ name: String) -> Bool {
    if name == node || links.contains(name) { return true }
    guard let real = realpath(name, nil) else { return false }
    defer { free(real) }
    return String(cString: real) == node
  }
}
