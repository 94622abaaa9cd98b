import Actions
import CLinux
import Program

/// Starts commands: through the session's starter, or itself. Used only on its queue.
final class CommandStarter {
  private let actions: ActionQueue
  private let rights: CommandRights
  private let inherited = Environment()
  /// Whether commands are confined like this process, even if there is a starter.
  private var isSandboxed = false
  /// The next command's connection. Made beforehand: then the starter waits at its other end.
  private var next: StarterConnection?

  init(_ actions: ActionQueue, rights: CommandRights) {
    self.actions = actions
    self.rights = rights
    // The parent may have left SIGCHLD ignored; the kernel would then reap commands before we know how they ended.
    Signal.reportChildren()
  }

  deinit { next?.close() }

  /// Looks for the starter, so that the first command does not wait for its start, and a trouble is known before.
  func prepare(isSandboxed: Bool) {
    self.isSandboxed = isSandboxed
    actions.log.fixed("commands")
    next.take()?.close()
    next = connect()
  }

  /// Starts a command, with the descriptors of its input (-1: none) and of its output, which the caller closes.
  func start(_ request: CommandRequest, input: Int32, output: Int32) throws(SpawnError) -> CommandProcess {
    let user: User? = if let name = request.options.user { try User(named: name) } else { nil }
    let launch = try request.launch(as: user)
    // Only root may start a command as another user, and no session is root's.
    let isFresh = next == nil
    if user == nil, let connection = next.take() ?? connect() {
      let message = launch.message
      let files = input < 0 ? [output] : [output, input]
      let fits = message.count <= Launch.longestMessage
      defer { if next == nil { next = connect() } }
      if fits, linux_send_message(connection.descriptor, message, message.count, files, Int32(files.count)) == 0 {
        return CommandProcess(connection)
      }
      let reason = fits ? "sendmsg: \(Errno.latest)" : "its words and variables are longer than 128 kB"
      connection.close()
      // The starter was restarted since the connection was made.
      if fits, !isFresh { return try start(request, input: input, output: output) }
      throw SpawnError(reason: reason)
    }
    let rights = rights.rights(for: request.options)
    do throws(ProcessEnd) {
      return try CommandProcess(launch, inherited, rights, user, input: input, output: output)
    } catch { throw SpawnError(reason: request.reason(error)) }
  }

  /// Connects to the session's starter; `nil`: there is none, or it must not be used.
  private func connect() -> StarterConnection? {
    guard !isSandboxed, let path = actions.surroundings.commandStarter else { return nil }
    do throws(Errno) {
      let connection = try StarterConnection(path)
      actions.log.fixed("commands")
      return connection
    } catch {
      actions.log.trouble(
        about: "commands",
        "commands are confined like the daemon: connect \(path): \(error) "
          + "(`systemctl --user status tickled-commands.socket`; sandbox = true in [daemon] confines them without a warning)"
      )
      return nil
    }
  }
}
