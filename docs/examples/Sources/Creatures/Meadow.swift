import Gestures
import Touchscreens

/// Two creatures on a screen, and the fingers on it.
///
/// `@unchecked Sendable`: everything but the immutable `engine` and `root` is used on the queue of the screen only.
final class Meadow: @unchecked Sendable {
  let root = View(name: "meadow", frame: Rect(x: 0, y: 0, width: 217, height: 136))
  let left: Creature
  let right: Creature
  let engine: GestureEngine
  /// A panel, if one was found. The mouse is ignored then.
  private(set) var screen: Touchscreen?

  init() {
    left = Creature(name: "left", frame: Rect(x: 40, y: 46, width: 44, height: 44))
    right = Creature(name: "right", frame: Rect(x: 133, y: 46, width: 44, height: 44))
    root.addSubview(left)
    root.addSubview(right)
    engine = GestureEngine(root: root)
  }

  /// All that a picture of the meadow shows.
  struct Look: Equatable {
    let size: Size
    let centers: [Point]
    let transforms: [Transform]
    let moods: [Creature.Mood]
    let fingers: [Point]
  }

  func look(at time: Timestamp) -> Look {
    let creatures = [left, right]
    return Look(
      size: root.frame.size, centers: creatures.map { $0.center }, transforms: creatures.map { $0.transform },
      moods: creatures.map { $0.mood(at: time) }, fingers: engine.touches.map { $0.location })
  }

  /// Spreads the creatures on a screen of another size.
  func fit(_ size: Size) {
    root.frame.size = size
    left.center = Point(x: size.width * 0.29, y: size.height / 2)
    right.center = Point(x: size.width * 0.71, y: size.height / 2)
  }

  /// Called with each touchscreen that is found. The first one is the meadow, until it is unplugged.
  func open(_ found: Touchscreen) {
    if screen != nil { return }
    screen = found
    fit(found.size)
    found.engine = engine
    found.onClose = { [unowned self] in screen = nil }
  }
}
