import Gestures

/// A creature that fingers drag, pinch, turn, tap and tickle.
final class Creature: View, GestureRecognizerDelegate {
  /// What the creature shows of the last tap or tickle, until a time.
  enum Mood { case calm, chomping, laughing }

  private var mood = Mood.calm
  private var moodEnds = Timestamp(microseconds: 0)

  override init(name: String, frame: Rect) {
    super.init(name: name, frame: frame)

    let pan = PanGestureRecognizer(name: "drag")
    pan.addAction { pan in
      guard let creature = pan.view else { return }
      creature.center += pan.translation(in: creature.superview)
      pan.setTranslation(.zero, in: creature.superview)
    }
    let pinch = PinchGestureRecognizer(name: "pinch")
    pinch.addAction { pinch in
      guard let creature = pinch.view else { return }
      creature.transform = creature.transform.scaledBy(x: pinch.scale, y: pinch.scale)
      pinch.scale = 1
    }
    let rotation = RotationGestureRecognizer(name: "turn")
    rotation.addAction { rotation in
      guard let creature = rotation.view else { return }
      creature.transform = creature.transform.rotated(by: rotation.rotation)
      rotation.rotation = 0
    }
    let tap = TapGestureRecognizer(name: "tap")
    tap.addAction { tap, event in (tap.view as? Creature)?.show(.chomping, for: 500_000, from: event.time) }
    let tickle = Tickle(name: "tickle")
    tickle.addAction { tickle, event in (tickle.view as? Creature)?.show(.laughing, for: 1_500_000, from: event.time) }
    for recognizer in [pan, pinch, rotation, tap, tickle] as [GestureRecognizer] {
      // The delegate is the view that owns the recognizer, which does not own its delegate.
      recognizer.delegate = self
      addGestureRecognizer(recognizer)
    }
  }

  /// Two fingers drag, pinch and turn at the same time, and a tickle is recognized during a drag.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { recognizer.view === other.view }

  private func show(_ mood: Mood, for microseconds: Int64, from time: Timestamp) {
    self.mood = mood
    moodEnds = time + microseconds
  }

  func mood(at time: Timestamp) -> Mood { time < moodEnds ? mood : .calm }
}
