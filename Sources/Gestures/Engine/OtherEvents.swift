// Presses, remote commands and motion: events without a place on the screen, for the first responder and the recognizers on its
// chain.

extension GestureEngine {
  /// The responder that receives presses, remote commands and motion: the last one that became it, or the root (FR-1). The
  /// engine keeps it alive.
  public var firstResponder: Responder { focus.first }

  /// When movements of the device are a shake for responders. A change applies from the next sample on. A `ShakeGestureRecognizer` has
  /// settings of its own.
  public var shake: Shake {
    get { focus.shake }
    set { focus.shake = newValue }
  }

  /// Passes presses to the recognizers that take them (FR-5) and then to their responders, in order: each beginning to the first
  /// responder, and what follows to the responder that received the beginning (FR-4).
  ///
  /// - Parameter presses: presses in the order of their times. A press that cannot change so is ignored (PRE-1).
  /// - Returns: the events of recognizers and of deadlines before those times, and of changes that responders made.
  public func handle(presses: [Press]) -> [Event] { enter(.presses(presses)) }

  func take(_ presses: [Press]) {
    var left = presses[...]
    while let first = left.first {
      let group = left.prefix { $0.time == first.time && $0.phase == first.phase }
      left = left.dropFirst(group.count)
      apply(at: first.time) { focus.deliver(Array(group), in: self) }
    }
  }

  /// Passes a command to the recognizers that take it, and then to the first responder. Returns events as `handle(presses:)` does.
  public func handle(command: RemoteCommand) -> [Event] { enter(.command(command)) }

  func take(_ command: RemoteCommand) {
    apply(at: command.time) {
      offer(command)
      focus.first.remoteControlReceived(with: command)
    }
  }

  /// Takes a measurement of an accelerometer. Passes it to the recognizers that follow motion, and passes a shake that begins, ends
  /// or is cancelled with it to its responder. A sample that is not newer than the last one, or that no sensor can measure, is
  /// ignored (SHK-5). Returns events as `handle(presses:)` does.
  public func handle(sample: MotionSample) -> [Event] { enter(.sample(sample)) }

  func take(_ sample: MotionSample) {
    apply(at: sample.time) {
      guard let motion = motion.note(sample) else { return }
      offer(motion)
      focus.deliver(motion)
    }
  }

  /// Cancels all presses that are down, for example when their device is removed.
  public func cancelPresses(at time: Timestamp) -> [Event] { enter(.pressCancellation(time)) }

  /// Cancels a motion that has begun and forgets all samples, for example when the sensor is removed.
  public func cancelMotion(at time: Timestamp) -> [Event] { enter(.motionCancellation(time)) }
}
