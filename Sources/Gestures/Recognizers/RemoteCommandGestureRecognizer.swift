/// Recognizes a command of a remote control, a headset or a media key. Discrete (RMT).
///
///     let remote = RemoteCommandGestureRecognizer(name: "remote")
///     remote.commands = [.play, .pause]
///     remote.addAction { _, event in
///       if case .remote(let command) = event.values { log("command \(command.rawValue)") }
///     }
public final class RemoteCommandGestureRecognizer: TouchlessGestureRecognizer {
  /// The commands that the recognizer takes; none at first.
  public var commands: Set<RemoteCommand.Subtype> = []

  /// The command of the present attempt.
  private var command: RemoteCommand.Subtype?

  /// Creates a recognizer without commands.
  public override init(name: String = "") { super.init(name: name) }

  override var isOfBuiltInClass: Bool { isExactly(RemoteCommandGestureRecognizer.self) }

  public override var values: GestureValues { command.map { .remote($0) } ?? .none }

  public override func shouldReceive(_ command: RemoteCommand) -> Bool { commands.contains(command.subtype) }

  public override func remoteControlReceived(_ command: RemoteCommand) {
    self.command = command.subtype
    state = .recognized
  }

  public override func reset() { command = nil }
}
