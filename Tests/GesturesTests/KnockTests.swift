import Foundation
import Gestures
import Testing

private func knocks(_ count: Int, _ name: String) -> KnockGestureRecognizer {
  let knock = KnockGestureRecognizer(name: name)
  knock.numberOfKnocksRequired = count
  return knock
}

/// A device that knows a single knock, which waits for a double one, with the reasons of their failures.
private final class Table {
  let single = knocks(1, "single")
  let double = knocks(2, "double")
  let device: TestDevice

  init(rate: Double = 100, jitter: Double = 0) {
    single.require(toFail: double)
    device = TestDevice(single, double)
    device.rate = rate
    device.jitter = jitter
    device.move(for: 1)
  }
}

@Suite("Knock")
struct KnockTests {
  @Test func `By default, one knock of half the force of gravity is recognized (KNO-2, KNO-4)`() {
    let knock = KnockGestureRecognizer()
    #expect(knock.numberOfKnocksRequired == 1 && knock.force == 5)
    #expect(knock.maximumInterval == .milliseconds(400))
  }

  @Test(arguments: [25.0, 50, 100, 200], [0.0, 1])
  func `One knock is not two at the rates of usual sensors (KNO-2, KNO-4)`(rate: Double, jitter: Double) {
    let table = Table(rate: rate, jitter: jitter)
    table.device.knock()
    table.device.move(for: 1.5)
    #expect(table.device.reports == ["single ended"])
    table.device.knock()
    table.device.move(for: 0.2)
    table.device.knock()
    table.device.move(for: 1.5)
    #expect(table.device.reports == ["single ended", "double ended"])
    #expect(table.device.gestures.map(\.values) == [.knock(knocks: 1), .knock(knocks: 2)])
  }

  @Test func `A knock is recognized when the device was quiet for 200 ms after the impulse (KNO-3)`() throws {
    let device = TestDevice(knocks(1, "knock"))
    device.move(for: 1)
    device.knock()
    device.move(for: 1)
    let event = try #require(device.gestures.first)
    #expect((1_280_000...1_310_000).contains(event.time.microseconds), "\(event.time)")
  }

  @Test func `The device must rest for half a second before a knock (KNO-1)`() {
    let table = Table()
    table.device.move(for: 1) { time in Acceleration(x: 1.6 * sin(12 * time), y: 0, z: 0) }
    table.device.move(for: 0.3)
    table.device.knock()
    table.device.move(for: 1)
    #expect(table.device.reports == [])
    table.device.knock()
    table.device.move(for: 1)
    #expect(table.device.reports == ["single ended"])
  }

  @Test func `A knock that is too weak, and a push that lasts, are none (KNO-2)`() {
    let table = Table()
    table.device.knock(4)
    table.device.move(for: 1.5)
    table.device.move(for: 0.2) { _ in Acceleration(x: 0, y: 8, z: 0) }
    table.device.move(for: 1.5)
    #expect(table.device.reports == [])
    table.single.force = 3
    table.double.force = 3
    table.device.knock(4.5)
    table.device.move(for: 1.5)
    #expect(table.device.reports == ["single ended"])
  }

  @Test func `A device that moves on after the knock was not knocked (KNO-3)`() {
    let table = Table()
    table.device.knock()
    table.device.move(for: 0.1)
    table.device.move(for: 0.5) { _ in Acceleration(x: 0, y: 2, z: 0) }
    table.device.move(for: 1)
    #expect(table.device.reports == [])
  }

  @Test func `Three knocks are neither one nor two (KNO-4)`() {
    let table = Table()
    for _ in 0..<3 {
      table.device.knock()
      table.device.move(for: 0.17)
    }
    table.device.move(for: 1.5)
    #expect(table.device.reports == [])
  }

  @Test func `Two knocks that follow too slowly are not a double knock (KNO-4)`() {
    let device = TestDevice(knocks(2, "double"))
    device.move(for: 1)
    for _ in 0..<4 {
      device.knock()
      device.move(for: 0.5)
    }
    #expect(device.reports == [])
  }

