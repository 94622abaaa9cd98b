/// How a recognizer stands to others, whatever touches there are: what its program said once.
struct Relations {
  /// Gestures that must fail before this one is recognized (REQ-1).
  private(set) var requirements: [GestureRecognizer] = []
  var simultaneous = RecognizerSet.none
  var notPrevented = RecognizerSet.none
  var notPreventing = RecognizerSet.none

  mutating func require(_ recognizer: GestureRecognizer) {
    if !requirements.contains(where: { $0 === recognizer }) { requirements.append(recognizer) }
  }
}

/// Some recognizers, named one by one or all of them. It does not keep them alive, as two may well name each other.
public struct RecognizerSet {
  private struct Member {
    weak var recognizer: GestureRecognizer?
  }

  /// Whether it stands for every recognizer.
  let isAll: Bool
  private let members: [Member]

  /// No recognizer.
  public static var none: RecognizerSet { some([]) }
  /// Every recognizer.
  public static var all: RecognizerSet { RecognizerSet(isAll: true, members: []) }

  /// Just these.
  public static func some(_ recognizers: [GestureRecognizer]) -> RecognizerSet {
    RecognizerSet(isAll: false, members: recognizers.map { Member(recognizer: $0) })
  }

  /// Whether `recognizer` is one of them.
  public func contains(_ recognizer: GestureRecognizer) -> Bool {
    if members.isEmpty { return isAll }
    return members.contains { $0.recognizer === recognizer }
  }
}
