import Actions

/// Actions of the virtual pointers: `click`, `scroll`, `drag` and `pointer`.
extension ConfigurationReader {
  func click(_ field: Field, _ table: TOMLTable) -> PointerAction.Click? {
    guard let name = (choice as (Field) -> ClickName?)(field) else { return nil }
    var click = PointerAction.Click(PointerAction.Button(rawValue: name.rawValue) ?? .left)
    read("count", of: table, into: &click.count, as: whole(1...3))
    if name == .double {
      if let count = table["count"] {
        report("\("double".quoted) is a count of 2: write \("left".quoted) for another one", at: count.keyPlace)
      }
      click.count = 2
    }
    read("at", of: table, into: &click.place, as: choice)
    return click
  }

  func scroll(_ field: Field, _ table: TOMLTable) -> PointerAction.Scroll? {
    guard onlyTrue(field) == true else { return nil }
    var scroll = PointerAction.Scroll()
    read("at", of: table, into: &scroll.place, as: choice)
    read("step", of: table, into: &scroll.step) { wheelStep($0) }
    read("natural", of: table, into: &scroll.isNatural, as: boolean)
    read("inertia", of: table, into: &scroll.hasInertia, as: boolean)
    return scroll
  }

  func drag(_ field: Field, _ table: TOMLTable) -> PointerAction.Drag? {
    guard onlyTrue(field) == true else { return nil }
    var drag = PointerAction.Drag()
    read("button", of: table, into: &drag.button, as: choice)
    read("at", of: table, into: &drag.place, as: choice)
    read("speed", of: table, into: &drag.speed, as: factor)
    read("lift_time", of: table, into: &drag.liftTime, as: limit(liftTime))
    checkSpeed(of: table, at: drag.place)
    return drag
  }

  func pointerMove(_ field: Field, _ table: TOMLTable) -> PointerAction.Move? {
    guard onlyTrue(field) == true else { return nil }
    var move = PointerAction.Move()
    read("at", of: table, into: &move.place, as: choice)
    read("speed", of: table, into: &move.speed, as: factor)
    checkSpeed(of: table, at: move.place)
    return move
  }

  private func checkSpeed(of table: TOMLTable, at place: PointerAction.Place) {
    guard place != .pointer, let speed = table["speed"] else { return }
    report(
      "\("speed".quoted) is for a pointer that moves from where it is, with at = \("pointer".quoted); here it is at the touch",
      at: speed.keyPlace)
  }

  /// Reads what turns the wheel by one step: a length, a factor or an angle.
  private func wheelStep(_ field: Field) -> PointerAction.Scroll.Step? {
    guard let step = step(field, in: .wheelStep) else { return nil }
    switch step {
    case .millimetres(let distance): return .millimetres(distance)
    case .radians(let angle): return .radians(angle)
    case .ratio(let ratio):
      guard ratio > 1 else { return refused(field, must: "more than \("1x".quoted), the factor for one step") }
      return .ratio(ratio)
    case .seconds: return nil
    }
  }

  /// Reads true. False is an error.
  func onlyTrue(_ field: Field) -> Bool? {
    let isOn = boolean(field)
    if isOn == false { report("\(field.key.quoted) must be true; leave it out instead", at: field.place) }
    return isOn
  }

  /// Reads a factor from 0.01 to 100.
  private func factor(_ field: Field) -> Double? {
    checked(number(field), field, must: "from 0.01 to 100") { (0.01...100).contains($0) }
  }

  /// Reads a time of at most 10 s: a button that stays down for longer would look stuck.
  private func liftTime(_ field: Field) -> Duration? {
    checked(positiveTime(field), field, must: "at most \("10s".quoted)") { $0 <= .seconds(10) }
  }
}

private enum ClickName: String, CaseIterable { case left, right, middle, double }

extension PointerAction {
  /// The action's key.
  var name: String {
    switch self {
    case .click: "click"
    case .scroll: "scroll"
    case .drag: "drag"
    case .move: "pointer"
    }
  }

  /// The reason why the action cannot belong to a gesture with these settings; `nil` if it can.
  func problem(with kind: GestureKind) -> String? {
    let name = kind.name
    return switch self {
    case .click where place != .pointer && !name.input.isOnScreen,
      .drag where place != .pointer && !name.input.isOnScreen:
      "has no touch here, because a \(name.rawValue) has none: write at = \("pointer".quoted)"
    case .move where !name.input.isOnScreen: "follows a movement on the screen; a \(name.rawValue) has none"
    case .scroll where name.wheelStep == nil:
      "follows a movement, so it works with pan, edge-pan, pinch, rotation and transform; a \(name.rawValue) measures none"
    case .scroll(let scroll) where scroll.step != nil && scroll.dimension != name.wheelStep:
      "turns with \(name.wheelStep?.name ?? "") here, so its step is such as \((name.wheelStep?.example ?? "").quoted)"
    case .drag where kind.isDiscrete:
      "holds a button while a gesture lasts, such as a pan or a long-press; a \(name.rawValue) is over when it is recognized"
    case .move(let move) where kind.isDiscrete && move.place == .pointer:
      "follows a movement, and a \(name.rawValue) is over when it is recognized: "
        + "write at = \("touch".quoted) to move the pointer to its place"
    default: nil
    }
  }
}

extension GestureKind.Name {
  /// What turns the wheel while such a gesture lasts; `nil` if it measures no movement.
  var wheelStep: Dimension? {
    switch self {
    case .pan, .edgePan, .transform: .travel
    case .pinch: .factor
    case .rotation: .turn
    default: nil
    }
  }
}

extension PointerAction.Scroll {
  /// The dimension of the step that is given.
  fileprivate var dimension: Dimension? {
    switch step {
    case .millimetres: .travel
    case .ratio: .factor
    case .radians: .turn
    case nil: nil
    }
  }
}

extension Dimension {
  /// A step of the wheel, of any gesture.
  static let wheelStep = Dimension(
    name: "a length, a factor or an angle", units: ["mm", "pt", "x", "deg", "rad"], example: "10mm")
  fileprivate static let factor = Dimension(name: "a factor", units: ["x"], example: "1.1x")
  fileprivate static let turn = Dimension(name: "an angle", units: ["deg", "rad"], example: "15deg")
}
