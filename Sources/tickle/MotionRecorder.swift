import Gestures
import Program
import Text
import TouchInput

/// Writes what the accelerometer measures to a file until a signal ends it.
struct MotionRecorder {
  private let file: RecordingOutput

  init(_ file: RecordingOutput) { self.file = file }

  func run(until interruption: Interruption) throws {
    let sensor = try open()
    interruption.watch(sensor.fileDescriptor)
    if Descriptor.isTerminal(Descriptor.standardError), !Descriptor.isTerminal(file.descriptor) {
      Diagnostics.say("Recording \(sensor.found.name.printable) on \(sensor.found.node.printable); Ctrl-C ends it.")
    }
    try record(sensor, until: interruption)
  }

  /// Opens the best accelerometer.
  private func open() throws -> MotionSensor {
    guard let found = try MotionSensor.find(with: DeviceDiscovery()).first else {
      throw Diagnostics.failure("tickle: no accelerometer found (`tickle devices` lists what there is)", .unavailable)
    }
    return try MotionSensor(opening: found)
  }

  private func record(_ sensor: MotionSensor, until interruption: Interruption) throws {
    try file.write(Array(MotionText.header.utf8))
    var size = MotionText.header.utf8.count
    var origin: Timestamp?
    var hasWarned = false
    while true {
      if interruption.wait(microseconds: -1) == .interrupted { return }
      guard let samples = try sensor.read() else {
        return Diagnostics.warn("the accelerometer is gone: the recording ends here")
      }
      if samples.isEmpty && sensor.isBusy && !hasWarned {
        hasWarned = true
        Diagnostics.warn("another program, such as tickled, has the accelerometer for itself: end it to record")
      }
      for sample in samples {
        let start = origin ?? sample.time
        origin = start
        let line = Array(MotionText.line(sample, since: start).utf8)
        try file.write(line)
        size += line.count
      }
      if size >= Recording.sizeLimit - 1 << 20 {
        return Diagnostics.warn(
          "the recording has \(Recording.sizeLimit >> 20) MiB, the most that can be played: it ends here")
      }
    }
  }
}