  @Test func `A knock that fails says why (KNO-2, KNO-3, KNO-4)`() {
    let device = TestDevice(knocks(2, "double"))
    device.engine.reportsAttempts = true
    device.move(for: 1)
    // One knock, a push, a knock with another movement after it, and three knocks.
    device.knock()
    device.move(for: 1)
    device.move(for: 0.2) { _ in Acceleration(x: 0, y: 8, z: 0) }
    device.move(for: 1)
    device.knock()
    device.move(for: 0.1)
    device.move(for: 0.02) { _ in Acceleration(x: 0, y: 3, z: 0) }
    device.move(for: 1)
    for _ in 0..<3 {
      device.knock()
      device.move(for: 0.15)
    }
    device.move(for: 1)
    let reasons = device.attempts.filter { !$0.hasSuffix("began") }.map { $0.split(separator: " ")[1] }
    #expect(reasons == ["noNextKnock", "movedOn", "notQuiet", "tooManyKnocks"])
    #expect(device.attempts[1] == "double noNextKnock 1.00 of 2.00")
    #expect(device.attempts.last == "double tooManyKnocks 3.00 of 2.00")
    #expect(device.reports == [])
  }

  @Test func `A touch of the screen is not a knock (KNO-5)`() {
    let table = Table()
    func finger(_ phase: Touch.Phase) {
      let contact = TouchFrame.Contact(id: 1, phase: phase, location: Point(x: 5, y: 5))
      table.device.note(
        table.device.engine.handle(TouchFrame(time: .at(table.device.time * 1000), contacts: [contact])))
    }
    table.device.move(for: 0.01)
    table.device.knock()
    finger(.began)
    table.device.move(for: 0.08)
    finger(.ended)
    table.device.move(for: 1.5)
    #expect(table.device.reports == [])
    table.device.knock()
    table.device.move(for: 1.5)
    #expect(table.device.reports == ["single ended"])
  }

  @Test func `A sensor that is silent after an impulse reports no knock (KNO-3)`() {
    let table = Table()
    table.device.knock()
    let time = Timestamp(microseconds: Int64(table.device.time * 1e6) + 900_000)
    table.device.note(table.device.engine.advance(to: time))
    #expect(table.device.reports == [] && table.device.engine.nextDeadline == nil)
    #expect(table.single.state == .possible && table.double.state == .possible)
  }

  @Test(arguments: [25.0, 50, 100, 200])
  func `Ten minutes of walking, of falls and of putting it down are no knock and no shake (KNO-1, SHK-3)`(rate: Double)
  {
    let device = TestDevice(knocks(1, "single"), knocks(2, "double"), ShakeGestureRecognizer(name: "shake"))
    device.rate = rate
    device.jitter = 0.5
    device.walk(for: 420)
    for index in 0..<40 {
      device.fall()
      device.putDown(index % 2 == 0 ? Acceleration(x: 0, y: 1, z: 0) : Acceleration(x: 0, y: 0, z: 1))
    }
    #expect(device.time > 580)
    #expect(device.reports == [])
  }

  @Test func `A shake from rest, of any length and frequency, is no knock (KNO-2, KNO-3)`() {
    for frequency in [2.0, 3, 4, 5, 6, 8] {
      for strokes in 2...8 {
        let device = TestDevice(knocks(1, "single"), knocks(2, "double"))
        device.move(for: 1)
        device.shake(strokes: strokes, frequency: frequency)
        device.move(for: 1)
        #expect(device.reports == [], "\(strokes) strokes at \(frequency) Hz")
      }
    }
  }

  @Test func `A device that is picked up or gently put down is not knocked (KNO-1, KNO-2)`() {
    for pace in [0.3, 0.5, 0.8] {
      let device = TestDevice(knocks(1, "single"), knocks(2, "double"))
      device.move(for: 1)
      // Lifted by 20 cm and held, then lowered, with a bump on the table.
      let peak = 0.2 * 2 * Double.pi / (pace * pace)
      device.move(for: pace) { time in device.upwards(peak * sin(2 * .pi * time / pace)) }
      device.move(for: 1) { time in device.upwards(0.3 * sin(50 * time)) }
      device.move(for: pace) { time in device.upwards(-peak * sin(2 * .pi * time / pace)) }
      device.move(for: 0.02) { _ in device.upwards(12) }
      device.move(for: 1)
      #expect(device.reports == [], "in \(pace) s")
    }
  }
}
