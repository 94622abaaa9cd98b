import CTouchInput
import Gestures

/// Makes samples of the events of a device with the property `INPUT_PROP_ACCELEROMETER`, live and from recordings.
struct AxisDecoder {
  /// Metres per second squared. The axes of such a device have their resolution in units per g.
  private static let gravity = 9.80665
  /// The part of a pause that is filled in, and the time between the samples in it, in microseconds.
  private static let restShown: Int64 = 1_000_000
  private static let restStep: Int64 = 100_000

  /// The present values of the three axes. The caller sets them if it can read them.
  var values: [Int32] = [0, 0, 0]
  private let resolutions: [Double]
  private let matrix: MountMatrix
  /// The latest sample; `nil` before the first.
  private var latest: MotionSample?

  /// Returns the reason for which a device can't be used; `nil` if it can.
  static func objection(to description: DeviceDescription) -> String? {
    if !description.isAccelerometer { return "it has not the property of an accelerometer" }
    return resolutions(of: description).allSatisfy { $0 > 0 } ? nil : "it does not declare the unit of its axes"
  }

  /// - Parameter description: a device without objections.
  init(_ description: DeviceDescription, _ matrix: MountMatrix = .identity) {
    resolutions = Self.resolutions(of: description)
    self.matrix = matrix
  }

  private static func resolutions(of description: DeviceDescription) -> [Double] {
    [ABS_X, ABS_Y, ABS_Z].map { code in
      let axis = description.rawAxis(Int(code))
      return axis.present ? Double(axis.resolution) : 0
    }
  }

  /// Returns the samples of some events.
  /// - Parameter readAxes: updates the values after a loss; false if the present ones are not known. After true, the rest of the events are
  ///   ignored: they are older than the values.
  mutating func decode(_ events: some Sequence<ti_event>, readAxes: (inout [Int32]) -> Bool) -> [MotionSample] {
    var samples: [MotionSample] = []
    for event in events {
      switch (Int32(event.type), Int32(event.code)) {
      case (EV_ABS, ABS_X...ABS_Z): values[Int(event.code)] = event.value
      case (EV_SYN, SYN_REPORT): report(at: event.time, in: &samples)
      case (EV_SYN, SYN_DROPPED):
        guard readAxes(&values) else { continue }
        report(at: event.time, in: &samples)
        return samples
      default: break
      }
    }
    return samples
  }

  /// Adds the present values. Before them, adds those that the kernel has left out: it reports only what changes, so a pause means that
  /// the device was still. The last second of it is enough for gestures.
  private mutating func report(at time: Int64, in samples: inout [MotionSample]) {
    if let latest {
      var moment = max(latest.time.microseconds, max(0, time) - Self.restShown)
      while moment < time && time - moment > Self.restStep {
        moment += Self.restStep
        samples.append(MotionSample(time: Timestamp(microseconds: moment), acceleration: latest.acceleration))
      }
    }
    let sample = sample(at: time)
    latest = sample
    samples.append(sample)
  }

  private func sample(at time: Int64) -> MotionSample {
    func component(_ axis: Int) -> Double { Double(values[axis]) / resolutions[axis] * Self.gravity }
    return MotionSample(
      time: Timestamp(microseconds: time), acceleration: matrix.apply(component(0), component(1), component(2)))
  }
}

extension DeviceDescription {
  var isAccelerometer: Bool { has(property: INPUT_PROP_ACCELEROMETER) }
}
