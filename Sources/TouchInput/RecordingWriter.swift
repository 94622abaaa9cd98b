import CTouchInput

/// Writes a recording while it is made, in whole frames: what is there is a recording at any time.
package struct RecordingWriter {
  package enum Format: String, CaseIterable, Sendable {
    /// For evemu-play, umockdev and ourselves.
    case evemu
    /// YAML, for `libinput replay`.
    case libinput
  }

  private let format: Format
  /// Since the first event's time.
  private var origin: Int64?
  private var lastFrame: Int64 = 0
  /// A frame that is not yet whole.
  private var frame: [ti_event] = []
  /// How often the kernel lost some.
  package private(set) var losses = 0
  package private(set) var frames = 0

  package init(_ format: Format) { self.format = format }

  /// What comes before the events. An anonymous device has no name, and tells neither where it is nor its serial number.
  package func head(
    _ description: DeviceDescription, node: String, origin: RecordingOrigin, isAnonymous: Bool
  ) -> [UInt8] {
    let device = WrittenDevice(description, node: node, isAnonymous: isAnonymous)
    switch format {
    case .evemu: return Array(evemuHead(device, origin).utf8)
    case .libinput: return Array(libinputHead(device, origin).utf8)
    }
  }

  /// What the axes held before: a frame of its own, at the time of the first event.
  package func lines(before state: Recording.Events) -> [UInt8] {
    if state.storage.isEmpty { return [] }
    let comment = "what the axes held before: the kernel tells what changes"
    switch format {
    case .evemu:
      return Array(("# \(comment)\n" + state.storage.map { evemuLine($0, at: 1, since: 0) }.joined()).utf8)
    case .libinput:
      let lines = state.storage.map { libinputLine($0, at: 0, since: 0) }.joined()
      return Array(("  # \(comment)\n  - evdev:\n" + lines).utf8)
    }
  }

  /// The lines of the frames that are whole now.
  package mutating func lines(_ events: Recording.Events) -> [UInt8] {
    var text = ""
    for event in events.storage {
      frame.append(event)
      if event.type == EV_SYN && event.code == SYN_DROPPED { losses += 1 }
      if event.type == EV_SYN && event.code == SYN_REPORT || frame.count == Self.mostEvents { text += takeFrame() }
    }
    return Array(text.utf8)
  }

  /// What is left of a frame that never became whole.
  package mutating func end() -> [UInt8] { frame.isEmpty ? [] : Array(takeFrame().utf8) }

  /// A device that never ends a frame does not fill our memory.
  private static let mostEvents = 4096

  private mutating func takeFrame() -> String {
    // evemu's own recordings begin at a microsecond.
    let shift: Int64 = format == .evemu ? 1 : 0
    if origin == nil { origin = frame[0].time }
    var text = format == .libinput ? "  - evdev:\n" : ""
    for event in frame {
      let time = max(0, event.time - origin!) + shift
      switch format {
      case .evemu: text += evemuLine(event, at: time, since: time - lastFrame)
      case .libinput: text += libinputLine(event, at: time, since: time - lastFrame)
      }
    }
    lastFrame = max(0, frame[frame.count - 1].time - origin!) + shift
    frame.removeAll(keepingCapacity: true)
    frames += 1
    return text
  }
}
