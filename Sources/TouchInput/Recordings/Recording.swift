// TouchInput/Recordings: recordings of panels and of other devices: a reader and a writer for each format.
import CLinux
import CTouchInput
import Gestures
import Program

/// A recording of a touchscreen: its description and its events.
package struct Recording: Sendable {
  /// Events in the order of the file, 16 bytes each.
  package struct Events: Sendable {
    var storage: [ti_event] = []

    /// Writes the events as a device would send them, with times that begin `seconds` from now.
    package func write(to descriptor: Int32, later seconds: Int) {
      let start = linux_monotonic_microseconds() + Int64(seconds) * 1_000_000
      let raw = storage.map {
        ti_raw_event(ti_event(time: start + $0.time, type: $0.type, code: $0.code, value: $0.value))
      }
      raw.withUnsafeBytes { _ = try? Descriptor.write(descriptor, $0) }
    }

    /// The time of the last event.
    package var end: Timestamp { Timestamp(microseconds: storage.last?.time ?? 0) }
  }

  /// The largest file that is read: more than an hour of ten fingers.
  package static let sizeLimit = 64 << 20

  /// The path as the caller gave it; escape it before printing.
  package let file: String
  package let description: DeviceDescription
  package let events: Events
  /// What was known of the panel when the recording began; `nil`: nothing.
  package let model: PanelModel.Summary?
  /// Warnings for the user, for example that the ranges of the axes are guessed.
  package let warnings: [String]

  /// Reads the first touchscreen of a file; see `RecordingFiles` for all of them.
  package init(file: String) throws(RecordingError) {
    var first: Result<Recording, RecordingError>?
    RecordingFiles([file]).read { first = first ?? $0 }
    self = try first!.get()
  }

  /// Reads the content of a file, which errors call `file`.
  package init(bytes: [UInt8], file: String) throws(RecordingError) {
    self = try RecordingContent(bytes: bytes, file: file).recordings(of: file)[0]
  }

  /// Throws if the device is not a touchscreen.
  init(_ device: RecordedDevice, file: String) throws(RecordingError) {
    let description = DeviceDescription(device.description, hints: device.hints.rawValue)
    if let objection = description.objection {
      let name = description.printableName.isEmpty ? "the device" : description.printableName
      let remedy = description.mayBeNamed ? " (\(DeviceDescription.remedy))" : ""
      throw RecordingError(file: file, problem: "\(name) is not a touchscreen: \(objection)\(remedy)")
    }
    self.file = file
    self.description = description
    events = Events(storage: device.events)
    model = device.model
    warnings = device.warnings
  }
}
