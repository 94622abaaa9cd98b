import Gestures

/// The device is turned, and rests in another orientation.
package struct TurnSettings: KindSettings {
  package var orientations = Set(DeviceOrientation.allCases)

  static let input = GestureInput.motion
  var kind: GestureKind { .turn(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key(
      "to", { $0.orientations = $1 }, .dashed(), "[\(allOrientations)]",
      "the orientations in which the device may come to rest")
  ]

  private static var allOrientations: String {
    DeviceOrientation.allCases.map { "\"\(Dashed($0).rawValue)\"" }.joined(separator: ", ")
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let turn = TurnGestureRecognizer()
    turn.orientations = orientations
    return turn
  }

  static func source(of reason: Reason.Kind) -> ReasonSource? {
    switch reason {
    case .otherOrientation: ReasonSource("TRN-3", ["to"])
    default: nil
    }
  }

  static func words(for values: GestureValues) -> String {
    if case .turn(let orientation) = values { Dashed(orientation).rawValue } else { "" }
  }
}
