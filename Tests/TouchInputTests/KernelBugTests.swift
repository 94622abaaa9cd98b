import CTouchInput
import Gestures
import Testing

@testable import TouchInput

@Suite struct `An event that no kernel sends` {
  @Test(arguments: [
    Case("for a slot beyond the range", Panel.slots, "0 slot 5 id 1 x 5\n10 slot -1 x 6", [.slotOutOfRange: 2]),
    Case("with a tracking id below -1", Panel.slots, "0 id 1 x 5 y 5\n10 id -2", [.negativeTrackingID: 1]),
    Case("with a contact's id below -1", Panel.anonymous + trackingID, "0 id -2 x 5 y 5 mt", [.negativeTrackingID: 1]),
    Case("that lifts a touch twice", Panel.slots, "0 id 1 x 5 y 5\n10 id -1\n20 id -1", [.liftWithoutTouch: 1]),
    Case(
      "that lifts the button twice", Panel.single, "0 X 5 Y 5 touch 1\n10 touch 0\n20 touch 0", [.liftWithoutTouch: 1]),
    Case(
      "that moves a touch after its lift", Panel.slots, "0 id 1 x 5 y 5\n10 id -1\n20 x 6", [.valuesWithoutTouch: 1]),
    Case(
      "that gives two contacts the same id", Panel.anonymous + trackingID, "0 id 1 x 5 y 5 mt id 1 x 9 y 9 mt",
      [.trackingIDTwice: 1]),
    Case("of an axis that is not declared", Panel.slots, "0 id 1 x 5 y 5 X 5 major 3", [.undeclaredAxis: 2]),
    Case(
      "of an axis that a contact does not declare", Panel.anonymous, "0 x 5 y 5 pressure 3 mt", [.undeclaredAxis: 1]),
    Case("of a place far beyond its range", Panel.slots, "0 id 1 x 5 y 1051\n10 y 1052", [.placeBeyondRange: 2]),
    Case("of an axis that one touch does not declare", Panel.single, "0 X 5 Y 5 touch 1\n10 Z 6", [.undeclaredAxis: 1]),
  ]) func `is counted by its kind`(example: Case) throws { #expect(try example.bugs() == example.expected) }

  @Test(arguments: [
    Case(
      "a finger's life", Panel.slots, "0 slot 4 id 1 x 5 y 5 tool 0 pressure 9 distance 0\n10 x 6\n10 x 7\n20 id -1"),
    Case("an id that changes without a lift", Panel.slots, "0 id 1 x 5 y 5\n10 id 2 x 6"),
    Case("a coordinate outside the range", Panel.slots, "0 id 1 x -9 y 1049"),
    Case("values that come with the lift", Panel.slots, "0 id 1 x 5 y 5\n10 id -1 x 6 pressure 0"),
    Case("a tap within a frame", Panel.slots, "0 id 1 x 5 y 5 id -1"),
    Case("coordinates before the button", Panel.single, "0 X 5 Y 5\n10 touch 1\n20 X 6 touch 0\n30 X 7"),
    Case("a contact that goes with its id", Panel.anonymous + trackingID, "0 id 1 x 5 y 5 mt\n10 id -1 mt"),
    Case("a loss within a loss", Panel.slots, "0 id 1 x 5 y 5\n10 dropped x 6 dropped"),
    Case(
      "a lift after a loss, as its landing may have been lost", Panel.slots,
      "0 id 1 x 5 y 5\n5 id -1\n10 dropped\n20 id -1"),
    Case("a recording that begins while a finger is down", Panel.slots, "0 x 5\n10 id -1"),
  ]) func `is not found in`(example: Case) throws { #expect(try example.bugs() == [:]) }

  /// Recordings never have such a frame, as their reader keeps the times in order.
  @Test func `is counted if a frame is older than the last one`() throws {
    let recording = try Recording(bytes: Array((Panel.slots + eventLines("0 id 1 x 5 y 5")).utf8), file: "clock")
    let decoder = try #require(FrameDecoder(of: recording))
    let geometry = PanelGeometry(recording.description)
    var events = Recording.Events()
    for (time, x) in [(20, 6), (10, 7), (20, 8)] as [(Int64, Int32)] {
      events.storage.append(ti_event(time: time, type: UInt16(EV_ABS), code: UInt16(ABS_MT_POSITION_X), value: x))
      events.storage.append(ti_event(time: time, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
    }
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    for taken in [recording.events, events] {
      var position = 0
      while decoder.nextFrame(from: taken, at: &position, into: &frame, geometry: geometry) != nil { continue }
    }
    #expect(decoder.kernelBugs == [.timeBackwards: 1])
  }

  @Test func `is not a frame that is older than the cancellation of all touches`() throws {
    let recording = try Recording(
      bytes: Array((Panel.slots + eventLines("0 id 1 x 5 y 5\n10 id -1")).utf8), file: "pause")
    let decoder = try #require(FrameDecoder(of: recording))
    let geometry = PanelGeometry(recording.description)
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
      _ = decoder.cancelAll(at: Timestamp(microseconds: 1_000_000), into: &frame, geometry: geometry)
    }
    #expect(decoder.kernelBugs == [:])
  }

  @Test(
    .enabled(if: SharedRecordings.exist, SharedRecordings.missing), arguments: SharedRecordings.names)
  func `is rare in recordings of panels`(name: String) throws {
    // This panel sends its scan time as an axis that it does not declare.
    let expected: Set<KernelBug> = name == "ELAN_CANDO_Windows7.1-finger-drag-up-down" ? [.undeclaredAxis] : []
    #expect(try Set(kernelBugs(in: SharedRecordings.load(name)).keys) == expected)
  }

  @Test func `has a sentence of its own for each kind`() {
    #expect(Set(KernelBug.allCases.map(\.sentence)).count == KernelBug.allCases.count)
  }

  private static let trackingID = "A: 39 0 65535 0 0 0\n"
}

struct Case: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let panel: String
  let frames: String
  let expected: [KernelBug: Int]

  init(_ name: String, _ panel: String, _ frames: String, _ expected: [KernelBug: Int] = [:]) {
    (testDescription, self.panel, self.frames, self.expected) = (name, panel, frames, expected)
  }

  func bugs() throws -> [KernelBug: Int] {
    try kernelBugs(in: Recording(bytes: Array((panel + eventLines(frames)).utf8), file: testDescription))
  }
}

private func kernelBugs(in recording: Recording) throws -> [KernelBug: Int] {
  let decoder = try #require(FrameDecoder(of: recording))
  let geometry = PanelGeometry(recording.description)
  var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  var position = 0
  while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil { continue }
  return decoder.kernelBugs
}
