import Actions
import Foundation
import Program
import Testing

@testable import Effects

extension EffectsTests {
  /// The surroundings in which a command starts, and the messages about it.
  struct CommandTests {
    @Test(
      arguments: [
        "plain", "", " two  words ", #"quotes ' " ` \ $HOME $(touch pwned) ; touch pwned"#, "line\nline", "-n", "ä🐍",
        "=a=b",
      ], Starting.allCases)
    func `A command receives the gesture's values unchanged`(value: String, by starting: Starting) throws {
      let bench = try Bench(by: starting)
      bench.shell("printf %s \"$TICKLED_GESTURE\" >value", environment: ["TICKLED_GESTURE=\(value)"])
      bench.finish()
      #expect(bench.text("value") == value)
      #expect(!FileManager.default.fileExists(atPath: bench.folder + "/pwned"))
      #expect(bench.logged() == [])
    }

    @Test(arguments: Starting.allCases)
    func `A NUL is dropped from a value`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      bench.shell("printf %s \"$TICKLED_VIEW\" >value", environment: ["TICKLED_VIEW=a\0b"])
      bench.finish()
      #expect(bench.text("value") == "ab")
    }

    @Test func `Options override the gesture, the gesture overrides the daemon, and each name occurs once`() throws {
      setenv("TICKLED_X", "daemon", 1)
      setenv("TICKLED_KEPT", "daemon", 1)
      setenv("NOTIFY_SOCKET", "/nowhere", 1)
      defer { for name in ["TICKLED_X", "TICKLED_KEPT", "NOTIFY_SOCKET"] { unsetenv(name) } }
      let bench = try Bench()
      bench.shell("env >value", environment: ["TICKLED_X=gesture", "TICKLED_Y=gesture"]) {
        $0.environment = [.init(name: "TICKLED_Y", value: "option")]
      }
      bench.finish()
      let lines = bench.text("value").split(separator: "\n").filter {
        $0.hasPrefix("TICKLED") || $0.hasPrefix("NOTIFY")
      }
      #expect(lines.sorted() == ["TICKLED_KEPT=daemon", "TICKLED_X=gesture", "TICKLED_Y=option"])
    }

