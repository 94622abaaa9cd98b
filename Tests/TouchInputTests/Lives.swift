import Gestures
import Testing

@testable import TouchInput

/// Follows touches through their lives and collects everything that must not happen.
struct Lives {
  private(set) var down: Set<UInt64> = []
  private(set) var begun = 0
  private(set) var ended = 0
  private(set) var cancelled = 0
  private(set) var frames = 0
  private(set) var faults: [String] = []
  /// Whether force and size are followed, and large contacts are dropped: touches that rest and empty frames are not faults.
  var areFollowed = false
  private var lastID: UInt64 = 0
  private var lastTime = Timestamp(microseconds: .min)

  mutating func take(_ frame: TouchFrame, _ kind: FrameDecoder.Kind = .touches) {
    frames += 1
    if frame.time < lastTime { fault("time goes backwards", frame) }
    lastTime = frame.time
    if frame.contacts.isEmpty && kind != .dropped && !areFollowed { fault("an empty frame", frame) }
    var seen: Set<UInt64> = []
    for contact in frame.contacts {
      if !contact.location.x.isFinite || !contact.location.y.isFinite { fault("a location that is not finite", frame) }
      switch contact.phase {
      case .began:
        if contact.id <= lastID { fault("touch \(contact.id) begins after \(lastID)", frame) }
        lastID = contact.id
        down.insert(contact.id)
        begun += 1
      case .moved:
        if !down.contains(contact.id) { fault("touch \(contact.id) moves without having begun", frame) }
        if seen.contains(contact.id) { fault("touch \(contact.id) is in a frame twice", frame) }
      case .ended, .cancelled:
        if down.remove(contact.id) == nil { fault("touch \(contact.id) ends without having begun", frame) }
        if contact.phase == .ended { ended += 1 } else { cancelled += 1 }
      case .stationary:
        if !areFollowed { fault("a touch that rests is in a frame", frame) }
        if !down.contains(contact.id) { fault("touch \(contact.id) rests without having begun", frame) }
        if seen.contains(contact.id) { fault("touch \(contact.id) is in a frame twice", frame) }
      }
      seen.insert(contact.id)
    }
  }

  private mutating func fault(_ text: String, _ frame: TouchFrame) {
    if faults.count < 10 { faults.append("\(frame.time.microseconds) µs: \(text)") }
  }

  init() {}

  /// Decodes a whole recording and cancels the touches that are down at its end.
  init(of recording: Recording, settings: PanelGeometry.Settings = .init()) throws {
    let decoder = try #require(FrameDecoder(of: recording))
    let geometry = PanelGeometry(recording.description, settings: settings)
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    while let kind = decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) {
      take(frame, kind)
    }
    downInTheEnd = down.count
    if decoder.cancelAll(at: recording.events.end, into: &frame, geometry: geometry) { take(frame) }
    if decoder.nextID != lastID + 1 { faults.append("the next id is \(decoder.nextID) after \(lastID)") }
  }

  private(set) var downInTheEnd = 0
}
