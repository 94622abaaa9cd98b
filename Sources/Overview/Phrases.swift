import Gestures
import Pages

/// Numbers and names as parts of sentences.
enum Phrases {
  private static let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

  /// A small number in words: "two".
  static func number(_ count: Int) -> String { words.indices.contains(count) ? words[count] : "\(count)" }

  /// "two fingers"
  static func fingers(_ count: Int) -> String { "\(number(count)) finger\(count == 1 ? "" : "s")" }

  /// "two or three fingers", "two fingers or more"
  static func fingers(_ counts: TouchCounts) -> String {
    if counts.least == counts.most { return fingers(counts.least) }
    if counts == .atLeast(counts.least) { return "\(fingers(counts.least)) or more" }
    let numbers = (counts.least...counts.most).filter(counts.contains)
    return "\(any(numbers.map(number))) fingers"
  }

  /// "", " twice" or " 3 times"
  static func times(_ count: Int) -> String { count == 1 ? "" : count == 2 ? " twice" : " \(number(count)) times" }

  /// "0.5 s"
  static func time(_ duration: Duration) -> String { "\(compact(duration / .seconds(1), decimals: 3)) s" }

  /// "4 mm". Tenths of a millimetre are as exact as a hand can be.
  static func length(_ millimetres: Double) -> String { "\(compact(millimetres, decimals: 1)) mm" }

  static func angle(_ radians: Double) -> String { "\(compact(radians * 180 / .pi, decimals: 0))°" }

  static func size(_ size: Size) -> String {
    "\(compact(size.width, decimals: 1)) × \(compact(size.height, decimals: 1)) mm"
  }

  /// "left, right or up"
  static func any(_ words: [String]) -> String { listed(words, "or") }

  /// "left, right and up"
  static func all(_ words: [String]) -> String { listed(words, "and") }

  private static func listed(_ words: [String], _ last: String) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
  }

  /// A duration's limit that "none" has not lifted.
  static func limit(_ duration: Duration?) -> Duration? { duration.flatMap { $0 < .seconds(100_000_000) ? $0 : nil } }
}

extension String {
  /// The text with a capital letter at its beginning.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
