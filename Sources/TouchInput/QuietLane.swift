import CTouchInput
import Gestures

/// The frames of a panel that decide nothing, which its device keeps until another one comes: docs/fast-path.md.
///
///     a turn ends, its frame may be followed by such frames ── open ──▶ the thread that waits keeps frames (`Lanes`)
///       ▲                                                                     │ another frame, a deadline, another device
///       └──────── pass: the engine takes what was kept ◀── close ─────────────┘
///
/// While nothing depends on where the fingers go, the panel dozes as well: it reports landings and lifts, and no positions.
///
/// It belongs to the queue that owns the engine.
package final class QuietLane {
  private let source: PanelSource
  /// The engine that handles the panel's frames. It may be replaced while no touch is down.
  package var engine: GestureEngine
  private var rests = Rests()
  /// Whether the next frames may decide nothing, according to the last one.
  package private(set) var isWanted = false
  /// Whether the device keeps frames.
  package private(set) var isOpen = false
  private var dozes = false

  package init(_ source: PanelSource, _ engine: GestureEngine) {
    self.source = source
    self.engine = engine
  }

  private var device: OpaquePointer { source.device.device }

  /// Notes a frame that the engine has handled.
  ///
  /// - Parameters:
  ///   - hasEvents: whether something was reported. A gesture that reports a frame reports the next one, too, unless it has just begun.
  ///   - turningPoints: of the engine.
  package func note(hasEvents: Bool, after turningPoints: UInt) {
    isWanted = !hasEvents || rests.areOver(after: turningPoints)
  }

  // MARK: Opening

  /// Has the device keep the frames from now on that decide nothing, and doze if nothing depends on any.
  ///
  /// - Parameter framesToStudy: the number of frames each of which must be recalled, whatever the gestures need; the lane ends with the
  ///   last of them. 0: there are none.
  package func open(framesToStudy: Int) {
    isWanted = false
    let engine = engine
    guard rests.mayOpen(after: engine.turningPoints), source.hasReadAll, let zone = engine.quietZone() else { return }
    let window = framesToStudy > 0 || zone.need == .each ? -1 : Touch.timeForVelocity
    let most = framesToStudy > 0 ? UInt32(clamping: framesToStudy) : .max
    guard ti_device_open_lane(device, window, most) else { return }
    isOpen = allow(zone)
    if !isOpen { _ = ti_device_close_lane(device) }
    if isOpen && zone.isIgnored { dozes = ti_device_doze(device) }
  }

  /// Lets the fingers move in a zone.
  ///
  /// - Returns: false if the zone has no equivalent in the panel's units.
  private func allow(_ zone: borrowing QuietZone) -> Bool {
    let geometry = source.device.geometry
    for place in zone.places {
      guard let area = geometry.units(from: place.low, to: place.high) else { return false }
      ti_device_allow(device, place.id, area)
    }
    if let pair = zone.pair {
      guard let way = geometry.way(of: pair) else { return false }
      ti_device_allow_pair(device, pair.first, pair.second, way)
    }
    if let centre = zone.centre {
      guard let disc = geometry.disc(centre) else { return false }
      ti_device_allow_centre(device, disc)
    }
    return true
  }

  // MARK: Closing

  /// Stops keeping frames. If some were kept, `pass` must follow before the device is read.
  ///
  /// - Returns: whether there are some.
  package func close() -> Bool {
    isOpen = false
    let kept = Int(ti_device_close_lane(device))
    if kept == 0 { return false }
    source.count(kept)
    rests.note(kept: kept)
    isWanted = true
    return true
  }

  /// Passes the kept frames to the engine.
  ///
  /// - Parameters:
  ///   - filter: follows the touches; it measures each frame if it must.
  ///   - frame: one that must be handled, as the panel has become noisy, which changes what its movements mean. It was strained. Those that
  ///     `recall` then returns must be handled, too.
  /// - Returns: false if there is such a frame.
  package func pass(_ filter: inout TouchFilter, upTo frame: inout TouchFrame) -> Bool {
    if filter.framesToStudy > 0 { return measure(&filter, upTo: &frame) }
    ti_device_skip_kept(device)
    let engine = engine
    engine.takeQuietFrames { moveTouches(of: engine, &filter) }
    for touch in engine.touches { filter.note(touch.id, at: touch.location, since: touch.timestamp) }
    return true
  }

  private func moveTouches(of engine: GestureEngine, _ filter: inout TouchFilter) {
    let device = device, geometry = source.device.geometry
    var touch: UInt64 = 0
    var x: Int32 = 0, y: Int32 = 0
    var time: Int64 = 0
    while ti_device_recall_forgotten(device, &touch, &x, &y) {
      engine.placeQuietly(touch, at: geometry.location(x: x, y: y))
    }
    while ti_device_recall_frame(device, &time) {
      engine.beginQuietFrame(at: Timestamp(microseconds: time))
      while ti_device_recall_place(device, &touch, &x, &y) {
        let location = geometry.location(x: x, y: y)
        engine.moveQuietly(touch, to: location)
        filter.noteSample(of: touch, at: location, time: Timestamp(microseconds: time))
      }
    }
  }

  /// The same while the filter measures each frame, until one of them shows that the panel has become noisy.
  private func measure(_ filter: inout TouchFilter, upTo frame: inout TouchFrame) -> Bool {
    var isQuiet = true
    let engine = engine
    engine.takeQuietFrames {
      while recall(into: &frame) {
        _ = filter.follows(frame)
        isQuiet = filter.strain(&frame)
        if !isQuiet { return }
        engine.beginQuietFrame(at: frame.time)
        for contact in frame.contacts { engine.moveQuietly(contact.id, to: contact.location) }
      }
    }
    isWanted = isQuiet
    return isQuiet
  }

  /// Recalls the oldest frame that was kept.
  ///
  /// - Returns: false if there is none.
  package func recall(into frame: inout TouchFrame) -> Bool {
    var raw = ti_frame()
    guard ti_device_recall(device, &raw) else { return false }
    _ = FrameDecoder.fill(&frame, from: raw, geometry: source.device.geometry)
    return true
  }

  // MARK: Dozing

  /// Ends the doze, if the panel dozes. Must be called before the device is read.
  ///
  /// - Parameter time: the time of the frame; `nil`, or if it is earlier: that of the last frame.
  /// - Returns: whether fingers have moved meanwhile. The frame, which must be handled before those that are read, moves them.
  package func wake(at time: Timestamp? = nil, into frame: inout TouchFrame) -> Bool {
    if !dozes { return false }
    dozes = false
    var raw = ti_frame()
    guard ti_device_wake(device, time?.microseconds ?? .min, &raw) else { return false }
    _ = FrameDecoder.fill(&frame, from: raw, geometry: source.device.geometry)
    source.count(1)
    return true
  }

  /// Ends the doze if something depends on the fingers again, or a deadline has come, such as that of a finger that seems to rest.
  ///
  /// - Returns: as `wake` does.
  package func wakeIfNeeded(by deadline: Timestamp?, at time: Timestamp, into frame: inout TouchFrame) -> Bool {
    if !dozes { return false }
    if let deadline, deadline <= time {
      // As it may be about fingers that have moved before it.
      return wake(at: Timestamp(microseconds: deadline.microseconds - 1), into: &frame)
    }
    return engine.quietZone()?.isIgnored != true && wake(at: time, into: &frame)
  }
}

/// Decides when a lane is not worth opening: where fingers leave their zones at once, finding zones costs more than it saves.
private struct Rests {
  /// The number of quiet frames to handle before the next lane is opened.
  private var length = 0
  private var left = 0
  private var turningPoints: UInt = 0
  private static let longest = 15
  /// The number of frames that pay for a lane.
  private static let worthwhile = 3

  /// Whether there was another turning point since a lane was last tried.
  func areOver(after turningPoints: UInt) -> Bool { turningPoints != self.turningPoints }

  /// - Parameter turningPoints: of the engine. Each of them ends a rest, as it may have removed what closes the zone. The try at once does
  ///   not count: most fingers that have just landed are not followed yet.
  mutating func mayOpen(after turningPoints: UInt) -> Bool {
    if turningPoints != self.turningPoints {
      self.turningPoints = turningPoints
      (length, left) = (0, 0)
      return true
    }
    if left == 0 {
      // Until it has kept frames, a lane counts as one that kept none.
      left = length
      length = min(2 * length + 1, Self.longest)
      return true
    }
    left -= 1
    return false
  }

  mutating func note(kept count: Int) {
    if count >= Self.worthwhile { (length, left) = (0, 0) }
  }
}
