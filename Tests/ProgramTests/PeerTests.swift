import CLinux
import Foundation
import Testing

/// What the kernel says about the client of a socket. Being another user needs root.
@Suite("The peer of a socket")
struct PeerTests {
  /// Connects as another user to a socket of the test, and calls `body` with the accepted connection and the client's process.
  private func withClient(_ body: (Int32, pid_t) -> Void) throws {
    let path = NSTemporaryDirectory() + "tickled-\(UUID().uuidString)"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      close(listener)
      unlink(path)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound && listen(listener, 1) == 0 && chmod(path, 0o666) == 0)
    let client = try Process.run(
      URL(filePath: "/usr/bin/setpriv"),
      arguments: [
        "--reuid", "65534", "--regid", "65533", "--groups", "4,20", "perl", "-MSocket", "-e",
        "socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un($ARGV[0])) or die $!; read(S, $_, 1)", path,
      ])
    let connection = accept(listener, nil, nil)
    body(connection, client.processIdentifier)
    close(connection)
    client.waitUntilExit()
    #expect(client.terminationStatus == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root: skipped"))
  func `is known with its process, its user and all its groups`() throws {
    try withClient { connection, client in
      var (process, user) = (pid_t(-1), uid_t(0))
      var groups = [gid_t](repeating: 0, count: 8)
      #expect(linux_peer(connection, &process, &user, &groups, 8) == 3)
      #expect(process == client && user == 65534)
      #expect(groups[0] == 65533 && Set(groups[1...2]) == [4, 20])
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root: skipped"))
  func `has its main group only, if there is no room for the others`() throws {
    try withClient { connection, _ in
      var (process, user) = (pid_t(-1), uid_t(0))
      var groups = [gid_t](repeating: 7, count: 8)
      #expect(linux_peer(connection, &process, &user, &groups, 2) == 1)
      #expect(user == 65534 && groups[0] == 65533)
      #expect(linux_peer(connection, &process, &user, &groups, 0) == -1)
    }
  }

  @Test func `is unknown for what is not a socket`() {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var (process, user) = (pid_t(-1), uid_t(5))
    var groups = [gid_t](repeating: 7, count: 2)
    #expect(linux_peer(file, &process, &user, &groups, 2) == -1)
    #expect(process == -1 && user == 5)
  }
}
