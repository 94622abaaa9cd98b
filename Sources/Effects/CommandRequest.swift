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
  var isOneOfMany: Bool {
    guard context.occasion == .change else { return false }
    switch options.overlap {
    case .allow, .queue: return true
    case .skip, .restart: return false
    }
  }

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
  var isLongLived: Bool {
    if case .stream = command { return true }
    return false
  }

  private var arguments: [String] {
    switch command {
    case .shell(let text): ["/bin/sh", "-c", text]
    case .exec(let arguments), .stream(let arguments): arguments
    }
  }

  /// Starts the program with `output` as its standard output and error, and `input` as its standard input; -1: no input.
  func spawn(
    environment inherited: Environment, rights: linux_rights, input: Int32, output: Int32
  ) throws(SpawnError) -> Int32 {
    var environment = inherited
    if let socket = WaylandSocket.unnamed() { environment.set("WAYLAND_DISPLAY", socket) }
    environment.set(context.environment)
    let user: User?
    if let name = options.user {
      user = try User(named: name)
      user?.put(in: &environment)
    } else {
      user = nil
    }
    for variable in options.environment { environment.set(variable.name, variable.value) }
    for secret in options.secrets { environment.set(secret.name, try Secret.read(secret.value)) }

    var pid: Int32 = 0
    var step = LINUX_SPAWN_PREPARE
    var vector = CStrings(arguments)
    var directories = CStrings(options.directory.map { [$0] } ?? [])
    let error = vector.withArgumentVector { arguments in
      environment.withPointers { environment in
        directories.withArgumentVector { directory in
          let start = { (rights: linux_rights) in
            var spawn = linux_spawn(
              program: arguments[0], arguments: arguments, environment: environment, directory: directory[0],
              input: input, output: output, rights: rights)
            return linux_spawn(&pid, &spawn, &step)
          }
          return user?.with(rights, start) ?? start(rights)
        }
      }
    }
    guard error == 0 else { throw SpawnError(reason: reason(Errno(rawValue: error), step)) }
    return pid
  }

  private func reason(_ error: Errno, _ step: linux_spawn_step) -> String {
    switch step {
    case LINUX_SPAWN_USER: "user \(options.user ?? ""): \(error)"
    case LINUX_SPAWN_DIRECTORY: "cwd \(options.directory ?? ""): \(error)"
    default: "\(error)"
    }
  }
}

struct SpawnError: Error {
  let reason: String
}
