/// A key or button that goes down, changes its force, or is released, at one time.
///
/// The client creates presses from what its devices report, and passes them to `GestureEngine.handle(presses:)`. The library knows no
/// key by name: `code` is the client's.
public struct Press: Hashable, Sendable {
  /// What happens to the press.
  public enum Phase: UInt8, Sendable, CaseIterable {
    /// The key went down.
    case began
    /// The key is down, and its force is another one now.
    case changed
    /// The key was released.
    case ended
    /// It is not known whether the key is down any more, for example because its device was removed.
    case cancelled
  }

  /// The key or button. On Linux this is the code of the evdev event, such as 115 for `KEY_VOLUMEUP`. There is one press of a
  /// code at a time (PRE-1).
  public var code: UInt16
  /// What happens to the press at `time`.
  public var phase: Phase
  /// The time at which it happens, on the clock of the frames.
  public var time: Timestamp
  /// How hard the key is pressed, from 0 to 1; 1 for keys that do not measure it.
  public let force: Double

  /// Creates a press. `force` is limited to the range from 0 to 1; a value that is not a number becomes 0.
  public init(code: UInt16, phase: Phase, time: Timestamp, force: Double = 1) {
    self.code = code
    self.phase = phase
    self.time = time
    self.force = force > 0 ? min(force, 1) : 0
  }
}
