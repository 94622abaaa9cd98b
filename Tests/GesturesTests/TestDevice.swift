import Foundation
import Gestures

/// A root view that notes what happens to the device.
final class ShakenView: View {
  private(set) var events: [(phase: String, event: MotionEvent)] = []
  override func motionBegan(_ motion: MotionKind, with event: MotionEvent) { events.append(("began", event)) }
  override func motionEnded(_ motion: MotionKind, with event: MotionEvent) { events.append(("ended", event)) }
  override func motionCancelled(_ motion: MotionKind, with event: MotionEvent) { events.append(("cancelled", event)) }
}

/// A device with an accelerometer that measures 100 times a second. Times are in seconds, accelerations in m/s².
final class TestDevice {
  let view = ShakenView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  let engine: GestureEngine
  private(set) var time = 0.0
  private var random = SplitMix64(seed: 7)
  /// The unit vector that points up.
  var up = Acceleration(x: 0, y: 0, z: 1)
  var rate = 100.0
  /// How much the times between samples vary: 1 for up to 30 %.
  var jitter = 0.0

  /// What recognizers reported, in order.
  private(set) var gestures: [GestureEvent] = []

  /// - Parameter recognizers: recognizers for the root view.
  init(_ recognizers: GestureRecognizer...) {
    engine = GestureEngine(root: view)
    for recognizer in recognizers { view.addGestureRecognizer(recognizer) }
  }

  /// What recognizers reported, such as "knock ended".
  var reports: [String] { gestures.map { "\($0.recognizer.name) \($0.state)" } }

  var phases: [String] { view.events.map(\.phase) }
  var events: [(phase: String, event: MotionEvent)] { view.events }

  /// Moves for some seconds. `force` gets the seconds since the beginning, and returns the acceleration without gravity.
  func move(for seconds: Double, _ force: (Double) -> Acceleration = { _ in Acceleration(x: 0, y: 0, z: 0) }) {
    for step in 0..<Int(seconds * rate) {
      let force = force(Double(step) / rate)
      feel(Acceleration(x: force.x + up.x * 9.81, y: force.y + up.y * 9.81, z: force.z + up.z * 9.81))
    }
  }

  /// Returns an acceleration upwards, and along the device's first axis, which is level in these tests.
  func upwards(_ force: Double, sideways: Double = 0) -> Acceleration {
    Acceleration(x: sideways, y: force * up.y, z: force * up.z)
  }

  /// Takes a measurement, with the noise of a cheap sensor.
  func feel(_ acceleration: Acceleration) {
    let measured = Acceleration(x: acceleration.x + noise(), y: acceleration.y + noise(), z: acceleration.z + noise())
    note(engine.handle(sample: MotionSample(time: .at(time * 1000), acceleration: measured)))
    time += 1 / rate * (1 + jitter * noise())
  }

  /// The beginnings and failures of attempts, such as "knock noNextKnock 1.00 of 2.00".
  private(set) var attempts: [String] = []

  func note(_ events: [GestureEngine.Event]) {
    for event in events {
      switch event {
      case .gesture(let gesture): gestures.append(gesture)
      case .attempt(let attempt): note(attempt)
      case .touch: break
      }
    }
  }

  private func note(_ attempt: AttemptEvent) {
    let name = attempt.recognizer.name
    switch attempt.change {
    case .began: attempts.append("\(name) began")
    case .failed(let reason), .cancelled(let reason):
      let values = [reason.measured, reason.limit].map { String(format: "%.2f", $0) }
      attempts.append("\(name) \(reason.kind) \(values[0]) of \(values[1])")
    default: break
    }
  }

  /// Measures nothing for some seconds.
  func pause(for seconds: Double) { time += seconds }

  /// A knock: an impulse of 10 ms, and some ringing for 30 ms more.
  func knock(_ force: Double = 20, along axis: Acceleration = Acceleration(x: 0.3, y: 0, z: -0.95)) {
    move(for: max(0.04, 1 / rate)) { time in
      let now = time < 0.01 ? force : -0.6 * force * exp(-(time - 0.01) * 80) * cos((time - 0.01) * 300)
      return Acceleration(x: axis.x * now, y: axis.y * now, z: axis.z * now)
    }
  }

  /// Walks for some seconds: 1.8 steps a second, 0.4 g up and down, and half of that sideways.
  func walk(for seconds: Double) {
    move(for: seconds) { time in
      let step = 2 * Double.pi * 1.8 * time
      return Acceleration(x: 2 * sin(step / 2), y: 1.5 * cos(step), z: 4 * sin(step))
    }
  }

  /// Falls for 0.3 s, which the sensor feels as the absence of gravity, an impact and two bounces, and lies still.
  func fall() {
    move(for: 0.3) { _ in self.upwards(-9.81) }
    for (impact, flight) in [(80.0, 0.15), (40, 0.08), (20, 0.04)] {
      move(for: 0.02) { _ in self.upwards(impact, sideways: 0.2 * impact) }
      move(for: flight) { _ in self.upwards(-9.81) }
    }
    move(for: 1.5)
  }

  /// Is picked up, turned, put down hard, and lies still.
  func putDown(_ up: Acceleration) {
    self.up = up
    move(for: 1.5) { time in Acceleration(x: 3 * sin(9 * time), y: 0, z: 2) }
    move(for: 0.03) { _ in self.upwards(-25) }
    move(for: 0.02) { _ in self.upwards(30) }
    move(for: 1.2)
  }

  /// Returns a value within ±0.3 m/s².
  private func noise() -> Double {
    let bits = Int64(bitPattern: random.next()) >> 11
    return Double(bits) / 0x1p52 * 0.3
  }

  /// Shakes along a direction, strokes of `1 / (2 * frequency)` seconds.
  func shake(strokes: Int, _ force: Double = 22, frequency: Double = 4, along axis: Acceleration? = nil) {
    let axis = axis ?? Acceleration(x: 1, y: 0, z: 0)
    move(for: Double(strokes) / (2 * frequency)) { time in
      let now = force * sin(2 * .pi * frequency * time)
      return Acceleration(x: axis.x * now, y: axis.y * now, z: axis.z * now)
    }
  }
}
