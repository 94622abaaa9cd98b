/// Receives touches, and passes those that it does not handle to the next responder.
open class Responder {
  /// Creates a responder. `View` is the usual subclass.
  public init() {}

  /// The next responder in the chain; `nil` at the end.
  open var next: Responder? { nil }

  /// Called with the touches of one frame that landed. The default passes them to `next`.
  open func touchesBegan(_ touches: [Touch]) { next?.touchesBegan(touches) }
  /// Called with the touches of one frame that moved. The default passes them to `next`.
  open func touchesMoved(_ touches: [Touch]) { next?.touchesMoved(touches) }
  /// Called with the touches of one frame that lifted. The default passes them to `next`.
  open func touchesEnded(_ touches: [Touch]) { next?.touchesEnded(touches) }
  /// Called with touches that were cancelled by a gesture (DL-1), by a palm, or because the panel was removed. The default
  /// passes them to `next`.
  open func touchesCancelled(_ touches: [Touch]) { next?.touchesCancelled(touches) }
}
