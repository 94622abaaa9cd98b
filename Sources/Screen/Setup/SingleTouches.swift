import Gestures

/// The touches of a person who was asked to touch one place with one finger.
package enum SingleTouch: Hashable, Sendable {
  /// A finger landed and lifted without moving: the mean of its positions.
  case place(Point)
  /// The finger moved too far to mean one place.
  case drag
  /// This many fingers were down at the same time.
  case several(Int)
  /// The panel cancelled the touch, or marked it as a palm.
  case cancelled
}

/// Turns a panel's frames into single touches. A touch is reported when no finger is down any more.
package struct SingleTouchCollector {
  /// The largest movement of a finger that rests, in the units of the positions.
  private let tolerance: Double
  private var down: Set<UInt64> = []
  private var most = 0
  private var isCancelled = false
  private var sum = Vector.zero
  private var count = 0.0
  private var least = Point.zero
  private var greatest = Point.zero

  package init(tolerance: Double) { self.tolerance = tolerance }

  /// Returns the touch that ends with this frame, if any.
  package mutating func handle(_ frame: TouchFrame) -> SingleTouch? {
    var ended: SingleTouch?
    for contact in frame.contacts {
      switch contact.phase {
      case .began:
        if down.isEmpty { self = SingleTouchCollector(tolerance: tolerance) }
        down.insert(contact.id)
        most = max(most, down.count)
        if contact.type == .palm { isCancelled = true }
        add(contact.location)
      case .moved: add(contact.location)
      case .stationary: break
      case .ended, .cancelled:
        guard down.remove(contact.id) != nil else { continue }
        if contact.phase == .cancelled { isCancelled = true }
        if down.isEmpty { ended = outcome }
      }
    }
    return ended
  }

  private mutating func add(_ location: Point) {
    least = count == 0 ? location : Point(x: min(least.x, location.x), y: min(least.y, location.y))
    greatest = count == 0 ? location : Point(x: max(greatest.x, location.x), y: max(greatest.y, location.y))
    sum = Vector(x: sum.x + location.x, y: sum.y + location.y)
    count += 1
  }

  private var outcome: SingleTouch {
    if most > 1 { return .several(most) }
    if isCancelled { return .cancelled }
    let moved = max(greatest.x - least.x, greatest.y - least.y)
    return moved > tolerance ? .drag : .place(Point(x: sum.x / count, y: sum.y / count))
  }
}

extension SingleTouch {
  /// Why this touch does not answer a question for one place; `nil` if it does.
  var objection: String? {
    switch self {
    case .place: nil
    case .drag: "The finger moved: touch without moving."
    case .several(let count): "There were \(count) fingers: touch with one finger."
    case .cancelled: "The panel cancelled this touch: touch with a fingertip."
    }
  }
}
