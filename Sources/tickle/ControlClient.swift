import ArgumentParser
import Configuration
import Control
import Glibc
import Program

/// A connection to the running daemon.
final class ControlClient {
  private let descriptor: Int32
  private var input: [UInt8] = []

  /// Ends the command with 69 or 77 where there is no daemon, or not for us.
  init(configuration path: String) throws {
    let socket = ControlSocket.pathToDaemon(configured: Configuration.socket(path: path))
    guard let descriptor = ControlSocket.connect(to: socket) else {
      let code = errno
      let mend =
        switch code {
        case EACCES, EPERM: "Permission denied (join the group that `ls -l \(socket)` shows)"
        default: "\(String(cString: strerror(code))) (is tickled running? `systemctl status tickled`)"
        }
      Diagnostics.say("tickle: connect \(socket): \(mend)")
      throw ExitCode(code == EACCES || code == EPERM ? .noPermission : .unavailable)
    }
    self.descriptor = descriptor
  }

  /// Nil, and not a word, where there is no daemon or it does not answer within a second.
  init?(quietly socket: String) {
    guard let descriptor = ControlSocket.connect(to: socket) else { return nil }
    self.descriptor = descriptor
    var patience = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  /// How the daemon is; nil where it does not say.
  func status() -> DaemonStatus? {
    guard writeAll(ControlRequest.status.line, to: descriptor), let line = nextLine(),
      case .status(let status) = ControlReply(line: line)
    else { return nil }
    return status
  }

  deinit { close(descriptor) }

  /// Asks, and waits for the answer; ends the command with the status of a refusal.
  @discardableResult
  func ask(_ request: ControlRequest) throws -> (line: [UInt8], reply: ControlReply) {
    guard writeAll(request.line, to: descriptor), let line = nextLine(), let reply = ControlReply(line: line) else {
      Diagnostics.say("tickle: tickled did not answer (its journal may say why: `journalctl -u tickled`)")
      throw ExitCode(.ioError)
    }
    if case .failed(let status, let errors) = reply {
      for error in errors { Diagnostics.say(error.printable) }
      throw ExitCode(status)
    }
    return (line, reply)
  }

  /// Without its end; `nil` when the daemon is gone.
  func nextLine() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        defer { input.removeFirst(end + 1) }
        return Array(input[..<end])
      }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      input.append(contentsOf: buffer[..<count])
    }
  }
}
