import CTouchInput
import Configuration
import Control
import Gestures
import Glibc
import Screen
import Text

@testable import TouchInput

/// Reads a recording in any format. It is rejected, or all its touchscreens are played to the end.
func fuzzRecording(_ bytes: [UInt8]) {
  guard let content = try? RecordingContent(bytes: bytes, file: "fuzz"),
    let recordings = try? content.recordings(of: "fuzz")
  else { return }
  for recording in recordings { play(recording) }
}

private func play(_ recording: Recording) {
  let all = ContactWishes(imprints: true, palm: .millimetres(25), penMutes: true)
  for wishes in [ContactWishes(), all] { play(recording, wishes) }
}

private func play(_ recording: Recording, _ wishes: ContactWishes) {
  let geometry = PanelGeometry(recording.description)
  play(recording, wishes, on: geometry, Lives(size: geometry.size))
}

/// - Returns: what was measured of the panel.
@discardableResult
func play(
  _ recording: Recording, _ wishes: ContactWishes, on geometry: PanelGeometry, _ lives: Lives
) -> PanelModel.Summary {
  guard let decoder = FrameDecoder(of: recording, geometry) else { fatalError("no touchscreen, and yet a recording") }
  decoder.follow(ContactMeasures(wishes, of: recording.description, geometry))
  var lives = lives
  var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  var position = 0
  while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
    lives.take(&frame)
  }
  if decoder.cancelAll(at: recording.events.end, into: &frame, geometry: geometry) { lives.take(&frame) }
  lives.end()
  return lives.summary
}

/// Decodes a device with an arbitrary description and arbitrary events.
func fuzzFrames(_ bytes: [UInt8]) {
  var input = Input(bytes: bytes[...])
  decode(&input, PanelFaults())
}

/// The same for a panel with arbitrary faults, which are repaired.
func fuzzRepair(_ bytes: [UInt8]) {
  var input = Input(bytes: bytes[...])
  let faults = PanelFaults(&input)
  decode(&input, faults)
}

private func decode(_ input: inout Input, _ faults: PanelFaults) {
  var raw = description(&input)
  faults.addAxis(to: &raw)
  let choice = input.byte()
  let hints = UInt32(choice & 3)
  guard let decoder = ti_decoder_new(&raw, hints, 1) else { return }
  defer { ti_decoder_free(decoder) }
  var state = ti_state()
  let geometry = PanelGeometry(DeviceDescription(raw, hints: hints), settings: faults.geometry)
  FrameDecoder(borrowing: decoder).limit(to: geometry)
  var wishes = faults.wishes
  (wishes.imprints, wishes.palm, wishes.penMutes) = (
    choice & 4 != 0, choice & 8 != 0 ? .units(100) : nil, choice & 16 != 0
  )
  var measures = ContactMeasures(wishes, of: DeviceDescription(raw, hints: hints), geometry)
  if measures.trustsButton { ti_decoder_expect_button(decoder) }
  ti_decoder_follow(decoder, measures.isNeeded || choice & 12 != 0)
  ti_decoder_mute_for_pens(decoder, wishes.penMutes)
  var lives = Lives(size: geometry.size, faults.filter, unit: geometry.unit, known: faults.known)
  lives.landsByPressure = wishes.lifts == .pressure || wishes.leastPressure > 0
  var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  var filled = ti_frame()
  var time: Int64 = 0
  func take() {
    _ = FrameDecoder.fill(&frame, from: filled, geometry: geometry)
    measures.fill(&frame, from: UnsafeBufferPointer(start: filled.contacts, count: filled.count))
    lives.take(&frame)
  }
  if input.byte() & 1 == 1 {
    read(&state, &input)
    ti_decoder_start(decoder, &state)
  }
  while !input.isAtEnd {
    if input.byte() == 0 {
      if ti_decoder_cancel_all(decoder, time, &filled) { take() }
      guard lives.down.isEmpty else { fatalError("touches are down after all were cancelled") }
    }
    let events = (0..<max(1, Int(input.byte()) % 64)).map { _ in faults.changed(event(&input, &time)) }
    var position = 0
    loop: while true {
      switch ti_decoder_next(decoder, events, events.count, &position, &filled) {
      case TI_STEP_FRAME: take()
      case TI_STEP_DROPPED:
        read(&state, &input)
        ti_decoder_resync(decoder, input.byte() & 1 == 1 ? withUnsafePointer(to: &state) { $0 } : nil, &filled)
        take()
      default: break loop
      }
    }
  }
  if ti_decoder_cancel_all(decoder, time, &filled) { take() }
  lives.end()
}

