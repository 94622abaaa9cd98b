import CTickle
import Configuration
import Gestures
import Reasons

/// An event as programs get it, with the texts that it points to.
final class NamedEvent {
  private(set) var event = tickle_event()
  /// Keeps the recognizer's texts, also if it ends meanwhile.
  private let recognizer: Recognizer?
  private var texts: [CText] = []

  /// `nil` if programs do not get such an event.
  init?(_ event: GestureEngine.Event, in engine: Engine) {
    self.event.size = MemoryLayout<tickle_event>.size
    switch event {
    case .gesture(let gesture):
      recognizer = engine[gesture.recognizer]
      set(gesture, in: engine)
    case .touch(let touch):
      recognizer = nil
      set(touch, in: engine)
    case .attempt(let attempt):
      recognizer = engine[attempt.recognizer]
      if !set(attempt, in: engine) { return nil }
    }
  }

  private func text(_ text: String) -> UnsafePointer<CChar> {
    let text = CText(text)
    texts.append(text)
    return text.pointer
  }

  private func name(_ view: ScreenView?) {
    event.view = view?.handle
    event.view_data = view?.data
    guard let recognizer else { return }
    event.recognizer = recognizer.handle
    event.recognizer_data = recognizer.data
    event.kind = recognizer.kind.pointer
    event.name = recognizer.name.pointer
  }

  private func set(_ gesture: GestureEvent, in engine: Engine) {
    event.type = TICKLE_GESTURE
    event.state =
      switch gesture.state {
      case .began: TICKLE_BEGAN
      case .changed: TICKLE_CHANGED
      case .ended: TICKLE_ENDED
      default: TICKLE_CANCELLED
      }
    event.time = gesture.time.microseconds
    name(engine[gesture.recognizer.view])
    (event.x, event.y) = (gesture.location.x, gesture.location.y)
    (event.view_x, event.view_y) = (gesture.locationInView.x, gesture.locationInView.y)
    event.fingers = Int32(gesture.numberOfTouches)
    set(gesture.values)
  }

  private func set(_ values: GestureValues) {
    switch values {
    case .tap(let taps): event.count = Int32(clamping: taps)
    case .longPress(let duration, _): event.duration = duration.microseconds
    case .pan(let translation, let velocity): set(translation, velocity)
    case .edgePan(let translation, let velocity, let edge):
      set(translation, velocity)
      event.word = text(edge.rawValue)
    case .swipe(let direction):
      event.direction = direction.angle
      event.word = text(direction.name)
    case .pinch(let scale, let velocity): (event.scale, event.scale_velocity) = (scale, velocity)
    case .rotation(let rotation, let velocity): (event.rotation, event.rotation_velocity) = (rotation, velocity)
    case .transform(let translation, let scale, let rotation, let velocity):
      set(translation, velocity)
      (event.scale, event.rotation) = (scale, rotation)
    case .tickle(let tickles): event.count = Int32(clamping: tickles)
    case .stroke(let match):
      event.word = text(match.template)
      event.score = match.score
    default: break
    }
  }

  private func set(_ translation: Vector, _ velocity: Vector) {
    (event.translation_x, event.translation_y) = (translation.x, translation.y)
    (event.velocity_x, event.velocity_y) = (velocity.x, velocity.y)
  }

  private func set(_ touch: TouchEvent, in engine: Engine) {
    event.type = TICKLE_TOUCH
    event.time = touch.time.microseconds
    event.touch_time = touch.timestamp.microseconds
    event.phase =
      switch touch.phase {
      case .began: TICKLE_DOWN
      case .ended: TICKLE_UP
      case .cancelled: TICKLE_CANCEL
      default: TICKLE_MOVE
      }
    event.touch = touch.touch.id
    event.id = engine.number(of: touch.touch)
    name(engine[touch.touch.view])
    (event.x, event.y) = (touch.location.x, touch.location.y)
    let inView = touch.touch.view?.convertFromScreen(touch.location) ?? touch.location
    (event.view_x, event.view_y) = (inView.x, inView.y)
  }

  private func set(_ attempt: AttemptEvent, in engine: Engine) -> Bool {
    let reason: Reason
    switch attempt.change {
    case .began: return false
    case .refused(let touch, let why):
      event.attempt = TICKLE_REFUSED
      event.touch = touch.id
      event.id = engine.number(of: touch)
      reason = why
    case .waits(let why): (event.attempt, reason) = (TICKLE_WAITS, why)
    case .failed(let why): (event.attempt, reason) = (TICKLE_FAILED, why)
    case .cancelled(let why): (event.attempt, reason) = (TICKLE_TAKEN_BACK, why)
    case .stopped(let why): (event.attempt, reason) = (TICKLE_STOPPED, why)
    }
    event.type = TICKLE_ATTEMPT
    event.time = attempt.time.microseconds
    name(engine[attempt.recognizer.view])
    event.reason = text(reason.kind.rawValue)
    (event.measured, event.limit) = (reason.measured, reason.limit)
    event.other = engine[reason.other]?.handle
    event.words = text(ReasonWords(reason, of: attempt.recognizer).sentence)
    if let source = recognizer?.draft.kind.source(of: reason.kind) {
      event.rule = source.rule.map(text)
      if !source.keys.isEmpty { event.keys = text(source.keys.joined(separator: ", ")) }
    }
    return true
  }
}
