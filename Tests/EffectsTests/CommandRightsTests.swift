import Actions
import CLinux
import Foundation
import Program
import Testing

@testable import Effects

private let isRoot = geteuid() == 0
private let hasLandlock: Bool = {
  let ruleset = linux_ruleset_create()
  if ruleset >= 0 { close(ruleset) }
  return ruleset >= 0
}()

extension EffectsTests {
  @Suite struct CommandRightsTests {
    /// A bench whose commands cannot open some files in its folder: those in `input`, and `raw` with a digit.
    private func bench() throws -> Bench {
      let folder = NSTemporaryDirectory() + "tickled-hidden-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: folder + "/input", withIntermediateDirectories: true)
      for name in ["input/event0", "raw1", "other"] {
        // With an end, as a line without one waits until each process that could go on with it is gone.
        try (name + "\n").write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
      }
      var surroundings = ActionSurroundings()
      surroundings.hiddenFromCommands = [folder + "/input", folder + "/raw[0-9]"]
      let bench = try Bench(surroundings: surroundings)
      bench.write("hidden", folder)
      return bench
    }

    @Test(.enabled(if: isRoot && hasLandlock, "needs root and Landlock"))
    func `A command and what it starts cannot open hidden files, neither by another path nor through the daemon`()
      throws
    {
      let bench = try bench()
      let ours = open(bench.text("hidden") + "/input/event0", O_RDONLY | O_CLOEXEC)
      defer { close(ours) }
      bench.write("files", "input/event0 ./raw1 /proc/\(getpid())/fd/\(ours) other")
      bench.shell("read files <files; read hidden <hidden; cd $hidden; for file in $files; do cat $file; done")
      bench.finish()
      let lines = bench.logged().compactMap { $0.split(separator: "…: ").last }
      #expect(
        lines == [
          "cat: input/event0: Permission denied", "cat: ./raw1: Permission denied",
          "cat: /proc/\(getpid())/fd/\(ours): Permission denied", "other",
        ])
    }

    @Test(.enabled(if: isRoot && hasLandlock, "needs root and Landlock"))
    func `A command that may open input devices can open hidden files`() throws {
      let bench = try bench()
      bench.shell("read hidden <hidden; cat $hidden/input/event0 $hidden/raw1 >found") { $0.mayOpenInputDevices = true }
      bench.finish()
      #expect(bench.text("found") == "input/event0\nraw1\n")
    }

    @Test(.enabled(if: isRoot && hasLandlock, "needs root and Landlock"))
    func `A command can open files that have been made since the command before, beside hidden ones`() throws {
      let bench = try bench()
      bench.shell("true")
      bench.finish()
      bench.shell("read hidden <hidden; echo new >$hidden/later") { $0.mayOpenInputDevices = true }
      bench.finish()
      bench.shell("read hidden <hidden; cat $hidden/later >found")
      bench.finish()
      #expect(bench.text("found") == "new\n")
    }

    @Test(.enabled(if: isRoot, "only root can change the user"))
    func `A command of another user cannot start more processes than its limit`() throws {
      var surroundings = ActionSurroundings()
      surroundings.mostCommandProcesses = 4
      let bench = try Bench(surroundings: surroundings)
      chmod(bench.folder, 0o777)
      bench.shell("for i in 1 2 3 4 5 6; do sleep 2 & done; wait") { $0.user = "uucp" }
      bench.shell("sleep 0; echo started >other", gesture: "swipe")
      bench.finish()
      #expect(bench.logged().contains { $0.contains("fork") })
      #expect(bench.text("other") == "started\n")
    }

    @Test(arguments: Starting.allCases)
    func `A command is ended before this process when memory runs out`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      bench.shell("cat /proc/self/oom_score_adj >score")
      bench.finish()
      let own = try #require(
        Int(
          String(decoding: Data(contentsOf: URL(filePath: "/proc/self/oom_score_adj")), as: UTF8.self)
            .trimmingCharacters(in: .newlines)))
      #expect(bench.text("score") == "\(max(0, own) + 100)\n")
    }

    @Test(arguments: Starting.allCases)
    func `A secret is read from a file or a credential, without its line feed, and is in no message`(
      by starting: Starting
    ) throws {
      let bench = try Bench(by: starting)
      bench.write("token", "s3cret\n")
      bench.write("credential", "other")
      for name in ["token", "credential"] { chmod("\(bench.folder)/\(name)", 0o640) }
      setenv("CREDENTIALS_DIRECTORY", bench.folder, 1)
      defer { unsetenv("CREDENTIALS_DIRECTORY") }
      let path = bench.folder + "/token"
      bench.shell("echo $TOKEN $OTHER >found") {
        $0.environment = [.init(name: "TOKEN", value: "overridden")]
        $0.secrets = [.init(name: "TOKEN", value: path), .init(name: "OTHER", value: "credential")]
      }
      bench.finish()
      #expect(bench.text("found") == "s3cret other\n")
      #expect(!bench.messages.all.contains { $0.contains("s3cret") })
    }

    @Test(arguments: Starting.allCases)
    func `A command whose secret cannot be read does not run, and the reason is logged`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      bench.write("long", String(repeating: "x", count: 20_000))
      bench.write("binary", "a\0b")
      bench.write("public", "s3cret")
      for name in ["long", "binary"] { chmod("\(bench.folder)/\(name)", 0o600) }
      chmod(bench.folder + "/public", 0o644)
      mkfifo(bench.folder + "/pipe", 0o600)
      for name in ["missing", "long", "binary", "public", "pipe", ""] {
        let path = name.isEmpty ? bench.folder : "\(bench.folder)/\(name)"
        bench.shell("echo ran >ran") { $0.secrets = [.init(name: "TOKEN", value: path)] }
      }
      bench.shell("echo ran >ran") { $0.secrets = [.init(name: "TOKEN", value: "credential")] }
      bench.finish()
      #expect(bench.text("ran") == "")
      let folder = bench.folder
      #expect(
        bench.logged().map { $0.replacing(folder, with: "F") }
          == [
            "secret F/missing: No such file or directory", "secret F/long: longer than 16384 bytes",
            "secret F/binary: not a text", "secret F/public: all users can read it (chmod o-r F/public)",
            "secret F/pipe: not a regular file", "secret F: not a regular file",
            "secret credential: the service has no credentials (LoadCredential=credential:FILE)",
          ].map { "warning: tap on snake: shell echo ran >ran: \($0)" })
    }

    @Test func `A program is searched in all folders of the PATH, past files that may not be executed`() throws {
      let bench = try Bench()
      let before = String(cString: getenv("PATH"))
      defer { setenv("PATH", before, 1) }
      try FileManager.default.createDirectory(atPath: bench.folder + "/first", withIntermediateDirectories: true)
      bench.write("first/bite", "#!/bin/sh\n")
      bench.write("bite", "#!/bin/sh\necho bitten >bitten\n")
      chmod(bench.folder + "/bite", 0o755)
      setenv("PATH", "/no/such/folder:\(bench.folder)/first:\(bench.folder)/bite:\(bench.folder)", 1)
      var options = CommandOptions()
      options.directory = bench.folder
      bench.runner.run(.exec(["bite"], options), for: ActionContext(gesture: "tap", view: "snake"))
      bench.finish()
      #expect(bench.text("bitten") == "bitten\n")
      setenv("PATH", "/no/such/folder:\(bench.folder)/first", 1)
      bench.runner.run(.exec(["bite"], options), for: ActionContext(gesture: "tap", view: "snake"))
      bench.finish()
      #expect(bench.logged(.warning) == ["warning: tap on snake: exec bite: Permission denied"])
    }
  }
}