/// Relays an intercepted panel with an arbitrary description and arbitrary events, with verdicts on its touches. After each
/// complete frame the clone holds the panel's keys and switches, and after the release of the panel it holds nothing.
func fuzzRelay(_ bytes: [UInt8]) {
  var input = Input(bytes: bytes[...])
  var raw = description(&input)
  withUnsafeMutableBytes(of: &raw.keys) { bits in for key in keys { bits[Int(key) / 8] |= 1 << (key % 8) } }
  let hints = UInt32(input.byte() & 3)
  guard let decoder = ti_decoder_new(&raw, hints, 1), let relay = ti_relay_new(&raw, hints) else { return }
  defer { ti_decoder_free(decoder) }
  defer { ti_relay_free(relay) }
  let clone = Clone(of: relay)
  var panel = Held()
  var state = ti_state()
  var filled = ti_frame()
  var time: Int64 = 0
  var last = UInt64(1)
  ti_relay_start(relay, nil, .min)
  while !input.isAtEnd {
    switch input.byte() {
    case 0, 1:
      if input.byte() & 1 == 1 { ti_relay_was_reset(relay) } else { ti_relay_stop(relay, time) }
      clone.read()
      guard clone.holdsNothing else { fatalError("held after the release: \(clone.held)") }
      panel.keys = []
      var start = ti_relay_panel()
      start.held = panel.raw
      ti_relay_start(relay, &start, .min)
    default: break
    }
    let events = (0..<max(1, Int(input.byte()))).map { _ in keyOrEvent(&input, &time) }
    var position = 0
    var step = TI_STEP_FRAME
    while step != TI_STEP_MORE {
      let first = position
      step = ti_decoder_next(decoder, events, events.count, &position, &filled)
      for event in events[first..<position] { panel.follow(Int32(event.type), Int32(event.code), event.value) }
      ti_relay_set_protocol(relay, ti_decoder_class(decoder).protocol)
      events.withUnsafeBufferPointer { ti_relay_receive(relay, $0.baseAddress! + first, position - first) }
      if step == TI_STEP_DROPPED {
        read(&state, &input)
        let isKnown = input.byte() & 1 == 1
        var held = panel.raw
        ti_decoder_resync(decoder, isKnown ? withUnsafePointer(to: &state) { $0 } : nil, &filled)
        ti_relay_resync(relay, isKnown ? withUnsafePointer(to: &state) { $0 } : nil, &held, filled.time)
      }
      if step != TI_STEP_MORE {
        ti_relay_see(relay, &filled)
        for contact in UnsafeBufferPointer(start: filled.contacts, count: filled.count) { last = contact.id }
      }
      let decision = input.byte()
      let verdict = [TI_PASS, TI_END, TI_TAKE, TI_PASS][Int(decision & 3)]
      ti_relay_decide(relay, last &- UInt64(decision >> 5), verdict)
      if decision & 28 == 28 { ti_relay_join(relay, last, last &- UInt64(decision >> 5)) }
      switch decision & 60 {
      case 4: ti_relay_hold(relay, last)
      case 8: ti_relay_let_held(relay)
      case 12: ti_relay_drop_held(relay, last)
      case 16: ti_relay_renew(relay, last, last &+ 1 << 52)
      default: break
      }
      if ti_decoder_waits(decoder) { continue }
      ti_relay_update_clone(relay, time)
      ti_relay_send(relay)
      clone.read()
      let end = position > first ? events[position - 1] : nil
      let isComplete = end.map { $0.type == EV_SYN && $0.code == SYN_REPORT } ?? false
      guard !isComplete || clone.held.carried == panel.carried else {
        fatalError("the clone holds \(clone.held), the panel \(panel)")
      }
    }
  }
  ti_relay_stop(relay, time)
  clone.read()
  guard clone.holdsNothing else { fatalError("held in the end: \(clone.held)") }
}

