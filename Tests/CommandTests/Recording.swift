import Foundation

/// Writes EVEMU recordings of a made-up panel: 200 mm × 120 mm, 100 units a millimetre, ten slots.
struct Recording {
  enum Event {
    /// In millimetres.
    case down(Double, Double, finger: Int = 0)
    case move(Double, Double, finger: Int = 0)
    case up(finger: Int = 0)
  }

  /// Seconds, and what happens then: a frame for each row.
  private let frames: [(time: Double, events: [Event])]

  init(_ frames: [(Double, [Event])]) { self.frames = frames.map { (time: $0, events: $1) } }

  /// Short taps at places in millimetres, half a second apart.
  static func taps(_ places: (Double, Double)...) -> Recording {
    Recording(
      places.enumerated().flatMap { index, place in
        let start = Double(index) / 2
        return [(start, [Event.down(place.0, place.1)]), (start + 0.06, [Event.up()])]
      })
  }

  static let description = """
    # EVEMU 1.3
    N: Test Panel
    I: 0003 1d6b 0104 0001
    P: 02 00 00 00 00 00 00 00
    A: 00 0 20000 0 0 100
    A: 01 0 12000 0 0 100
    A: 2f 0 9 0 0 0
    A: 35 0 20000 0 0 100
    A: 36 0 12000 0 0 100
    A: 39 0 65535 0 0 0

    """

  var text: String { Self.description + events() }

  /// The events alone.
  /// - Parameter padded: whether microseconds have leading zeros. umockdev takes those for octal numbers.
  func events(padded: Bool = true) -> String {
    var lines = ""
    var nextID = 1
    for frame in frames {
      let (seconds, rest) = Int((frame.time * 1e6).rounded()).quotientAndRemainder(dividingBy: 1_000_000)
      let time = "\(seconds)." + (padded ? String("\(1_000_000 + rest)".dropFirst()) : "\(rest)")
      func add(_ code: String, _ value: Int) { lines += "E: \(time) 0003 \(code) \(value)\n" }
      func place(_ x: Double, _ y: Double) {
        add("0035", Int((x * 100).rounded()))
        add("0036", Int((y * 100).rounded()))
      }
      for event in frame.events {
        switch event {
        case .down(let x, let y, let finger):
          add("002f", finger)
          add("0039", nextID)
          nextID += 1
          place(x, y)
        case .move(let x, let y, let finger):
          add("002f", finger)
          place(x, y)
        case .up(let finger):
          add("002f", finger)
          add("0039", -1)
        }
      }
      lines += "E: \(time) 0000 0000 0\n"
    }
    return lines
  }
}
