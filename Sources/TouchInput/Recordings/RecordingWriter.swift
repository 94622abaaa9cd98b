import CTouchInput

/// Writes a recording in whole frames while it is being made, so that the file is a valid recording at any time.
package struct RecordingWriter {
  package enum Format: String, CaseIterable, Sendable {
    /// The text format of evemu-play, umockdev and tickled.
    case evemu
    /// YAML, for `libinput replay`.
    case libinput
  }

  private let format: Format
  /// The time of the first event, in microseconds.
  private var origin: Int64?
  private var lastFrame: Int64 = 0
  /// The events of a frame that is not complete yet.
  private var frame: [ti_event] = []
  /// How often the kernel lost events.
  package private(set) var losses = 0
  package private(set) var frames = 0

  package init(_ format: Format) { self.format = format }

  /// Returns the lines before the events, with what is known of the panel. For an anonymous device they have neither its name nor its
  /// node, phys and uniq.
  package func head(
    _ description: DeviceDescription, node: String, origin: RecordingOrigin, isAnonymous: Bool,
    model: PanelModel.Summary? = nil
  ) -> [UInt8] {
    let device = WrittenDevice(description, node: node, isAnonymous: isAnonymous, model)
    switch format {
    case .evemu: return Array(evemuHead(device, origin).utf8)
    case .libinput: return Array(libinputHead(device, origin).utf8)
    }
  }

  /// Returns the lines for the axes' values before the recording: a frame of its own, at the time of the first event.
  package func lines(before state: Recording.Events) -> [UInt8] {
    if state.storage.isEmpty { return [] }
    let comment = "the axes' values before the recording, as the kernel reports only changes"
    switch format {
    case .evemu:
      return Array(("# \(comment)\n" + state.storage.map { evemuLine($0, at: 1, since: 0) }.joined()).utf8)
    case .libinput:
      let lines = state.storage.map { libinputLine($0, at: 0, since: 0) }.joined()
      return Array(("  # \(comment)\n  - evdev:\n" + lines).utf8)
    }
  }

  package mutating func lines(_ events: Recording.Events) -> [UInt8] {
    var text = ""
    for event in events.storage {
      frame.append(event)
      if event.type == EV_SYN && event.code == SYN_DROPPED { losses += 1 }
      if event.type == EV_SYN && event.code == SYN_REPORT || frame.count == Self.mostEvents { text += takeFrame() }
    }
    return Array(text.utf8)
  }

  /// Returns the lines of a frame that was never completed.
  package mutating func end() -> [UInt8] { frame.isEmpty ? [] : Array(takeFrame().utf8) }

  /// The most events of a frame, so that a device that never ends a frame cannot fill the memory.
  private static let mostEvents = 4096

  private mutating func takeFrame() -> String {
    // evemu's own recordings begin at 1 µs.
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
