import Actions
import CLinux
import Foundation
import Program
import Testing

@testable import Effects

extension EffectsTests {
  /// Commands that the session's starter starts, a real process; and what hostile or unlucky processes do to it.
  struct StarterTests {
    private let bench: Bench
    private let starter: StarterProcess

    init() throws {
      bench = try Bench(by: .starter)
      starter = try #require(bench.starter)
    }

    @Test func `A command has the starter's environment with the gesture's, and the daemon's nothing of it`() {
      setenv("TICKLED_DAEMON", "1", 1)
      defer { unsetenv("TICKLED_DAEMON") }
      bench.shell("env >value", environment: ["TICKLED_GESTURE=tap"]) {
        $0.environment = [.init(name: "LANG", value: "C.UTF-8")]
      }
      bench.finish()
      let lines = bench.text("value").split(separator: "\n")
      #expect(lines.contains("TICKLED_GESTURE=tap") && lines.contains("LANG=C.UTF-8"))
      #expect(lines.contains("STARTER=\(starter.process)"))
      #expect(!lines.contains { $0.hasPrefix("TICKLED_DAEMON") || $0.hasPrefix("LISTEN_") })
    }

    @Test func `The daemon starts nothing itself`() {
      bench.shell("echo $PPID >parent")
      bench.finish()
      #expect(bench.text("parent") == "\(starter.process)\n")
    }

    @Test func `A command of a starter that is killed fails with a sentence, and the next one works`() throws {
      bench.shell("echo $$ >pid; exec sleep 1000")
      eventually("it runs") { bench.text("pid").hasSuffix("\n") }
      defer { if let process = Int32(bench.text("pid").dropLast()) { kill(process, SIGKILL) } }
      starter.end()
      bench.finish()
      #expect(
        bench.logged() == [
          "warning: tap on snake: shell echo $$ >pid; exec sleep 1000: lost, as the process that starts commands has ended "
            + "(`systemctl --user status tickled-commands`)"
        ])
      try starter.start()
      for name in ["next", "later"] {
        bench.shell("echo >\(name)")
        bench.finish()
        #expect(bench.text(name) == "\n")
        // When no command runs, the next one does not notice it.
        starter.end()
        try starter.start()
      }
      #expect(bench.logged().count == 1)
    }

    @Test func `A stream reads its lines in order, and its program ends with the daemon`() throws {
      let program = ["sh", "-c", "cd \(bench.folder); echo $PPID >parent; echo $$ >pid; cat >lines; echo end >>lines"]
      func feed(_ line: Int) {
        let context = ActionContext(gesture: "pan", view: "snake", line: Array("\(line)\n".utf8))
        bench.runner.run(.stream(program), for: context)
      }
      let lines = 1...900
      for line in lines { feed(line) }
      bench.runner.shutdown(grace: .seconds(30))
      #expect(bench.text("lines") == lines.map { "\($0)\n" }.joined() + "end\n")
      #expect(bench.text("parent") == "\(starter.process)\n")
      let process = try #require(Int32(bench.text("pid").dropLast()))
      eventually("it is gone") { !exists(process: process) }
    }

    @Test func `A command that begins just before the end has time to run`() {
      bench.shell("sleep 0.2; echo undone >undone")
      bench.runner.shutdown()
      #expect(bench.text("undone") == "undone\n")
    }

    @Test func `A stream whose program is missing is a trouble`() {
      bench.runner.run(
        .stream(["no-such-program-here"]), for: ActionContext(gesture: "pan", view: "snake", line: Array("x\n".utf8)))
      eventually("a trouble") { bench.log.troubles.all.map(\.about) == ["stream no-such-program-here"] }
      #expect(bench.logged()[0] == "warning: stream no-such-program-here: No such file or directory")
      bench.runner.shutdown()
    }

