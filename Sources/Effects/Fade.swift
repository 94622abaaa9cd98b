/// The brightnesses that a backlight passes on its way to another one. Each step changes the brightness, so a slow fade of few steps
/// wakes the daemon seldom.
struct Fade {
  /// The shortest time between two steps, in microseconds: 30 steps a second look continuous.
  static let shortestStep: Int64 = 33_000

  private let start: Int
  private let end: Int
  private let steps: Int64
  private var taken: Int64 = 0
  /// The time between two steps.
  let pause: Duration

  init(from start: Int, to end: Int, time: Int64) {
    (self.start, self.end) = (start, end)
    let distance = Int64(clamping: (end - start).magnitude)
    steps = max(1, min(distance, time / Self.shortestStep))
    pause = .microseconds(max(0, time) / steps)
  }

  /// The brightness after the next step; `nil` if the end has been reached.
  mutating func next() -> Int? {
    guard taken < steps else { return nil }
    taken += 1
    if taken == steps { return end }
    return start + Int(Double(end - start) * Double(taken) / Double(steps))
  }
}
