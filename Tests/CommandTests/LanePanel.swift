import CLinux
import CTouchInput
import Foundation
import Gestures
import Testing

@testable import Configuration
@testable import Screen
@testable import TickledDaemon
@testable import TouchInput

/// What is reported of a panel, and how it is read.
struct LaneReading {
  var options = Session.Options()
  /// Whether gestures report where they end and not how they change, so that the lane is open while they run.
  var reportsEnds = false
  /// Whether a frame is read before the deadlines that passed meanwhile, as when the machine is busy.
  var isLate = false
  /// Whether applications see a clone of the panel.
  var isIntercepted = false

  /// The readings in which the lane is open for longest, and the one in which most is reported.
  static var some: [LaneReading] { [all[1], all[2], all[3]] }

  static var all: [LaneReading] {
    var actions = LaneReading(), ends = LaneReading(), everything = LaneReading()
    actions.options.reportsGestures = false
    ends.reportsEnds = true
    everything.options.reportsAllStates = true
    everything.options.reportsAttempts = true
    let punctual = [actions, ends, everything]
    var intercepted = ends
    intercepted.isIntercepted = true
    return punctual + [intercepted]
      + punctual.map { (reading: LaneReading) -> LaneReading in
        var late = reading
        late.isLate = true
        return late
      }
  }
}

/// A panel of the daemon that reads what a recording's device would send, frame by frame.
final class LanePanel {
  /// The lines of all records, in order.
  private(set) var lines: [String] = []
  /// The number of frames for which no turn was needed.
  private(set) var keptFrames = 0
  private(set) var frames = 0
  let panel: Panel
  /// What applications got of the panel.
  private(set) var clone: [UInt8] = []
  /// How much of that they had after each frame.
  private(set) var cloneSizes: [Int] = []
  private let panelEnd: Int32
  private var cloneEnd: Int32?
  /// The difference between the times that are played and those of the recording, in microseconds.
  private let delay: Int64
  private let usesLane: Bool
  private let lanes = Lanes()
  private let reading: LaneReading

  init(
    _ recording: TouchInput.Recording, _ configuration: Configuration, _ reading: LaneReading, usesLane: Bool
  ) throws {
    // A panel that is intercepted ignores what is from before that time.
    delay = reading.isIntercepted ? linux_monotonic_microseconds() + 1_000_000 : 0
    self.usesLane = usesLane
    self.reading = reading
    let options = reading.options
    var ends: [Int32] = [0, 0]
    try #require(linux_pipe(&ends, O_NONBLOCK) == 0)
    panelEnd = ends[1]
    let device = try #require(TouchDevice(adopting: ends[0], recording.description))
    let screen = configuration.screens.first ?? ScreenSettings()
    device.geometry = screen.geometry(of: recording.description)
    let scene = Scene(configuration, screen: screen, size: device.geometry.size)
    let session = Session(
      scene, origin: Timestamp(microseconds: 0), options: options, runner: nil, report: nil)
    panel = Panel(PanelSource(device, DiscoveredDevice(at: "")), session, screen.touchFilter)
    lanes.add(device)
    var json = RecordJSON(screen: screen.name)
    session.setReport(
      { [unowned self] record in
        let line = json.line(record, since: Timestamp(microseconds: delay))
        lines.append(String(decoding: line, as: UTF8.self))
      }, options)
    if reading.isIntercepted { try intercept(device, screen, recording) }
    guard reading.reportsEnds else { return }
    for gesture in session.scene.gestures { gesture.recognizer.reportedStates = [.began, .ended, .cancelled] }
  }

  private func intercept(
    _ device: TouchDevice, _ screen: ScreenSettings, _ recording: TouchInput.Recording
  ) throws {
    var ends: [Int32] = [0, 0]
    try #require(linux_pipe(&ends, O_NONBLOCK) == 0)
    cloneEnd = ends[0]
    let clone = try #require(TouchClone(of: recording.description, writingTo: ends[1]))
    let interception = Interception(device, clone, screen, at: Timestamp(microseconds: 0))
    panel.interception = interception
    interception.cloneIsKnown()
    if let error = interception.grabIfUntouched(at: Timestamp(microseconds: 0), nil) { throw error }
    readClone()
    self.clone = []
  }

  deinit {
    close(panelEnd)
    if let cloneEnd { close(cloneEnd) }
  }

