import Gestures

/// A finger's stay on the panel. Times are numbers of frames from the beginning of the hand, places are in millimetres.
package struct Finger: Sendable {
  /// The first frame in which the finger is down, and the first one in which it is gone.
  package let land: Int
  package let lift: Int
  /// In order of time; between two of them, the finger rests.
  let legs: [Leg]
  let tremor: Tremor?

  /// Returns the finger's place on its path in a frame, without its tremor.
  func path(at frame: Int) -> Point {
    let leg = legs.last { $0.start <= frame } ?? legs[0]
    return leg.place(at: frame)
  }

  package func place(at frame: Int) -> Point {
    let place = path(at: frame)
    return tremor.map { $0.shift(place, at: frame - land) } ?? place
  }
}

/// A movement from one place to another within a finger's stay.
struct Leg: Sendable {
  let start: Int
  /// The number of frames; 0 for a finger that rests.
  let count: Int
  let pace: Pace
  let track: Track

  func place(at frame: Int) -> Point {
    guard count > 0 else { return track.place(at: 1) }
    return track.place(at: pace.share(min(1, max(0, Double(frame - start) / Double(count)))))
  }
}

/// The path of a leg.
enum Track: Sendable {
  /// Straight lines through these points, at least one.
  case line([Point])
  /// Around a middle: radius and angle change evenly. Angles are in radians, clockwise as y points down.
  case orbit(Point, radii: (Double, Double), angles: (Double, Double))

  func place(at share: Double) -> Point {
    switch self {
    case .line(let points):
      let lengths = zip(points, points.dropFirst()).map { $0.distance(to: $1) }
      var left = lengths.reduce(0, +) * share
      for (index, length) in lengths.enumerated() {
        if left <= length, length > 0 {
          let part = left / length
          let (start, end) = (points[index], points[index + 1])
          return Point(x: start.x * (1 - part) + end.x * part, y: start.y * (1 - part) + end.y * part)
        }
        left -= length
      }
      return points[points.count - 1]
    case .orbit(let middle, let radii, let angles):
      let radius = radii.0 + (radii.1 - radii.0) * share, angle = angles.0 + (angles.1 - angles.0) * share
      let (sine, cosine) = sineAndCosine(angle)
      return middle + Vector(x: radius * cosine, y: radius * sine)
    }
  }
}

/// How far a hand has come, as a share of its path, after a share of its time.
enum Pace: Equatable, Sendable {
  /// From rest to rest, with the least jerk: how people move a hand to a target (Flash and Hogan 1985).
  case reach
  /// From rest to a constant speed, reached after 40 % of the time: a flick, which is fastest at its end.
  case flick
  /// From a constant speed to rest: a finger that comes from outside.
  case enter
  /// At a constant speed.
  case even

  func share(_ time: Double) -> Double {
    switch self {
    case .reach: time * time * time * (10 + time * (6 * time - 15))
    case .flick: Self.accelerated(time)
    case .enter: 1 - Self.accelerated(1 - time)
    case .even: time
    }
  }

  private static func accelerated(_ time: Double) -> Double {
    let ramp = 0.4
    let way = time < ramp ? time / 2 - ramp / (2 * .pi) * sineAndCosine(.pi * time / ramp).sine : time - ramp / 2
    return way / (1 - ramp / 2)
  }
}

/// An elliptical tremor around the path.
struct Tremor: Sendable {
  /// The largest distance from the path.
  let amplitude: Double
  /// Turns per frame.
  let frequency: Double
  /// The direction of the long axis, and the phase at the landing, in radians.
  let direction: Double
  let phase: Double

  func shift(_ place: Point, at frame: Int) -> Point {
    let angle = 2 * .pi * frequency * Double(frame) + phase
    let (sine, cosine) = sineAndCosine(angle), axis = sineAndCosine(direction)
    let along = amplitude * 0.9 * cosine, across = amplitude * 0.4 * sine
    return place
      + Vector(x: along * axis.cosine - across * axis.sine, y: along * axis.sine + across * axis.cosine)
  }
}

/// Of any angle, in radians. The same on every machine, as recordings are made of it.
private func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  Vector.sineAndCosine(angle.remainder(dividingBy: 2 * .pi))
}
