import Gestures
import Text

/// Reads the measurements of an accelerometer from a text.
///
///     tickled-motion 1
///     # seconds, then x, y and z in metres per second squared, with gravity
///     0.000000 0.12 -0.05 9.79
///     0.020000 0.10 -0.02 9.83
///
/// A comment begins with `#` and ends with its line. The time has six digits after the point. A time before that of the line before is
/// raised to it.
struct MotionReader: LineReader {
  /// The first line that is no comment.
  static let beginning = "tickled-motion"

  private(set) var samples: [MotionSample] = []
  var lines: TextLines
  private var hasBegun = false

  init(_ lines: TextLines) { self.lines = lines }

  func finish() throws(LineProblem) {
    if samples.isEmpty { throw LineProblem("no measurement follows") }
  }

  mutating func readLine(_ text: ArraySlice<UInt8>) throws(LineProblem) {
    let text = text.prefix { $0 != UInt8(ascii: "#") }
    var fields = Fields(text)
    if fields.isAtEnd { return }
    guard hasBegun else {
      guard fields.word().elementsEqual(Self.beginning.utf8), fields.word().elementsEqual("1".utf8), fields.isAtEnd
      else {
        throw LineProblem("is not `\(Self.beginning) 1`, the version that can be read")
      }
      hasBegun = true
      return
    }
    guard let time = fields.time() else { throw LineProblem("the time is not SECONDS.MICROSECONDS") }
    guard let x = Self.number(fields.word()), let y = Self.number(fields.word()), let z = Self.number(fields.word())
    else {
      throw LineProblem("expected three numbers after the time: x, y and z")
    }
    guard fields.isAtEnd else { throw LineProblem("has more than a time and three numbers") }
    let latest = samples.last?.time ?? Timestamp(microseconds: time)
    samples.append(
      MotionSample(
        time: max(latest, Timestamp(microseconds: time)), acceleration: Acceleration(x: x, y: y, z: z)))
  }

  /// Reads a decimal number; `nil` for other words, such as one that means infinity.
  private static func number(_ word: ArraySlice<UInt8>) -> Double? {
    let allowed =
      word.count <= 24
      && word.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0) }
    return allowed ? Double(String(decoding: word, as: UTF8.self)) : nil
  }
}

/// Writes measurements as `MotionReader` reads them.
package enum MotionText {
  package static let header = """
    \(MotionReader.beginning) 1
    # seconds, then x, y and z in metres per second squared, with gravity

    """

  /// Returns a line, with its newline. Measurements that no sensor makes are limited to 10,000 m/s².
  package static func line(_ sample: MotionSample, since origin: Timestamp) -> String {
    let time = max(0, sample.time - origin)
    let fraction = padded("\(time % 1_000_000)", to: 6, with: "0")
    let axes = [sample.acceleration.x, sample.acceleration.y, sample.acceleration.z].map { value in
      Decimal.fixed(value.isNaN ? 0 : min(max(value, -10_000), 10_000), decimals: 3)
    }
    return "\(time / 1_000_000).\(fraction) \(axes.joined(separator: " "))\n"
  }
}
