import CTouchInput
import Gestures
import Glibc

/// An accelerometer that is an event node with the property `INPUT_PROP_ACCELEROMETER`.
final class EventAccelerometer: MotionSource {
  /// Metres per second squared. The axes of such a device have their resolution in units per g.
  private static let gravity = 9.80665

  let fileDescriptor: Int32
  let isBusy = false
  let rate: Double? = nil
  private let node: String
  private let hasKernelTime: Bool
  private let resolutions: [Double]
  private let matrix: MountMatrix
  private var values: [Int32] = [0, 0, 0]
  /// The latest sample; `nil` before the first.
  private var latest: MotionSample?
  private var buffer = [ti_event](repeating: ti_event(), count: Int(TI_RECORD_MOST))

  convenience init(_ found: DiscoveredDevice) throws(DeviceError) {
    var raw = ti_description()
    var failure = ti_failure()
    var hasKernelTime = false
    let descriptor = ti_record_open(found.node, &raw, &hasKernelTime, &failure)
    let description = DeviceDescription(raw)
    guard descriptor >= 0 else {
      var error = DeviceError(opening: found.node, failure, description)
      error.group = MotionSensor.group
      throw error
    }
    try self.init(adopting: descriptor, description, found, hasKernelTime: hasKernelTime)
  }

  /// Creates an accelerometer that reads events from any descriptor, which it then owns. For tests, too.
  init(
    adopting descriptor: Int32, _ description: DeviceDescription, _ found: DiscoveredDevice, hasKernelTime: Bool = true
  ) throws(DeviceError) {
    fileDescriptor = descriptor
    node = found.node
    self.hasKernelTime = hasKernelTime
    resolutions = Self.resolutions(of: description)
    matrix = MountMatrix(parsing: found.mountMatrix) ?? .identity
    guard description.isAccelerometer else { throw refusal("it has not the property of an accelerometer") }
    guard resolutions.allSatisfy({ $0 > 0 }) else { throw refusal("it does not declare the unit of its axes") }
    var none = ti_codes()
    ti_buttons_mask(descriptor, &none, 1 << UInt32(ABS_X) | 1 << UInt32(ABS_Y) | 1 << UInt32(ABS_Z))
    readAxes()
  }

  deinit { close(fileDescriptor) }

  private func refusal(_ why: String) -> DeviceError {
    DeviceError(call: "open", object: node, reason: .notSensor(why))
  }

  private static func resolutions(of description: DeviceDescription) -> [Double] {
    [ABS_X, ABS_Y, ABS_Z].map { code in
      withUnsafeBytes(of: description.raw.axes) { bytes in
        let axis = bytes.assumingMemoryBound(to: ti_axis.self)[Int(code)]
        return axis.present ? Double(axis.resolution) : 0
      }
    }
  }

  func read(at time: Timestamp) throws(DeviceError) -> [MotionSample]? {
    let count = ti_record_read(fileDescriptor, hasKernelTime, &buffer, buffer.count)
    if count == -ENODEV { return nil }
    if count < 0 { throw DeviceError(call: "read", object: node, code: -count) }
    var samples: [MotionSample] = []
    for event in buffer.prefix(Int(count)) {
      switch (Int32(event.type), Int32(event.code)) {
      case (EV_ABS, ABS_X...ABS_Z): values[Int(event.code)] = event.value
      case (EV_SYN, SYN_REPORT): report(at: event.time, in: &samples)
      case (EV_SYN, SYN_DROPPED):
        // The events after the loss are older than the values that are read now.
        readAxes()
        report(at: event.time, in: &samples)
        return samples
      default: break
      }
    }
    return samples
  }

  /// Adds the present values. Before them, adds those that the kernel has left out: it reports only what changes, so a pause means that
  /// the device was still. The last second of it is enough for gestures.
  private func report(at time: Int64, in samples: inout [MotionSample]) {
    if let latest, time > latest.time.microseconds, time > Self.restShown {
      var moment = max(latest.time.microseconds, time - Self.restShown)
      while time - moment > Self.restStep {
        moment += Self.restStep
        samples.append(MotionSample(time: Timestamp(microseconds: moment), acceleration: latest.acceleration))
      }
    }
    let sample = sample(at: time)
    latest = sample
    samples.append(sample)
  }

  /// The part of a pause that is filled in, and the time between the samples in it, in microseconds.
  private static let restShown: Int64 = 1_000_000
  private static let restStep: Int64 = 100_000

  private func readAxes() {
    for axis in values.indices { _ = ti_buttons_read_axis(fileDescriptor, UInt32(axis), &values[axis]) }
  }

  private func sample(at time: Int64) -> MotionSample {
    func component(_ axis: Int) -> Double { Double(values[axis]) / resolutions[axis] * Self.gravity }
    return MotionSample(
      time: Timestamp(microseconds: time), acceleration: matrix.apply(component(0), component(1), component(2)))
  }
}

extension DeviceDescription {
  fileprivate var isAccelerometer: Bool {
    withUnsafeBytes(of: raw.properties) { bytes in
      bytes[Int(INPUT_PROP_ACCELEROMETER) / 8] >> (INPUT_PROP_ACCELEROMETER % 8) & 1 == 1
    }
  }
}
