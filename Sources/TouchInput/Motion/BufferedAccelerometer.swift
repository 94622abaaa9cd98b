import Gestures
import Program

/// An IIO accelerometer that puts its measurements into a buffer. It is set up when it is opened, and left as it was found.
final class BufferedAccelerometer: MotionSource {
  /// Samples per second that the sensor is set to if it makes fewer and can make more. The impulse of a knock lasts some milliseconds; at
  /// 100 Hz, a sensor still measures a quarter of it or less (KNO-2).
  static let wantedRate = 100.0
  /// Samples per second: a sensor that can only make more is left as it is.
  private static let highestRate = 2000.0
  /// The most scans that wait in the kernel. An unusual number: after a crash it shows that the buffer was enabled by tickled.
  static let length = 61
  /// The most bytes that are read at a time.
  private static let most = 4096
  /// Microseconds. A time of the kernel that is further away from the present was measured on another clock.
  private static let longestDelay: Int64 = 2_000_000
  /// Microseconds, between samples whose times are not known: at most this.
  private static let longestStep: Int64 = 50_000

  let fileDescriptor: Int32
  let isBusy = false
  let rate: Double?
  private let node: String
  private var changes: SysfsChanges
  private let layout: ScanLayout
  private let axes: [ScanLayout.Element]
  /// The kernel's time of a scan, in nanoseconds; `nil` if it is not measured, or on another clock than CLOCK_MONOTONIC.
  private let time: ScanLayout.Element?
  private let scale: AxisScale
  private var latest: Timestamp?
  private var buffer: [UInt8]

  /// Whether a buffer can be used.
  enum Availability {
    case free
    /// Another process of tickled has enabled it, and uses it, unless it has crashed.
    case ours
    case taken
    /// This process may not open the node, or not set up the buffer.
    case forbidden
    /// There is no buffer.
    case none
  }

  static func availability(of found: DiscoveredDevice) -> Availability {
    let folder = SysfsFolder(path: found.syspath)
    guard !found.node.isEmpty, let state = folder.text("buffer/enable") else { return .none }
    if state != "0" { return folder.integer("buffer/length") == length ? .ours : .taken }
    return folder.mayWrite("buffer/enable") && Paths.isReadable(found.node) ? .free : .forbidden
  }

  /// The samples per second of a sensor once it is set up, as far as known.
  static func rate(of found: DiscoveredDevice) -> Double? {
    let folder = SysfsFolder(path: found.syspath)
    guard let (file, rate) = currentRate(folder) else { return nil }
    return folder.mayWrite(file) ? betterRate(folder, file, than: rate) ?? rate : rate
  }

  private static func currentRate(_ folder: SysfsFolder) -> (file: String, rate: Double)? {
    ["in_accel_sampling_frequency", "sampling_frequency"].lazy
      .compactMap { file in folder.number(file).map { (file, $0) } }.first
  }

  /// Returns the rate to set; `nil` if the sensor is to stay as it is.
  private static func betterRate(_ folder: SysfsFolder, _ file: String, than rate: Double) -> Double? {
    if rate >= wantedRate { return nil }
    let available = (folder.text("\(file)_available") ?? "").split(separator: " ").compactMap { Double($0) }
    let better = available.isEmpty ? wantedRate : available.filter { $0 >= wantedRate }.min() ?? available.max()
    return better.flatMap { $0 > rate && $0 <= highestRate ? $0 : nil }
  }

  /// `nil` if the buffer cannot be used: another program has enabled it, this process may not, or its layout is not understood.
  init?(_ found: DiscoveredDevice) {
    let folder = SysfsFolder(path: found.syspath), availability = Self.availability(of: found)
    guard availability == .free || availability == .ours,
      let scale = AxisScale(folder, mountMatrix: found.mountMatrix)
    else { return nil }
    // One process at a time can open the node, so a buffer of tickled's was left by one that has crashed.
    guard let descriptor = try? Descriptor.open(found.node, .reading, .nonBlocking) else { return nil }
    if availability == .ours { _ = folder.write("0", to: "buffer/enable") }
    var changes = SysfsChanges(folder)
    guard let setup = Setup(folder, &changes, name: found.name, sysname: found.sysname) else {
      changes.undo()
      Descriptor.close(descriptor)
      return nil
    }
    fileDescriptor = descriptor
    node = found.node
    self.changes = changes
    self.scale = scale
    layout = setup.layout
    axes = setup.axes
    time = setup.time
    rate = setup.rate
    buffer = [UInt8](repeating: 0, count: max(1, Self.most / setup.layout.size) * setup.layout.size)
  }

