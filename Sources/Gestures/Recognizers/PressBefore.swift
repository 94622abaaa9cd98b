/// The rest of the fingers where they landed, before a drag or a flick in the same touch (PHA-1).
struct PressBefore {
  /// How far a finger may move while it rests, in millimetres: as far as in a press.
  static let movement = 1.6

  /// In microseconds.
  let duration: Int64
  /// When the last finger landed.
  private(set) var start = Timestamp(microseconds: 0)
  /// Whether the fingers have rested for long enough, and whether they have then left their place.
  private(set) var isOver = false
  private(set) var hasLeft = false

  init(_ duration: Duration) { self.duration = duration.microseconds }

  var end: Timestamp { start + duration }

  mutating func begin(at time: Timestamp) {
    start = time
    isOver = false
    hasLeft = false
  }

  mutating func finish() { isOver = true }

  mutating func leave() { hasLeft = true }

  /// The reason why fingers that lift at a time have rested for too short.
  func shortcoming(at time: Timestamp) -> Reason {
    Reason(.liftedEarly, Double(time - start) / 1e6, limit: Double(duration) / 1e6)
  }
}

extension GestureRecognizer {
  /// The time for which a drag or a flick must rest before it moves; `nil`: it need not.
  package final var pressBefore: Duration? {
    get { conditions?.press.map { .microseconds($0.duration) } }
    set { changeConditions { $0.press = newValue.flatMap { $0 > .zero ? PressBefore($0) : nil } } }
  }

  /// Whether the fingers must still rest.
  final var isPressing: Bool { conditions?.press.map { !$0.isOver } ?? false }

  /// Begins to wait until the fingers have rested. Called when one lands.
  final func beginPress(at time: Timestamp) {
    conditions?.press?.begin(at: time)
    deadline = conditions?.press?.end
  }

  final func finishPress() { conditions?.press?.finish() }

  /// Returns whether the fingers leave the place of their rest now.
  final func leavesPress(_ touches: [Touch]) -> Bool {
    let limit = PressBefore.movement + Thresholds.tolerance
    guard touches.displacement(beyond: limit) > limit else { return false }
    conditions?.press?.leave()
    return true
  }

  /// Fails the gesture if a finger has moved before it has rested for long enough.
  final func failIfMoved(_ touches: [Touch]) {
    let limit = PressBefore.movement
    let strayed = touches.displacement(beyond: limit + Thresholds.tolerance)
    guard strayed > limit + Thresholds.tolerance, isReal(strayed, beyond: limit) else { return }
    fail(Reason(.moved, strayed, limit: limit))
  }
}
