// Gestures/Responders: the responder chain, and what it receives beside touches: presses, remote commands, motion.

/// Receives events, and passes those that it does not handle to the next responder.
///
/// Touches go to the view that they landed in. Presses, remote commands and motion have no place on the screen: they go to the
/// engine's first responder (FR-1).
open class Responder {
  /// Creates a responder. `View` is the usual subclass.
  public init() {}

  /// The next responder in the chain; `nil` at the end.
  open var next: Responder? { nil }

  // MARK: Touches

  /// Called with the touches of one frame that landed. The default passes them to `next`.
  open func touchesBegan(_ touches: [Touch]) { next?.touchesBegan(touches) }
  /// Called with the touches of one frame that moved. The default passes them to `next`.
  open func touchesMoved(_ touches: [Touch]) { next?.touchesMoved(touches) }
  /// Called with the touches of one frame that lifted. The default passes them to `next`.
  open func touchesEnded(_ touches: [Touch]) { next?.touchesEnded(touches) }
  /// Called with touches that were cancelled by a gesture (DL-1), by a palm, or because the panel was removed. The default
  /// passes them to `next`.
  open func touchesCancelled(_ touches: [Touch]) { next?.touchesCancelled(touches) }

  // MARK: Presses

  /// Called with keys or buttons that went down while this was the first responder. The default passes them to `next`.
  open func pressesBegan(_ presses: [Press]) { next?.pressesBegan(presses) }
  /// Called with presses whose force has changed. The default passes them to `next`.
  open func pressesChanged(_ presses: [Press]) { next?.pressesChanged(presses) }
  /// Called with presses that were released. The default passes them to `next`.
  open func pressesEnded(_ presses: [Press]) { next?.pressesEnded(presses) }
  /// Called with presses that were cancelled, because the device was removed or the responder's view left the screen (FR-3).
  /// The default passes them to `next`.
  open func pressesCancelled(_ presses: [Press]) { next?.pressesCancelled(presses) }

  // MARK: MotionKind and remote control

  /// Called when a movement of the whole device has begun. The default passes it to `next`.
  open func motionBegan(_ motion: MotionKind, with event: MotionEvent) { next?.motionBegan(motion, with: event) }
  /// Called when the movement is over. The default passes it to `next`.
  open func motionEnded(_ motion: MotionKind, with event: MotionEvent) { next?.motionEnded(motion, with: event) }
  /// Called instead of `motionEnded` when the movement went on for too long (SHK-4), the sensor was removed, or the responder's
  /// view left the screen (FR-3). The default passes it to `next`.
  open func motionCancelled(_ motion: MotionKind, with event: MotionEvent) {
    next?.motionCancelled(motion, with: event)
  }
  /// Called with a command of a remote control, a headset or a media key. The default passes it to `next`.
  open func remoteControlReceived(with command: RemoteCommand) { next?.remoteControlReceived(with: command) }

  // MARK: The first responder

  /// Whether the responder may become the first responder; `false` by default.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether the responder may stop being the first responder while its view stays on the screen; `true` by default.
  open var canResignFirstResponder: Bool { true }

  /// Whether the responder is the first responder of the engine that its view belongs to.
  public final var isFirstResponder: Bool { focus?.first === self }

  /// Asks to become the first responder (FR-2). An override must call `super`.
  ///
  /// - Returns: whether this is the first responder now. `false` if it may not become it, the present one does not resign, or
  ///   neither this responder nor one after it in the chain is a view on an engine's screen.
  @discardableResult
  open func becomeFirstResponder() -> Bool { focus?.become(self) ?? false }

  /// Called to stop being the first responder; the root view is the first responder then. Also called when the responder's view
  /// has left the screen, after the fact (FR-3). An override must call `super`.
  ///
  /// - Returns: whether this is no longer the first responder.
  @discardableResult
  open func resignFirstResponder() -> Bool { focus?.resign(self) ?? true }

  /// The focus of the engine on whose screen this responder is, or the next one in the chain that is a view.
  private var focus: Focus? {
    var responder: Responder? = self
    while let here = responder {
      if let view = here as? View { return view.screenFocus }
      responder = here.next
    }
    return nil
  }
}
