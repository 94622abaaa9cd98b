// Gestures/Grammar: recognizers and their relations as expressions.

/// A recognizer as an expression, from which relations to others follow.
///
///     view.gestures {
///       Tap(count: 2).onEnded { _ in zoom() }
///         .exclusively(before: Tap().onEnded { tap in select(at: tap.location(in: nil)) })
///       LongPress().then(Drag().onChanged { drag in move(by: drag.translation(in: nil)) })
///       Gesture(PullGestureRecognizer()).onEnded { _ in refresh() }
///     }
///
/// An expression makes recognizers and sets their relations, nothing else: what it makes can be read and changed like any recognizer.
/// It is used once, because a recognizer belongs to one view.
public struct Gesture<Recognizer: GestureRecognizer>: GestureExpression {
  /// The recognizer that the next modifier is about: that of the first word, or the last step of what is made with `then`.
  public let recognizer: Recognizer
  /// All recognizers of the expression, in the order in which a view gets them.
  public let recognizers: [GestureRecognizer]

  /// The recognizers that stand for the whole in relations: all but the steps of a sequence.
  let outcomes: [GestureRecognizer]

  /// Creates an expression of a recognizer of any class.
  public init(_ recognizer: Recognizer) {
    self.init(recognizer, among: [recognizer], outcomes: [recognizer])
  }

  init(_ recognizer: Recognizer, among recognizers: [GestureRecognizer], outcomes: [GestureRecognizer]) {
    self.recognizer = recognizer
    self.recognizers = recognizers
    self.outcomes = outcomes
  }

  /// The gesture itself.
  public var gesture: Gesture { self }
}

/// What stands for a gesture in `View.gestures`.
public protocol GestureExpression<Recognizer> {
  /// The class of the recognizer that modifiers are about.
  associatedtype Recognizer: GestureRecognizer
  /// The gesture.
  var gesture: Gesture<Recognizer> { get }
}

// MARK: - Actions and settings

extension GestureExpression {
  /// Calls a closure with the recognizer at each change to a state.
  private func on(_ state: GestureRecognizer.State, _ action: @escaping (Recognizer) -> Void) -> Gesture<Recognizer> {
    let gesture = gesture
    gesture.recognizer.addAction { recognizer, event in if event.state == state { action(recognizer) } }
    return gesture
  }

  /// Calls a closure when the gesture begins.
  public func onBegan(_ action: @escaping (Recognizer) -> Void) -> Gesture<Recognizer> { on(.began, action) }

  /// Calls a closure when the gesture changes.
  public func onChanged(_ action: @escaping (Recognizer) -> Void) -> Gesture<Recognizer> { on(.changed, action) }

  /// Calls a closure when the gesture ends, or is recognized.
  public func onEnded(_ action: @escaping (Recognizer) -> Void) -> Gesture<Recognizer> { on(.ended, action) }

  /// Calls a closure when the gesture is cancelled.
  public func onCancelled(_ action: @escaping (Recognizer) -> Void) -> Gesture<Recognizer> { on(.cancelled, action) }

  /// Changes settings of the recognizer: `Drag().with { $0.slop = 3 }`.
  public func with(_ change: (Recognizer) -> Void) -> Gesture<Recognizer> {
    let gesture = gesture
    change(gesture.recognizer)
    return gesture
  }

  /// Gives the recognizer a name, which events and messages show.
  public func named(_ name: String) -> Gesture<Recognizer> { with { $0.name = name } }
}

// MARK: - Relations

extension GestureExpression {
  private func joined<Other: GestureExpression>(_ other: Other) -> (
    Gesture<Recognizer>, Gesture<Other.Recognizer>, Gesture<Recognizer>
  ) {
    let (one, two) = (gesture, other.gesture)
    let both = Gesture(
      one.recognizer, among: one.recognizers + two.recognizers, outcomes: one.outcomes + two.outcomes)
    return (one, two, both)
  }

  /// The other gesture waits until this one has failed: a tap for a double tap, a drag for a swipe (REQ-1).
  public func exclusively(before other: some GestureExpression) -> Gesture<Recognizer> {
    let (one, two, both) = joined(other)
    for waiting in two.outcomes {
      for required in one.outcomes { waiting.require(toFail: required) }
    }
    return both
  }

  /// Both gestures may be recognized on the same touches (ARB-5).
  public func simultaneously(with other: some GestureExpression) -> Gesture<Recognizer> {
    let (one, two, both) = joined(other)
    for part in one.outcomes {
      part.simultaneousRecognizers = part.simultaneousRecognizers.union(.some(two.outcomes))
    }
    return both
  }

  /// The other gesture follows this one: a sequence is recognized when both were, one after the other (SEQ-1).
  public func then(_ other: some GestureExpression) -> Gesture<SequenceGestureRecognizer> {
    let (one, two, both) = joined(other)
    let steps = (one.recognizer as? SequenceGestureRecognizer)?.steps ?? [[one.recognizer]]
    let sequence = SequenceGestureRecognizer()
    sequence.steps = steps + [[two.recognizer]]
    return Gesture(sequence, among: both.recognizers + [sequence], outcomes: [sequence])
  }
}

extension GestureExpression where Recognizer == LongPressGestureRecognizer {
  /// The drag follows the press in the same touch: it begins when the fingers move after they have rested for as long as the press takes
  /// (PHA-1).
  public func then<Pan: PanGestureRecognizer>(_ drag: some GestureExpression<Pan>) -> Gesture<Pan> {
    let (press, drag) = (gesture, drag.gesture)
    drag.recognizer.minimumPressDuration = press.recognizer.minimumPressDuration
    let both = press.simultaneously(with: drag)
    return Gesture(drag.recognizer, among: both.recognizers, outcomes: both.outcomes)
  }
}

// MARK: - In a view

/// Collects the gestures of a view.
@resultBuilder
public enum GestureBuilder {
  /// Returns the recognizers of a gesture.
  public static func buildExpression(_ gesture: some GestureExpression) -> [GestureRecognizer] {
    gesture.gesture.recognizers
  }

  /// Returns the recognizers of all lines.
  public static func buildBlock(_ parts: [GestureRecognizer]...) -> [GestureRecognizer] { parts.flatMap { $0 } }

  /// Returns the recognizers of an `if` without `else`.
  public static func buildOptional(_ part: [GestureRecognizer]?) -> [GestureRecognizer] { part ?? [] }

  /// Returns the recognizers of the first branch.
  public static func buildEither(first: [GestureRecognizer]) -> [GestureRecognizer] { first }

  /// Returns the recognizers of the other branch.
  public static func buildEither(second: [GestureRecognizer]) -> [GestureRecognizer] { second }

  /// Returns the recognizers of a loop.
  public static func buildArray(_ parts: [[GestureRecognizer]]) -> [GestureRecognizer] { parts.flatMap { $0 } }
}

extension View {
  /// Adds gestures that are written as expressions. `Gesture` has an example.
  ///
  /// - Returns: the recognizers that were added, in order.
  @discardableResult
  public final func gestures(@GestureBuilder _ make: () -> [GestureRecognizer]) -> [GestureRecognizer] {
    let recognizers = make()
    for recognizer in recognizers { addGestureRecognizer(recognizer) }
    return recognizers
  }
}
