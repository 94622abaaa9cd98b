import Foundation
import Gestures
import Testing

@testable import TouchInput

@Suite struct `A recording of what is no touchscreen` {
  private func inputs(_ text: String) throws -> [RecordedInput] {
    try RecordingContent(bytes: Array(text.utf8), file: "file").inputs(of: "file")
  }

  /// Returns the error that is thrown; empty if none is.
  private static func error(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return ""
  }

  private func other(_ text: String) throws -> OtherRecording {
    let inputs = try inputs(text)
    guard inputs.count == 1, case .other(let recording) = inputs[0] else {
      throw RecordingError(file: "file", problem: "a panel")
    }
    return recording
  }

  private func moments(_ text: String, _ codes: Set<EventCode> = []) throws -> [String] {
    try other(text).moments(of: codes).map { moment in
      switch moment {
      case .sample(let sample):
        let force = sample.acceleration
        return "\(sample.time.microseconds): \(force.x) \(force.y) \(force.z)"
      case .presses(let presses):
        return presses.map { "\($0.time.microseconds): \($0.code) \($0.phase)" }.joined(separator: ", ")
      }
    }
  }

  @Test func `has the measurements of an accelerometer, in order of time`() throws {
    let text = """
      # of a tablet
      tickled-motion 1
      0.000000 0.12 -0.05 9.79   # flat
      0.020000 .5 +1 -2.

      0.010000 1 2 3
      """
    #expect(try moments(text) == ["0: 0.12 -0.05 9.79", "20000: 0.5 1.0 -2.0", "20000: 1.0 2.0 3.0"])
  }

  @Test(arguments: [
    ("tickled-motion 2\n0.0 1 2 3\n", 1, "`tickled-motion 1`"), ("tickled-motion 1\n", 1, "no measurement"),
    ("tickled-motion 1\n0.0 1 2\n", 2, "three numbers"), ("tickled-motion 1\n0.0 1 2 nan\n", 2, "three numbers"),
    ("tickled-motion 1\n0.0 1 2 1e9\n", 2, "three numbers"), ("tickled-motion 1\n0.0 1 2 3 4\n", 2, "more than"),
    ("tickled-motion 1\n1 1 2 3\n", 2, "SECONDS"), ("tickled-motion 1\n0.0 1 2 3\n0.1 1 2", 3, "cut off"),
  ])
  func `is rejected with the line and the reason`(text: String, line: Int, reason: String) {
    let error = Self.error { _ = try inputs(text) }
    #expect(error.hasPrefix("file:\(line): ") && error.contains(reason), "\(error)")
  }

  @Test func `of motion that is written is read again`() throws {
    let samples = [(0, 0.1234), (19_999, -9.81), (1_000_000, .infinity)].map { time, x in
      MotionSample(
        time: Timestamp(microseconds: Int64(5_000_000 + time)), acceleration: Acceleration(x: x, y: 0, z: .nan))
    }
    let text = MotionText.header + samples.map { MotionText.line($0, since: samples[0].time) }.joined()
    #expect(try moments(text) == ["0: 0.123 0.0 0.0", "19999: -9.81 0.0 0.0", "1000000: 10000.0 0.0 0.0"])
  }

  private static let headset = """
    N: Headset
    I: 0003 0001 0001 0001
    B: 00 03
    E: 0.000000 0001 00a4 1
    E: 0.000000 0000 0000 0
    E: 0.080000 0001 00a4 0
    E: 0.080000 0000 0000 0
    E: 0.100000 0001 0073 1
    E: 0.100000 0000 0000 0
    E: 0.200000 0000 0003 0
    E: 0.300000 0005 0001 1
    E: 0.300000 0000 0000 0

    """

  @Test func `has the presses of the keys and switches that are wanted`() throws {
    #expect(try moments(Self.headset, [.key(164)]) == ["0: 164 began", "80000: 164 ended"])
    #expect(try moments(Self.headset, []) == [])
    // What is held when events are lost is cancelled. What comes later counts.
    let all = try moments(Self.headset, [.key(164), .key(115), .switch(1)])
    #expect(all.suffix(3) == ["100000: 115 began", "200000: 115 cancelled", "300000: 4097 began"])
  }

  /// An accelerometer as evemu records it, with axes of 256 units per g.
  private func axes(resolution: Int = 256) -> String {
    """
    N: Accelerometer
    I: 0003 0001 0001 0001
    P: 40 00 00 00 00 00 00 00
    B: 00 09
    B: 03 07
    A: 00 -512 512 0 0 \(resolution)
    A: 01 -512 512 0 0 \(resolution)
    A: 02 -512 512 0 0 \(resolution)
    E: 0.000000 0003 0002 256
    E: 0.000000 0000 0000 0
    E: 0.100000 0003 0000 -512
    E: 0.100000 0000 0000 0
    E: 0.150000 0000 0003 0
    E: 0.350000 0003 0000 0
    E: 0.350000 0000 0000 0

    """
  }

  @Test func `of an accelerometer's axes has the measurements, and those that the kernel has left out`() throws {
    let g = 9.80665
    #expect(
      try moments(axes()) == [
        "0: 0.0 0.0 \(g)", "100000: \(-2 * g) 0.0 \(g)", "200000: \(-2 * g) 0.0 \(g)", "300000: \(-2 * g) 0.0 \(g)",
        "350000: 0.0 0.0 \(g)",
      ])
    let error = Self.error { _ = try inputs(axes(resolution: 0)) }
    #expect(
      error == "file: Accelerometer is not used as a motion sensor: it does not declare the unit of its axes")
  }

  @Test func `is refused where touches are needed`() throws {
    let error = Self.error {
      _ = try RecordingContent(bytes: Array(Self.headset.utf8), file: "file").recordings(of: "file")
    }
    #expect(error == "file: Headset is not a touchscreen")
    #expect(throws: RecordingError.self) {
      try Recording(bytes: Array("tickled-motion 1\n0.0 1 2 3\n".utf8), file: "file")
    }
  }
}
