import Foundation

/// Writes EVEMU recordings of a synthetic panel of 200 mm × 120 mm, with 100 units per millimetre and ten slots.
struct Recording {
  enum Event {
    /// A landing at a location in millimetres.
    case down(Double, Double, finger: Int = 0)
    case move(Double, Double, finger: Int = 0)
    case up(finger: Int = 0)
  }

  /// Frames, each with its time in seconds and its events.
  private let frames: [(time: Double, events: [Event])]

  init(_ frames: [(Double, [Event])]) { self.frames = frames.map { (time: $0, events: $1) } }

  /// Short taps at locations in millimetres, half a second apart.
  static func taps(_ places: (Double, Double)...) -> Recording {
    Recording(
      places.enumerated().flatMap { index, place in
        let start = Double(index) / 2
        return [(start, [Event.down(place.0, place.1)]), (start + 0.06, [Event.up()])]
      })
  }

  /// Frames that are repeated, so that they go on for as long as a test may take on a busy machine: the panel does not wait for
  /// anyone. Some versions of umockdev need a minute to read 20,000 frames.
  ///
  /// - Parameters:
  ///   - period: the seconds after which the frames begin again.
  ///   - duration: the seconds that they go on.
  static func repeated(every period: Double, for duration: Double, _ frames: [(Double, [Event])]) -> Recording {
    Recording(
      (0..<Int(duration / period)).flatMap { round in frames.map { (Double(round) * period + $0.0, $0.1) } })
  }

  /// A short tap at a location in millimetres, every half second.
  static let endlessTaps = repeated(every: 0.5, for: 600, [(0.5, [.down(50, 40)]), (0.56, [.up()])])

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

  /// Returns only the events.
  /// - Parameter padded: whether microseconds have leading zeros. umockdev reads such numbers as octal.
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
