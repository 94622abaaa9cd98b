import CTouchInput
import Gestures
import Text

package enum RecordedInput: Sendable {
  case panel(Recording)
  case other(OtherRecording)

  /// The path as the caller gave it; escape it before printing.
  package var file: String {
    switch self {
    case .panel(let recording): recording.file
    case .other(let recording): recording.file
    }
  }
}

/// A recording of a device that is no touchscreen: one with keys or switches, or an accelerometer.
package struct OtherRecording: Sendable {
  enum Subject: Sendable {
    case buttons([ti_event])
    case motion([MotionSample])
  }

  /// The path as the caller gave it; escape it before printing.
  package let file: String
  /// The device's name; empty if the file does not have it. Escape it before printing.
  package let name: String
  let subject: Subject
}

extension OtherRecording {
  /// `nil` if the device is no accelerometer, and has sent nothing of keys or switches, except buttons of what points. Throws an error for
  /// an accelerometer whose measurements cannot be understood.
  init?(_ device: RecordedDevice, file: String) throws(RecordingError) {
    let description = DeviceDescription(device.description, hints: device.hints.rawValue)
    if description.isAccelerometer {
      if let objection = AxisDecoder.objection(to: description) {
        throw RecordingError(
          file: file, problem: "\(description.name.printable) is not used as a motion sensor: \(objection)")
      }
      var decoder = AxisDecoder(description)
      let samples = decoder.decode(device.events) { _ in false }
      self.init(file: file, name: description.name, subject: .motion(samples))
      return
    }
    let hasButtons = device.events.contains { event in
      Int32(event.type) == EV_SW || Int32(event.type) == EV_KEY && !EventCode.pointing.contains(.key(event.code))
    }
    if !hasButtons { return nil }
    self.init(file: file, name: description.name, subject: .buttons(device.events))
  }

  /// The error for a command that needs a touchscreen.
  var noTouchscreen: RecordingError {
    switch subject {
    case .buttons:
      RecordingError(file: file, problem: "\(name.isEmpty ? "the device" : name.printable) is not a touchscreen")
    case .motion: RecordingError(file: file, problem: "holds the measurements of an accelerometer, not touches")
    }
  }

  /// What happened at one time.
  package enum Moment: Sendable {
    case presses([Press])
    case sample(MotionSample)

    package var time: Timestamp {
      switch self {
      case .presses(let presses): presses.last?.time ?? Timestamp(microseconds: 0)
      case .sample(let sample): sample.time
      }
    }
  }

  /// Returns what happened, in order: the presses of these keys and switches, as the kernel would hand them over, or all measurements.
  package func moments(of codes: Set<EventCode>) -> [Moment] {
    switch subject {
    case .motion(let samples): return samples.map(Moment.sample)
    case .buttons(let events):
      var decoder = ButtonDecoder()
      _ = decoder.want(codes, state: [], at: Timestamp(microseconds: 0))
      var moments: [Moment] = []
      var rest = events[...]
      while !rest.isEmpty {
        // The decoder leaves out what comes after lost events, which a recording has, though.
        let lost = rest.firstIndex { ($0.type, $0.code) == (UInt16(EV_SYN), UInt16(SYN_DROPPED)) }
        let part = rest[..<(lost.map { $0 + 1 } ?? rest.endIndex)]
        moments += decoder.decode(part) { nil }.map(Moment.presses)
        rest = rest[part.endIndex...]
      }
      return moments
    }
  }

  /// The time of the last event.
  package var end: Timestamp {
    switch subject {
    case .buttons(let events): Timestamp(microseconds: events.last?.time ?? 0)
    case .motion(let samples): samples.last?.time ?? Timestamp(microseconds: 0)
    }
  }
}
