import Actions
import CLinux
import Program

/// A command that a gesture requests.
struct CommandRequest {
  /// Requests with the same key overlap: they are the same action of the same gesture, on any view.
  struct Key: Hashable {
    let gesture: String
    let command: Command
    let options: CommandOptions
  }

  enum Command: Hashable {
    case shell(String)
    case exec([String])
    /// A stream's program, which may serve several gestures.
    case stream([String])
  }

  let command: Command
  let options: CommandOptions
  let context: ActionContext
  /// The number that identifies the request while it waits.
  var number: UInt64 = 0
  /// Whether it has waited long enough for the changes of its gesture.
  var isImpatient = false

  /// Whether this is a change that a newer one may replace. With `skip` and `restart` the configuration says what happens to changes that
  /// come while a command is running.
  var isOneOfMany: Bool { context.occasion == .change && [.allow, .queue].contains(options.overlap) }

  var key: Key { Key(gesture: context.gesture, command: command, options: options) }

  /// The request's name in the log: `tap on snake: exec wpctl`.
  var label: String {
    switch command {
    case .shell(let text): "\(context): shell \(text.prefix(40))\(text.count > 40 ? "…" : "")"
    case .exec(let arguments): "\(context): exec \(arguments.first ?? "")"
    case .stream(let arguments): "stream \(arguments.first ?? "")"
    }
  }

  /// Whether the program is meant to run as long as the daemon does.
  var isLongLived: Bool { if case .stream = command { true } else { false } }

  private var arguments: [String] {
    switch command {
    case .shell(let text): ["/bin/sh", "-c", text]
    case .exec(let arguments), .stream(let arguments): arguments
    }
  }

  /// What its process is started with.
  /// - Parameter user: the user of its options.
  func launch(as user: User?) throws(SpawnError) -> Launch {
    var environment = context.environment
    user?.put(in: &environment)
    for variable in options.environment { environment.append("\(variable.name)=\(variable.value)") }
    for secret in options.secrets { environment.append("\(secret.name)=\(try Secret.read(secret.value))") }
    return Launch(arguments: CStrings(arguments), environment: environment, directory: options.directory)
  }

  /// Why its process could not be started.
  func reason(_ failure: ProcessEnd) -> String {
    let error = Errno(rawValue: failure.number)
    return switch linux_spawn_step(rawValue: UInt32(truncatingIfNeeded: failure.detail)) {
    case LINUX_SPAWN_USER: "user \(options.user ?? ""): \(error)"
    case LINUX_SPAWN_DIRECTORY: "cwd \(options.directory ?? ""): \(error)"
    default: "\(error)"
    }
  }
}

struct SpawnError: Error {
  let reason: String
}
