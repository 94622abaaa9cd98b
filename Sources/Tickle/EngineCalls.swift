// The functions of tickle.h on engines. Each checks what it is given before it does anything.
import CTickle
import Configuration
import Gestures
import Program
import TouchInput

@c @implementation
public func tickle_version() -> UInt32 {
  Version.current.split(separator: ".").reduce(0) { $0 << 8 | (UInt32($1) ?? 0) }
}

@c @implementation
public func tickle_engine_new(_ given: UnsafePointer<tickle_screen>!) -> OpaquePointer! {
  var screen = tickle_screen()
  guard let given, copy(given, given.pointee.size, into: &screen) else {
    _ = refused(TICKLE_INVALID, "a screen must be given, with its size in bytes")
    return nil
  }
  guard let size = Size(ofScreen: screen.width, screen.height) else {
    _ = noSize
    return nil
  }
  var settings = ScreenSettings()
  settings.recognition = screen.recognition == TICKLE_UIKIT ? .uikit : .hand
  settings.exclusive = screen.exclusion == TICKLE_PER_SCREEN ? .screen : .touch
  settings.intercept = screen.holds_touches
  if screen.most_delay > 0 { settings.maxDelay = .time(.microseconds(min(screen.most_delay, 1_000_000_000_000_000))) }
  if screen.pixel_width > 0, screen.pixel_height > 0 {
    settings.pixels = PixelSize(width: Int(screen.pixel_width), height: Int(screen.pixel_height))
  }
  guard let engine = Engine.make(settings, size, explains: screen.explains) else {
    return nil
  }
  return engine.handle
}

@c @implementation
public func tickle_engine_free(_ handle: OpaquePointer!) -> tickle_status {
  guard let engine = knownEngine(handle) else { return TICKLE_GONE }
  engine.free()
  return TICKLE_OK
}

@c @implementation
public func tickle_engine_resize(_ handle: OpaquePointer!, _ width: Double, _ height: Double) -> tickle_status {
  guard let engine = knownEngine(handle) else { return TICKLE_GONE }
  guard let size = Size(ofScreen: width, height) else { return noSize }
  engine.resize(size)
  return TICKLE_OK
}

private var noSize: tickle_status { refused(TICKLE_INVALID, "a screen is from 1 mm to 1 km wide and high") }

extension Size {
  fileprivate init?(ofScreen width: Double, _ height: Double) {
    guard (1...1e6).contains(width), (1...1e6).contains(height) else { return nil }
    self.init(width: width, height: height)
  }
}

@c @implementation
public func tickle_engine_root(_ handle: OpaquePointer!) -> OpaquePointer! { knownEngine(handle)?.root?.handle }

// MARK: Frames

@c @implementation
public func tickle_engine_feed(_ handle: OpaquePointer!, _ given: UnsafePointer<tickle_frame>!) -> tickle_status {
  guard let engine = knownEngine(handle) else { return TICKLE_GONE }
  var frame = tickle_frame()
  guard let given, copy(given, given.pointee.size, into: &frame) else {
    return refused(TICKLE_INVALID, "a frame must be given, with its size in bytes")
  }
  if engine.isAsking { return order }
  engine.forgetTexts()
  return engine.feed(frame)
    ? TICKLE_OK : refused(TICKLE_INVALID, "a frame has at most 1,000 contacts, and their size in bytes")
}

@c @implementation
public func tickle_engine_advance(_ handle: OpaquePointer!, _ time: Int64) -> tickle_status {
  guard let engine = knownEngine(handle) else { return TICKLE_GONE }
  if engine.isAsking { return order }
  engine.forgetTexts()
  engine.advance(to: Timestamp(microseconds: time))
  return TICKLE_OK
}

@c @implementation
public func tickle_engine_cancel(_ handle: OpaquePointer!, _ time: Int64) -> tickle_status {
  guard let engine = knownEngine(handle) else { return TICKLE_GONE }
  if engine.isAsking { return order }
  engine.forgetTexts()
  engine.cancelTouches(at: Timestamp(microseconds: time))
  return TICKLE_OK
}

/// The answer to a question must not let time pass.
private var order: tickle_status { refused(TICKLE_ORDER, "the engine waits for the answer to a question") }

@c @implementation
public func tickle_engine_deadline(_ handle: OpaquePointer!, _ time: UnsafeMutablePointer<Int64>!) -> Bool {
  guard let engine = knownEngine(handle), !engine.isAsking, let deadline = engine.nextDeadline else { return false }
  time?.pointee = deadline.microseconds
  return true
}

// MARK: Events

@c @implementation
public func tickle_engine_next(_ handle: OpaquePointer!, _ event: UnsafeMutablePointer<tickle_event>!) -> Bool {
  guard let event, event.pointee.size >= MemoryLayout<Int>.size, let next = knownEngine(handle)?.nextEvent() else {
    return false
  }
  let size = event.pointee.size
  withUnsafeBytes(of: next.event) {
    UnsafeMutableRawPointer(event).copyMemory(from: $0.baseAddress!, byteCount: min(size, $0.count))
  }
  event.pointee.size = size
  return true
}

@c @implementation
public func tickle_engine_listen(
  _ handle: OpaquePointer!, _ listener: Listener!, _ data: UnsafeMutableRawPointer!
) -> tickle_status {
  guard let engine = knownEngine(handle) else { return TICKLE_GONE }
  engine.listen(listener, data)
  return TICKLE_OK
}

@c @implementation
public func tickle_engine_fate(_ handle: OpaquePointer!, _ id: Int64) -> tickle_fate {
  knownEngine(handle)?.fate(of: id) ?? TICKLE_NO_TOUCH
}
