import Gestures
import Testing

/// A recognizer of key 7.
private func key(
  _ name: String, _ count: Int = 1, held: Duration? = nil, code: UInt16 = 7
) -> PressGestureRecognizer {
  let press = PressGestureRecognizer(name: name, code: code)
  press.numberOfPressesRequired = count
  press.minimumPressDuration = held
  return press
}

@Suite("Presses")
struct PressTests {
  @Test func `By default, one short press is recognized (KEY-1)`() {
    let press = PressGestureRecognizer(code: 7)
    #expect(press.numberOfPressesRequired == 1 && press.minimumPressDuration == nil)
    #expect(press.maximumPressDuration == .milliseconds(500) && press.maximumInterval == .milliseconds(350))
    #expect(press.reportIntervals.isEmpty)
  }

  @Test func `A press is recognized when its key is released, and those of other keys do not matter (KEY-1)`() {
    let screen = expect(
      """
      key7   ..##.....
      key8   .##..#...
      press  ....R....
      other  ...R..R..
      """, key("press"), key("other", code: 8))
    #expect(screen.gestures.first?.values == .press(presses: 1, duration: .milliseconds(200)))
    #expect(screen.gestures.last?.values == .press(presses: 1, duration: .milliseconds(100)))
  }

  @Test func `A press that is held begins by the clock and ends with the release (KEY-2)`() {
    let screen = expect(
      """
      key7   .#######.
      press  ......B.E
      """, key("press", held: .milliseconds(500)))
    #expect(
      screen.gestures.map(\.values) == [500, 700].map { .press(presses: 1, duration: .milliseconds($0)) })
  }

  @Test func `A press that is released before its time fails (KEY-2)`() {
    expect(
      """
      key7   .####....#######.
      press  .....F........B.E
      """, key("press", held: .milliseconds(500)))
  }

  @Test func `A press with a time of 0 begins at once (KEY-2)`() {
    expect(
      """
      key7   .#.##.
      press  .BEB.E
      """, key("press", held: .zero))
  }

  @Test func `A press that is cancelled cancels the gesture, or fails it before it has begun (KEY-5)`() {
    expect(
      """
      key7   .######x.#x..
      press  ......BX..F..
      """, key("press", held: .milliseconds(500)))
  }

  @Test func `A held press may report while nothing moves (LP-8)`() {
    let press = key("press", held: .milliseconds(300))
    press.reportIntervals = [.milliseconds(200), .milliseconds(300)]
    let screen = expect(
      """
      key7   .##########.
      press  ....B.CCC.CE
      """, press)
    #expect(screen.gestures[1].values == .press(presses: 1, duration: .milliseconds(500)))
  }

  @Test func `A press that is not held must be short (KEY-3)`() {
    expect(
      """
      key7   .######..###..
      press  ......F.....R.
      """, key("press"))
    let any = key("press")
    any.maximumPressDuration = nil
    expect(
      """
      key7   .#########.
      press  ..........R
      """, any)
  }

  @Test func `A key that was held for too long is not pressed again before its release (KEY-3)`() {
    let press = key("press")
    press.reportedStates = .all
    expect(
      """
      key7   .##########...
      press  ......F....?..
      """, press)
  }

  @Test func `The next press must follow in time (KEY-4)`() {
    expect(
      """
      key7    .#.#......#......#.#.
      double  ....R.........F.....R
      """, key("double", 2))
  }

  @Test func `A single press waits for a double press (KEY-4, REQ-5)`() {
    let single = key("single")
    let double = key("double", 2)
    single.require(toFail: double)
    expect(
      """
      key7    .#.........#.#....
      single  .....R............
      double  .....F........R...
      """, single, double)
  }

  @Test(arguments: [
    """
    key7    .#............
    single  .....R........
    double  ..............
    triple  ..............
    held    ..............
    """,
    """
    key7    .#.#..........
    single  ..............
    double  .......R......
    triple  ..............
    held    ..............
    """,
    """
    key7    .#.#.#........
    single  ..............
    double  ..............
    triple  ......R.......
    held    ..............
    """,
    """
    key7    .#######......
    single  ..............
    double  ..............
    triple  ..............
    held    ......B.E.....
    """,
    """
    key7    .#.#.#.#......
    single  ...........R..
    double  ..............
    triple  ......R.......
    held    ..............
    """,
  ])
  func `One button of a headset has four gestures, each alone (REQ-9)`(picture: String) {
    let single = key("single")
    let double = key("double", 2)
    let triple = key("triple", 3)
    let held = key("held", held: .milliseconds(500))
    single.require(toFail: double)
    single.require(toFail: held)
    double.require(toFail: triple)
    expect(picture, single, double, triple, held)
    expect(picture, triple, held, double, single)
  }

  @Test func `Five presses, the last of which is held, begin once (KEY-1, KEY-2)`() {
    expect(
      """
      key7   .#.#.#.#.######...#.#.#.#.#....
      panic  ..............BE...........F...
      """, key("panic", 5, held: .milliseconds(500)))
  }

  @Test func `Counts of 0 and negative times are harmless`() {
    let press = key("press", 0)
    expect(
      """
      key7   .#.
      press  ..R
      """, press)
    press.numberOfPressesRequired = -3
    press.maximumPressDuration = .seconds(-5)
    expect(
      """
      key7   .#.
      press  .F.
      """, press)
    let held = key("held", held: .seconds(Int64.min))
    held.reportIntervals = [.seconds(Int64.max), .zero, .seconds(-1)]
    expect(
      """
      key7   .##.
      held   .B.E
      """, held)
  }
}
