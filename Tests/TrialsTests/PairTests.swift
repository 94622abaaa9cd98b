import Foundation
import Testing

@testable import Configuration
@testable import Trials

/// All pairs of kinds: a gesture that works alone and is dead beside another one gets a word.
///
/// The hands are others than those that the check makes.
@Suite("Pairs of gestures")
struct PairTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// A gesture of each kind, with hands for it; without hands, fingers do not make it.
  private static let kinds: [(name: String, keys: String, hands: [String])] = [
    ("tap", "", ["tap", "tap at 60,40 for 120ms"]),
    ("long-press", "", ["press", "press at 60,40 for 650ms"]),
    ("pan", "", ["pan right", "pan down 15mm", "pan left 30mm at 60mm/s"]),
    ("swipe", "", ["swipe right", "swipe right 25mm in 120ms at 80,90"]),
    ("pinch", "", ["pinch out", "pinch in", "pinch to 3x in 300ms"]),
    ("rotation", "", ["rotate 50deg", "rotate 70deg counterclockwise"]),
    ("edge-pan", "", ["edge-pan from left", "edge-pan from top 45mm", "edge-pan from right 20mm in 600ms"]),
    ("tickle", "", ["tickle", "tickle 18mm 6 times", "tickle 9mm 5 times in 600ms"]),
    ("stroke", "templates = 'circle'", ["stroke circle", "stroke circle 30mm in 600ms"]),
    (
      "sequence", "steps = ['one', 'two']",
      ["tap with 3 fingers; tap with 4 fingers", "tap with 3 fingers; pause 1s; tap with 4 fingers"]
    ),
    ("press", "key = 'volumeup'", []), ("remote", "command = 'toggle-play-pause'", []),
    ("switch", "switch = 'lid'", []), ("shake", "", []), ("knock", "", []), ("turn", "to = 'face-down'", []),
  ]

  private static let steps = """
    [[gesture]]
    name = 'one'
    kind = 'tap'
    fingers = 3
    [[gesture]]
    name = 'two'
    kind = 'tap'
    fingers = 4

    """

  private static let relations = [
    "", "requires_failure_of", "required_to_fail_by", "simultaneous_with", "does_not_prevent", "not_prevented_by",
    "yields_to",
  ]

  /// Two gestures in the order of a file, and what the first or the second one says of the other.
  struct Pair: CustomTestStringConvertible, Sendable {
    let first: Int
    let second: Int
    let relation: String
    let isOfSecond: Bool

    var testDescription: String {
      let (a, b) = (kinds[first].name, kinds[second].name)
      return relation.isEmpty ? "\(a), \(b)" : isOfSecond ? "\(a), \(b) \(relation)" : "\(a) \(relation), \(b)"
    }

    fileprivate func text(of index: Int) -> String {
      let (kind, isFirst) = (kinds[index == 0 ? first : second], index == 0)
      let says = relation.isEmpty || isFirst == isOfSecond ? "" : "\(relation) = '\(isFirst ? "b" : "a")'\n"
      return "[[gesture]]\nname = '\(isFirst ? "a" : "b")'\nkind = '\(kind.name)'\n\(kind.keys)\n\(says)"
    }
  }

  static let pairs: [Pair] = kinds.indices.flatMap { first in
    kinds.indices.flatMap { second in
      relations.flatMap { relation in
        (relation.isEmpty ? [false] : [false, true]).map {
          Pair(first: first, second: second, relation: relation, isOfSecond: $0)
        }
      }
    }
  }

  /// All pairs with `PAIRS=all`; otherwise those without a relation, and some others.
  private static let chosen: [Pair] = {
    if ProcessInfo.processInfo.environment["PAIRS"] == "all" { return pairs }
    return pairs.enumerated().filter { $1.relation.isEmpty || $0 % 13 == 0 }.map(\.element)
  }()

  /// Reads a configuration beside the shipped shapes; `nil` if it is refused.
  private static func file(_ text: String) -> ConfigurationFile? {
    try? ConfigurationFile(bytes: Array((text + steps).utf8), path: "\(checkout)/config/pairs.toml")
  }

  private static func isMade(_ name: String, by hands: [String], _ text: String) throws -> Bool? {
    guard let configuration = file(text)?.configuration else { return nil }
    let shapes = HandShapes(besideConfiguration: "\(checkout)/config/pairs.toml")
    let trial = Trial(configuration, shape: shapes.strokes)
    return try hands.contains { hand in
      var asked = GestureCase(name: hand, line: 1, input: .hand(hand))
      asked.expected = [name]
      return try trial.play(asked) { _ in }.isKept
    }
  }

  @Test(arguments: chosen)
  func `A gesture that another one makes impossible gets a word`(pair: Pair) throws {
    let both = pair.text(of: 0) + pair.text(of: 1)
    guard let read = Self.file(both) else { return }
    let path = "\(Self.checkout)/config/pairs.toml"
    for (index, name) in ["a", "b"].enumerated() {
      let hands = Self.kinds[index == 0 ? pair.first : pair.second].hands
      if hands.isEmpty { continue }
      let alone = Pair(first: pair.first, second: pair.second, relation: "", isOfSecond: false).text(of: index)
      #expect(try Self.isMade(name, by: hands, alone) == true, "\(name) alone")
      let isMade = try Self.isMade(name, by: hands, both) == true
      let words =
        read.warnings.map(\.message) + Reach.remarks(besideConfiguration: path)(read.configuration, []).map(\.sentence)
      let isNamed = words.contains { $0.contains("\"\(name)\"") }
      #expect(isMade || isNamed, "\(name) is dead: \(words)")
    }
  }
}
