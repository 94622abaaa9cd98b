import CLinux
import Foundation
import Program
import Testing

/// The process that starts the commands of a bench.
enum Starting: CaseIterable { case daemon, starter }

/// A real process that starts commands, `tickled --start-commands`, at a socket that this one holds as systemd does.
final class StarterProcess: @unchecked Sendable {
  let path: String
  private(set) var process: pid_t = 0
  private let listener: Int32
  private let user: String?

  /// - Parameter user: the number of the user that it runs as; `nil`: this one.
  init(in folder: String, user: String? = nil) throws {
    path = folder + "/starter"
    self.user = user
    listener = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let address = try #require(SocketAddress(path))
    let isListening = address.withPointer { bind(listener, $0, $1) == 0 && listen(listener, 128) == 0 }
    try #require(isListening)
    try start()
  }

  deinit {
    end()
    close(listener)
  }

  func start() throws {
    let change = user.map { "setpriv --reuid=\($0) --clear-groups " } ?? ""
    let script = "export STARTER=$$ LISTEN_PID=$$ LISTEN_FDS=1; exec \(change)\(Self.program) --start-commands"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, listener, 3)
    var strings = CStrings(["sh", "-c", script])
    let error = strings.withArgumentVector { posix_spawnp(&process, "sh", &actions, nil, $0, environ) }
    try #require(error == 0)
  }

  func end() {
    kill(process, SIGKILL)
    Processes.awaitEnd(of: process)
  }

  var isRunning: Bool { kill(process, 0) == 0 && waitpid(process, nil, WNOHANG) == 0 }

  /// The number of its descriptors.
  var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? -1 }

  /// The number of its children, those that have ended and were not reaped included.
  var children: Int {
    let list = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return list?.split(separator: " ").count ?? -1
  }

  /// It is beside the test bundle.
  private static let program: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: own).deletingLastPathComponent().path + "/tickled"
  }()
}