/// Reads a configuration. It is rejected with its errors, or it gives a scene.
func fuzzConfiguration(_ bytes: [UInt8]) {
  let (configuration, diagnostics) = Configuration.parse(bytes: bytes, path: "fuzz.toml")
  for diagnostic in diagnostics { _ = diagnostic.summary }
  guard let configuration else {
    guard !diagnostics.isEmpty else { fatalError("refused without a word") }
    return
  }
  for screen in (configuration.screens + [ScreenSettings()]).prefix(4) {
    _ = Scene(configuration, screen: screen, size: Size(width: 217, height: 136))
  }
}

/// Reads a learned shape. It is rejected with its errors, or it can be compared, written and read again.
func fuzzShape(_ bytes: [UInt8]) {
  let (file, diagnostics) = StrokeFile.parse(bytes: bytes, path: "fuzz.toml")
  guard let file else {
    guard !diagnostics.isEmpty else { fatalError("refused without a word") }
    return
  }
  for strokes in file.examples {
    let score = StrokeLesson.score(strokes, file.template)
    guard score >= 0, score <= 1 else { fatalError("a score of \(score)") }
  }
  _ = StrokeFile.parse(bytes: Array(file.text.utf8), path: "fuzz.toml")
}

/// Reads a line of a client and of a daemon. It is not a request, or it is one that can be written and read again; a status can be
/// shown and written.
func fuzzControl(_ bytes: [UInt8]) {
  if let reply = ControlReply(line: bytes) { show(reply) }
  guard let request = try? ControlRequest(line: bytes) else { return }
  guard let again = try? ControlRequest(line: request.line.dropLast()), again == request else {
    fatalError("\(request) is not what its line says")
  }
}

private func show(_ reply: ControlReply) {
  guard JSONValue(parsing: reply.line(to: "status")) != nil else { fatalError("not JSON: \(reply)") }
  guard case .status(let status) = reply else { return }
  for panel in status.panels {
    _ = (panel.filtered.sentence, panel.model?.sentence, KernelBug.sentences(panel.kernelBugs))
    _ = (panel.nearMisses.map(\.sentence), NearMiss.profiles(panel.nearMisses))
  }
}

// MARK: - Devices made from bytes

/// The bytes of an input, and zeros when these are used up.
struct Input {
  var bytes: ArraySlice<UInt8>
  var isAtEnd: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// Returns a number that is mostly small and sometimes arbitrary.
  mutating func number() -> Int32 {
    let first = byte()
    switch first {
    case 0xFF: return -1
    case 0xFE: return .max
    case 0xFD: return .min
    case 0xF0...0xFC:
      return (0..<4).reduce(0) { number, _ in number << 8 | Int32(byte()) }
    case 0x80...0xEF: return Int32(first & 0x7F) * 100
    default: return Int32(first)
    }
  }
}

private let axes: [Int32] = [
  ABS_X, ABS_Y, ABS_Z, ABS_RX, ABS_PRESSURE, ABS_MT_SLOT - 1, ABS_MT_SLOT, ABS_MT_TOUCH_MAJOR, ABS_MT_POSITION_X,
  ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, ABS_MT_DISTANCE, ABS_MT_TOOL_TYPE,
]

