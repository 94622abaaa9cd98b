import Gestures
import Text

/// A drawn shape that was learned before.
package struct StrokeSettings: KindSettings {
  /// Names or files of learned shapes; empty: all learned shapes.
  package var templates: [String] = []
  /// The learned shapes; empty if the configuration was read without the files that it names.
  package var learned: [StrokeTemplate] = []
  /// The least score of a match, 0…1.
  package var minScore = 0.7
  /// The largest number of strokes of a shape.
  package var strokes = 1
  package var fingers = 1
  /// The longest time from the lift of one stroke to the start of the next.
  package var maxInterval: Duration = .seconds(1)
  /// The least length of the drawing's longer side.
  package var minSize: Length = .millimetres(8.0)
  package var anyDirection = false
  /// How many times larger or smaller than an example a drawing may be; `nil`: any size.
  package var maxScale: Double?
  /// The largest distance from the middle of an example to the middle of the drawing; `nil`: no limit.
  package var maxOffset: Length?

  package init() {}

  var kind: GestureKind { .stroke(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key(
      "templates", { $0.templates = $1 }, .templates, "all learned shapes",
      "names or files of [learned shapes](#learned-shapes)"),
    Key(
      "min_score", { $0.minScore = $1 }, .share, "0.7",
      "how similar the drawing must be to a template: 1 is identical. With `0.7` each shape is recognized from the "
        + "[score that its examples give](#learned-shapes); `0.75` makes all of them stricter, `0.65` more lenient"
    ),
    Key(
      "strokes", { $0.strokes = $1 }, .whole(1...StrokeTemplate.Limits.strokes), "1",
      "at most this many; decided when the last one lifts, or after `max_interval`"),
    Key("fingers", { $0.fingers = $1 }, .count, "1", "exactly this many; their centroid draws the shape"),
    Key(
      "max_interval", { $0.maxInterval = $1 }, .positiveTime, "\"1s\"",
      "the longest time from the lift of one stroke to the start of the next"),
    Key("min_size", { $0.minSize = $1 }, .length, "\"8mm\"", "the least length of the longer side of the drawing"),
    Key(
      "any_direction", { $0.anyDirection = $1 }, .boolean, "false",
      "whether a shape of one stroke may also be drawn from its end to its start"),
    Key(
      "max_scale", { $0.maxScale = $1 }, .orNone(.magnification), "\"none\"",
      "how many times larger or smaller than an example the drawing may be"),
    Key(
      "max_offset", { $0.maxOffset = $1 }, .orNone(.positiveLength), "\"none\"",
      "how far the middle of the drawing may be from the middle of an example, on the screen"),
  ]

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {
    if table["templates"] == nil { reader.noteAllTemplates(at: table.place) }
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let stroke = StrokeGestureRecognizer()
    stroke.templates = learned
    stroke.minimumScore = minScore
    stroke.maximumNumberOfStrokes = strokes
    stroke.maximumInterval = maxInterval
    stroke.numberOfTouchesRequired = fingers
    stroke.minimumSize = scale.length(minSize)
    stroke.allowsAnyDirection = anyDirection
    stroke.maximumScale = maxScale ?? .infinity
    stroke.maximumOffset = scale.limit(maxOffset)
    return stroke
  }

  /// Learned shapes have no numbered rules.
  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers, .tooFewFingers, .landedAfterLift: ReasonSource(nil, ["fingers"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .stroke(let match) = values else { return "" }
    let score = { (score: Double) in Decimal.fixed(score, decimals: 2) }
    return "\(match.template) \(score(match.score))"
      + (match.runnerUp.map { ", then \($0) \(score(match.runnerUpScore))" } ?? "")
  }
}

extension ValueType<[String]> {
  fileprivate static var templates: ValueType {
    ValueType("a name or several", .names) { reader in { reader.filledList($0, as: reader.templateName) } }
  }
}
