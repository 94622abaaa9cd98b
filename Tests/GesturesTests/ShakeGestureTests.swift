import Gestures
import Testing

@Suite("Shake recognizer")
struct ShakeGestureTests {
  private let shake = ShakeGestureRecognizer(name: "shake")
  private let device: TestDevice

  init() {
    device = TestDevice(shake)
    device.move(for: 1)
  }

  @Test func `Five strokes are a shake, two are none (SHK-3, SHK-6)`() {
    #expect(shake.shake == Shake())
    device.shake(strokes: 2)
    device.move(for: 1)
    #expect(device.reports == [])
    device.shake(strokes: 5)
    device.move(for: 1)
    #expect(device.reports == ["shake began", "shake changed", "shake ended"])
    #expect(device.gestures.map(\.values) == [4, 5, 5].map { .shake(strokes: $0) })
  }

  @Test func `An attempt begins with the first stroke and says how many there were (SHK-6)`() {
    device.engine.reportsAttempts = true
    device.shake(strokes: 2)
    device.move(for: 1)
    #expect(device.attempts == ["shake began", "shake tooFewStrokes 2.00 of 4.00"])
  }

  @Test func `A shake ends by the clock, even if the sensor is silent (SHK-6)`() {
    device.shake(strokes: 4)
    #expect(device.reports == ["shake began"])
    let end = Timestamp(microseconds: Int64(device.time * 1e6) + 600_000)
    device.note(device.engine.advance(to: end))
    #expect(device.reports == ["shake began", "shake ended"])
    #expect(device.engine.nextDeadline == nil && shake.state == .possible)
  }

  @Test func `A shake that goes on for too long is cancelled, and the next one needs a pause (SHK-4)`() {
    device.shake(strokes: 64)
    #expect(device.reports.first == "shake began" && device.reports.last == "shake cancelled")
    let count = device.reports.count
    device.shake(strokes: 16)
    #expect(device.reports.count == count)
    device.move(for: 1)
    device.shake(strokes: 4)
    #expect(device.reports.last == "shake began" && device.reports.count == count + 1)
  }

  @Test func `A shake is cancelled when the sensor is removed, pauses, or the recognizer is disabled (SHK-5)`() {
    let ends: [(TestDevice) -> Void] = [
      { $0.note($0.engine.cancelMotion(at: .at($0.time * 1000))) },
      { device in
        // A deadline would end it before the gap is seen.
        shake.shake.interval = .seconds(3)
        device.shake(strokes: 1)
        device.pause(for: 1.2)
        device.move(for: 0.1)
      },
      { device in device.note(device.engine.perform(at: .at(device.time * 1000)) { shake.isEnabled = false }) },
    ]
    for end in ends {
      let count = device.reports.count
      shake.isEnabled = true
      shake.shake.interval = .milliseconds(500)
      device.move(for: 1)
      device.shake(strokes: 4)
      end(device)
      #expect(device.reports[count] == "shake began" && device.reports.last == "shake cancelled")
      device.move(for: 1)
    }
  }

  @Test func `A shake stays with its recognizer, and a view that leaves the screen cancels it (FR-4, FR-6)`() {
    final class Page: View {
      override var canBecomeFirstResponder: Bool { true }
    }
    let page = Page(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    let other = Page(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    device.view.addSubview(page)
    device.view.addSubview(other)
    page.addGestureRecognizer(shake)
    device.shake(strokes: 5)
    device.move(for: 1)
    #expect(device.reports == [], "the page is not on the chain")
    page.becomeFirstResponder()
    device.move(for: 0.1)
    device.shake(strokes: 4)
    other.becomeFirstResponder()
    device.shake(strokes: 1)
    device.move(for: 1)
    #expect(device.reports == ["shake began", "shake changed", "shake ended"])
    page.becomeFirstResponder()
    device.move(for: 0.1)
    device.shake(strokes: 4)
    device.note(device.engine.perform(at: .at(device.time * 1000)) { page.removeFromSuperview() })
    #expect(device.reports.suffix(2) == ["shake began", "shake cancelled"])
    device.shake(strokes: 5)
    #expect(device.reports.count == 5 && shake.state == .possible)
  }

  @Test func `A gentle shake waits for a strong one (REQ-1)`() {
    let strong = ShakeGestureRecognizer(name: "strong")
    strong.shake.force = 25
    shake.require(toFail: strong)
    let device = TestDevice(shake, strong)
    device.move(for: 1)
    device.shake(strokes: 5, 20)
    device.move(for: 1)
    // The gentle one begins while it lasts, because no stroke was strong.
    #expect(device.reports == ["shake began", "shake changed", "shake ended"])
    device.shake(strokes: 5, 35)
    device.move(for: 1)
    #expect(device.reports.dropFirst(3) == ["strong began", "strong changed", "strong ended"])
  }

  @Test func `Settings without sense are harmless (SHK-3)`() {
    for (force, strokes, interval) in [
      (Double.nan, 0, Duration.zero), (-5, -9, .seconds(-1)), (0, 2, .seconds(Int64.max)),
    ] {
      shake.shake.force = force
      shake.shake.strokes = strokes
      shake.shake.interval = interval
      shake.shake.maximumDuration = interval
      device.shake(strokes: 3)
      device.move(for: 1)
    }
    device.note(device.engine.cancelMotion(at: .at(device.time * 1000)))
    #expect(shake.state == .possible && device.engine.nextDeadline == nil)
  }
}
