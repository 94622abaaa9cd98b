import Gestures
import Text

/// Fingers that drag.
package struct PanSettings: KindSettings {
  package var fingers = FingerRange()
  package var threshold: Length = .millimetres(1.6)
  package var axis = PanGestureRecognizer.Axis.any
  /// Whether the threshold is subtracted from the translation (PAN-8).
  package var compensate = true
  /// Whether events have the place of the fingers along an axis of the view.
  package var isSlider = false
  /// Whether the pan goes on after a fast lift (PAN-13).
  package var hasMomentum = false
  /// How long the fingers rest before the movement, and after it; zero: not at all (PHA-1, PHA-2).
  package var afterPress: Duration = .zero
  package var rest: Duration = .zero
  /// Whether the pan yields to gestures for more fingers (ARB-14).
  package var givesWay = ByRecognition(hand: true, uikit: false)

  var isDiscrete: Bool { false }
  static let step: Dimension? = .travel
  var kind: GestureKind { .pan(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key("min_fingers", { $0.fingers.least = $1 }, .count, "1", "the least number of fingers; fewer do not move it"),
    Key(
      "max_fingers", { $0.fingers.most = $1 }, .orNone(.count.noted(", at least `min_fingers`")), "\"none\"",
      "more fingers before `began` make it fail; those that land later are ignored"),
    Key(
      "threshold", { $0.threshold = $1 }, .length, "\"1.6mm\"",
      "how far the centroid must move before `began`; beside a tap or after a press, `\"4mm\"`: see "
        + "[PAN-2](../Sources/Gestures/Gestures.docc/Rules.md#pan-2-a-pan-begins-when-the-centroid-has-moved-enough)"
    ),
    Key(
      "axis", { $0.axis = $1 }, .choice, "\"any\"", "with one axis, it must move farther along that axis than across"),
    Key(
      "compensate", { $0.compensate = $1 }, .boolean, "true",
      "subtracts the threshold from the translation, so that nothing jumps at `began`"),
    Key(
      "slider", { $0.isSlider = $1 }, .boolean, "false",
      "reports `value`, the place of the fingers along the view: 0 at the left or at the bottom, 1 at the other end"),
    Key("after_press", { $0.afterPress = $1 }, .time, "\"0ms\"", afterPressSummary),
    Key("rest", { $0.rest = $1 }, .time, "\"0ms\"", restSummary),
    Key("momentum", { $0.hasMomentum = $1 }, .boolean, "false", momentumSummary),
    Key("gives_way", { $0.givesWay.given = $1 }, .boolean, "true", inUIKit: "false", givingWaySummary),
  ]

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) { fingers.check(table, reader) }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let pan = PanGestureRecognizer()
    pan.minimumNumberOfTouches = fingers.least
    pan.maximumNumberOfTouches = fingers.most ?? .max
    pan.slop = scale.length(threshold)
    pan.axis = axis
    pan.compensatesSlop = compensate
    pan.minimumPressDuration = afterPress
    pan.minimumRestDuration = rest
    pan.hasMomentum = hasMomentum
    return pan
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers: ReasonSource("PAN-5", ["max_fingers"])
    case .tooFewFingers: ReasonSource("PAN-2", ["min_fingers"])
    case .fingersEnough: ReasonSource("PAN-6", ["max_fingers"])
    case .moved, .liftedEarly: ReasonSource("PHA-1", ["after_press"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .pan(let translation, let velocity) = values else { return "" }
    return movementInWords(translation, velocity)
  }

  /// Returns the place in a view as a share of its width or height, 0…1: along the axis, or if any is allowed, along the view's longer
  /// side. 0 is at the left or at the bottom.
  package func sliderValue(at place: Point, in view: Size) -> Double {
    let isHorizontal = axis == .any ? view.width >= view.height : axis == .horizontal
    let (distance, extent) = isHorizontal ? (place.x, view.width) : (view.height - place.y, view.height)
    return extent > 0 ? min(max(distance / extent, 0), 1) : 0
  }
}

/// The sentence on `momentum` in the reference.
let momentumSummary = "goes on after a fast lift, slower and slower, until a finger lands"

/// The sentence on `after_press` in the reference.
let afterPressSummary = "how long the fingers must rest where they landed before they move"

/// The sentence on `rest` in the reference.
let restSummary = "how long the fingers must stop after the movement before `began`; they may then go on"

/// The sentence on `gives_way` in the reference.
let givingWaySummary =
  "is cancelled by a gesture that needs more fingers than it takes; by default only if its actions can be taken back"

/// A pan's translation in millimetres and its velocity in millimetres per second.
func movementInWords(_ translation: Vector, _ velocity: Vector) -> String {
  "moved \((Point.zero + translation).inMillimetres), \(Decimal.fixed(velocity.length, decimals: 0)) mm/s"
}

extension Dimension {
  /// The length of a pan's step.
  static let travel = Dimension(name: "a length", units: ["mm", "pt"], example: "5mm")
}

extension Point {
  /// The point as readable text: `12.3, 45.0 mm`.
  package var inMillimetres: String { "\(Decimal.fixed(x, decimals: 1)), \(Decimal.fixed(y, decimals: 1)) mm" }
}
