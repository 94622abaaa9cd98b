import CTouchInput
import Gestures

/// Turns a touchscreen's events into frames of touches: the same for devices and recordings.
///
/// Owns the kernel's side of a touch (slots, tracking ids); keeps its storage and allocates nothing for a frame once
/// the frame that it fills has grown to the panel's number of fingers. Not to be shared between threads.
package final class FrameDecoder {
  /// What a filled frame stands for.
  package enum Kind: Sendable {
    case touches
    /// The kernel lost events before this frame: touches whose fate is not known are cancelled in it. May hold no contact.
    case dropped
  }

  private let decoder: OpaquePointer
  private let isOwner: Bool

  /// A decoder whose touches are numbered from `firstID`. Nil where the description is none of a touchscreen.
  package init?(_ description: DeviceDescription, firstID: UInt64 = 1) {
    let decoder = withUnsafePointer(to: description.raw) { ti_decoder_new($0, description.hints, firstID) }
    guard let decoder else { return nil }
    self.decoder = decoder
    isOwner = true
  }

  /// The decoder of a device, which stays the device's.
  init(borrowing decoder: OpaquePointer) {
    self.decoder = decoder
    isOwner = false
  }

  deinit { if isOwner { ti_decoder_free(decoder) } }

  /// The number that the next touch gets: the `firstID` of a decoder that continues this one's numbers.
  package var nextID: UInt64 { ti_decoder_next_id(decoder) }

  /// The number of events that no kernel sends, by kind; empty for a sound device. Ask once a turn at most, not for each frame.
  package var kernelBugs: [KernelBug: Int] { KernelBug.counts(of: decoder) }

  /// Takes events from `position` on until a frame is complete and fills `frame` with it; nil when they are used up.
  package func nextFrame(
    from events: Recording.Events, at position: inout Int, into frame: inout TouchFrame, geometry: PanelGeometry
  ) -> Kind? {
    var raw = ti_frame()
    let step = events.storage.withUnsafeBufferPointer {
      ti_decoder_next(decoder, $0.baseAddress, $0.count, &position, &raw)
    }
    switch step {
    case TI_STEP_FRAME: break
    case TI_STEP_DROPPED: ti_decoder_resync(decoder, nil, &raw)
    default: return nil
    }
    return Self.fill(&frame, from: raw, geometry: geometry)
  }

  /// Cancels every touch that is still down, as at the end of a recording or of a device. False where none is.
  package func cancelAll(at time: Timestamp, into frame: inout TouchFrame, geometry: PanelGeometry) -> Bool {
    var raw = ti_frame()
    let any = ti_decoder_cancel_all(decoder, time.microseconds, &raw)
    _ = Self.fill(&frame, from: raw, geometry: geometry)
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

extension Touch.Phase {
  @inline(__always)
  fileprivate init(_ phase: ti_phase) {
    switch phase {
    case TI_BEGAN: self = .began
    case TI_MOVED: self = .moved
    case TI_ENDED: self = .ended
    default: self = .cancelled
    }
  }
}

extension Touch.TouchType {
  /// By `ABS_MT_TOOL_TYPE`; what we do not know (a dial, a newer kernel's tool) is taken for a finger.
  @inline(__always)
  fileprivate init(tool: Int32) {
    switch tool {
    case MT_TOOL_PEN: self = .pen
    case MT_TOOL_PALM: self = .palm
    default: self = .finger
    }
  }
}
