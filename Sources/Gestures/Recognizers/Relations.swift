/// A recognizer's static relations to others, which do not depend on its touches.
struct Relations {
  /// The gestures that must fail before this one is recognized (REQ-1).
  private(set) var requirements: [GestureRecognizer] = []
  var simultaneous = RecognizerSet.none
  var notPrevented = RecognizerSet.none
  var notPreventing = RecognizerSet.none
  /// The gestures that take this one back (REQ-10). They are held weakly, because two may name each other.
  private var yieldedTo: [Weak<GestureRecognizer>] = []
  /// The sequences of which this gesture is a step, held weakly because they keep their steps alive.
  private var memberships: [Weak<SequenceGestureRecognizer>] = []

  /// Whether this gesture is a step of a sequence.
  private(set) var isStep = false

  /// The sequences of which this gesture is a step.
  var sequences: [SequenceGestureRecognizer] { memberships.compactMap { $0.object } }

  mutating func join(_ sequence: SequenceGestureRecognizer) {
    if !memberships.contains(where: { $0.object === sequence }) { memberships.append(Weak(sequence)) }
    isStep = true
  }

  mutating func leave(_ sequence: SequenceGestureRecognizer) {
    memberships.removeAll { $0.object === sequence || $0.object == nil }
    isStep = !memberships.isEmpty
  }

  /// Whether there is a gesture that takes this one back.
  var mayYield: Bool { !yieldedTo.isEmpty }

  func yields(to recognizer: GestureRecognizer) -> Bool {
    !yieldedTo.isEmpty && yieldedTo.contains { $0.refers(to: recognizer) }
  }

  mutating func yield(to recognizer: GestureRecognizer) {
    if !yields(to: recognizer) { yieldedTo.append(Weak(recognizer)) }
  }

  mutating func require(_ recognizer: GestureRecognizer) {
    if !requirements.contains(where: { $0 === recognizer }) { requirements.append(recognizer) }
  }
}

/// A set of recognizers, or all of them. It does not keep its members alive, because two recognizers may name each other.
public struct RecognizerSet {
  /// Whether the set contains every recognizer.
  let isAll: Bool
  private let members: [Weak<GestureRecognizer>]

  /// The empty set.
  public static var none: RecognizerSet { some([]) }
  /// The set of all recognizers.
  public static var all: RecognizerSet { RecognizerSet(isAll: true, members: []) }

  /// Returns a set of the given recognizers.
  public static func some(_ recognizers: [GestureRecognizer]) -> RecognizerSet {
    RecognizerSet(isAll: false, members: recognizers.map { Weak($0) })
  }

  /// Returns the set of all that are in one of both.
  public func union(_ other: RecognizerSet) -> RecognizerSet {
    isAll || other.isAll ? .all : RecognizerSet(isAll: false, members: members + other.members)
  }

  /// Adds a recognizer.
  public mutating func insert(_ recognizer: GestureRecognizer) { self = union(.some([recognizer])) }

  /// Returns whether `recognizer` is in the set.
  public func contains(_ recognizer: GestureRecognizer) -> Bool {
    if members.isEmpty { return isAll }
    return members.contains { $0.object === recognizer }
  }
}
