/// A trigger of InputActions with the conditions of the groups around it.
struct InputActionsTrigger {
  let source: ImportSource
  let device: String
  let node: YAMLNode
  let conditions: [String]

  var type: String { node["type"]?.text ?? "" }
  var direction: String { node["direction"]?.text ?? "any" }
  func events() -> Set<String> { Set((node["actions"]?.list ?? []).map { $0["on"]?.text ?? "end" }) }
  /// Whether the pointer follows the fingers, with or without a button.
  var movesPointer: Bool { node["actions"]?.summary.contains("move_by_delta") == true }
  /// The conditions that are neither about places, distances and numbers of fingers nor about modifiers.
  var others: [String] {
    conditions.filter {
      let condition = InputActionsCondition($0)
      return PositionCondition($0) == nil && SpreadCondition($0) == nil && !condition.isAboutModifiers
        && condition.fingers == nil && condition.otherWindow == nil
    }
  }
  /// The applications that the trigger is not for.
  var otherWindows: [String] { conditions.compactMap { InputActionsCondition($0).otherWindow } }
  /// The button that is held while the pointer moves.
  var heldButton: String? {
    let buttons = inputs("mouse").filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
    return buttons.first { ["left", "right", "middle"].contains($0) }
  }
  /// The keys that are pressed before the pointer moves, and stay down.
  var heldKeys: [String] {
    inputs("keyboard", on: "begin").filter { $0.hasPrefix("+") }.compactMap { key in
      KeyNames.chord(key.dropFirst().split(separator: "+").map(\.trimmed)).map { "+" + $0 }
    }
  }

  private func inputs(_ device: String, on event: String? = nil) -> [String] {
    let actions = (node["actions"]?.list ?? []).filter { event == nil || $0["on"]?.text == event }
    let inputs = actions.flatMap { $0["input"]?.list ?? [] }
    return inputs.flatMap { $0[device]?.list ?? [] }.compactMap(\.text)
  }

  var spreads: [SpreadCondition] { conditions.compactMap(SpreadCondition.init) }
  /// Those that are possible only with some distances between the fingers come first, as of two swipes that fit, the first in the
  /// file is recognized. Those of an application come last: it matters whether another gesture is for all applications.
  var rank: Int { !spreads.isEmpty && others.isEmpty ? 0 : conditions.isEmpty ? 1 : 2 }
  /// Whether it keeps other gestures from running, and does nothing.
  var hasNoActions: Bool { node["actions"]?.isList == true && node["actions"]?.list.isEmpty == true }
  /// Whether actions run in steps while the fingers move.
  var isContinuous: Bool { !events().isDisjoint(with: ["update", "tick"]) || movesPointer }

  /// How many fingers it needs.
  var fingers: Int? {
    let value = node["fingers"]?.text ?? ""
    if let fingers = Int(value.prefix { $0.isNumber }) { return fingers }
    return conditions.lazy.compactMap { InputActionsCondition($0).fingers }.first
  }

  /// The directions of a swipe in tickled's words.
  var directions: [String]? {
    if let angle = node["angle"]?.text { return middle(of: angle) }
    let words = [
      "left": ["left"], "right": ["right"], "up": ["up"], "down": ["down"], "left_right": ["left", "right"],
      "up_down": ["up", "down"], "left_up": ["up-left"], "left_down": ["down-left"], "right_up": ["up-right"],
      "right_down": ["down-right"], "left_up_right_down": ["up-left", "down-right"],
      "left_down_right_up": ["down-left", "up-right"],
      "any": ["left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right"],
    ]
    return words[direction]
  }

  /// The middle of a range such as "30-330", whose angles are counterclockwise; tickled's are clockwise.
  private func middle(of range: String) -> [String]? {
    let ends = range.split(separator: "-").compactMap { Double($0.trimmed) }
    guard ends.count == 2, ends.allSatisfy({ (0...360).contains($0) }) else { return nil }
    let end = ends[1] < ends[0] ? ends[1] + 360 : ends[1]
    let middle = (720 - (ends[0] + end) / 2).truncatingRemainder(dividingBy: 360)
    if isContinuous, let side = [0: "right", 90: "down", 180: "left", 270: "up"][middle] { return [side] }
    return ["\(middle.short)deg"]
  }
}