func description(_ input: inout Input) -> ti_description {
  var raw = ti_description()
  withUnsafeMutableBytes(of: &raw.properties) { $0[0] = input.byte() }
  let keys = input.byte()
  withUnsafeMutableBytes(of: &raw.keys) { bytes in
    for (bit, code) in [0x110, 0x140, 0x145, 0x14a, 0x14b].enumerated() where keys >> bit & 1 == 1 {
      bytes[code / 8] |= 1 << (code % 8)
    }
  }
  withUnsafeMutableBytes(of: &raw.relative) { $0[0] = keys >> 6 }
  for (index, code) in axes.enumerated() {
    if index % 8 == 0 && input.isAtEnd { break }
    guard input.byte() & 1 == 1 else { continue }
    let axis = ti_axis(
      present: true, minimum: input.number(), maximum: input.number(), fuzz: 0, flat: 0, resolution: input.number())
    withUnsafeMutableBytes(of: &raw.axes) { $0.assumingMemoryBound(to: ti_axis.self)[Int(code)] = axis }
  }
  return raw
}

private func read(_ state: inout ti_state, _ input: inout Input) {
  state.current_slot = input.number()
  state.slot_count = Int32(input.byte())
  state.touching = input.byte() & 1 == 1
  state.x = input.number()
  state.y = input.number()
  withUnsafeMutableBytes(of: &state.slots) { bytes in
    let slots = bytes.assumingMemoryBound(to: ti_slot_state.self)
    for index in 0..<min(8, slots.count) {
      slots[index].tracking_id = input.number()
      slots[index].x = input.number()
      slots[index].y = input.number()
      slots[index].tool = Int32(input.byte() % 4)
      slots[index].distance = Int32(input.byte() % 4)
    }
  }
}

func event(_ input: inout Input, _ time: inout Int64) -> ti_event {
  let kind = input.byte()
  let type: Int32, code: Int32
  var value: Int32 = 0
  switch kind {
  case 0..<96:
    (type, code) = (EV_SYN, SYN_REPORT)
    time &+= Int64(kind) * 700 - 1000
  case 96..<112: (type, code) = (EV_SYN, SYN_MT_REPORT)
  case 112..<116: (type, code) = (EV_SYN, SYN_DROPPED)
  case 116..<128: (type, code, value) = (EV_KEY, input.byte() & 1 == 0 ? 0x14a : 0x110, Int32(input.byte() & 1))
  case 128..<136:
    (type, code, value) = (Int32(input.byte()), Int32(input.byte()), input.number())
    time &+= Int64(value) &* 100_003
  default: (type, code, value) = (EV_ABS, axes[Int(kind) % axes.count], input.number())
  }
  return ti_event(time: time, type: UInt16(type), code: UInt16(code), value: value)
}

private let keys = [KEY_HOMEPAGE, KEY_BACK, KEY_POWER, BTN_TOUCH]

private func keyOrEvent(_ input: inout Input, _ time: inout Int64) -> ti_event {
  let kind = input.byte()
  guard kind < 96 else { return event(&input, &time) }
  let value = Int32(input.byte() % 3)
  if kind < 16 { return ti_event(time: time, type: UInt16(EV_SW), code: UInt16(kind), value: value) }
  return ti_event(time: time, type: UInt16(EV_KEY), code: UInt16(keys[Int(kind % 4)]), value: value)
}

/// The keys and switches that are on, tracked by the kernel's rules.
private struct Held {
  var keys: Set<Int32> = []
  var switches: Set<Int32> = []

  mutating func follow(_ type: Int32, _ code: Int32, _ value: Int32) {
    if type == EV_KEY && value != 2 {
      if value == 0 { keys.remove(code) } else { keys.insert(code) }
    } else if type == EV_SW {
      if value == 0 { switches.remove(code) } else { switches.insert(code) }
    }
  }

  /// The keys and switches that are relayed unchanged. The others count fingers, or are not declared.
  var carried: [Set<Int32>] { [keys.intersection([KEY_HOMEPAGE, KEY_BACK, KEY_POWER]), switches.filter { $0 < 16 }] }

  var raw: ti_held {
    var held = ti_held()
    withUnsafeMutableBytes(of: &held.keys) { bits in
      for key in keys where Int(key) / 8 < bits.count { bits[Int(key) / 8] |= 1 << (key % 8) }
    }
    withUnsafeMutableBytes(of: &held.switches) { bits in
      for code in switches where Int(code) / 8 < bits.count { bits[Int(code) / 8] |= 1 << (code % 8) }
    }
    return held
  }
}

