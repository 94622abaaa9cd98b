/// Recognizes a command of a remote control, a headset or a media key (RMT).
public final class RemoteCommandGestureRecognizer: TouchlessGestureRecognizer {
  /// The commands that the recognizer takes; none at first.
  public var commands: Set<RemoteCommand.Subtype> = []

  /// Creates a recognizer without commands.
  public override init(name: String = "") { super.init(name: name) }
}
