import Gestures

/// The content of one file: devices, events, or both; or measurements of an accelerometer.
struct RecordingContent {
  private(set) var devices: [RecordedDevice]
  private var samples: [MotionSample] = []
  private var format: RecordingFormat

  /// Recognizes the format by the content, as files from other programs may have any name.
  init(bytes: [UInt8], file: String) throws(RecordingError) {
    if bytes.isEmpty { throw RecordingError(file: file, problem: "is empty") }
    if bytes.contains(0) {
      throw RecordingError(
        file: file, problem: "is not text: is it a recording of evemu, libinput, getevent or evtest?")
    }
    format = RecordingFormat(of: bytes)
    switch format {
    case .evemu: devices = [try EvemuReader.reading(bytes, of: file).device]
    case .libinput: devices = try LibinputReader.reading(bytes, of: file).devices
    case .motion:
      devices = []
      samples = try MotionReader.reading(bytes, of: file).samples
    case .evtest: devices = try EvtestReader.reading(bytes, of: file).devices
    case .hidReports:
      throw RecordingError(
        file: file,
        problem:
          "is a recording of hid-recorder, which has a device's own reports: play it with `hid-replay`, and record "
          + "the touchscreen that appears with `tickle record` or `evemu-record`")
    case .debugEvents: devices = try DebugEventsReader.reading(bytes, of: file).devices
    case .getevent:
      devices = try GeteventReader.reading(bytes, of: file).devices
      // A log of one device has no nodes, even if all devices are described before it.
      self = described(by: self)
    }
  }

  var hasEvents: Bool { !samples.isEmpty || devices.contains { !$0.events.isEmpty } }
  var isDescribed: Bool { !samples.isEmpty || devices.contains { $0.isDescribed } }

  /// Returns the same events, with the devices that another file describes.
  func described(by other: RecordingContent) -> RecordingContent {
    var result = self
    for index in devices.indices where !devices[index].isDescribed {
      guard var device = other.device(at: devices[index].node) else { continue }
      device.replaceEvents(by: devices[index].events)
      result.devices[index] = device
    }
    return result
  }

  /// Returns the device with a node, or else the only touchscreen.
  private func device(at node: String) -> RecordedDevice? {
    if let device = devices.first(where: { $0.node == node && $0.isDescribed }) { return device }
    let screens = devices.filter { DeviceDescription($0.description, hints: $0.hints.rawValue).isTouchscreen }
    return screens.count == 1 ? screens[0] : nil
  }

  /// Makes touchscreens of devices that claim to be something else.
  ///
  /// - Parameter isNamed: whether the user means this device. If that is so for a touchscreen, too, only that is meant: its pen often has its
  ///   name or its numbers.
  mutating func name(_ isNamed: (DeviceDescription) -> Bool) {
    let descriptions = devices.map { DeviceDescription($0.description, hints: $0.hints.rawValue) }
    if descriptions.contains(where: { $0.isTouchscreen && isNamed($0) }) { return }
    for (index, description) in descriptions.enumerated() where description.mayBeNamed && isNamed(description) {
      devices[index].hints.insert(.named)
    }
  }

  /// Returns the touchscreens, the devices with keys or switches that are none, and the accelerometers, at least one.
  func inputs(of file: String) throws(RecordingError) -> [RecordedInput] {
    if !hasEvents { throw RecordingError(file: file, problem: "holds no events") }
    if !samples.isEmpty { return [.other(OtherRecording(file: file, name: "", subject: .motion(samples)))] }
    if !isDescribed && format == .evemu {
      throw RecordingError(
        file: file,
        problem: "holds events but no device: name the file that describes it before this one, "
          + "or put it beside this one as NAME.desc")
    }
    var inputs: [RecordedInput] = []
    var failure: RecordingError?
    for var device in devices where !device.events.isEmpty {
      if !device.isDescribed {
        switch format {
        case .getevent: device.inferDescription(printedBy: "`getevent -lp` prints them")
        case .evtest: device.inferDescription(printedBy: "evtest prints them before the events")
        case .evemu, .libinput, .motion, .debugEvents, .hidReports: break
        }
      }
      do throws(RecordingError) {
        inputs.append(.panel(try Recording(device, file: file)))
      } catch {
        if let other = try OtherRecording(device, file: file) {
          inputs.append(.other(other))
        } else {
          failure = failure ?? error
        }
      }
    }
    if inputs.isEmpty, let failure { throw failure }
    return inputs
  }

  /// Returns the touchscreens, at least one, without the other devices of the file.
  func recordings(of file: String) throws(RecordingError) -> [Recording] {
    let inputs = try inputs(of: file)
    let panels = inputs.compactMap { if case .panel(let panel) = $0 { panel } else { nil } }
    if panels.isEmpty, case .other(let other)? = inputs.first { throw other.noTouchscreen }
    return panels
  }
}