/// A reader of the clone.
private final class Clone {
  private(set) var held = Held()
  private(set) var fingers: Set<Int32> = []
  private var slot: Int32 = 0
  private var ends: [Int32] = [0, 0]
  /// `F_SETPIPE_SZ`, which Swift does not import.
  private static let setPipeSize: Int32 = 1031

  init(of relay: OpaquePointer) {
    guard pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0,
      fcntl(ends[1], Clone.setPipeSize, 1 << 20) > 0
    else { fatalError("pipe") }
    ti_relay_connect(relay, ends[1])
  }

  deinit { for end in ends { close(end) } }

  var holdsNothing: Bool { held.keys.isEmpty && fingers.isEmpty }

  func read() {
    var events = [input_event](repeating: input_event(), count: 4096)
    while true {
      let size = Glibc.read(ends[0], &events, events.count * MemoryLayout<input_event>.stride)
      if size <= 0 { return }
      for event in events.prefix(size / MemoryLayout<input_event>.stride) { follow(event) }
    }
  }

  private func follow(_ event: input_event) {
    held.follow(Int32(event.type), Int32(event.code), event.value)
    guard event.type == EV_ABS else { return }
    if event.code == ABS_MT_SLOT { slot = event.value }
    if event.code == ABS_MT_TRACKING_ID {
      if event.value < 0 { fingers.remove(slot) } else { fingers.insert(slot) }
    }
  }
}

// MARK: - Invariants

/// Follows touches before and after the filter.
struct Lives {
  private(set) var down: Set<UInt64> = []
  private var passed: Set<UInt64> = []
  private var lastID: UInt64 = 0
  private var lastTime = Timestamp(microseconds: .min)
  private var filter: TouchFilter
  private let size: Size
  /// Whether a contact may land after others that came later, and again after its lift.
  var landsByPressure = false

  init(
    size: Size, _ settings: TouchFilter.Settings = TouchFilter.Settings(stale: .seconds(1)), unit: Double = 0,
    known: PanelModel.Summary = PanelModel.Summary()
  ) {
    self.size = size
    filter = TouchFilter(settings, size: size, unit: unit, known: known)
  }

  /// What was measured of the panel.
  var summary: PanelModel.Summary { filter.summary }

  mutating func take(_ frame: inout TouchFrame) {
    let screen = Rect(x: 0, y: 0, width: size.width, height: size.height)
    for contact in frame.contacts {
      guard screen.contains(contact.location) else { fatalError("off the screen: \(contact)") }
      if contact.phase == .began {
        guard contact.id > lastID || landsByPressure else { fatalError("touch \(contact.id) after \(lastID)") }
        lastID = max(lastID, contact.id)
      }
    }
    Self.follow(frame, &down)
    var times: [Timestamp] = []
    var passed = passed
    filter.handle(&frame) { frame in
      times.append(frame.time)
      Self.follow(frame, &passed)
    }
    self.passed = passed
    for time in times {
      guard time >= lastTime else { fatalError("time goes backwards") }
      lastTime = time
    }
    // A lift may be held back, and a touch go on as another one.
    guard !filter.isSound || passed.isSubset(of: down) else { fatalError("the filter keeps what has lifted") }
  }

  mutating func end() {
    var passed = passed
    filter.advance(to: Timestamp(microseconds: .max)) { Self.follow($0, &passed) }
    self.passed = passed
    guard down.isEmpty && passed.isEmpty else { fatalError("touches that never end: \(down), \(passed)") }
  }

  private static func follow(_ frame: TouchFrame, _ down: inout Set<UInt64>) {
    for contact in frame.contacts {
      switch contact.phase {
      case .began: guard down.insert(contact.id).inserted else { fatalError("begins twice: \(contact)") }
      case .moved: guard down.contains(contact.id) else { fatalError("moves without having begun: \(contact)") }
      case .ended, .cancelled:
        guard down.remove(contact.id) != nil else { fatalError("ends without having begun: \(contact)") }
      case .stationary: guard down.contains(contact.id) else { fatalError("rests without having begun: \(contact)") }
      }
    }
  }
}
