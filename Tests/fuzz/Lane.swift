import CTouchInput
import Glibc

/// Reads a device with an arbitrary description and arbitrary events twice: frame by frame, and with a lane that keeps those in which
/// fingers stay in arbitrary areas. Both give the same frames, if the lane recalls all that it has kept.
func fuzzLane(_ bytes: [UInt8]) {
  var input = Input(bytes: bytes[...])
  var raw = description(&input)
  guard let plain = Reader(&raw), let lane = Reader(&raw) else { return }
  var time: Int64 = 0
  while !input.isAtEnd {
    let choice = input.byte()
    if choice & 1 == 1 && !lane.isOpen { lane.open(&input, recallsAll: choice & 2 == 2) }
    let events = (0..<max(1, Int(input.byte()) % 64)).map { _ in event(&input, &time) }
    let until = choice & 12 == 12 ? time &- Int64(input.byte()) * 100 : .max
    plain.send(events)
    lane.send(events)
    plain.read()
    lane.readOrGlide(until)
  }
  lane.close()
  guard lane.hasForgotten || plain.places == lane.places else { fatalError("\(plain.places) is not \(lane.places)") }
}

/// Reads a device through a pipe.
private final class Reader {
  private let device: OpaquePointer
  private let end: Int32
  /// Where touches were, by frame.
  private(set) var places: [Place] = []
  private(set) var isOpen = false
  /// Whether the lane may forget frames.
  private(set) var hasForgotten = false
  private var touches: Set<UInt64> = []

  struct Place: Equatable {
    let time: Int64
    let touch: UInt64
    let phase: UInt32
    let x: Int32
    let y: Int32
  }

  init?(_ raw: inout ti_description) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else { fatalError("pipe") }
    guard let device = ti_device_adopt(ends[0], &raw, 1) else {
      Glibc.close(ends[1])
      return nil
    }
    self.device = device
    end = ends[1]
  }

  deinit {
    ti_device_close(device)
    Glibc.close(end)
  }

  func send(_ events: [ti_event]) {
    let raw = events.map { event in
      var raw = input_event()
      raw.time.tv_sec = Int(event.time / 1_000_000)
      raw.time.tv_usec = Int(event.time % 1_000_000)
      (raw.type, raw.code, raw.value) = (event.type, event.code, event.value)
      return raw
    }
    let size = raw.count * MemoryLayout<input_event>.stride
    guard write(end, raw, size) == size else { fatalError("write") }
  }

  func read() {
    var frame = ti_frame()
    while true {
      let result = ti_device_next(device, &frame)
      if result <= 0 || result == 2 { return }
      take(frame)
      if frame.is_last { return }
    }
  }

  func open(_ input: inout Input, recallsAll: Bool) {
    let most = input.byte() & 7 == 0 ? UInt32(input.byte() & 15) : .max
    guard ti_device_open_lane(device, recallsAll ? -1 : 85_000, most) else { return }
    isOpen = true
    hasForgotten = hasForgotten || !recallsAll
    var moving: [UInt64] = []
    for touch in touches.sorted() where input.byte() & 3 > 0 {
      ti_device_allow(device, touch, area(&input))
      moving.append(touch)
    }
    let choice = input.byte()
    if choice & 1 == 1, moving.count > 1 {
      let way = ti_way(
        xx: Double(input.byte()) / 100, xy: 0, yx: 0, yy: Double(input.number()), shortest: Double(input.byte()),
        longest: Double(input.number()), x: Double(input.byte()), y: Double(input.byte()),
        steepest: Double(input.byte()))
      ti_device_allow_pair(device, moving[0], moving[1], way)
    }
    if choice & 2 == 2 {
      let disc = ti_disc(
        xx: Double(input.byte()) / 100, xy: 0, x: Double(input.number()), yx: 0, yy: Double(input.byte()) / 100,
        y: Double(input.byte()), radius: Double(input.number()))
      ti_device_allow_centre(device, disc)
    }
  }

  private func area(_ input: inout Input) -> ti_area {
    ti_area(left: 0 &- input.number() / 2, right: input.number(), top: 0 &- input.number() / 2, bottom: input.number())
  }

  func readOrGlide(_ until: Int64) {
    if isOpen && ti_device_glide(device, until) { return }
    close()
    read()
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    if ti_device_close_lane(device) == 0 { return }
    ti_device_skip_kept(device)
    var touch: UInt64 = 0
    var x: Int32 = 0, y: Int32 = 0
    while ti_device_recall_forgotten(device, &touch, &x, &y) {
      guard touches.contains(touch) else { fatalError("touch \(touch) has moved and is not down") }
    }
    var frame = ti_frame()
    while ti_device_recall(device, &frame) { take(frame) }
  }

  private func take(_ frame: ti_frame) {
    for contact in UnsafeBufferPointer(start: frame.contacts, count: frame.count) {
      places.append(
        Place(
          time: frame.time, touch: contact.id, phase: contact.phase.rawValue, x: contact.now.x, y: contact.now.y))
      if contact.phase == TI_BEGAN { touches.insert(contact.id) }
      if contact.phase == TI_ENDED || contact.phase == TI_CANCELLED { touches.remove(contact.id) }
    }
  }
}
