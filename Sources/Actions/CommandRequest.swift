import CLinux
import Glibc

/// A command that a gesture asks for.
struct CommandRequest {
  /// Requests of one key are one another's overlap: the same action of the same gesture, on whatever view.
  struct Key: Hashable {
    let gesture: String
    let command: Command
    let options: CommandOptions
  }

  enum Command: Hashable {
    case shell(String)
    case exec([String])
    /// A program that belongs to no gesture alone.
    case stream([String])
  }

  let command: Command
  let options: CommandOptions
  let context: ActionContext
  /// By which it is known while it waits.
  var number: UInt64 = 0
  /// Has waited long enough for the changes of its gesture.
  var isImpatient = false

  init(command: Command, options: CommandOptions, context: ActionContext) {
    self.command = command
    self.options = options
    self.context = context
  }

  /// A change that a newer one may replace. Who says `skip` or `restart` has said what happens to those that come meanwhile.
  var isOneOfMany: Bool {
    guard context.occasion == .change else { return false }
    switch options.overlap {
    case .allow, .queue: return true
    case .skip, .restart: return false
    }
  }

  var key: Key { Key(gesture: context.gesture, command: command, options: options) }

  /// How it is named in the log: `tap on snake: exec wpctl`.
  var label: String {
    switch command {
    case .shell(let text): "\(context): shell \(text.prefix(40))\(text.count > 40 ? "…" : "")"
    case .exec(let arguments): "\(context): exec \(arguments.first ?? "")"
    case .stream(let arguments): "stream \(arguments.first ?? "")"
    }
  }

  /// Meant to run as long as the daemon does.
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

  /// Starts it, with its output to a descriptor, and its input from one or, with -1, from nowhere.
  func spawn(environment inherited: Environment, input: Int32, output: Int32) throws(SpawnError) -> pid_t {
    var environment = inherited
    environment.set(context.environment)
    var arguments = arguments
    if let name = options.user {
      let user = try User(named: name)
      user.put(in: &environment)
      // posix_spawn cannot change the user, and what can between fork and exec is not for a program with threads.
      arguments = ["setpriv", "--reuid=\(user.id)", "--regid=\(user.group)", "--init-groups", "--"] + arguments
    }
    for variable in options.environment { environment.set(variable.name, variable.value) }

    var pid: pid_t = 0
    var vector = CStrings(arguments)
    var directories = CStrings(options.directory.map { [$0] } ?? [])
    let error = vector.withArgumentVector { arguments in
      environment.withPointers { environment in
        directories.withArgumentVector { directory in
          var spawn = linux_spawn(
            program: arguments[0], arguments: arguments, environment: environment, directory: directory[0],
            input: input, output: output)
          return linux_spawn(&pid, &spawn)
        }
      }
    }
    guard error == 0 else { throw SpawnError(reason: reason(error)) }
    return pid
  }

  /// posix_spawn does not tell whether it was chdir or exec that failed.
  private func reason(_ error: Int32) -> String {
    if let directory = options.directory {
      var status = stat()
      if stat(directory, &status) != 0 { return "cwd \(directory): \(systemError(errno))" }
      if status.st_mode & S_IFMT != S_IFDIR { return "cwd \(directory): \(systemError(ENOTDIR))" }
      if access(directory, X_OK) != 0 { return "cwd \(directory): \(systemError(errno))" }
    }
    if options.user != nil, error == ENOENT { return "setpriv: \(systemError(error)) (install util-linux)" }
    return systemError(error)
  }
}

struct SpawnError: Error {
  let reason: String
}

func systemError(_ error: Int32) -> String { String(cString: strerror(error)) }

/// Whom a command runs as.
private struct User {
  let id: uid_t
  let group: gid_t
  private let name: String
  private let home: String
  private let shell: String

  init(named name: String) throws(SpawnError) {
    guard geteuid() == 0 else {
      throw SpawnError(reason: "only a daemon that runs as root can start it as \(name) (leave \"user\" out)")
    }
    var record = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var strings = [CChar](repeating: 0, count: 16 * 1024)
    let error = getpwnam_r(name, &record, &strings, strings.count, &found)
    guard let found = found?.pointee else {
      throw SpawnError(reason: "user \(name): \(error == 0 ? "no such user" : systemError(error))")
    }
    self.name = String(cString: found.pw_name)
    id = found.pw_uid
    group = found.pw_gid
    home = String(cString: found.pw_dir)
    shell = String(cString: found.pw_shell)
  }

  func put(in environment: inout Environment) {
    environment.set("USER", name)
    environment.set("LOGNAME", name)
    environment.set("HOME", home)
    environment.set("SHELL", shell)
  }
}
