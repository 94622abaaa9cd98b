import Foundation

/// A child process. Its output goes to files, so that it never waits for a reader. It does not outlive this object.
final class Child {
  let words: String
  let process: pid_t
  private let folder: TemporaryFolder
  private let outputPath: String
  private var end: Outcome.End?

  init(_ arguments: [String], environment: [String: String], output: String?) throws {
    ProgramPlace.check()
    words = arguments.joined(separator: " ")
    folder = try TemporaryFolder()
    outputPath = output ?? folder.path("stdout")

    // Isolates it from the machine: an empty configuration, no sound card, no running daemon, and no backtraces, which take seconds.
    let configurations = folder.path("configurations")
    try FileManager.default.createDirectory(atPath: configurations + "/tickled", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: configurations + "/tickled/config.toml"))
    var variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "XDG_CONFIG_HOME": configurations,
      "RUNTIME_DIRECTORY": folder.path, "ALSA_CONFIG_PATH": "/dev/null", "SWIFT_BACKTRACE": "enable=no",
      "LC_ALL": "C.UTF-8",
    ]
    variables.merge(Sanitizer.options) { $1 }
    variables.merge(environment) { $1 }

    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, 1, outputPath, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&files, 2, folder.path("stderr"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    // What another test has open at this moment would stay open as long as this child runs, and its reader would wait. Those that
    // are closed meanwhile do not matter.
    for descriptor in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
      if let descriptor = Int32(descriptor), descriptor > 2 { posix_spawn_file_actions_addclose(&files, descriptor) }
    }

    // The threads of a test run block signals, and the child would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var process: pid_t = 0
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in argv + envp { free(word) } }
    let code = posix_spawnp(&process, arguments[0], &files, &attributes, &argv, &envp)
    guard code == 0 else { throw ChildError.notStarted(words, code) }
    self.process = process
  }

  deinit {
    if end != nil { return }
    // umockdev-run forwards this signal and cleans up. A process that ignores it is killed.
    kill(process, SIGTERM)
    for _ in 0..<200 {
      if waitpid(process, nil, WNOHANG) == process { return }
      usleep(5000)
    }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Runs a program to its end and blocks this thread meanwhile: for runs that take milliseconds. Foundation's `waitUntilExit` also
  /// waits for every other program that was started in the same moment, as that inherits the socket by which it learns of the end.
  static func run(_ arguments: [String], environment: [String: String] = [:], output: String? = nil) throws -> Outcome {
    let child = try Child(arguments, environment: environment, output: output)
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      if let outcome = try child.outcome() { return outcome }
      if ContinuousClock.now > deadline { throw ChildError.late(child.words) }
      usleep(500)
    }
  }

  /// The process's standard output up to now.
  var output: String { read(outputPath) }
  var errors: String { read(folder.path("stderr")) }

  func signal(_ number: Int32) { kill(process, number) }

  var identifier: pid_t { process }

  /// Limits the descriptors that a process may open from now on.
  static func limitFiles(of process: pid_t, to count: Int) async throws {
    let tool = try Child(["prlimit", "--pid", "\(process)", "--nofile=\(count):4096"], environment: [:], output: nil)
    guard try await tool.ended().end == .status(0) else { throw ChildError.late("prlimit: \(tool.errors)") }
  }

  /// Returns the outcome of the process, or `nil` while it runs.
  func outcome() throws -> Outcome? {
    if end == nil {
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) == process else { return nil }
      end = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
    return Outcome(
      end: end!, outputBytes: FileManager.default.contents(atPath: outputPath) ?? Data(),
      errorBytes: FileManager.default.contents(atPath: folder.path("stderr")) ?? Data())
  }

  func ended(within limit: Duration = .seconds(60)) async throws -> Outcome {
    var outcome: Outcome?
    try await until("the end of \(words)", within: limit) {
      outcome = try self.outcome()
      return outcome != nil
    }
    return outcome!
  }

  /// Waits until the process has written this text to standard error.
  func says(_ text: String, within limit: Duration = .seconds(60)) async throws {
    try await wait(for: text, within: limit) { self.errors.contains(text) }
  }

  /// Waits until the process has written this text to standard output.
  func prints(_ text: String, within limit: Duration = .seconds(60)) async throws {
    try await wait(for: text, within: limit) { self.output.contains(text) }
  }

  private func wait(for text: String, within limit: Duration, _ holds: () -> Bool) async throws {
    let deadline = ContinuousClock.now + limit
    while true {
      let outcome = try outcome()  // Before the text: what it wrote at last counts, too.
      if holds() { return }
      if outcome != nil || ContinuousClock.now > deadline {
        let state = outcome.map { "ended, \($0.end)" } ?? "still runs"
        throw ChildError.late(
          "\"\(text)\" from \(words), which \(state), and says:\n\(errors)\nand prints:\n\(output.suffix(1000))")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func read(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}

/// Waits until a condition holds, checking it every 5 ms.
func until(
  _ what: @autoclosure () -> String, within limit: Duration = .seconds(60), _ holds: () throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while try !holds() {
    if ContinuousClock.now > deadline { throw ChildError.late(what()) }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// A test's temporary folder, which is removed with this object.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/tickled-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ChildError.notStarted("mkdtemp", errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Returns the text of a file, or an empty string if the file does not exist.
  func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path(name)) ?? Data(), as: UTF8.self)
  }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String { try write(Data(text.utf8), to: name) }

  @discardableResult
  func write(_ data: Data, to name: String) throws -> String {
    try data.write(to: URL(filePath: path(name)))
    return path(name)
  }
}