    @Test(arguments: Starting.allCases)
    func `Arguments of exec are not interpreted by a shell`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      var options = CommandOptions()
      options.directory = "/bin"
      // A script that was just written could not be started while a child of another test still has it open.
      let show = ["./sh", "-c", "printf '<%s>' \"$@\" >\(bench.folder)/value", "show"]
      bench.runner.run(
        .exec(show + ["a b", "$HOME", ";", ""], options), for: ActionContext(gesture: "g", view: "v"))
      bench.finish()
      #expect(bench.text("value") == "<a b><$HOME><;><>")
    }

    @Test(arguments: Starting.allCases)
    func `A command has empty standard input, the signals of a login, and its own process group`(by starting: Starting)
      throws
    {
      let bench = try Bench(by: starting)
      bench.shell(
        "readlink /proc/self/fd/0 >stdin; cat /proc/self/status >status; echo $$ >pid; cat /proc/$$/stat >stat")
      bench.finish()
      #expect(bench.text("stdin") == "/dev/null\n")
      let status = bench.text("status").split(separator: "\n").map { $0.replacingOccurrences(of: "\t", with: " ") }
      #expect(status.contains("SigBlk: 0000000000000000"))
      // 32 and 33 are glibc's own. Older versions of its posix_spawn ignore them, newer ones leave them as they were inherited.
      let ignored = status.first { $0.hasPrefix("SigIgn: ") } ?? ""
      let signals = try #require(UInt64(ignored.dropFirst("SigIgn: ".count), radix: 16))
      #expect(signals & ~0x1_8000_0000 == 0, "\(ignored)")
      let pid = try #require(Int32(bench.text("pid").dropLast()))
      let fields = bench.text("stat").split(separator: ")").last!.split(separator: " ").map(String.init)
      let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY)
      if terminal >= 0 { close(terminal) }
      #expect(fields[2] == "\(pid)", "process group")
      #expect(fields[3] == "\(terminal >= 0 ? pid : getsid(0))", "a session of its own if there is a terminal")
    }

    @Test(arguments: Starting.allCases)
    func `A command inherits no descriptor of the daemon`(by starting: Starting) throws {
      let careless = open("/dev/zero", O_RDONLY)  // without close-on-exec, as a library may have it
      defer { close(careless) }
      let bench = try Bench(by: starting)
      bench.shell("exec ls -l /proc/self/fd >list")
      bench.finish()
      let targets = bench.text("list").split(separator: "\n").compactMap {
        $0.components(separatedBy: " -> ").dropFirst().first
      }
      #expect(targets.count == 4, "0, 1, 2 and the folder that ls reads: \(targets)")
      #expect(!targets.contains("/dev/zero"))
    }

    @Test(arguments: Starting.allCases)
    func `Output of a command is logged with its gesture`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      bench.shell("echo out; echo err >&2; printf 'bell\\007 without end'")
      bench.finish()
      #expect(
        bench.logged()
          == ["out", "err", "bell\\u{7} without end"].map {
            "info: tap on snake: shell echo out; echo err >&2; printf 'bell\\007…: \($0)"
          })
    }

    @Test(arguments: Starting.allCases)
    func `Output without end is cut, and the command is not blocked`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      bench.shell("head -c 3000000 /dev/zero | tr '\\0' 'y' | fold -w 100; touch done")
      bench.finish()
      #expect(FileManager.default.fileExists(atPath: bench.folder + "/done"))
      #expect(bench.logged().count < 700)
      #expect(bench.logged().last?.hasSuffix("output cut after 64 kB") == true)
    }

    @Test(arguments: [
      ("exit 3", "exit status 3"), ("kill -SEGV $$", "killed by SIGSEGV"), ("kill -KILL $$", "killed by SIGKILL"),
    ])
    func `A failure is logged once`(command: String, reason: String) throws {
      for starting in Starting.allCases {
        let bench = try Bench(by: starting)
        bench.shell(command)
        bench.finish()
        #expect(bench.logged() == ["warning: tap on snake: shell \(command): \(reason)"])
      }
    }

    @Test func `A failure is logged even if the daemon's parent ignored SIGCHLD`() throws {
      signal(SIGCHLD, SIG_IGN)
      let bench = try Bench()
      bench.shell("exit 3")
      bench.finish()
      #expect(bench.logged() == ["warning: tap on snake: shell exit 3: exit status 3"])
    }

    @Test(arguments: Starting.allCases)
    func `A missing program is logged with its gesture`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      let context = ActionContext(gesture: "tap", view: "snake")
      bench.runner.run(.exec(["no-such-program-here", "x"], CommandOptions()), for: context)
      bench.runner.run(.exec(["/dev/null"], CommandOptions()), for: context)
      var options = CommandOptions()
      options.directory = "/no/such/place"
      bench.runner.run(.exec(["true"], options), for: context)
      bench.finish()
      // Side by side, they may fail in any order.
      #expect(
        Set(bench.logged()) == [
          "warning: tap on snake: exec no-such-program-here: No such file or directory",
          "warning: tap on snake: exec /dev/null: Permission denied",
          "warning: tap on snake: exec true: cwd /no/such/place: No such file or directory",
        ])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can change the user"))
    func `A user's command runs as the user`() throws {
      let bench = try Bench()
      chmod(bench.folder, 0o777)
      bench.shell("id -u >id; id -G >groups; echo $USER $HOME >names") { $0.user = "nobody" }
      bench.shell("true") { $0.user = "no-such-user" }
      bench.finish()
      #expect(bench.text("id") == "65534\n")
      #expect(bench.text("groups") == "65534\n")
      #expect(bench.text("names") == "nobody /nonexistent\n")
      #expect(bench.logged() == ["warning: tap on snake: shell true: user no-such-user: no such user"])
    }

    @Test(arguments: Starting.allCases)
    func `500 commands leave neither a zombie nor a descriptor`(by starting: Starting) throws {
      let bench = try Bench(level: .info, by: starting)
      bench.shell("true")
      bench.finish()
      let before = descriptors("pipe:", "pidfd", "socket:")
      let ofStarter = bench.starter?.descriptors
      for _ in 0..<10 {
        for _ in 0..<50 {
          bench.runner.run(.exec(["true"], CommandOptions()), for: ActionContext(gesture: "tap", view: "snake"))
        }
        bench.finish()
      }
      #expect(children(running: "true") == [])
      if let starter = bench.starter {
        eventually("no zombie of the starter") { starter.children == 0 }
        eventually("no descriptor of the starter") { starter.descriptors <= ofStarter ?? 0 }
      }
      eventually("no more descriptors than before") { descriptors("pipe:", "pidfd", "socket:") <= before }
      #expect(bench.logged() == [])
    }

    @Test(arguments: Starting.allCases)
    func `A process left in the background may continue to print, and its pipe is closed when it ends`(
      by starting: Starting
    ) throws {
      let bench = try Bench(by: starting)
      let before = descriptors("pipe:")
      bench.write("gate", "")
      bench.shell("(while test -e gate; do sleep 0.01; done; echo late) & echo early")
      bench.finish()
      #expect(bench.logged().map { $0.suffix(5) } == ["early"])
      unlink(bench.folder + "/gate")
      eventually("the late line") { bench.logged().last?.hasSuffix("late") == true }
      eventually("the pipe closed") { descriptors("pipe:") <= before }
    }

    @Test func `A log action is a line with the gesture's name`() throws {
      let bench = try Bench()
      bench.runner.run(.log("hello"), for: ActionContext(gesture: "tap", view: "snake"))
      bench.finish()
      #expect(bench.logged() == ["info: tap on snake: hello"])
    }
  }
}
