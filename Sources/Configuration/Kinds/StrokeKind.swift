import Gestures
import JSON

/// A shape that is drawn, and was learned before.
package struct StrokeSettings: KindSettings {
  /// Names of learned shapes, or their files; empty: all there are.
  package var templates: [String] = []
  /// The shapes themselves. Not there where the text of a configuration was read without the files that it names.
  package var learned: [StrokeTemplate] = []
  /// 0…1.
  package var minScore = 0.7
  /// At most.
  package var strokes = 1
  package var fingers = 1
  /// From the lift of one stroke to the next.
  package var maxInterval: Duration = .seconds(1)
  /// The longer side of what is drawn.
  package var minSize: Length = .millimetres(8.0)
  package var anyDirection = false
  /// How many times larger or smaller than an example; `nil`: any.
  package var maxScale: Double?
  /// From the middle of an example to that of what is drawn; `nil`: anywhere.
  package var maxOffset: Length?

  package init() {}

  static let isDiscrete = true
  var kind: GestureKind { .stroke(self) }

  static var keys: [Key<Self>] {
    [
      Key("templates", \.templates, .templates, "all there are", "[learned shapes](#learned-shapes)"),
      Key(
        "min_score", \.minScore, .share, "0.7",
        "how much the drawn shape must be like a template: 1 is the same. With `0.7` each shape counts from the "
          + "[score that its examples give](#learned-shapes); `0.75` makes all of them stricter, `0.65` more lenient"
      ),
      Key(
        "strokes", \.strokes, .whole(1...StrokeTemplate.Limits.strokes), "1",
        "at most this many; decided with the last lift, or after `max_interval`"),
      Key("fingers", \.fingers, .count, "1", "exactly this many; their middle draws"),
      Key("max_interval", \.maxInterval, .positiveTime, "\"1s\"", "from the lift of one stroke to the next"),
      Key("min_size", \.minSize, .length, "\"8mm\"", "the longer side of what is drawn"),
      Key(
        "any_direction", \.anyDirection, .boolean, "false",
        "whether a shape of one stroke may be drawn from its end to its start as well"),
      Key(
        "max_scale", \.maxScale, .orNone(.magnification), "\"none\"",
        "how many times larger or smaller than an example it may be"),
      Key(
        "max_offset", \.maxOffset, .orNone(.positiveLength), "\"none\"",
        "how far from an example's place on the screen it may be, middle from middle"),
    ]
  }

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
    ValueType("a name or several") { reader in { reader.filledList($0, as: reader.templateName) } }
  }
}
