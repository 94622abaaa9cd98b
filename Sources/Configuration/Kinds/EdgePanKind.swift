import Gestures

/// Fingers that drag from an edge of the screen inwards.
package struct EdgePanSettings: KindSettings {
  package var edges = Set(ScreenEdge.allCases)
  package var width = ByRecognition<Length>(hand: .millimetres(6.0), uikit: .millimetres(3.0))
  package var threshold = ByRecognition<Length>(hand: .millimetres(3.0), uikit: .millimetres(1.6))
  package var fingers = 1
  /// How long the finger rests after the movement; zero: not at all (PHA-2).
  package var rest: Duration = .zero
  package var hasMomentum = false
  package var givesWay = ByRecognition(hand: true, uikit: false)

  static let decidesByItself = true
  var isDiscrete: Bool { false }
  static let step: Dimension? = .travel
  var kind: GestureKind { .edgePan(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key(
      "edges", { $0.edges = $1 }, .choices(), "[\"left\", \"right\", \"top\", \"bottom\"]",
      "the edges of the screen from which it may start"),
    Key(
      "width", { $0.width.given = $1 }, .positiveLength, "\"6mm\"", inUIKit: "\"3mm\"",
      "how far from the edge a finger may land"),
    Key(
      "threshold", { $0.threshold.given = $1 }, .length, "\"3mm\"", inUIKit: "\"1.6mm\"",
      "how far the centroid must move, more inwards than along the edge; beside a pan that does not wait for it, `\"1.6mm\"`"
    ),
    Key("fingers", { $0.fingers = $1 }, .count, "1", "exactly this many"),
    Key("rest", { $0.rest = $1 }, .time, "\"0ms\"", restSummary),
    Key("momentum", { $0.hasMomentum = $1 }, .boolean, "false", momentumSummary),
    Key("gives_way", { $0.givesWay.given = $1 }, .boolean, "true", inUIKit: "false", givingWaySummary),
  ]

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let pan = ScreenEdgePanGestureRecognizer()
    pan.edges = edges
    pan.edgeWidth = scale.edgeWidth(scale.resolve(width))
    if scale.screen.recognition == .hand { pan.fastEdgeWidth = 2 * pan.edgeWidth }
    pan.slop = scale.length(scale.resolve(threshold))
    pan.minimumNumberOfTouches = fingers
    pan.maximumNumberOfTouches = fingers
    pan.minimumRestDuration = rest
    pan.hasMomentum = hasMomentum
    return pan
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .tooManyFingers: ReasonSource("PAN-5", ["fingers"])
    case .tooFewFingers: ReasonSource("EP-2", ["fingers"])
    case .fingersEnough: ReasonSource("PAN-6", ["fingers"])
    case .movedTooLittle: ReasonSource("EP-2", ["threshold"])
    case .wrongDirection: ReasonSource("EP-2", ["edges"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    guard case .edgePan(let translation, let velocity, let edge) = values else { return "" }
    return "from the \(edge.rawValue) edge  \(movementInWords(translation, velocity))"
  }
}
