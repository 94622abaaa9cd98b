import Foundation
import Gestures
import Testing

/// The acceleration of a device that rests, after turns by some degrees from lying flat: its top is raised, and then it is turned
/// counterclockwise, as the user sees it.
private func held(raised: Double, turned: Double = 0) -> Acceleration {
  let (raised, turned) = (raised * .pi / 180, turned * .pi / 180)
  return Acceleration(x: sin(raised) * sin(turned), y: sin(raised) * cos(turned), z: cos(raised))
}

@Suite("Turn")
struct TurnTests {
  private let turn = TurnGestureRecognizer(name: "turn")
  private let device: TestDevice

  init() { device = TestDevice(turn) }

  private var orientations: [DeviceOrientation] {
    device.gestures.compactMap {
      if case .turn(let orientation) = $0.values, $0.state == .ended { orientation } else { nil }
    }
  }

  private func rest(_ up: Acceleration, for seconds: Double = 1) {
    device.up = up
    device.move(for: seconds)
  }

  @Test func `The six orientations are those of the kernel's axes (TRN-1)`() {
    #expect(turn.orientations.count == 6 && turn.minimumRestDuration == .milliseconds(500))
    rest(held(raised: 90))
    #expect(orientations == [] && turn.orientation == .portrait, "it was not in another orientation before")
    rest(held(raised: 90, turned: 90))
    rest(held(raised: 90, turned: 180))
    rest(held(raised: 90, turned: 270))
    rest(held(raised: 0))
    rest(held(raised: 180))
    rest(held(raised: 90))
    #expect(orientations == [.landscapeLeft, .portraitUpsideDown, .landscapeRight, .faceUp, .faceDown, .portrait])
  }

  @Test func `An orientation is kept until another one is clear (TRN-1)`() {
    rest(held(raised: 90))
    for angle in [30.0, 45, 52] { rest(held(raised: 90, turned: angle)) }
    #expect(orientations == [])
    rest(held(raised: 90, turned: 58))
    #expect(orientations == [.landscapeLeft])
    for angle in [45.0, 38] { rest(held(raised: 90, turned: angle)) }
    #expect(orientations == [.landscapeLeft])
    rest(held(raised: 90, turned: 32))
    #expect(orientations == [.landscapeLeft, .portrait])
  }

  @Test func `The device must rest for half a second (TRN-2)`() {
    rest(held(raised: 90))
    rest(held(raised: 90, turned: 90), for: 0.4)
    rest(held(raised: 90))
    #expect(orientations == [])
    device.up = held(raised: 90, turned: 90)
    device.move(for: 2) { time in Acceleration(x: 0, y: 2.5 * sin(9 * time), z: 0) }
    #expect(orientations == [])
    rest(held(raised: 90, turned: 90), for: 0.6)
    #expect(orientations == [.landscapeLeft])
  }

  @Test func `Only the orientations of the set are recognized, and the others count as the one before (TRN-3)`() {
    turn.orientations = [.faceDown]
    rest(held(raised: 0))
    rest(held(raised: 90))
    rest(held(raised: 180))
    #expect(orientations == [.faceDown])
    rest(held(raised: 0))
    rest(held(raised: 180))
    #expect(orientations == [.faceDown, .faceDown])
  }

  @Test func `A turn that the recognizer did not follow does not count (TRN-3)`() {
    rest(held(raised: 0))
    device.pause(for: 2)
    rest(held(raised: 90))
    turn.isEnabled = false
    rest(held(raised: 0))
    turn.isEnabled = true
    rest(held(raised: 0))
    #expect(orientations == [])
    rest(held(raised: 90))
    #expect(orientations == [.portrait])
  }

  @Test func `A fall and a centrifuge have no orientation (TRN-1)`() {
    rest(held(raised: 0))
    for _ in 0..<100 { device.feel(Acceleration(x: 0, y: 1, z: 0)) }
    for _ in 0..<100 { device.feel(Acceleration(x: 0, y: 30, z: 0)) }
    #expect(orientations == [])
  }

  @Test(arguments: [25.0, 50, 200])
  func `Walking turns nothing, at any rate (TRN-2)`(rate: Double) {
    device.rate = rate
    device.jitter = 1
    rest(held(raised: 0))
    device.up = held(raised: 90)
    device.walk(for: 60)
    #expect(orientations == [])
    rest(held(raised: 90))
    #expect(orientations == [.portrait])
  }

  @Test func `An attempt that is not decided fails when the sensor is silent (TRN-2)`() {
    rest(held(raised: 0))
    rest(held(raised: 90), for: 0.3)
    #expect(device.engine.nextDeadline != nil)
    device.note(device.engine.advance(to: .at(device.time * 1000 + 2000)))
    #expect(device.engine.nextDeadline == nil && turn.state == .possible && device.reports == [])
  }
}
