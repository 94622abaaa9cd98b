import Foundation
import Testing

@testable import Gestures

@Suite("Angles")
struct AngleTests {
  @Test func `The arctangent differs from the C library's by at most 1e-15 (ROT-2)`() {
    var random = SplitMix64(seed: 1)
    var worst = 0.0
    for _ in 0..<300_000 {
      let scale = pow(10, random.unit() * 12 - 6)
      let (x, y) = ((random.unit() * 2 - 1) * scale, (random.unit() * 2 - 1) * (random.chance(0.5) ? scale : 1))
      let expected = atan2(y, x)
      let error = (Vector.arctangent(y, x) - expected).magnitude / max(1, expected.magnitude)
      worst = max(worst, error)
    }
    #expect(worst <= 1e-15, "\(worst)")
  }

  @Test func `The arctangent is right on axes and diagonals (ROT-2)`() {
    for (y, x) in [(0.0, 1.0), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1), (0, 0)] {
      #expect(Vector.arctangent(y, x).isClose(to: atan2(y, x), within: 1e-15), "\(y) \(x)")
    }
  }

  @Test func `Small angles keep their precision (ROT-2)`() {
    for exponent in 1...300 {
      let y = pow(10, -Double(exponent))
      #expect((Vector.arctangent(y, 1) / atan2(y, 1) - 1).magnitude <= 1e-15)
    }
  }

  @Test func `The angle between two directions is the smaller one (ROT-3)`() {
    let right = Vector(x: 1, y: 0)
    #expect(right.angle(to: Vector(x: 0, y: 2)).isClose(to: .pi / 2, within: 1e-15))
    #expect(right.angle(to: Vector(x: 0, y: -3)).isClose(to: -.pi / 2, within: 1e-15))
    #expect(Vector(x: -1, y: 0.1).angle(to: Vector(x: -1, y: -0.1)).isClose(to: 2 * atan(0.1), within: 1e-15))
    #expect(right.angle(to: Vector(x: -1, y: 0)).magnitude.isClose(to: .pi, within: 1e-15))
  }
}
