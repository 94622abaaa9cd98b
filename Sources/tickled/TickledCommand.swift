// tickled: the daemon's command line.
import CLinux
import Configuration
import Effects
import Program
import Text
import TickledDaemon

/// The daemon's command line.
@main
enum TickledCommand {
  static func main() {
    switch CommandLineOptions.parse() {
    case .help: answer(CommandLineOptions.help).exit()
    case .version: answer("tickled \(Version.current)\n").exit()
    case .mistake(let message):
      complain("\(message)\n\(CommandLineOptions.usage)")
      ExitStatus.usage.exit()
    case .startCommands where environmentVariable("LISTEN_FDS") == "1":
      StarterServer().serve(Descriptor.standardError + 1)
    case .startCommands:
      complain("tickled: --start-commands is for tickled-commands.service: systemd passes a socket to it")
      ExitStatus.usage.exit()
    case .check(let path): check(path).exit()
    case .run(let options): run(options).exit()
    }
  }

  private static func check(_ path: String) -> ExitStatus {
    do throws(ConfigurationError) {
      for warning in try ConfigurationFile(path: path).warnings { complain("\(warning)") }
      return answer("\(path.printable): valid\n")
    } catch {
      complain("\(error)")
      return error.exitStatus
    }
  }

  private static func answer(_ text: String) -> ExitStatus {
    if writeAll(Array(text.utf8), to: Descriptor.standardOutput) { return .done }
    complain("tickled: write to standard output: \(Errno.latest)")
    return .ioError
  }

  private static func run(_ options: DaemonOptions) -> ExitStatus {
    linux_keep_threads_small()
    let errors = LineOutput(descriptor: Descriptor.standardError, capacity: 64 << 10) {
      Log.note(program: "tickled", lost: $0)
    }
    defer { errors.flush() }
    let log = Log(program: "tickled", write: errors.write)
    var start: DaemonStart
    do throws(ConfigurationError) {
      start = DaemonStart(try read(options.path), options: options)
    } catch {
      report(error, log)
      guard let file = LastGoodConfiguration(of: options.path)?.load() else { return error.exitStatus }
      log.error("\(options.path): starting with the last valid configuration instead; `tickle reload` when it is fixed")
      start = DaemonStart(file, options: options)
      start.errors = error.lines
    }
    start.logOutput = errors
    var leveled = log
    leveled.level = start.file.configuration.daemon.logLevel
    leveled.troubles(start.file.warnings.map { $0.summary }, about: "configuration")
    return Daemon.run(start, log: leveled)
  }

  private static func read(_ path: String) throws(ConfigurationError) -> ConfigurationFile {
    var file = try ConfigurationFile(path: path)
    file.learnQuirks()
    return file
  }

  /// A person sees the offending lines; a journal gets a line for each mistake.
  private static func report(_ error: ConfigurationError, _ log: Log) {
    guard case .unusable(let diagnostics) = error, !Descriptor.isTerminal(Descriptor.standardError) else {
      if case .unusable = error { complain("\(error)") } else { log.error("\(error)") }
      return
    }
    for diagnostic in diagnostics {
      diagnostic.severity == .error ? log.error(diagnostic.summary) : log.warning(diagnostic.summary)
    }
  }

  private static func complain(_ text: String) { _ = writeAll(Array("\(text)\n".utf8), to: Descriptor.standardError) }
}
