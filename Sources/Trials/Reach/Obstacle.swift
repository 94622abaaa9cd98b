import Configuration
import Screen
import Text

/// The reason why no hand makes a gesture, and what would let one make it.
struct Obstacle {
  /// The warning: an example, the reason and the cure.
  let sentence: String

  /// - Parameter hands: the hands that were tried.
  /// - Returns: `nil` if a hand makes it after all, or if none of them can be played.
  init?(to gesture: GestureSettings, _ hands: [String], on stage: Stage) {
    let alone = stage.with { $0.keep(only: gesture) }
    let example: (hand: String, reason: String)?
    if let hand = alone.first(hands, making: gesture.name) {
      example = stage.account(of: gesture.name, in: hand).flatMap { account in
        account.recognized.contains(gesture.name)
          ? nil : (hand, Self.reason(gesture, hands, account, on: stage))
      }
    } else {
      example = Self.closest(to: gesture, hands, on: alone)
    }
    guard let example else { return nil }
    sentence =
      "no hand makes the \(gesture.kind.name.rawValue) \(gesture.name.quoted): for example, "
      + "\"\(example.hand.printable)\" \(example.reason)"
  }

  /// Returns why other gestures prevent it, and the first cure that helps it and leaves them possible.
  private static func reason(
    _ gesture: GestureSettings, _ hands: [String], _ account: Stage.Account, on stage: Stage
  ) -> String {
    var seen: Set<String> = []
    let rivals = (account.recognized + gesture.requiresFailureOf).filter { seen.insert($0).inserted }
    let cure = Cure.all(for: gesture, rivals, stage).first { cure in
      let cured = stage.with(cure.apply)
      return cured.first(hands, making: gesture.name) != nil
        && cure.rivals.allSatisfy { rival in
          cured.hands(for: rival).map { $0.isEmpty || cured.first($0, making: rival) != nil } ?? true
        }
    }
    let instead = account.recognized.first.map { "gives \($0.quoted) instead: " } ?? "fails: "
    let reason = account.explanation?.sentence ?? "it is not tried"
    return "\(instead)\(reason)\(cure.map { "; \($0.words)" } ?? "")"
  }

  /// Returns the hand that comes closest to a gesture that has only itself in its way, and the keys that would change it.
  private static func closest(
    to gesture: GestureSettings, _ hands: [String], on stage: Stage
  ) -> (hand: String, reason: String)? {
    let tried = hands.compactMap { hand in stage.account(of: gesture.name, in: hand).map { (hand, $0) } }
    if tried.contains(where: { $0.1.recognized.contains(gesture.name) }) { return nil }
    guard let (hand, account) = tried.max(by: { $0.1.nearness < $1.1.nearness }) else { return nil }
    if let problem = account.problem { return (hand, "cannot be made: \(problem)") }
    guard let explanation = account.explanation else {
      return (hand, "gives no touch in its view; change \("view".quoted)")
    }
    var keys = explanation.keys
    if gesture.startsAt != nil && !keys.contains("starts_at") { keys.append("starts_at") }
    if !gesture.views.isEmpty && keys.contains("fingers") { keys.append("view") }
    let words = keys.map(\.quoted).listed(joinedBy: "or")
    return (hand, "fails: \(explanation.sentence)\(words.isEmpty ? "" : "; change \(words)")")
  }
}

extension Stage {
  /// The first hand that makes a gesture.
  fileprivate func first(_ hands: [String], making gesture: String) -> String? {
    zip(hands, play(hands)).first { $1.contains(gesture) }?.0
  }
}

/// A change of the configuration that lets a gesture be recognized beside others.
struct Cure {
  let words: String
  let rivals: [String]
  let apply: (inout Configuration) -> Void

  /// The changes that may help, the relation that fits best first: for each rival, then for all of them.
  static func all(for gesture: GestureSettings, _ rivals: [String], _ stage: Stage) -> [Cure] {
    let kinds = Dictionary(firstOf: stage.scene.gestures.map { ($0.settings.name, $0.settings) })
    let others = rivals.compactMap { kinds[$0] }
    let groups = others.map { [$0] } + (others.count > 1 ? [others] : [])
    return Relation.fitting(gesture.kind.name).flatMap { relation in
      groups.compactMap { relation.cure(of: gesture, beside: $0) }
    }
  }
}

/// What two gestures can be to each other.
private enum Relation {
  /// The rival waits for the gesture, not the other way round.
  case turnedRound
  case yields, waits, together

  /// The relations for a kind of gesture, the best one first. What waits for a gesture that takes long would come late.
  static func fitting(_ kind: GestureKind.Name) -> [Relation] {
    kind == .tickle || kind == .longPress
      ? [.turnedRound, .together, .waits] : [.turnedRound, .yields, .waits, .together]
  }

  func cure(of gesture: GestureSettings, beside rivals: [GestureSettings]) -> Cure? {
    let names = rivals.map(\.name)
    let whom = names.map(\.quoted).joined(separator: ", ")
    let name = gesture.name.quoted
    switch self {
    case .turnedRound:
      guard
        rivals.allSatisfy({ gesture.requiresFailureOf.contains($0.name) || $0.requiredToFailBy.contains(gesture.name) })
      else { return nil }
      return Cure(
        words: "let \(whom) wait instead: give it requires_failure_of = [\(name)], and take the relation from \(name)",
        rivals: names
      ) {
        $0.change(gesture.name) { $0.requiresFailureOf.removeAll(where: names.contains) }
        $0.change(names) {
          $0.requiredToFailBy.removeAll { $0 == gesture.name }
          $0.requiresFailureOf.append(gesture.name)
        }
      }
    case .yields:
      guard gesture.kind.name == .swipe, rivals.allSatisfy({ !$0.kind.isDiscrete }) else { return nil }
      return Cure(words: "to let the swipe take it back, give \(whom) yields_to = [\(name)]", rivals: names) {
        $0.change(names) { $0.yieldsTo.append(gesture.name) }
      }
    case .waits:
      return Cure(words: "to make \(whom) wait, give it requires_failure_of = [\(name)]", rivals: names) {
        $0.change(names) { $0.requiresFailureOf.append(gesture.name) }
      }
    case .together:
      return Cure(words: "to allow both, give \(name) simultaneous_with = [\(whom)]", rivals: names) {
        $0.change(gesture.name) { settings in
          if case .names(let known) = settings.simultaneousWith { settings.simultaneousWith = .names(known + names) }
        }
      }
    }
  }
}

extension Configuration {
  fileprivate mutating func change(_ name: String, _ body: (inout GestureSettings) -> Void) { change([name], body) }

  fileprivate mutating func change(_ names: [String], _ body: (inout GestureSettings) -> Void) {
    for index in gestures.indices where names.contains(gestures[index].name) { body(&gestures[index]) }
  }

  /// Leaves out all gestures but one and its steps.
  fileprivate mutating func keep(only gesture: GestureSettings) {
    var names = [gesture.name]
    if case .sequence(let sequence) = gesture.kind { names += sequence.steps }
    gestures.removeAll { !names.contains($0.name) }
  }
}
