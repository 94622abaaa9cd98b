/// The objects of touches that are over, for those that land next: a finger that lands allocates nothing. It keeps them alive.
struct SpareTouches: ~Copyable {
  /// As many as most panels have slots.
  private static let capacity = 10
  private var touches = UncountedList<Touch>()

  deinit { touches.forEach { Unmanaged.passUnretained($0).release() } }

  /// Takes over a touch, with the reference that keeps it alive, which is over and which no attempt has. A program may still refer to it.
  @inline(__always)
  mutating func add(_ touch: Touch) {
    if touches.count < Self.capacity { touches.append(touch) } else { Unmanaged.passUnretained(touch).release() }
  }

  /// Returns an object that nothing else refers to, with a reference that keeps it alive.
  @inline(__always)
  mutating func take() -> Unmanaged<Touch> {
    guard let last = touches.takeLast() else { return .passRetained(Touch()) }
    var touch = last.takeRetainedValue()
    // One to which a program refers is left to it.
    return .passRetained(isKnownUniquelyReferenced(&touch) ? touch : Touch())
  }
}
