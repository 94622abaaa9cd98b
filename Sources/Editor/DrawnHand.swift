import Gestures
import TouchInput

/// Fingers that a person drew with a mouse or a pen on the page.
package struct DrawnHand: Equatable, Sendable {
  package struct Point: Equatable, Sendable {
    /// Millimetres on the screen, and milliseconds from the beginning of the drawing.
    package let x: Double
    package let y: Double
    package let time: Double
  }

  /// Why a drawing cannot be played.
  package struct Problem: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  package static let mostPoints = 20_000
  package static let mostStrokes = 100
  package static let longest = 120_000.0
  /// The time between two frames: that of a panel with 125 reports per second.
  private static let interval: Int64 = 8_000

  package let strokes: [[Point]]

  /// - Parameter strokes: each with at least one point, in the order of time.
  package init(_ strokes: [[Point]]) throws(Problem) {
    guard (1...Self.mostStrokes).contains(strokes.count), strokes.allSatisfy({ !$0.isEmpty }),
      strokes.map(\.count).reduce(0, +) <= Self.mostPoints
    else { throw Problem(description: "a drawing has 1 to \(Self.mostStrokes) strokes") }
    for stroke in strokes {
      var last = 0.0
      for point in stroke {
        guard point.x.isFinite, point.y.isFinite, abs(point.x) < 1e5, abs(point.y) < 1e5,
          (last...Self.longest).contains(point.time)
        else { throw Problem(description: "a drawing takes up to \(Int(Self.longest / 1000)) s, in the order of time") }
        last = point.time
      }
    }
    self.strokes = strokes
  }

  /// The fingers as the events of a panel of this size.
  package func recording(on size: Size) throws(Problem) -> Recording {
    guard (10...3000).contains(size.width), (10...3000).contains(size.height) else {
      throw Problem(description: "a drawing needs a screen of 10 to 3000 mm")
    }
    let device = MadeDevice(.slots, width: size.width, height: size.height, resolution: 40)
    var events = MadeEvents(device)
    let end = Int64((strokes.map { $0[$0.count - 1].time }.max() ?? 0) * 1000) / Self.interval + 2
    var places = [Int](repeating: 0, count: strokes.count)
    for frame in 0...end {
      let time = Double(frame * Self.interval) / 1000
      var contacts: [MadeEvents.Contact] = []
      for (finger, stroke) in strokes.enumerated() {
        // A stroke of one point is down for one frame.
        let lift = max(stroke[stroke.count - 1].time, stroke[0].time + 8)
        guard stroke[0].time <= time, time <= lift else { continue }
        while places[finger] + 1 < stroke.count, stroke[places[finger] + 1].time <= time { places[finger] += 1 }
        let place = Self.place(stroke, places[finger], at: time)
        contacts.append(MadeEvents.Contact(finger: finger, x: place.x, y: place.y))
      }
      guard contacts.count <= device.mostFingers else {
        throw Problem(description: "a drawing has up to \(device.mostFingers) fingers at a time")
      }
      events.add(contacts, at: frame * Self.interval)
    }
    events.end(at: (end + 1) * Self.interval)
    return events.recording(named: "the drawing")
  }

  private static func place(_ stroke: [Point], _ index: Int, at time: Double) -> (x: Double, y: Double) {
    let from = stroke[index]
    guard index + 1 < stroke.count else { return (from.x, from.y) }
    let to = stroke[index + 1]
    let share = to.time > from.time ? (time - from.time) / (to.time - from.time) : 1
    return (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
  }
}
