// Touchscreens: touchscreens as frames on a queue of the caller's; a public library. It knows no configuration.
import CLinux
import Dispatch
import Gestures
import Program
import TouchInput

/// The touchscreens of this machine, as frames on a queue of the caller's: those that are there, and those that are plugged in later.
///
///     let screens = Touchscreens(queue: DispatchQueue(label: "gestures")) { screen in
///       let root = View(frame: Rect(origin: .zero, size: screen.size))
///       let tap = TapGestureRecognizer()
///       tap.addAction { print("tap at \($0.location(in: nil))") }
///       root.addGestureRecognizer(tap)
///       screen.engine = GestureEngine(root: root)
///     }
///     try screens.start()
///
/// One thread waits for devices and enters the queue for everything that is ready. The screens are read along with other programs:
/// applications go on receiving their touches. The user of the program must be allowed to read `/dev/input/event*`.
///
/// `@unchecked Sendable`: `loop`, `wake` and `queue` never change, and `EventLoop` is only waited in by the one thread that `start` makes;
/// everything else is used on `queue` only.
public final class Touchscreens: @unchecked Sendable {
  /// Settings of the screens.
  public struct Settings: Sendable {
    /// The size of the upright screen in millimetres, for a panel that reports a wrong one or none; `nil`: as the panel, or the only
    /// display, reports it.
    public var size: Size?
    /// Which way the screen is mounted: how often it was turned clockwise by 90°, 0 to 3.
    public var quarterTurns = 0
    /// Only devices with this node, link or name are read; `nil`: all touchscreens.
    public var device: String?
    /// Whether frames carry the force and the size of contacts.
    public var imprints = true

    /// Creates the usual settings.
    public init() {}
  }

  /// What keeps touchscreens from being read. Its description is a sentence that says what to do.
  public enum Problem: Sendable, CustomStringConvertible {
    /// The user may not read the device with this node.
    case noPermission(node: String, sentence: String)
    /// No touchscreen was there at `start`. One that is plugged in later is read.
    case noTouchscreen
    /// Another reason.
    case other(String)

    public var description: String {
      switch self {
      case .noPermission(_, let sentence), .other(let sentence): sentence
      case .noTouchscreen: "no touchscreen is there; one that is plugged in is read"
      }
    }

    fileprivate init(_ error: DeviceError) {
      switch error.reason {
      case .system(let cause) where cause.isPermission: self = .noPermission(node: error.object, sentence: "\(error)")
      default: self = .other("\(error)")
      }
    }
  }

  /// Called on the queue about a device that cannot be read, and at the start if none was found. `nil`: nothing is said.
  public var onProblem: (@Sendable (Problem) -> Void)?

  private let queue: DispatchQueue
  /// Whether the screens are the main actor's, which starts them.
  private let isOnMainActor: Bool
  private let settings: Settings
  private let opened: @Sendable (Touchscreen) -> Void
  private let loop: EventLoop?
  private let wake = Wake()
  private var discovery: DeviceDiscovery?
  private var screens: [Touchscreen] = []
  private var readers: [AsyncStream<GestureEvent.Snapshot>.Continuation] = []
  private var isStopped = false

  /// Creates the touchscreens. Nothing is read before `start`.
  ///
  /// - Parameters:
  ///   - queue: a serial queue. All screens, engines and closures are used on it.
  ///   - settings: settings of the screens.
  ///   - opened: called on the queue when a screen was found. Set its `engine` or its `onFrame` there.
  public convenience init(
    queue: DispatchQueue, settings: Settings = Settings(), _ opened: @escaping @Sendable (Touchscreen) -> Void
  ) {
    self.init(queue, isOnMainActor: false, settings, opened)
  }

  /// Creates touchscreens of the main actor, which may use all its code in closures and actions. The program must run the main queue, with
  /// `dispatchMain()` or a run loop.
  @MainActor public convenience init(
    settings: Settings = Settings(), _ opened: @escaping @MainActor (Touchscreen) -> Void
  ) {
    self.init(.main, isOnMainActor: true, settings) { screen in
      // It stays on the main queue.
      nonisolated(unsafe) let screen = screen
      MainActor.assumeIsolated { opened(screen) }
    }
  }

  private init(
    _ queue: DispatchQueue, isOnMainActor: Bool, _ settings: Settings,
    _ opened: @escaping @Sendable (Touchscreen) -> Void
  ) {
    self.queue = queue
    self.isOnMainActor = isOnMainActor
    self.settings = settings
    self.opened = opened
    loop = EventLoop(signals: [])
  }

  /// Finds the screens and begins to read them. Call it once; touchscreens of the main actor on the main thread.
  ///
  /// - Throws: a `TouchscreensError` if the system has no more descriptors, or udev cannot be asked.
  public func start() throws {
    guard let loop, wake.descriptor >= 0, loop.watch(wake.descriptor) else {
      throw TouchscreensError(description: "no more descriptors: \(Errno.latest)")
    }
    if isOnMainActor { try find(loop) } else { try queue.sync { try find(loop) } }
    do throws(Errno) {
      try startThread { self.run() }
    } catch { throw TouchscreensError(description: "pthread_create: \(error)") }
  }

