import CTouchInput
import Configuration
import Control
import Gestures
import JSON
import Screen

@testable import TouchInput

/// A recording's text, of whatever format: it is refused, or all its touchscreens are played to their end.
func fuzzRecording(_ bytes: [UInt8]) {
  guard let content = try? RecordingContent(bytes: bytes, file: "fuzz"),
    let recordings = try? content.recordings(of: "fuzz")
  else { return }
  for recording in recordings { play(recording) }
}

private func play(_ recording: Recording) {
  guard let decoder = FrameDecoder(recording.description) else { fatalError("no touchscreen, and yet a recording") }
  let geometry = PanelGeometry(recording.description)
  var lives = Lives(size: geometry.size)
  var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  var position = 0
  while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
    lives.take(&frame)
  }
  if decoder.cancelAll(at: recording.events.end, into: &frame, geometry: geometry) { lives.take(&frame) }
  lives.end()
}

/// A device that says anything of itself, and then anything else.
func fuzzFrames(_ bytes: [UInt8]) {
  var input = Input(bytes: bytes[...])
  var raw = description(&input)
  let hints = UInt32(input.byte() & 3)
  guard let decoder = ti_decoder_new(&raw, hints, 1) else { return }
  defer { ti_decoder_free(decoder) }
  var state = ti_state()
  let geometry = PanelGeometry(DeviceDescription(raw, hints: hints))
  var lives = Lives(size: geometry.size)
  var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  var filled = ti_frame()
  var time: Int64 = 0
  func take() {
    _ = FrameDecoder.fill(&frame, from: filled, geometry: geometry)
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
    let events = (0..<max(1, Int(input.byte()) % 64)).map { _ in event(&input, &time) }
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

/// A configuration's text: it is refused with its errors, or it makes a scene.
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

/// A learned shape's text: it is refused with its errors, or it can be compared, written and read again.
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

/// A client's line: it is no request, or one that its own line makes again.
func fuzzControl(_ bytes: [UInt8]) {
  _ = JSONValue(parsing: bytes)
  guard let request = try? ControlRequest(line: bytes) else { return }
  guard let again = try? ControlRequest(line: request.line.dropLast()), again == request else {
    fatalError("\(request) is not what its line says")
  }
}

// MARK: - Devices of bytes

/// Bytes until they are used up, then zeros.
private struct Input {
  var bytes: ArraySlice<UInt8>
  var isAtEnd: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// Mostly small, sometimes anything.
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

private func description(_ input: inout Input) -> ti_description {
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

private func event(_ input: inout Input, _ time: inout Int64) -> ti_event {
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

// MARK: - What must hold

/// Follows touches, before the filter and behind it.
private struct Lives {
  private(set) var down: Set<UInt64> = []
  private var passed: Set<UInt64> = []
  private var lastID: UInt64 = 0
  private var lastTime = Timestamp(microseconds: .min)
  private var filter: TouchFilter
  private let size: Size

  init(size: Size) {
    self.size = size
    filter = TouchFilter(TouchFilter.Settings(stale: .seconds(1)), size: size)
  }

  mutating func take(_ frame: inout TouchFrame) {
    let screen = Rect(x: 0, y: 0, width: size.width, height: size.height)
    for contact in frame.contacts {
      guard screen.contains(contact.location) else { fatalError("off the screen: \(contact)") }
      if contact.phase == .began {
        guard contact.id > lastID else { fatalError("touch \(contact.id) after \(lastID)") }
        lastID = contact.id
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
    guard passed.isSubset(of: down) else { fatalError("the filter keeps what has lifted") }
  }

  func end() {
    guard down.isEmpty && passed.isEmpty else { fatalError("touches that never end: \(down), \(passed)") }
  }

  private static func follow(_ frame: TouchFrame, _ down: inout Set<UInt64>) {
    for contact in frame.contacts {
      switch contact.phase {
      case .began: guard down.insert(contact.id).inserted else { fatalError("begins twice: \(contact)") }
      case .moved: guard down.contains(contact.id) else { fatalError("moves without having begun: \(contact)") }
      case .ended, .cancelled:
        guard down.remove(contact.id) != nil else { fatalError("ends without having begun: \(contact)") }
      case .stationary: fatalError("a touch that rests is in a frame")
      }
    }
  }
}
