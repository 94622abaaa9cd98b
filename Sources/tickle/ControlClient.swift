import ArgumentParser
import Configuration
import Control
import Program
import Text

/// A connection to the running daemon.
final class ControlClient {
  let descriptor: Int32
  private var input: [UInt8] = []

  /// Connects to the daemon; a user who may not open the main socket, to that for watchers. Ends the command with 69 if no daemon is
  /// running, and with 77 if permission is denied.
  init(configuration path: String) throws {
    let socket = ControlSocket.pathToDaemon(configured: Configuration.socket(path: path))
    do throws(Errno) {
      descriptor = try ControlSocket.connect(to: socket)
    } catch {
      if error.isPermission, let watching = try? ControlSocket.connect(to: ControlSocket.pathToWatch) {
        descriptor = watching
        return
      }
      let remedy =
        error.isPermission
        ? "Permission denied (join the group that `ls -l \(socket)` shows)"
        : "\(error) (is tickled running? `systemctl status tickled`; docs/nothing-happens.md)"
      throw Diagnostics.failure(
        "tickle: connect \(socket): \(remedy)", error.isPermission ? .noPermission : .unavailable)
    }
  }

  /// Connects without printing errors: `nil` if no daemon accepts the connection.
  /// - Parameter patience: the seconds for which each answer is waited for.
  init?(quietly socket: String, patience seconds: Int = 1) {
    guard let descriptor = try? ControlSocket.connect(to: socket) else { return nil }
    self.descriptor = descriptor
    Sockets.setPatience(descriptor, seconds: seconds)
  }

  /// The daemon's status; `nil` if it does not answer.
  func status() -> DaemonStatus? {
    guard let line = send(.status),
      case .status(let status) = ControlReply(line: line)
    else { return nil }
    return status
  }

  /// Sends a request without ending the command: `nil` if the daemon has gone.
  func tell(_ request: ControlRequest) -> ControlReply? { send(request).flatMap { ControlReply(line: $0) } }

  deinit { Descriptor.close(descriptor) }

  /// Sends a request and waits for the answer. A refusal ends the command with the refusal's exit status.
  @discardableResult
  func ask(_ request: ControlRequest) throws -> (line: [UInt8], reply: ControlReply) {
    guard let line = send(request), let reply = ControlReply(line: line) else {
      throw Diagnostics.failure(
        "tickle: tickled did not answer (its log may say why: `journalctl -u tickled`)", .ioError)
    }
    if case .failed(let status, let errors) = reply {
      for error in errors { Diagnostics.say(error.printable) }
      throw ExitCode(status)
    }
    return (line, reply)
  }

  /// Sends a request and returns the next line. Reads it even if the request can't be sent: a daemon that refuses a
  /// connection writes a line and then closes it.
  private func send(_ request: ControlRequest) -> [UInt8]? {
    var rest = request.line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { (try? Sockets.send(descriptor, $0, waits: true)) ?? 0 }
      if count == 0 { break }
      rest = rest.dropFirst(count)
    }
    return nextLine()
  }

  /// Returns the next line without its newline, or `nil` once the daemon has closed the connection.
  func nextLine() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        defer { input.removeFirst(end + 1) }
        return Array(input[..<end])
      }
      guard let count = try? Descriptor.read(descriptor, into: &buffer), count > 0 else { return nil }
      input.append(contentsOf: buffer[..<count])
    }
  }
}
