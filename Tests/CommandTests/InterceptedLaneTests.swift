import Foundation
import Gestures
import Glibc
import Testing

@testable import Configuration
@testable import Screen
@testable import TickledDaemon
@testable import TouchInput

/// The lane of a panel that is intercepted.
@Suite struct `The quiet lane of an intercepted panel` {
  private static let reading: LaneReading = {
    var reading = LaneReading()
    reading.reportsEnds = true
    reading.isIntercepted = true
    return reading
  }()

  /// A recording of a panel of 205 by 128 mm that measures pressures, with a frame every 8 ms.
  private func recording(_ frames: [[(Int, Int, Int)]]) throws -> TouchInput.Recording {
    var text = RandomHands.description + "A: 3a 0 255 0 0 0\n"
    for (index, frame) in frames.enumerated() {
      text += RandomHands.lines(of: frame, at: 1_000_000 + Int64(index) * 8_333)
    }
    return try TouchInput.Recording(bytes: Array(text.utf8), file: "panel")
  }

  private func configuration(_ screen: String = "", view: String = "whole") throws -> Configuration {
    let text = """
      [[screen]]
      name = "main"
      \(screen)
      [[view]]
      name = "whole"
      [[view]]
      name = "corner"
      frame = { x = "0mm", y = "0mm", width = "5mm", height = "5mm" }
      [[gesture]]
      name = "pan"
      kind = "pan"
      view = "\(view)"
      cancels_touches = false
      action = { log = "x" }
      """
    return try #require(Configuration.parse(text: text, path: "lane.toml").0)
  }

  /// A finger that drags, 1 mm in each frame, and presses harder and harder.
  private let drag: [[(Int, Int, Int)]] =
    [[(3, 0x2f, 0), (3, 0x39, 1), (3, 0x35, 1000), (3, 0x36, 1000), (3, 0x3a, 10)]]
    + (1...60).map { (frame: Int) -> [(Int, Int, Int)] in
      [(3, 0x35, 1000 + 20 * frame), (3, 0x3a, 10 + frame), (4, 5, frame)]
    }

  @Test func `keeps frames with pressures and time stamps`() throws {
    let share = try compareLanes(
      try recording(drag + [[(3, 0x39, -1)]]), try configuration(), [Self.reading], isPassedOn: true)
    #expect(share > 0.6)
  }

  /// The pressure of a kept frame is the first one that is reported when pressures are wanted.
  @Test func `knows the pressure of the frames that it kept`() throws {
    let recording = try recording(drag)
    var imprints: [Double?] = []
    for usesLane in [true, false] {
      let lane = try LanePanel(recording, try configuration(), Self.reading, usesLane: usesLane)
      try lane.play(recording.events.storage, isWhole: false)
      #expect(!usesLane || lane.keptFrames > 30)
      lane.panel.handleKept()
      lane.panel.device.wishes.imprints = true
      try lane.send([(3, 0x35, 2220)], after: recording.events.storage)
      imprints.append(lane.panel.session.scene.engine.touches.first?.imprint.force)
    }
    #expect(imprints[0] != nil && imprints[0] == imprints[1])
  }

  @Test func `ends if its clone can no longer be written to`() throws {
    let recording = try recording(drag)
    let lane = try LanePanel(recording, try configuration(), Self.reading, usesLane: true)
    try lane.play(recording.events.storage, isWhole: false)
    let interception = try #require(lane.panel.interception)
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    try #require(dup2(full, interception.clone.descriptor) == interception.clone.descriptor)
    let kept = lane.keptFrames
    try lane.send([(3, 0x35, 2220)], after: recording.events.storage)
    #expect(lane.keptFrames == kept)
    #expect(interception.clone.failure != nil)
  }

  /// Five fingers lie still, which releases the panel, until one of them moves. No gesture wants them, so any frame might be kept.
  @Test(arguments: [true, false]) func `has no frames that decide whether the panel is released`(usesLane: Bool) throws
  {
    let fingers = (0..<5).map { [(3, 0x2f, $0), (3, 0x39, $0 + 1), (3, 0x35, 600 * $0 + 300), (3, 0x36, 1000)] }
    let rest = (1...20).map { [(3, 0x2f, 0), (3, 0x35, 300 + $0 % 2)] }
    let move = (1...40).map { [(3, 0x35, 300 + 5 * $0)] }
    let configuration = try configuration("panic_fingers = 5\npanic_time = \"5s\"", view: "corner")
    for (frames, isPending) in [
      ([fingers.flatMap { $0 }] + rest, true), ([fingers.flatMap { $0 }] + rest + move, false),
    ] {
      let recording = try recording(frames)
      let lane = try LanePanel(recording, configuration, Self.reading, usesLane: usesLane)
      try lane.play(recording.events.storage, isWhole: false)
      #expect((lane.panel.interception?.panic.deadline != nil) == isPending)
    }
  }
}