  private func readClone() {
    guard let cloneEnd else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let size = read(cloneEnd, &bytes, bytes.count)
    guard size > 0 else { return }
    bytes.removeLast(bytes.count - size)
    bytes.withUnsafeMutableBytes { raw in
      let events = raw.bindMemory(to: input_event.self)
      for index in events.indices {
        let event = events[index].time
        let time = Int64(event.tv_sec) * 1_000_000 + Int64(event.tv_usec) - delay
        events[index].time = timeval(tv_sec: Int(time / 1_000_000), tv_usec: Int(time % 1_000_000))
      }
    }
    clone += bytes
  }

  /// Plays the recording as the daemon's loop would: a frame is read when it comes, and deadlines are met between frames.
  ///
  /// - Parameter isWhole: whether nothing follows: what waits for its deadline ends, and fingers that are left are cancelled.
  func play(_ events: [ti_event], isWhole: Bool = true) throws {
    var waiting: [input_event] = []
    for event in events {
      var raw = input_event()
      let time = event.time + delay
      raw.time.tv_sec = Int(time / 1_000_000)
      raw.time.tv_usec = Int(time % 1_000_000)
      (raw.type, raw.code, raw.value) = (event.type, event.code, event.value)
      waiting.append(raw)
      guard Int32(event.type) == EV_SYN, Int32(event.code) == SYN_REPORT else { continue }
      try send(waiting, at: Timestamp(microseconds: time))
      waiting.removeAll(keepingCapacity: true)
    }
    guard isWhole else { return }
    panel.handleKept()
    while let deadline = panel.filter.nextRelease ?? panel.session.nextPunctualDeadline { panel.advance(to: deadline) }
    panel.cancel(at: Timestamp(microseconds: delay + (events.last?.time ?? 0)))
    readClone()
  }

  /// Sends a frame, 8 ms after the last one of a recording.
  func send(_ values: [(Int, Int, Int)], after events: [ti_event]) throws {
    let last = events.last?.time ?? 0
    let time = last + 8_333 + delay
    let frame = (values + [(0, 0, 0)]).map { type, code, value in
      var raw = input_event()
      raw.time.tv_sec = Int(time / 1_000_000)
      raw.time.tv_usec = Int(time % 1_000_000)
      (raw.type, raw.code, raw.value) = (UInt16(type), UInt16(code), Int32(value))
      return raw
    }
    try send(frame, at: Timestamp(microseconds: time))
  }

  private func send(_ events: [input_event], at time: Timestamp) throws {
    while !reading.isLate, let deadline = panel.nextDeadline(), deadline < time {
      panel.handleKept()
      panel.advance(to: deadline)
    }
    let size = events.count * MemoryLayout<input_event>.stride
    try #require(write(panelEnd, events, size) == size)
    frames += 1
    defer {
      readClone()
      cloneSizes.append(clone.count)
    }
    // As the daemon's loop does it: the quick way first.
    let descriptor = UInt64(panel.device.fileDescriptor)
    if usesLane && Lanes.glide(lanes.context(until: panel.nextDeadline()), descriptor) {
      keptFrames += 1
      return
    }
    panel.handleKept()
    while case .loss = try panel.read(isPaused: false) {}
    panel.advance(to: time)
  }
}

/// Compares the records of an input with and without the lane.
/// - Parameter isPassedOn: whether applications get some of the touches, if the panel is intercepted.
/// - Returns: the share of frames that needed no turn.
@discardableResult
func compareLanes(
  _ recording: TouchInput.Recording, _ configuration: Configuration, _ readings: [LaneReading] = LaneReading.all,
  isPassedOn: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Double {
  var share = 0.0
  for reading in readings {
    let with = try LanePanel(recording, configuration, reading, usesLane: true)
    let without = try LanePanel(recording, configuration, reading, usesLane: false)
    try with.play(recording.events.storage)
    try without.play(recording.events.storage)
    #expect(with.lines == without.lines, sourceLocation: sourceLocation)
    #expect(with.clone == without.clone, sourceLocation: sourceLocation)
    #expect(
      with.cloneSizes == without.cloneSizes, "applications get each frame at once", sourceLocation: sourceLocation)
    #expect(!reading.isIntercepted || !isPassedOn || !with.clone.isEmpty, sourceLocation: sourceLocation)
    share = max(share, Double(with.keptFrames) / Double(max(with.frames, 1)))
  }
  return share
}
