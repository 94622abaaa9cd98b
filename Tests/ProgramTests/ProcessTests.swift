import Glibc
import Program
import Testing

struct ProcessTests {
  private func start(_ words: [String]) throws -> Int32 {
    var process: pid_t = 0
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    defer { posix_spawnattr_destroy(&attributes) }
    var vector = CStrings(words)
    let error = vector.withArgumentVector { posix_spawnp(&process, words[0], nil, &attributes, $0, environ) }
    try #require(error == 0)
    return process
  }

  @Test func `A signal reaches the group of a process, which exists until it is reaped`() throws {
    let process = try start(["sleep", "600"])
    #expect(Processes.exists(process) && Processes.groupExists(process))
    Signal.kill.send(toGroup: process)
    Processes.awaitEnd(of: process)
    #expect(!Processes.exists(process) && !Processes.groupExists(process))
    #expect(Processes.exists(1) && Processes.own == getpid())
  }

  @Test func `A program that does not exist is not become`() {
    #expect(Processes.become("/nonexistent/program", ["program"]) == .noSuchFile)
    #expect(Processes.become("no-such-program-of-tickled", ["program"]) == .noSuchFile)
  }

  @Test func `Signals and errors have the system's names`() {
    #expect("\(Signal.terminate) \(Signal.hangUp) \(Signal(rawValue: 200))" == "SIGTERM SIGHUP signal 200")
    #expect("\(Errno.permissionDenied)" == "Permission denied")
    #expect(Errno.permissionDenied.isPermission && Errno.notPermitted.isPermission && !Errno.noSuchFile.isPermission)
    #expect(Errno.noSuchFile.isMissing && Errno.notDirectory.isMissing && !Errno.permissionDenied.isMissing)
    #expect(access("/nonexistent", F_OK) < 0 && Errno.latest == .noSuchFile)
    Errno.clearLatest()
    #expect(Errno.latest.rawValue == 0)
  }

  @Test func `Blocked signals are read from their descriptor`() throws {
    let signals: [Signal] = [.user1, .user2]
    #expect(Signal.block(signals))
    let descriptor = Signal.descriptor(for: signals)
    defer { Descriptor.close(descriptor) }
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(Descriptor.wait(for: .readable, of: descriptor, milliseconds: 1000) == .readable)
    #expect(try Descriptor.read(descriptor, most: 128).first == UInt8(SIGUSR2))
    var mask = sigset_t()
    Signal.unblock(signals)
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    #expect(sigismember(&mask, SIGUSR1) == 0 && sigismember(&mask, SIGUSR2) == 0)
  }

  @Test func `Users, groups and the environment are found`() throws {
    let root = try #require(try UserAccount.named("root"))
    #expect(root.id == 0 && root.group == 0 && root.home == "/root")
    #expect(UserAccount.with(id: 0)?.name == "root" && UserAccount.nameOfGroup(0) == "root")
    #expect(try UserAccount.named("no-such-user-of-tickled") == nil)
    #expect(UserAccount.with(id: 4_000_000_000) == nil && UserAccount.nameOfGroup(4_000_000_000) == nil)
    #expect(UserAccount.ownID == geteuid() && UserAccount.ownGroup == getgid())
    setenv("PROCESS_TEST", "a=\u{E9}", 1)
    #expect(environmentEntries().contains(Array("PROCESS_TEST=a=\u{E9}".utf8CString)))
    #expect(environmentVariable("PROCESS_TEST") == "a=\u{E9}" && environmentVariable("PROCESS_NONE") == nil)
    #expect(kernelRelease == SmallFiles.firstLine(of: "/proc/sys/kernel/osrelease"))
    #expect(abs(unixTime - Double(time(nil))) < 60)
  }

  @Test func `A thread is started and not waited for`() throws {
    let pipe = try Descriptor.pipe()
    try startThread { _ = try? Descriptor.write(pipe.writing, [1]) }
    #expect(try Descriptor.read(pipe.reading, most: 1) == [1])
    for descriptor in [pipe.reading, pipe.writing] { Descriptor.close(descriptor) }
  }
}
