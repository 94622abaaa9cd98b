import CTouchInput
import Gestures

/// Turns a touchscreen's events into frames of touches, in the same way for devices and recordings.
///
/// Owns the kernel's side of a touch (slots, tracking ids). Reuses its storage: once the frame that it fills has grown to the
/// number of fingers, it allocates nothing. Must not be shared between threads.
package final class FrameDecoder {
  /// The meaning of a filled frame.
  package enum Kind: Sendable {
    case touches
    /// The kernel lost events before this frame, which cancels the touches whose state is unknown. It may have no contacts.
    case dropped
  }

  private let decoder: OpaquePointer
  private let isOwner: Bool
  /// The frame that `nextFrame` has decoded last, and the places of the events that it has decoded for it.
  private var last = (events: 0..<0, frame: ti_frame())

  /// Creates a decoder whose touches are numbered from `firstID`; `nil` if the description is not that of a touchscreen.
  ///
  /// - Parameter geometry: that of the frames; `nil`: that of the description.
  package init?(_ description: DeviceDescription, _ geometry: PanelGeometry? = nil, firstID: UInt64 = 1) {
    let decoder = withUnsafePointer(to: description.raw) { ti_decoder_new($0, description.hints, firstID) }
    guard let decoder else { return nil }
    self.decoder = decoder
    isOwner = true
    if let geometry { limit(to: geometry) }
  }

  /// Creates a decoder for a recording, which shows whether its panel sends the BTN_TOUCH that it declares.
  package convenience init?(of recording: Recording, _ geometry: PanelGeometry? = nil) {
    self.init(recording.description, geometry)
    let isSent = recording.events.storage.contains { $0.type == EV_KEY && $0.code == BTN_TOUCH }
    if isSent && recording.description.hasTouchButton { ti_decoder_expect_button(decoder) }
  }

  /// Sets the geometry of the following frames.
  func limit(to geometry: PanelGeometry) {
    let limits = geometry.limits
    ti_decoder_set_ranges(decoder, ti_axis(limits.x), ti_axis(limits.y), limits.areKnown)
  }

  /// Uses the decoder of a device, which still owns it.
  init(borrowing decoder: OpaquePointer) {
    self.decoder = decoder
    isOwner = false
  }

  deinit { if isOwner { ti_decoder_free(decoder) } }

  /// Converts the pressures and sizes of contacts; `nil`: no reader wants them.
  private var measures: ContactMeasures?

  /// Sets what frames tell besides positions.
  ///
  /// - Returns: whether frames must be filled with their pressures and sizes.
  @discardableResult
  package func follow(_ new: ContactMeasures) -> Bool {
    ti_decoder_mute_for_pens(decoder, new.penMutes)
    if new.trustsButton { ti_decoder_expect_button(decoder) }
    ti_decoder_follow(decoder, new.isNeeded)
    let old = measures
    measures = new.isNeeded ? new : nil
    if let old { measures?.takePalms(of: old) }
    return new.isNeeded
  }

  /// The number that the next touch gets: the `firstID` of a decoder that continues this one's numbers.
  package var nextID: UInt64 { ti_decoder_next_id(decoder) }

  /// The number of events that a kernel should never send, by kind; empty for a sound device. Read it at most once per turn, not for
  /// each frame.
  package var kernelBugs: [KernelBug: Int] { KernelBug.counts(of: decoder) }

  /// Decodes events from `position` on until a frame is complete, and fills `frame` with it. Returns `nil` if there are no more events.
  package func nextFrame(
    from events: Recording.Events, at position: inout Int, into frame: inout TouchFrame, geometry: PanelGeometry
  ) -> Kind? {
    var raw = ti_frame()
    let start = position
    let step = events.storage.withUnsafeBufferPointer {
      ti_decoder_next(decoder, $0.baseAddress, $0.count, &position, &raw)
    }
    switch step {
    case TI_STEP_FRAME: break
    case TI_STEP_DROPPED: ti_decoder_resync(decoder, nil, &raw)
    default: return nil
    }
    last = (start..<position, raw)
    let kind = Self.fill(&frame, from: raw, geometry: geometry)
    measure(&frame, raw)
    return kind
  }

  /// Passes what `nextFrame` has decoded last on to a clone, as a device that is intercepted does.
  package func show(_ events: Recording.Events, to clone: TouchClone) {
    ti_relay_set_protocol(clone.relay, ti_decoder_class(decoder).protocol)
    events.storage[last.events].withUnsafeBufferPointer {
      ti_relay_receive(clone.relay, $0.baseAddress, $0.count)
    }
    if last.frame.dropped { ti_relay_resync(clone.relay, nil, nil, last.frame.time) }
    ti_relay_see(clone.relay, &last.frame)
  }

  /// Has a clone write the frame that it was shown, whose touches have got their verdicts.
  ///
  /// - Returns: false if the next frame has the same time, and comes first.
  package func finish(_ clone: TouchClone) -> Bool {
    if ti_decoder_waits(decoder) { return false }
    ti_relay_update_clone(clone.relay, 0)
    return true
  }

  /// Adds the pressures and sizes of a frame's contacts to the filled frame, if they are wanted.
  func measure(_ frame: inout TouchFrame, _ raw: ti_frame) {
    measures?.fill(&frame, from: UnsafeBufferPointer(start: raw.contacts, count: raw.count))
  }

  /// Cancels every touch that is still down, when a recording ends or a device is gone. Returns false if there is none.
  package func cancelAll(at time: Timestamp, into frame: inout TouchFrame, geometry: PanelGeometry) -> Bool {
    var raw = ti_frame()
    let any = ti_decoder_cancel_all(decoder, time.microseconds, &raw)
    _ = Self.fill(&frame, from: raw, geometry: geometry)
    measure(&frame, raw)
    return any
  }

  @inline(__always)
  static func fill(_ frame: inout TouchFrame, from raw: ti_frame, geometry: PanelGeometry) -> Kind {
    frame.time = Timestamp(microseconds: raw.time)
    // In place: as long as the number of fingers stays the same, nothing is appended or removed.
    if frame.contacts.count != raw.count { resize(&frame.contacts, to: raw.count) }
    let contacts = UnsafeBufferPointer(start: raw.contacts, count: raw.count)
    frame.contacts.withUnsafeMutableBufferPointer { places in
      for index in places.indices { places[index] = TouchFrame.Contact(contacts[index], geometry) }
    }
    return raw.dropped ? .dropped : .touches
  }

  private static func resize(_ contacts: inout [TouchFrame.Contact], to count: Int) {
    while contacts.count > count { contacts.removeLast() }
    while contacts.count < count { contacts.append(TouchFrame.Contact(id: 0, phase: .moved, location: .zero)) }
  }
}

extension TouchFrame.Contact {
  @inline(__always)
  fileprivate init(_ contact: ti_contact, _ geometry: PanelGeometry) {
    self.init(
      id: contact.id, phase: Touch.Phase(contact.phase),
      location: geometry.location(x: contact.now.x, y: contact.now.y),
      type: Touch.TouchType(tool: contact.now.tool))
  }
}

extension ti_axis {
  fileprivate init(_ axis: DeviceDescription.Axis) {
    self.init(
      present: true, minimum: axis.minimum, maximum: axis.maximum, fuzz: 0, flat: 0, resolution: axis.resolution)
  }
}

extension Touch.Phase {
  @inline(__always)
  fileprivate init(_ phase: ti_phase) {
    // Both have the same order.
    self = Touch.Phase(rawValue: UInt8(truncatingIfNeeded: phase.rawValue)) ?? .cancelled
  }
}

extension Touch.TouchType {
  /// Converts `ABS_MT_TOOL_TYPE`. Unknown tools (a dial, or those of a newer kernel) count as fingers.
  @inline(__always)
  fileprivate init(tool: Int32) {
    switch tool {
    case MT_TOOL_PEN: self = .pen
    case MT_TOOL_PALM: self = .palm
    default: self = .finger
    }
  }
}
