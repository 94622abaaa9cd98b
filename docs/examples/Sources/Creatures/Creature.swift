import Gestures

/// A creature that fingers drag, pinch, turn, tap and tickle.
final class Creature: View {
  /// What the creature shows of the last tap or tickle, until a time.
  enum Mood { case calm, chomping, laughing }

  private var mood = Mood.calm
  private var moodEnds = Timestamp(microseconds: 0)

  override init(name: String, frame: Rect) {
    super.init(name: name, frame: frame)

    let hold = TransformGestureRecognizer(name: "hold")
    hold.addAction { hold in hold.moveView() }
    let tap = TapGestureRecognizer(name: "tap")
    tap.addAction { tap, event in (tap.view as? Creature)?.show(.chomping, for: 500_000, from: event.time) }
    let tickle = Tickle(name: "tickle")
    tickle.addAction { tickle, event in (tickle.view as? Creature)?.show(.laughing, for: 1_500_000, from: event.time) }
    // A tickle is recognized while the finger drags.
    hold.simultaneousRecognizers = .some([tickle])
    for recognizer in [hold, tap, tickle] as [GestureRecognizer] { addGestureRecognizer(recognizer) }
  }

  private func show(_ mood: Mood, for microseconds: Int64, from time: Timestamp) {
    self.mood = mood
    moodEnds = time + microseconds
  }

  func mood(at time: Timestamp) -> Mood { time < moodEnds ? mood : .calm }
}
