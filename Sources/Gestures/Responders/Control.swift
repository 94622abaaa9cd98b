/// A view that is pressed: a button, a key, a slider. It tells which of its events happened, as UIKit's controls do.
///
///     let button = Control(name: "start", frame: Rect(x: 10, y: 10, width: 40, height: 15))
///     button.addAction(for: .touchUpInside) { _ in start() }
///
/// It follows one finger. A gesture that takes its touch, such as the drag of a list, cancels it (DL-1).
open class Control: View {
  /// What happens to a control.
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A finger lands on it.
    public static let touchDown = Event(rawValue: 1 << 0)
    /// The finger moves.
    public static let touchDrag = Event(rawValue: 1 << 1)
    /// The finger enters it again after it has left it.
    public static let touchDragEnter = Event(rawValue: 1 << 2)
    /// The finger leaves it.
    public static let touchDragExit = Event(rawValue: 1 << 3)
    /// The finger lifts on it.
    public static let touchUpInside = Event(rawValue: 1 << 4)
    /// The finger lifts outside.
    public static let touchUpOutside = Event(rawValue: 1 << 5)
    /// The touch was cancelled, or the control switched off.
    public static let touchCancel = Event(rawValue: 1 << 6)
    /// The value has changed. Subclasses send it.
    public static let valueChanged = Event(rawValue: 1 << 7)
  }

  /// How far a finger may leave the control before it is outside, in millimetres: about UIKit's 70 pt.
  public static let tolerance = 11.0

  /// Whether the control takes touches. Setting it to `false` cancels the present one.
  public final var isEnabled = true {
    didSet { if !isEnabled { cancel() } }
  }
  /// Whether a finger is on it, which a program shows.
  public final private(set) var isHighlighted = false
  /// The finger that it follows; `nil`: none.
  public final private(set) var tracked: Touch?
  private final var actions: [(events: Event, call: (Control) -> Void)] = []

  /// Calls a closure at these events, with the control.
  public final func addAction(for events: Event, _ action: @escaping (Control) -> Void) {
    actions.append((events, action))
  }

  /// Calls the actions for an event. A subclass sends `valueChanged`.
  public final func sendActions(for event: Event) {
    for action in actions where action.events.contains(event) { action.call(self) }
  }

  open override func touchesBegan(_ touches: [Touch]) {
    guard isEnabled, tracked == nil, let touch = touches.first else { return }
    tracked = touch
    isHighlighted = true
    sendActions(for: .touchDown)
  }

  open override func touchesMoved(_ touches: [Touch]) {
    guard let touch = tracked, touches.contains(touch) else { return }
    let wasInside = isHighlighted
    isHighlighted = isInside(touch)
    if isHighlighted != wasInside { sendActions(for: isHighlighted ? .touchDragEnter : .touchDragExit) }
    if tracked != nil { sendActions(for: .touchDrag) }
  }

  open override func touchesEnded(_ touches: [Touch]) {
    guard let touch = tracked, touches.contains(touch) else { return }
    let event: Event = isInside(touch) ? .touchUpInside : .touchUpOutside
    letGo()
    sendActions(for: event)
  }

  open override func touchesCancelled(_ touches: [Touch]) {
    if let touch = tracked, touches.contains(touch) { cancel() }
  }

  private func cancel() {
    guard tracked != nil else { return }
    letGo()
    sendActions(for: .touchCancel)
  }

  private func letGo() {
    tracked = nil
    isHighlighted = false
  }

  private func isInside(_ touch: Touch) -> Bool {
    bounds.insetBy(dx: -Self.tolerance, dy: -Self.tolerance).contains(touch.location(in: self))
  }
}
