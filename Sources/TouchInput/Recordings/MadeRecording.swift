import CTouchInput

/// A touchscreen that exists only in a recording.
package struct MadeDevice: Sendable {
  package static let resolutions = 1...1000

  let touchProtocol: DeviceDescription.TouchProtocol
  /// Units per millimetre.
  let resolution: Int
  /// The number of units on each axis.
  let columns: Int32
  let rows: Int32

  /// - Parameters:
  ///   - width, height: the size in millimetres, from 1 to 10 000.
  ///   - resolution: units per millimetre, one of `resolutions`.
  package init(_ touchProtocol: DeviceDescription.TouchProtocol, width: Double, height: Double, resolution: Int) {
    precondition(Self.resolutions.contains(resolution) && (1...10_000).contains(width) && (1...10_000).contains(height))
    self.touchProtocol = touchProtocol
    self.resolution = resolution
    columns = Int32((width * Double(resolution)).rounded())
    rows = Int32((height * Double(resolution)).rounded())
  }

  /// The most fingers that the device can tell apart.
  package var mostFingers: Int { touchProtocol == .single ? 1 : 10 }

  fileprivate var recorded: RecordedDevice {
    var device = RecordedDevice()
    device.setName("tickle hand".utf8)
    device.description.bustype = UInt16(BUS_VIRTUAL)
    device.setProperty(Int(INPUT_PROP_DIRECT))
    device.setCode(Int(SYN_REPORT), ofType: EV_SYN)
    device.setCode(Int(EV_ABS), ofType: EV_SYN)
    device.setCode(Int(BTN_TOUCH), ofType: EV_KEY)
    func axis(_ most: Int32, _ resolution: Int = 0) -> ti_axis {
      ti_axis(present: true, minimum: 0, maximum: most, fuzz: 0, flat: 0, resolution: Int32(resolution))
    }
    device.setAxis(Int(ABS_X), axis(columns - 1, resolution))
    device.setAxis(Int(ABS_Y), axis(rows - 1, resolution))
    if touchProtocol != .single {
      device.setAxis(Int(ABS_MT_POSITION_X), axis(columns - 1, resolution))
      device.setAxis(Int(ABS_MT_POSITION_Y), axis(rows - 1, resolution))
    }
    if touchProtocol == .slots {
      device.setAxis(Int(ABS_MT_SLOT), axis(Int32(mostFingers - 1)))
      device.setAxis(Int(ABS_MT_TRACKING_ID), axis(65535))
    }
    device.isDescribed = true
    return device
  }
}

/// Writes frames of fingers as a device would send them.
package struct MadeEvents {
  /// A finger that is down, and its place in millimetres.
  package struct Contact {
    let finger: Int
    let x: Double
    let y: Double

    package init(finger: Int, x: Double, y: Double) {
      self.finger = finger
      self.x = x
      self.y = y
    }
  }

  /// A finger in a slot of protocol B, and what the device has sent of it.
  private struct Slot {
    var finger: Int?
    var x: Int32 = -1
    var y: Int32 = -1
  }

  private let device: MadeDevice
  private var recorded: RecordedDevice
  private var slots: [Slot]
  private var currentSlot = 0
  private var nextID: Int32 = 1
  private var isTouched = false
  private var pointer: (x: Int32, y: Int32) = (-1, -1)
  private var time: Int64 = 0

  package init(_ device: MadeDevice) {
    self.device = device
    recorded = device.recorded
    slots = Array(repeating: Slot(), count: device.mostFingers)
  }

  /// Writes a frame, in microseconds; all fingers that are down, at most `mostFingers`. A frame without a change is left out.
  package mutating func add(_ contacts: [Contact], at time: Int64) {
    self.time = time
    let count = recorded.events.count
    switch device.touchProtocol {
    case .slots: addSlots(contacts)
    case .anonymous:
      for contact in contacts {
        let place = place(of: contact)
        send(EV_ABS, ABS_MT_POSITION_X, place.x)
        send(EV_ABS, ABS_MT_POSITION_Y, place.y)
        send(EV_SYN, SYN_MT_REPORT, 0)
      }
      if contacts.isEmpty && isTouched { send(EV_SYN, SYN_MT_REPORT, 0) }
    case .single: break
    }
    addPointer(contacts.first)
    if recorded.events.count > count { send(EV_SYN, SYN_REPORT, 0) }
  }

  /// Ends the recording at a time, with an empty frame if it is after the last one.
  package mutating func end(at time: Int64) {
    guard time > self.time else { return }
    self.time = time
    send(EV_SYN, SYN_REPORT, 0)
  }

  package func recording(named name: String) -> Recording {
    // The description is that of a touchscreen, whatever its size is.
    try! Recording(recorded, file: name)
  }

  private mutating func addSlots(_ contacts: [Contact]) {
    let down = Set(contacts.map { $0.finger })
    for index in slots.indices where slots[index].finger.map({ !down.contains($0) }) == true {
      select(index)
      send(EV_ABS, ABS_MT_TRACKING_ID, -1)
      slots[index] = Slot()
    }
    for contact in contacts {
      let place = place(of: contact)
      if let index = slots.firstIndex(where: { $0.finger == contact.finger }) {
        if slots[index].x == place.x && slots[index].y == place.y { continue }
        select(index)
        if slots[index].x != place.x { send(EV_ABS, ABS_MT_POSITION_X, place.x) }
        if slots[index].y != place.y { send(EV_ABS, ABS_MT_POSITION_Y, place.y) }
        (slots[index].x, slots[index].y) = place
      } else if let index = slots.firstIndex(where: { $0.finger == nil }) {
        select(index)
        send(EV_ABS, ABS_MT_TRACKING_ID, nextID)
        nextID = nextID == 65535 ? 1 : nextID + 1
        send(EV_ABS, ABS_MT_POSITION_X, place.x)
        send(EV_ABS, ABS_MT_POSITION_Y, place.y)
        slots[index] = Slot(finger: contact.finger, x: place.x, y: place.y)
      }
    }
  }

  private mutating func select(_ slot: Int) {
    if slot == currentSlot { return }
    currentSlot = slot
    send(EV_ABS, ABS_MT_SLOT, Int32(slot))
  }

  /// Writes the single-touch axes and the button, which follow the first finger.
  private mutating func addPointer(_ contact: Contact?) {
    if isTouched != (contact != nil) {
      isTouched = contact != nil
      send(EV_KEY, BTN_TOUCH, isTouched ? 1 : 0)
    }
    guard let contact else { return }
    let place = place(of: contact)
    if place.x != pointer.x { send(EV_ABS, ABS_X, place.x) }
    if place.y != pointer.y { send(EV_ABS, ABS_Y, place.y) }
    pointer = place
  }

  /// Returns the nearest place on the panel in its units.
  private func place(of contact: Contact) -> (x: Int32, y: Int32) {
    func unit(_ millimetres: Double, _ count: Int32) -> Int32 {
      Int32(min(max((millimetres * Double(device.resolution)).rounded(), 0), Double(count - 1)))
    }
    return (unit(contact.x, device.columns), unit(contact.y, device.rows))
  }

  private mutating func send(_ type: Int32, _ code: Int32, _ value: Int32) {
    recorded.append(ti_event(time: time, type: UInt16(type), code: UInt16(code), value: value))
  }
}

extension Recording {
  /// Returns the text of the recording as a file.
  package func written(as format: RecordingWriter.Format, from origin: RecordingOrigin) -> [UInt8] {
    var writer = RecordingWriter(format)
    return writer.head(description, node: "", origin: origin, isAnonymous: false, model: model) + writer.lines(events)
      + writer.end()
  }
}
