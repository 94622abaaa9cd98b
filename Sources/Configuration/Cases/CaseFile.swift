// Configuration/Cases: files of cases: hands or recordings, and what must be recognized in them.
import Gestures
import Text

/// A file of cases: what a hand does, and which gestures must be recognized.
///
///     config = "kiosk.toml"           # optional: the configuration, relative to this file
///
///     [[case]]
///     hand = "swipe left 60mm"        # or recording = "page.evemu", relative to this file
///     expect = ["next"]
///     never = ["menu"]
package struct CaseFile: Sendable {
  package let path: String
  package let cases: [GestureCase]

  /// The ending of the name of a file of cases: `kiosk.test.toml` has those for `kiosk.toml`.
  package static let ending = ".test.toml"

  package static func path(forConfiguration path: String) -> String {
    (path.hasSuffix(".toml") ? String(path.dropLast(5)) : path) + ending
  }

  /// The text of a case for a recording.
  package static func text(recording: String, expected: [String]) -> String {
    "[[case]]\nrecording = \(recording.tomlText)\nexpect = [\(expected.map { $0.tomlText }.joined(separator: ", "))]\n"
  }
}

/// What a hand does, and which gestures must be recognized.
package struct GestureCase: Sendable {
  package enum Input: Sendable {
    /// A sentence.
    case hand(String)
    case recording(String)
  }

  /// The gestures that must not be recognized.
  package enum Never: Equatable, Sendable {
    case these([String])
    /// All that are not expected.
    case others
  }

  package var name: String
  package var line: Int
  package var input: Input
  /// The names of the gestures that must be recognized, in this order. Others may be recognized between them.
  package var expected: [String] = []
  package var never = Never.these([])
  /// The words of the actions that must be triggered, in this order, such as `key pagedown`.
  package var actions: [String] = []
  package var screen: String?
  /// The mode that is active at the beginning.
  package var mode: String?
  /// The longest time from the first touch to the recognition of the last expected gesture.
  package var within: Duration?
  /// The panel of a hand; `nil`: the usual one.
  package var size: Size?
  package var rate: Double?
  package var resolution: Int?
  package var touchProtocol: TouchProtocol?
  package var seed: Int?

  package enum TouchProtocol: String, CaseIterable, Sendable {
    case a = "A"
    case b = "B"
    case single
  }
}

extension GestureCase {
  package init(hand: String, makes gesture: String) {
    self.init(name: hand, line: 0, input: .hand(hand))
    expected = [gesture]
  }

  /// The case in a file, if it is one of a hand.
  package var text: String {
    guard case .hand(let words) = input else { return "" }
    let keys: [(String, String?)] = [
      ("hand", words.tomlText), ("expect", "[\(expected.map { $0.tomlText }.joined(separator: ", "))]"),
      ("screen", screen?.tomlText), ("mode", mode?.tomlText),
      ("panel", size.map { "[\"\(Int($0.width))mm\", \"\(Int($0.height))mm\"]" }),
    ]
    return (["[[case]]"] + keys.compactMap { key, value in value.map { "\(key) = \($0)" } }).joined(separator: "\n")
  }
}
