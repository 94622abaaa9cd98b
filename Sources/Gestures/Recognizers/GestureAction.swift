/// An action of a recognizer, returned by `addAction` and `addTarget`. Keep it only to remove the action before the recognizer is gone.
public final class GestureAction {
  private var recognizer: Weak<GestureRecognizer>
  /// The object for which the action was added, if it was; the action is removed with it.
  private var target: TargetReference
  private let hasTarget: Bool
  private let call: (GestureEvent, _ target: AnyObject?) -> Void

  fileprivate init(
    of recognizer: GestureRecognizer, _ target: AnyObject?, _ call: @escaping (GestureEvent, AnyObject?) -> Void
  ) {
    self.recognizer = Weak(recognizer)
    self.target = TargetReference(target)
    hasTarget = target != nil
    self.call = call
  }

  /// Removes the action, which is not called again. An action may remove itself.
  public func remove() {
    recognizer.object?.removeAction(self)
    recognizer = Weak(nil)
    target.store(nil)
  }

  /// Calls the action, unless it was removed.
  func run(_ event: GestureEvent) {
    if recognizer.object == nil { return }
    let target = target.load()
    if hasTarget && target == nil { remove() } else { call(event, target) }
  }

  fileprivate func isFor(_ target: AnyObject?) -> Bool { target == nil || self.target.load() === target }
}

/// What has actions: `GestureRecognizer` and its subclasses. As a protocol, because only its extensions can hand each class its own
/// recognizer.
public protocol ActionSource: GestureRecognizer {}

extension GestureRecognizer: ActionSource {}

extension ActionSource {
  /// Adds a closure that is called with the recognizer at each reported change of its state, after the frame has been settled (ST-4).
  ///
  ///     pan.addAction { pan in
  ///       pan.view?.center += pan.translation(in: pan.view?.superview)
  ///       pan.setTranslation(.zero, in: nil)
  ///     }
  ///
  /// During the call `state` reads the state that is reported, also if another one has followed in the same frame. Use the parameter:
  /// a closure that captures its recognizer keeps it alive.
  ///
  /// - Returns: the action, with which it can be removed.
  @discardableResult
  public func addAction(_ action: @escaping (Self) -> Void) -> GestureAction {
    add(nil) { event, _ in action(event.recognizer as! Self) }
  }

  /// Adds a closure that is called with the recognizer and the event, which has the values at the change itself.
  ///
  /// - Returns: the action, with which it can be removed.
  @discardableResult
  public func addAction(_ action: @escaping (Self, GestureEvent) -> Void) -> GestureAction {
    add(nil) { event, _ in action(event.recognizer as! Self, event) }
  }

  /// Adds a closure that is called with an object and the recognizer. The object is not kept alive, and the action ends with it.
  ///
  ///     tap.addAction(for: self) { table, tap in table.turnOver(at: tap.location(in: nil)) }
  ///
  /// - Returns: the action, with which it can be removed.
  @discardableResult
  public func addAction<Target: AnyObject>(
    for target: Target, _ action: @escaping (Target, Self) -> Void
  ) -> GestureAction {
    add(target) { event, target in
      if let target { action(unsafeDowncast(target, to: Target.self), event.recognizer as! Self) }
    }
  }

  /// Adds a method of an object. The object is not kept alive, and the action ends with it.
  ///
  ///     pan.addTarget(self, action: Table.handlePan)      // func handlePan(_ pan: PanGestureRecognizer)
  ///
  /// Swift 6.0 refuses this form in its language mode 6 unless the class is sendable. There, write `{ $0.handlePan }`.
  ///
  /// - Returns: the action, with which it can be removed.
  @discardableResult
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> (Self) -> Void
  ) -> GestureAction {
    addAction(for: target) { target, recognizer in action(target)(recognizer) }
  }

  /// Adds a method without parameters of an object. The object is not kept alive, and the action ends with it.
  ///
  /// - Returns: the action, with which it can be removed.
  @discardableResult
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void
  ) -> GestureAction {
    addAction(for: target) { target, _ in action(target)() }
  }

  private func add(_ target: AnyObject?, _ call: @escaping (GestureEvent, AnyObject?) -> Void) -> GestureAction {
    let action = GestureAction(of: self, target, call)
    addAction(action)
    return action
  }
}

extension GestureRecognizer {
  /// Removes the actions that were added for an object; `nil` stands for all actions, as in UIKit.
  public final func removeTarget(_ target: AnyObject?) {
    for action in actions where action.isFor(target) { action.remove() }
  }
}
