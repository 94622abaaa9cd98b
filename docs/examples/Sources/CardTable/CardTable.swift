import Gestures

/// A screen with a card on it: fingers drag the card, and a tap turns it over.
final class CardTable {
  let card: View
  private(set) var isFaceUp = false
  private let engine: GestureEngine

  /// - Parameter size: The screen's size in millimetres.
  init(size: Size) {
    let screen = View(name: "screen", frame: Rect(x: 0, y: 0, width: size.width, height: size.height))
    let frame = Rect(x: size.width * 0.05, y: size.height * 0.1, width: size.width * 0.42, height: size.height * 0.8)
    card = View(name: "card", frame: frame)
    screen.addSubview(card)
    engine = GestureEngine(root: screen)

    let pan = PanGestureRecognizer(name: "pan")
    // The table owns the recognizers, so their actions must not own the table.
    pan.addAction { [unowned card] pan in
      card.frame.origin = card.frame.origin + pan.translation(in: nil)
      pan.setTranslation(.zero, in: nil)
    }
    card.addGestureRecognizer(pan)

    // The two gestures need no rule between them: a pan begins after 1.6 mm and makes the tap fail.
    let tap = TapGestureRecognizer(name: "tap")
    tap.addAction(for: self) { table, _ in table.isFaceUp.toggle() }
    card.addGestureRecognizer(tap)
  }

  /// Takes one frame of a panel, and returns the gestures that changed their state in it.
  func handle(_ frame: TouchFrame) -> [GestureEvent] { gestures(in: engine.handle(frame)) }

  /// Lets the time pass until no gesture waits for it. A program with a real panel arms a timer for `nextDeadline`
  /// instead, and calls `advance(to:)` when it fires.
  func finish() -> [GestureEvent] {
    var events: [GestureEvent] = []
    while let deadline = engine.nextDeadline { events += gestures(in: engine.advance(to: deadline)) }
    return events
  }

  private func gestures(in events: [GestureEngine.Event]) -> [GestureEvent] {
    events.compactMap { if case .gesture(let gesture) = $0 { gesture } else { nil } }
  }
}
