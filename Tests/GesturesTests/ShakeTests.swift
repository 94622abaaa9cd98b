import Foundation
import Gestures
import Testing

@Suite("Shake")
struct ShakeTests {
  private let device = TestDevice()

  init() { device.move(for: 1) }

  @Test func `A device that lies still, however it lies, is not shaken (SHK-1)`() {
    for up in [(0.0, 0.0, 1.0), (0, 0, -1), (1, 0, 0), (0.6, 0, 0.8)] {
      device.up = Acceleration(x: up.0, y: up.1, z: up.2)
      device.move(for: 5)
    }
    #expect(device.phases == [])
  }

  @Test func `Strokes to and fro are counted along any axis, in any position of the device (SHK-1, SHK-2)`() {
    let third = (1.0 / 3).squareRoot()
    for up in [(0.0, 0.0, 1.0), (1, 0, 0), (0, -0.6, 0.8)] {
      for axis in [(1.0, 0.0, 0.0), (0, 0, -1), (third, third, -third)] {
        let device = TestDevice()
        device.up = Acceleration(x: up.0, y: up.1, z: up.2)
        device.move(for: 2)
        device.shake(strokes: 5, along: Acceleration(x: axis.0, y: axis.1, z: axis.2))
        device.move(for: 1)
        #expect(device.phases == ["began", "ended"], "up \(up), along \(axis)")
        #expect(device.events.map(\.event.strokes) == [4, 5])
        #expect(device.events.allSatisfy { $0.event.motion == .shake })
      }
    }
  }

  @Test func `Strokes in one direction, and those that are too weak, are none (SHK-2)`() {
    for _ in 0..<8 {
      device.move(for: 0.08) { _ in Acceleration(x: 25, y: 0, z: 0) }
      device.move(for: 0.1)
    }
    device.move(for: 1)
    device.shake(strokes: 10, 11)
    #expect(device.phases == [])
  }

  @Test func `A jolt across does not count as a stroke of the shake (SHK-2)`() {
    device.move(for: 0.05) { _ in Acceleration(x: 0, y: 15, z: 0) }
    device.shake(strokes: 3)
    #expect(device.phases == [], "three strokes along the larger movement")
    device.shake(strokes: 2)
    #expect(device.phases == ["began"])
  }

  @Test(arguments: [(2, 0), (3, 0), (4, 1), (5, 1)])
  func `Four strokes are a shake, fewer are none (SHK-3)`(strokes: Int, shakes: Int) {
    device.shake(strokes: strokes)
    device.move(for: 1)
    #expect(device.phases.count { $0 == "began" } == shakes && device.phases.count == 2 * shakes)
  }

  @Test func `Strokes that follow too slowly are not one shake (SHK-3)`() {
    // A stroke every 625 ms.
    device.shake(strokes: 12, 30, frequency: 0.8)
    #expect(device.phases == [])
    device.move(for: 1)
    // A stroke every 417 ms.
    device.shake(strokes: 12, 30, frequency: 1.2)
    #expect(device.phases == ["began"])
  }

  @Test func `The settings say what a shake is (SHK-3)`() {
    device.engine.shake.strokes = 8
    device.shake(strokes: 7)
    device.move(for: 1)
    #expect(device.phases == [])
    device.engine.shake.strokes = 0
    device.engine.shake.force = 5
    device.shake(strokes: 1, 7)
    device.move(for: 1)
    #expect(device.phases == [])
    device.shake(strokes: 2, 7)
    device.move(for: 1)
    #expect(device.phases == ["began", "ended"], "two strokes at least")
  }

  @Test func `A shake is over half a second after its last stroke, and another one may follow (SHK-4)`() throws {
    device.shake(strokes: 4)
    device.move(for: 2)
    #expect(device.phases == ["began", "ended"])
    let end = try #require(device.events.last).event.time
    // The last stroke begins after 1 s of rest and three strokes of 125 ms, and passes the force early.
    #expect((1_875_000...1_930_000).contains(end.microseconds), "\(end)")
    device.shake(strokes: 4)
    device.move(for: 2)
    #expect(device.phases == ["began", "ended", "began", "ended"])
  }

  @Test func `A shake that goes on for too long is cancelled, and the next one needs a pause (SHK-4)`() throws {
    device.shake(strokes: 64)
    try #require(device.phases == ["began", "cancelled"])
    let passed = device.events[1].event.time - Timestamp(microseconds: 1_000_000)
    #expect((5_000_000...5_100_000).contains(passed))
    device.shake(strokes: 16)
    device.move(for: 1)
    #expect(device.phases == ["began", "cancelled"])
    device.shake(strokes: 4)
    #expect(device.phases == ["began", "cancelled", "began"])
  }

  @Test func `Samples that no sensor measures, and old ones, are ignored; a pause starts over (SHK-5)`() {
    for wrong in [Double.nan, .infinity, -.infinity, 1e300, 2000] {
      device.feel(Acceleration(x: wrong, y: 0, z: 0))
      device.feel(Acceleration(x: 0, y: 0, z: -wrong))
    }
    device.move(for: 0.2)
    device.shake(strokes: 2)
    _ = device.engine.handle(
      sample: MotionSample(time: .at(0), acceleration: Acceleration(x: -25, y: 0, z: 9.81)))
    _ = device.engine.handle(
      sample: MotionSample(time: .at(device.time * 1000 - 10), acceleration: Acceleration(x: 25, y: 0, z: 9.81)))
    device.move(for: 0.6)
    #expect(device.phases == [])
    device.shake(strokes: 4)
    let pause = device.time + 1.2
    _ = device.engine.handle(
      sample: MotionSample(time: .at(pause * 1000), acceleration: Acceleration(x: 9.81, y: 0, z: 0)))
    #expect(device.phases == ["began", "cancelled"])
  }

  @Test func `Ten minutes of walking, of falls and of putting it down are no shake (SHK-2, SHK-3)`() {
    device.walk(for: 420)
    for index in 0..<40 {
      device.fall()
      device.putDown(index % 2 == 0 ? Acceleration(x: 0, y: 1, z: 0) : Acceleration(x: 0, y: 0, z: 1))
    }
    #expect(device.time > 600)
    #expect(device.phases == [])
  }

  @Test(arguments: [25.0, 50, 100, 400])
  func `A shake is found at the rates of usual sensors (SHK-2)`(rate: Double) {
    let device = TestDevice()
    device.rate = rate
    device.move(for: 1)
    device.shake(strokes: 5)
    device.move(for: 1)
    #expect(device.phases == ["began", "ended"])
  }
}