  deinit {
    changes.undo()
    Descriptor.close(fileDescriptor)
  }

  func read(at now: Timestamp) throws(DeviceError) -> [MotionSample]? {
    let count: Int
    do throws(Errno) {
      count = try Descriptor.read(fileDescriptor, into: &buffer)
    } catch {
      switch error {
      case .wouldBlock, .deviceBusy: return []
      case .noSuchDevice: return nil
      default: throw DeviceError(call: "read", object: node, error)
      }
    }
    if count == 0 { return nil }
    let scans = count / layout.size
    let previous = latest
    return (0..<scans).map { scan in
      let place = scan * layout.size
      let raw = axes.map { $0.format.value(in: buffer, at: place + $0.place) }
      let time = kernelTime(at: place, now) ?? Self.time(of: scan, scans, since: previous, now)
      latest = time
      return MotionSample(time: time, acceleration: scale.acceleration(raw))
    }
  }

  /// Returns the kernel's time of the scan at a place; `nil` if it has none on the clock of the frames.
  private func kernelTime(at place: Int, _ now: Timestamp) -> Timestamp? {
    guard let time else { return nil }
    let measured = Timestamp(microseconds: time.format.value(in: buffer, at: place + time.place) / 1000)
    return (0...Self.longestDelay).contains(now - measured) ? measured : nil
  }

  /// Returns the time of one of several scans that were read at once: they are spread over the time since the previous ones.
  private static func time(of scan: Int, _ scans: Int, since previous: Timestamp?, _ now: Timestamp) -> Timestamp {
    let passed = previous.map { max(0, now - $0) } ?? .max
    let step = min(passed / Int64(scans), longestStep)
    return now + -step * Int64(scans - 1 - scan)
  }

  /// What is known of a buffer after it was set up.
  private struct Setup {
    let layout: ScanLayout
    let axes: [ScanLayout.Element]
    let time: ScanLayout.Element?
    let rate: Double?

    /// Sets up the buffer and enables it; `nil` if that fails. The caller then undoes the changes.
    init?(_ folder: SysfsFolder, _ changes: inout SysfsChanges, name: String, sysname: String) {
      for axis in AxisScale.axes where !changes.set("scan_elements/in_accel_\(axis)_en", to: "1") { return nil }
      let hasTime = changes.set("scan_elements/in_timestamp_en", to: "1")
      _ = changes.set("current_timestamp_clock", to: "monotonic")
      let isMonotonic = folder.text("current_timestamp_clock") == "monotonic"
      guard Self.chooseTrigger(folder, &changes, name: name, sysname: sysname), let layout = ScanLayout(folder) else {
        return nil
      }
      let axes = AxisScale.axes.compactMap { layout.elements["in_accel_\($0)"] }
      guard axes.count == AxisScale.axes.count, axes.allSatisfy({ $0.format.holdsOneValue }) else { return nil }
      self.layout = layout
      self.axes = axes
      time = hasTime && isMonotonic ? layout.elements["in_timestamp"] : nil
      rate = Self.chooseRate(folder, &changes)
      _ = changes.set("buffer/length", to: "\(BufferedAccelerometer.length)")
      guard changes.set("buffer/enable", to: "1") else { return nil }
    }

    /// Chooses what starts a measurement, for devices that need it: by the drivers' convention, the device's own trigger is called
    /// `NAME-devN`. A trigger that is already chosen stays.
    private static func chooseTrigger(
      _ folder: SysfsFolder, _ changes: inout SysfsChanges, name: String, sysname: String
    ) -> Bool {
      guard let current = folder.text("trigger/current_trigger") else { return true }
      if !current.isEmpty { return true }
      let number = sysname.drop { !$0.isNumber }
      return changes.set("trigger/current_trigger", to: "\(name)-dev\(number)")
    }

    /// Makes the sensor measure more often if it makes fewer measurements than wanted. Returns the rate, as far as known.
    private static func chooseRate(_ folder: SysfsFolder, _ changes: inout SysfsChanges) -> Double? {
      guard let (file, rate) = currentRate(folder) else { return nil }
      guard let better = betterRate(folder, file, than: rate) else { return rate }
      _ = changes.set(file, to: better == better.rounded() ? "\(Int(better))" : "\(better)")
      return folder.number(file)
    }
  }
}