    @Test func `A command that is too long fails with a sentence`() {
      bench.shell("echo \(String(repeating: "x", count: 132_000)) >long")
      bench.shell("echo next >next")
      bench.finish()
      #expect(bench.text("long") == "" && bench.text("next") == "next\n")
      #expect(
        bench.logged().map { $0.split(separator: "…: ").last } == ["its words and variables are longer than 128 kB"])
    }

    // MARK: Without it

    @Test func `Without a starter, commands are confined like the daemon, which is a trouble until there is one`()
      throws
    {
      let path = starter.path
      let aside = path + "-aside"
      rename(path, aside)
      let actions = [Action.shell("true", CommandOptions())]
      bench.runner.prepare(for: actions)
      bench.shell("echo $PPID >parent")
      bench.finish()
      #expect(bench.text("parent") == "\(getpid())\n")
      let message =
        "commands are confined like the daemon: connect \(path): No such file or directory "
        + "(`systemctl --user status tickled-commands.socket`; sandbox = true in [daemon] confines them without a warning)"
      #expect(bench.log.troubles.all == [Trouble(about: "commands", message)])
      #expect(bench.logged() == ["warning: " + message])
      rename(aside, path)
      bench.shell("echo $PPID >parent")
      bench.finish()
      #expect(bench.text("parent") == "\(starter.process)\n")
      #expect(bench.log.troubles.all == [])
    }

    @Test func `With sandbox = true the daemon starts commands itself, until a reload without it`() {
      let actions = [Action.shell("true", CommandOptions())]
      for (isSandboxed, parent) in [(true, getpid()), (false, starter.process), (true, getpid())] {
        bench.runner.prepare(for: actions, isSandboxed: isSandboxed)
        bench.shell("echo $PPID >parent")
        bench.finish()
        #expect(bench.text("parent") == "\(parent)\n")
      }
      #expect(bench.logged() == [])
    }

    // MARK: Other users

    @Test(.enabled(if: geteuid() == 0, "only root can run a process as another user"))
    func `A starter of another user starts nothing for this one`() throws {
      chmod(bench.folder, 0o777)
      try FileManager.default.createDirectory(atPath: bench.folder + "/other", withIntermediateDirectories: true)
      let other = try StarterProcess(in: bench.folder + "/other", user: "65534")
      let connection = try StarterConnection(other.path)
      defer { connection.close() }
      #expect(Self.isClosed(connection))
      #expect(other.isRunning)
    }

    @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/perl", X_OK) == 0, "only root can run perl as another user"))
    func `Commands are not given to another user's starter`() throws {
      chmod(bench.folder, 0o777)
      let path = bench.folder + "/stranger"
      let listen =
        "use Socket; socket(S, AF_UNIX, SOCK_SEQPACKET, 0); bind(S, pack_sockaddr_un($ARGV[0])) or die; chmod 0777, $ARGV[0]; "
        + "listen(S, 9); print STDERR \"listens\"; sleep 100"
      let stranger = Foundation.Process()
      stranger.executableURL = URL(filePath: "/usr/bin/setpriv")
      stranger.arguments = ["--reuid=65534", "--clear-groups", "/usr/bin/perl", "-e", listen, path]
      let output = Pipe()
      stranger.standardError = output
      try stranger.run()
      defer { stranger.terminate() }
      #expect(output.fileHandleForReading.availableData == Data("listens".utf8))
      #expect(throws: Errno.permissionDenied) { try StarterConnection(path) }
    }

    // MARK: What the starter bears

    /// A connection of a daemon to the starter, and the output of its command.
    private func request(_ script: String) throws -> (connection: StarterConnection, output: Int32) {
      let pipe = try Descriptor.pipe()
      defer { Descriptor.close(pipe.writing) }
      let connection = try StarterConnection(starter.path)
      let launch = Launch(arguments: ["sh", "-c", script], environment: [], directory: bench.folder)
      let message = launch.message
      try #require(linux_send_message(connection.descriptor, message, message.count, [pipe.writing], 1) == 0)
      return (connection, pipe.reading)
    }

    /// Whether the starter closes a connection.
    private static func isClosed(_ connection: StarterConnection) -> Bool {
      _ = Descriptor.wait(for: .readable, of: connection.descriptor, milliseconds: 60_000)
      return connection.receive(1) == []
    }

    @Test func `A command whose daemon is gone is terminated, and what ignores that is killed`() throws {
      let polite = try request("echo $$ >polite; exec sleep 1000")
      let stubborn = try request(
        "sh -c 'trap \"\" TERM; echo $$ >stubborn; while :; do sleep 0.05; done' & exec sleep 1000")
      for name in ["polite", "stubborn"] { eventually("\(name) runs") { bench.text(name).hasSuffix("\n") } }
      for (connection, output) in [polite, stubborn] {
        connection.close()
        Descriptor.close(output)
      }
      for name in ["polite", "stubborn"] {
        let process = try #require(Int32(bench.text(name).dropLast()))
        eventually("\(name) is gone") { !exists(process: process) }
      }
      eventually("no zombie") { starter.children == 0 }
      #expect(starter.isRunning)
    }

    @Test func `More connections than the starter takes are closed, and others are taken when they are gone`() throws {
      bench.shell("true")
      bench.finish()
      usleep(100_000)
      // The bench has one for its next command.
      let before = starter.descriptors
      var connections: [StarterConnection] = []
      while connections.count < StarterServer.mostClients - 1 {
        // More than wait for it at a time.
        if let connection = try? StarterConnection(starter.path) {
          connections.append(connection)
        } else {
          usleep(1000)
        }
      }
      eventually("all are taken") { starter.descriptors == before + connections.count }
      let refused = try StarterConnection(starter.path)
      #expect(Self.isClosed(refused))
      refused.close()
      for connection in connections { connection.close() }
      eventually("all are gone") { starter.descriptors == before }
      bench.shell("echo next >next")
      bench.finish()
      #expect(bench.text("next") == "next\n")
    }

    @Test func `10,000 messages of garbage neither end the starter nor cost it a descriptor`() throws {
      var random = SystemRandomNumberGenerator()
      bench.shell("true")
      bench.finish()
      usleep(100_000)  // It has seen that the command's connection is closed.
      let before = starter.descriptors
      let null = try Descriptor.open("/dev/null", .both)
      defer { Descriptor.close(null) }
      let launch = Launch(arguments: ["/bin/true", "x"], environment: ["A=b"], directory: "/")
      let valid = launch.message
      var sent = 0
      while sent < 10_000 {
        // A full queue of connections is not the starter's fault.
        guard let connection = try? StarterConnection(starter.path) else {
          usleep(1000)
          continue
        }
        defer { connection.close() }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let message = Self.garbage(from: valid, &random)
          let passed = [Int32](repeating: null, count: Int.random(in: 0...2, using: &random))
          // The starter closes the connection at once when it has seen enough.
          _ = linux_send_message(connection.descriptor, message, message.count, passed, Int32(passed.count))
          sent += 1
        }
      }
      #expect(starter.isRunning)
      eventually("no more descriptors than before") { starter.descriptors == before }
      eventually("no child") { starter.children == 0 }
      bench.shell("echo next >next")
      bench.finish()
      #expect(bench.text("next") == "next\n")
      #expect(bench.logged() == [])
    }

    private static func garbage(from valid: [UInt8], _ random: inout SystemRandomNumberGenerator) -> [UInt8] {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return (0..<Int.random(in: 0...200, using: &random)).map { _ in .random(in: 0...255, using: &random) }
      case 1: return Array(valid.prefix(Int.random(in: 0...valid.count, using: &random)))
      case 2: return [UInt8](repeating: 0, count: Int.random(in: 1...200_000, using: &random))
      default:
        var message = valid
        // The program's name stays: another one could be that of a program.
        for index in [0, 2, 3, message.count - 1] where Bool.random(using: &random) {
          message[index] = .random(in: 0...255, using: &random)
        }
        return message
      }
    }

    @Test func `A daemon takes anything that comes from a starter`() throws {
      var ends: [Int32] = [-1, -1]
      for size in 1...17 {
        for kind: Int32 in [0, 1, 2, 3, -1, .max] {
          socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends)
          let passed = Int32(size % 2)
          _ = linux_send_message(ends[1], [kind, .max, .min, 0, 0], size, [ends[1]], passed)
          let process = CommandProcess(StarterConnection(ends[0]))
          let end = try #require(process.end())
          #expect(end.kind.rawValue == (size == 12 && passed == 0 && (0...2).contains(kind) ? kind : 3))
          #expect(end.kind == .lost || end.number == .max)
          process.close()
          close(ends[1])
        }
      }
    }
  }
}
