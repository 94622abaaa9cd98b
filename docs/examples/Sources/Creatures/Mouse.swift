import Gestures

/// A mouse that is a finger while its button is pressed. With the shift key, a second finger is on the other side of the creature's centre,
/// so that two fingers pinch and turn it.
struct Mouse {
  private var id: UInt64 = 1
  private var isDown = false
  /// The middle between the two fingers, in millimetres, if there are two.
  private var center: Point?
  private var last = Point.zero

  /// Returns the frame that the mouse makes, in millimetres; `nil` if it makes none.
  mutating func frame(_ event: Window.MouseEvent, scale: Double, at time: Timestamp, in meadow: Meadow) -> TouchFrame? {
    switch event {
    case .pressed(let pixel, let hasShift):
      last = Point(x: pixel.x / scale, y: pixel.y / scale)
      let creature = hasShift ? meadow.root.hitTest(last) as? Creature : nil
      center = creature.map { $0.convertToScreen(Point(x: $0.bounds.midX, y: $0.bounds.midY)) }
      isDown = true
      id += 2
      return frame(.began, time)
    case .moved(let pixel):
      last = Point(x: pixel.x / scale, y: pixel.y / scale)
      return isDown ? frame(.moved, time) : nil
    case .released:
      guard isDown else { return nil }
      isDown = false
      return frame(.ended, time)
    }
  }

  private func frame(_ phase: Touch.Phase, _ time: Timestamp) -> TouchFrame {
    var contacts = [TouchFrame.Contact(id: id, phase: phase, location: last)]
    if let center {
      let opposite = center + (center - last)
      contacts.append(TouchFrame.Contact(id: id + 1, phase: phase, location: opposite))
    }
    return TouchFrame(time: time, contacts: contacts)
  }
}
