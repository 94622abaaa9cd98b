import CTouchInput
import Gestures
import Glibc
import Testing

@testable import TouchInput

/// A panel at the end of a pipe.
private final class PipedPanel {
  let source: PanelSource
  private let end: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    end = ends[1]
    let recording = try Recording(bytes: Array((Panel.slots + "E: 0.0 0 0 0\n").utf8), file: "pipe")
    let device = try #require(TouchDevice(adopting: ends[0], recording.description))
    let found = DiscoveredDevice(
      node: "/dev/input/event9", sysname: "event9", hints: [], links: [], path: "", serial: "", calibration: "",
      output: "", seat: "")
    source = PanelSource(device, found)
  }

  deinit { close(end) }

  /// Sends a frame of one event.
  func send(_ type: Int32, _ code: Int32, _ value: Int32) {
    var events = [input_event(), input_event()]
    events[0].type = UInt16(type)
    events[0].code = UInt16(code)
    events[0].value = value
    let size = 2 * MemoryLayout<input_event>.stride
    #expect(write(end, events, size) == size)
  }

  /// Reads all frames that are available.
  /// - Returns: The number of frames.
  func read() throws -> Int {
    var count = 0
    _ = try source.read { _ in count += 1 }
    return count
  }
}

@Suite struct `The source of a panel's frames` {
  @Test func `reports each kind of event that no kernel sends, once`() throws {
    let panel = try PipedPanel()
    var reported: [KernelBug] = []
    panel.source.onKernelBug = { reported.append($0) }
    panel.send(EV_ABS, ABS_MT_TRACKING_ID, 7)
    for move in 1...300 {
      panel.send(EV_ABS, ABS_MT_POSITION_X, Int32(move))
      if move == 10 || move == 20 { panel.send(EV_ABS, ABS_MT_TRACKING_ID, -5) }
      if move == 10 || move == 20 { panel.send(EV_ABS, ABS_MT_TRACKING_ID, 7) }
    }
    #expect(try panel.read() > 256)
    #expect(reported == [.negativeTrackingID])
    panel.send(EV_ABS, ABS_MT_TRACKING_ID, -1)
    panel.send(EV_ABS, ABS_MT_TRACKING_ID, -1)
    _ = try panel.read()
    panel.source.cancelAll(at: Timestamp(microseconds: 0)) { _ in }
    #expect(reported == [.negativeTrackingID, .liftWithoutTouch])
  }

  @Test func `reports no kernel bug on a clean panel`() throws {
    let panel = try PipedPanel()
    panel.source.onKernelBug = { Issue.record("\($0)") }
    panel.send(EV_ABS, ABS_MT_TRACKING_ID, 7)
    for move in 1...600 { panel.send(EV_ABS, ABS_MT_POSITION_X, Int32(move % 900)) }
    // The finger lands with its first place, in the second frame.
    #expect(try panel.read() == 600)
    #expect(panel.source.frames == 600 && panel.source.losses.count == 0)
  }
}
