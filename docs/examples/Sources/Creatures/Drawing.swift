import CSDL2
import Gestures

extension Window {
  /// Draws the meadow as its engine sees it: each shape is placed in its creature's coordinates, in millimetres.
  func draw(_ meadow: Meadow, at time: Timestamp) {
    clear(Color(r: 206, g: 232, b: 190, a: 255))
    let pen = Pen(window: self, scale: scale(of: meadow.root.frame.size))
    pen.draw(meadow.left, .monkey, time)
    pen.draw(meadow.right, .cat, time)
    for touch in meadow.engine.touches { pen.mark(touch.location) }
    show()
  }
}

/// The colours of a creature, and the shape of its ears.
private struct Coat {
  let fur: Window.Color
  let face: Window.Color
  let hasPointedEars: Bool

  static let monkey = Coat(
    fur: Window.Color(r: 128, g: 84, b: 48, a: 255), face: Window.Color(r: 236, g: 196, b: 152, a: 255),
    hasPointedEars: false)
  static let cat = Coat(
    fur: Window.Color(r: 232, g: 138, b: 40, a: 255), face: Window.Color(r: 252, g: 226, b: 190, a: 255),
    hasPointedEars: true)
}

private struct Pen {
  let window: Window
  /// Pixels per millimetre.
  let scale: Double

  private static let ink = Window.Color(r: 40, g: 30, b: 30, a: 255)
  private static let mouth = Window.Color(r: 170, g: 50, b: 60, a: 255)

  func draw(_ creature: Creature, _ coat: Coat, _ time: Timestamp) {
    let mood = creature.mood(at: time)
    for side in [-1.0, 1.0] {
      if coat.hasPointedEars {
        fill(creature, coat.fur, [(0.5 + side * 0.42, 0.42), (0.5 + side * 0.36, 0.02), (0.5 + side * 0.08, 0.2)])
      } else {
        disc(creature, coat.fur, 0.5 + side * 0.38, 0.4, 0.12, 0.14)
        disc(creature, coat.face, 0.5 + side * 0.38, 0.4, 0.07, 0.09)
      }
    }
    disc(creature, coat.fur, 0.5, 0.53, 0.36, 0.4)
    disc(creature, coat.face, 0.5, 0.62, 0.27, 0.28)
    for side in [-1.0, 1.0] {
      // Laughing eyes are closed.
      disc(
        creature, Self.ink, 0.5 + side * 0.12, 0.47, mood == .laughing ? 0.06 : 0.04, mood == .laughing ? 0.012 : 0.055)
    }
    disc(creature, Self.ink, 0.5, 0.58, 0.035, 0.025)
    switch mood {
    case .calm: disc(creature, Self.mouth, 0.5, 0.72, 0.12, 0.018)
    case .chomping: disc(creature, Self.mouth, 0.5, 0.73, 0.06, 0.085)
    case .laughing: disc(creature, Self.mouth, 0.5, 0.73, 0.15, 0.08)
    }
  }

  /// A ring under a finger.
  func mark(_ place: Point) {
    for (radius, color) in [(4.0, Self.ink), (3.4, Window.Color(r: 255, g: 255, b: 255, a: 255))] {
      window.fill(circle(place.x, place.y, radius, radius).map { Point(x: $0.x * scale, y: $0.y * scale) }, color)
    }
  }

  /// Fills a disc whose centre and radii are shares of the creature's size.
  private func disc(
    _ creature: Creature, _ color: Window.Color, _ x: Double, _ y: Double, _ across: Double, _ down: Double
  ) {
    fill(creature, color, circle(x, y, across, down).map { ($0.x, $0.y) })
  }

  private func fill(_ creature: Creature, _ color: Window.Color, _ corners: [(x: Double, y: Double)]) {
    let size = creature.bounds.size
    let places = corners.map { corner in
      creature.convertToScreen(Point(x: corner.x * size.width, y: corner.y * size.height))
    }
    window.fill(places.map { Point(x: $0.x * scale, y: $0.y * scale) }, color)
  }

  private func circle(_ x: Double, _ y: Double, _ across: Double, _ down: Double) -> [Point] {
    (0..<48).map { step in
      let angle = Double(step) / 48 * 2 * .pi
      return Point(x: x + across * SDL_cos(angle), y: y + down * SDL_sin(angle))
    }
  }
}
