// Presses, remote commands and motion: events without a place on the screen, for the first responder.

extension GestureEngine {
  /// The responder that receives presses, remote commands and motion: the last one that became it, or the root (FR-1). The
  /// engine keeps it alive.
  public var firstResponder: Responder { focus.first }

  /// When movements of the device are a shake. A change applies from the next sample on.
  public var shake: Shake {
    get { focus.shake }
    set { focus.shake = newValue }
  }

  /// Passes presses to their responders, in order: each beginning to the first responder, and what follows to the responder that
  /// received the beginning (FR-4).
  ///
  /// - Parameter presses: presses of one time. A press that cannot change so is ignored (PRE-1).
  /// - Returns: the events of deadlines before that time, and of changes that responders made.
  public func handle(presses: [Press]) -> [Event] {
    guard let time = presses.last?.time else { return [] }
    return perform(at: time) { focus.deliver(presses) }
  }

  /// Passes a command to the first responder. Returns events as `handle(presses:)` does.
  public func handle(command: RemoteCommand) -> [Event] {
    perform(at: command.time) { focus.first.remoteControlReceived(with: command) }
  }

  /// Takes a measurement of an accelerometer, and passes the motion that begins, ends or is cancelled with it to its responder.
  /// A sample that is not newer than the last one, or that no sensor can measure, is ignored (SHK-5). Returns events as
  /// `handle(presses:)` does.
  public func handle(sample: MotionSample) -> [Event] { perform(at: sample.time) { focus.deliver(sample) } }

  /// Cancels all presses that are down, for example when their device is removed.
  public func cancelPresses(at time: Timestamp) -> [Event] { perform(at: time) { focus.cancelPresses(at: time) } }

  /// Cancels a motion that has begun and forgets all samples, for example when the sensor is removed.
  public func cancelMotion(at time: Timestamp) -> [Event] { perform(at: time) { focus.cancelMotion() } }
}
