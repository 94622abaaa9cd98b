/// The objects of touches that are over, for those that land next: a finger that lands allocates nothing.
struct SpareTouches {
  /// As many as most panels have slots.
  private static let capacity = 10
  private var touches: [Touch] = []

  /// Adds a touch that is over and that no attempt has. A program may still refer to it.
  mutating func add(_ touch: Touch) {
    if touches.count < Self.capacity { touches.append(touch) }
  }

  /// Returns an object that nothing else refers to.
  mutating func take() -> Touch {
    if touches.isEmpty || !isKnownUniquelyReferenced(&touches[touches.count - 1]) { return Touch() }
    return touches.removeLast()
  }
}
