import Gestures

/// Gestures that are recognized one after the other.
package struct SequenceSettings: KindSettings {
  /// The names of gestures, in order. A gesture may occur several times.
  package var steps: [String] = []
  package var within: Duration = .seconds(5)
  package var maxInterval: Duration? = .seconds(2)
  package var isStrict = true
  /// `nil`: after a press that is still held.
  package var sharesTouch: Bool?

  static let input = GestureInput.steps
  static let decidesByItself = true
  var kind: GestureKind { .sequence(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key("steps", { $0.steps = $1 }, .steps, "must be given", "the gestures that must be recognized, in this order"),
    Key(
      "within", { $0.within = $1 }, .positiveTime, "\"5s\"",
      "how long it may take from the first landing to the last step"),
    Key(
      "max_interval", { $0.maxInterval = $1 }, .orNone(.positiveTime), "\"2s\"",
      "how long the pause from a step to the next landing may be"),
    Key(
      "strict", { $0.isStrict = $1 }, .boolean, "true",
      "whether any other touch between the steps fails the sequence; if not, only another one of its steps does"),
    Key(
      "same_touch", { $0.sharesTouch = $1 }, .sharedTouch, "\"after-press\"",
      "whether a step may be made in the touch of the one before it, without a lift between them"),
  ]

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let sequence = SequenceGestureRecognizer()
    sequence.maximumDuration = within
    sequence.maximumInterval = maxInterval ?? .unlimited
    sequence.isStrict = isStrict
    sequence.allowsSameTouch = sharesTouch
    return sequence
  }

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {
    if table["steps"] == nil { reader.report("this sequence has no \"steps\"", at: table.place) }
  }

  static func words(for values: GestureValues) -> String { "" }
}

extension ValueType<Bool?> {
  /// A boolean, or "after-press".
  fileprivate static var sharedTouch: ValueType {
    ValueType("boolean or `\"after-press\"`", .either([.boolean, .choice(["after-press"])])) { reader in
      { field in
        if case .string("after-press") = field.value.content { return .some(.none) }
        return reader.boolean(field).map { .some($0) }
      }
    }
  }
}
