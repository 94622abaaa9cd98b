import Actions
import Gestures

/// Defaults that depend on what else the same fingers may mean: what would spoil something else must be clearer. They apply where all
/// screens have `recognition = "hand"`, in place of the defaults of the kind.
extension ConfigurationReader {
  /// Gives these defaults to the gestures that do not have the keys. Called when all screens and gestures were read.
  func settleStakes() {
    if configuration.screens.contains(where: { $0.recognition == .uikit }) { return }
    let gestures = configuration.gestures
    let taps = gestures.filter { $0.kind.name == .tap }, pans = gestures.filter { $0.kind.name == .pan }
    var index = -1
    outline.root = outline.root.filling { table in
      index += 1
      guard gestures.indices.contains(index) else { return [] }
      let entries = stakes(of: gestures[index], taps, pans).filter { table[$0.key] == nil }.map { key, content in
        TOMLTable.Entry(
          key: key, keyPlace: table.place, value: TOMLValue(content: content, place: table.place, end: table.place))
      }
      guard !entries.isEmpty,
        let kind = gestures[index].kind.setting(entries.map { ($0.key, $0.value.tomlText) })
      else { return [] }
      configuration.gestures[index].kind = kind
      return entries
    }
  }

  /// The defaults that a gesture has among these taps and pans, besides those of its kind.
  private func stakes(of gesture: GestureSettings, _ taps: [GestureSettings], _ pans: [GestureSettings])
    -> [(key: String, content: TOMLValue.Content)]
  {
    let isDrag = gesture.kind.name == .pan || gesture.kind.name == .edgePan
    return (stake(of: gesture, taps, pans).map { [($0.0, .string($0.1))] } ?? [])
      + (isDrag && gesture.irreversibleState != nil ? [("gives_way", .boolean(false))] : [])
      + fingers(of: gesture) + legs(of: gesture)
  }

  /// The numbers of fingers that a gesture has by default: what follows the fingers of a press goes on with those that stay, and a dial may
  /// be turned with one.
  private func fingers(of gesture: GestureSettings) -> [(key: String, content: TOMLValue.Content)] {
    switch gesture.kind {
    case .longPress(let press) where press.fingers.most > 1 && gesture.actions.contains { $0.action.followsFingers }:
      [("min_fingers", .integer(1))]
    case .rotation where isDial(gesture): [("fingers", .string("1+"))]
    default: []
    }
  }

  /// What the legs of a path have by default: two cones of 40° would meet in a straight line between them, and what is slower or rounder
  /// is a drawing. Each leg may take as long as a straight swipe.
  private func legs(of gesture: GestureSettings) -> [(key: String, content: TOMLValue.Content)] {
    guard case .swipe(let swipe) = gesture.kind, !swipe.path.isEmpty else { return [] }
    return [
      ("max_angle", .string("30deg")), ("min_velocity", .string("40mm/s")), ("straightness", .float(0.85)),
      ("max_duration", .string("\(800 * swipe.path.count)ms")),
    ]
  }

  /// Whether a rotation is on a view, and no other gesture there moves with one finger.
  private func isDial(_ rotation: GestureSettings) -> Bool {
    if rotation.views.isEmpty || isOnScreen(rotation) { return false }
    return !configuration.gestures.contains { other in
      other.name != rotation.name && other.kind.movesWithOneFinger
        && (isOnScreen(other) || rotation.views.contains { other.views.contains($0) })
    }
  }

  /// The distance that a gesture has by default among these taps and pans; `nil`: the default of its kind.
  private func stake(of gesture: GestureSettings, _ taps: [GestureSettings], _ pans: [GestureSettings]) -> (
    String, String
  )? {
    switch gesture.kind {
    case .tap(let tap) where tap.fingers.least > 1: ("movement", "8mm")
    // A finger that rests drifts further than one that has just landed.
    case .pan(let pan) where pan.afterPress > .zero: ("threshold", "4mm")
    case .pan where taps.contains { meet($0, gesture) }, .transform where taps.contains { meet($0, gesture) }:
      ("threshold", "4mm")
    case .pinch where taps.contains { meet($0, gesture) }: ("threshold", "4.8mm")
    case .edgePan where pans.contains { meet($0, gesture) && !waits($0, for: gesture) }: ("threshold", "1.6mm")
    default: nil
    }
  }

  /// Whether both may have as many fingers on the same view. A gesture on the whole screen is on each view.
  private func meet(_ a: GestureSettings, _ b: GestureSettings) -> Bool {
    a.kind.fingers.overlaps(b.kind.fingers)
      && (isOnScreen(a) || isOnScreen(b) || a.views.contains { b.views.contains($0) })
  }

  private func isOnScreen(_ gesture: GestureSettings) -> Bool {
    gesture.views.allSatisfy { outline.declared[.screen][$0] != nil }
  }

  private func waits(_ gesture: GestureSettings, for other: GestureSettings) -> Bool {
    outline.requirements.contains { $0.gesture == gesture.name && $0.other == other.name }
  }
}

extension Action {
  /// Whether a pointer goes where the fingers go.
  fileprivate var followsFingers: Bool {
    switch self {
    case .pointer(.drag), .pointer(.move): true
    default: false
    }
  }
}

extension GestureKind {
  /// Whether one finger makes it by moving.
  fileprivate var movesWithOneFinger: Bool {
    switch self {
    case .stroke(let stroke): stroke.fingers == 1
    case .tickle: true
    default: leastFingers == 1
    }
  }

  fileprivate var fingers: ClosedRange<Int> {
    switch self {
    case .tap(let tap): tap.fingers.least...tap.fingers.most
    case .pan(let pan): pan.fingers.counts
    case .transform(let transform): transform.fingers.counts
    case .pinch(let pinch): (pinch.fingers ?? 2)...(pinch.fingers ?? .max)
    case .edgePan(let pan): pan.fingers...pan.fingers
    default: 0...0
    }
  }
}
