import Gestures

extension GestureKind {
  /// What a gesture that is recognized can have been: the field of its JSON line that says it, and the field's possible
  /// values, in the order in which lists show them.
  package struct Outcomes: Equatable, Sendable {
    package let field: String
    package let values: [String]
  }

  /// The directions of a swipe, the shapes of a stroke, or the orientations of a turn; `nil` for kinds without such a
  /// choice.
  package var outcomes: Outcomes? {
    switch self {
    case .swipe(let swipe) where !swipe.path.isEmpty:
      return Outcomes(field: "direction", values: swipe.path.suffix(1).map { $0.name })
    case .swipe(let swipe):
      let all = SwipeDirection.allCases
      let named = all.filter(swipe.directions.contains)
      let others = swipe.directions.filter { !all.contains($0) }.sorted { $0.angle < $1.angle }
      return Outcomes(field: "direction", values: (named + others).map { $0.name })
    case .stroke(let stroke):
      let names = stroke.learned.map { $0.name }
      return names.isEmpty ? nil : Outcomes(field: "template", values: names)
    case .turn(let turn):
      return Outcomes(
        field: "orientation",
        values: DeviceOrientation.allCases.filter(turn.orientations.contains).map { Dashed($0).rawValue })
    default: return nil
    }
  }
}