  /// The gestures of all screens, for a task of any actor:
  ///
  ///     for await gesture in screens.gestures where gesture.state == .ended { print(gesture.name, gesture.location) }
  ///
  /// Each use of the property gives a sequence of its own, of the gestures from then on; none is missed if it is used before `start`. A
  /// task that is more than 1000 events late misses the oldest. It ends after `stop`.
  public var gestures: AsyncStream<GestureEvent.Snapshot> {
    let (gestures, reader) = AsyncStream.makeStream(
      of: GestureEvent.Snapshot.self, bufferingPolicy: .bufferingNewest(1000))
    queue.async { if self.isStopped { reader.finish() } else { self.readers.append(reader) } }
    return gestures
  }

  /// Passes events on to the tasks that read them, and forgets those that have ended.
  private func report(_ events: [GestureEngine.Event]) {
    guard !readers.isEmpty else { return }
    for case .gesture(let event) in events {
      let gesture = event.snapshot
      readers.removeAll { if case .terminated = $0.yield(gesture) { true } else { false } }
    }
  }

  private func find(_ loop: EventLoop) throws {
    do {
      let discovery = try DeviceDiscovery()
      guard loop.watch(discovery.fileDescriptor) else { throw TouchscreensError(description: "epoll_ctl udev") }
      self.discovery = discovery
      var isBlocked = false
      for device in try discovery.enumerate() where !open(device) { isBlocked = true }
      if screens.isEmpty && !isBlocked { onProblem?(.noTouchscreen) }
    } catch let error as DeviceError {
      throw TouchscreensError(description: "\(error)")
    }
  }

  /// Cancels all touches and stops reading. Call it on the queue.
  public func stop() {
    isStopped = true
    for screen in screens { drop(screen) }
    for reader in readers { reader.finish() }
    readers = []
    wake.raise()
  }

  // MARK: The thread

  private func run() {
    guard let loop else { return }
    var deadline = queue.sync { nextDeadline }
    while true {
      let ready = loop.wait(until: deadline?.microseconds)
      let descriptors = (0..<ready).map { loop.descriptor($0) }
      let next: Timestamp?? = queue.sync {
        turn(descriptors)
        return isStopped ? nil : .some(nextDeadline)
      }
      guard let next else { return }
      deadline = next
    }
  }

  private var nextDeadline: Timestamp? { screens.compactMap(\.nextDeadline).min() }

  /// Handles what is ready: first devices, so that a frame comes before a deadline that is later, and then time.
  private func turn(_ descriptors: [Int32]) {
    for descriptor in descriptors {
      if descriptor == wake.descriptor {
        wake.clear()
      } else if descriptor == discovery?.fileDescriptor {
        followDevices()
      } else if let screen = screens.first(where: { $0.fileDescriptor == descriptor }) {
        if let problem = screen.read() { onProblem?(.other(problem)) }
        if screen.isGone { drop(screen) }
      }
    }
    let now = Timestamp(microseconds: linux_monotonic_microseconds())
    for screen in screens { screen.advance(to: now) }
  }

  private func followDevices() {
    do throws(DeviceError) {
      while let event = try discovery?.receive() {
        switch event {
        case .added(let device), .changed(let device): open(device)
        case .removed(let device): if let screen = screens.first(where: { $0.node == device.node }) { drop(screen) }
        case .lost: for device in try discovery?.enumerate() ?? [] { open(device) }
        case .sensor: break
        }
      }
    } catch {
      onProblem?(Problem(error))
    }
  }

  /// - Returns: `false` if the device is a touchscreen that cannot be read.
  @discardableResult
  private func open(_ device: DiscoveredDevice) -> Bool {
    if isStopped || screens.contains(where: { $0.node == device.node }) { return true }
    let isNamed = settings.device.map { device.isCalled($0) || device.name == $0 } ?? false
    if settings.device != nil && !isNamed { return true }
    do throws(DeviceError) {
      let source = try PanelSource(device, named: isNamed ? .user : nil)
      if source.device.description.isMadeByTickled { return true }
      let screen = Touchscreen(source, settings, changed: wake.raise, report: report)
      guard loop?.watch(source.device.fileDescriptor) == true else { return true }
      screens.append(screen)
      opened(screen)
    } catch {
      // No permission for keyboards and mice is normal.
      if isNamed || device.hints.contains(.touchscreen) {
        onProblem?(Problem(error))
        return false
      }
    }
    return true
  }

  private func drop(_ screen: Touchscreen) {
    loop?.forget(screen.fileDescriptor)
    screens.removeAll { $0 === screen }
    screen.close(at: Timestamp(microseconds: linux_monotonic_microseconds()))
  }
}

/// A descriptor that becomes readable to let the thread look at the deadlines again.
private final class Wake {
  let descriptor = linux_eventfd()

  deinit { if descriptor >= 0 { Descriptor.close(descriptor) } }

  func raise() { linux_eventfd_raise(descriptor) }
  func clear() { linux_eventfd_clear(descriptor) }
}

/// The reason why touchscreens cannot be read at all, or a recording cannot be played.
public struct TouchscreensError: Error, CustomStringConvertible {
  /// What failed, and what to do.
  public let description: String
}
