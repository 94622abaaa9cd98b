import Gestures
import Testing

/// A custom gesture: two fingers that knock twice.
private final class DoubleKnockGestureRecognizer: GestureRecognizer {
  var numberOfKnocksRequired = 2
  private var knocks = 0

  override func touchesBegan(_ touches: [Touch], at time: Timestamp) {
    if numberOfTouches > 2 { state = .failed }
    deadline = time + 200_000
  }

  override func touchesMoved(_ touches: [Touch], at time: Timestamp) {
    if touches.contains(where: { $0.location.distance(to: $0.initialLocation) > 3 }) { state = .failed }
  }

  override func touchesEnded(_ touches: [Touch], at time: Timestamp) {
    if numberOfTouches > 0 { return }
    if touches.count < 2 {
      state = .failed
      return
    }
    knocks += 1
    if knocks == numberOfKnocksRequired { state = .recognized } else { deadline = time + 300_000 }
  }

  override func touchesCancelled(_ touches: [Touch], at time: Timestamp) { state = .failed }
  override func deadlinePassed(at time: Timestamp) { state = .failed }
  override func reset() { knocks = 0 }
}

@Suite("Custom gesture")
struct ProgramGestureTests {
  private let knock = DoubleKnockGestureRecognizer(name: "knock")

  @Test func `A custom gesture is recognized like the built-in ones (ST-1)`() {
    expect(
      """
      1      .a.a.
      2      .b.b.
      knock  ....R
      """, knock)
  }

  @Test func `A custom gesture can fail by its own deadlines (RS-10)`() {
    expect(
      """
      1      .a--...a.......
      2      .b--...b.......
      knock  ...F.......F...
      """, knock)
  }

  @Test func `A tap can wait for a custom gesture to fail (REQ-1)`() {
    let tap = makeTap(touches: 2)
    tap.require(toFail: knock)
    expect(
      """
      1      .a.a....a.....
      2      .b.b....b.....
      tap    ....F.......R.
      knock  ....R.......F.
      """, tap, knock)
  }

  @Test func `A custom gesture is prevented by a running pan, and prevents another custom gesture (ARB-1)`() {
    expect(
      """
      1      .ab.....
      2      .bc.....
      pan    ..BE....
      knock  ..F.....
      """, makePan(), knock)
    let slow = Probe(name: "slow")
    slow.lifted = { _, _ in }
    slow.began = { probe, _ in probe.deadline = .at(450) }
    slow.passed = { $0.state = .recognized }
    expect(
      """
      1      .a.a..
      2      .b.b..
      knock  ....R.
      slow   ....F.
      """, DoubleKnockGestureRecognizer(name: "knock"), slow)
  }

  @Test func `A custom gesture cancels its touches for the view (DL-1)`() {
    expect(
      """
      1       .a.a.
      2       .b.b.
      knock   ....R
      screen  .b.bc
      +       .b.bc
      +       ....c
      +       ....c
      """, knock)
  }

  @Test func `A custom gesture can be recognized simultaneously with others (ARB-5)`() {
    let twice = makeTap("twice", taps: 2, touches: 2)
    knock.simultaneousRecognizers = .some([twice])
    expect(
      """
      1      .a.a.
      2      .b.b.
      knock  ....R
      twice  ....R
      """, knock, twice)
  }
}
