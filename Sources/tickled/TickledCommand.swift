import Actions
import CLinux
import Configuration
import Glibc
import Program
import TickledDaemon

/// The daemon's command line.
@main
enum TickledCommand {
  static func main() {
    switch CommandLineOptions.parse() {
    case .help: exit(answer(CommandLineOptions.help).rawValue)
    case .version: exit(answer("tickled \(Version.current)\n").rawValue)
    case .mistake(let message):
      complain("\(message)\n\(CommandLineOptions.usage)")
      exit(ExitStatus.usage.rawValue)
    case .run(let options): exit(run(options).rawValue)
    }
  }

  private static func answer(_ text: String) -> ExitStatus {
    if writeAll(Array(text.utf8), to: STDOUT_FILENO) { return .done }
    complain("tickled: write to standard output: \(String(cString: strerror(errno)))")
    return .ioError
  }

  private static func run(_ options: DaemonOptions) -> ExitStatus {
    do throws(ConfigurationError) {
      let (configuration, warnings) = try Configuration.load(path: options.path)
      let log = Log(program: "tickled", level: configuration.daemon.logLevel)
      for warning in warnings { log.warning(warning.summary) }
      return Daemon.run(configuration, options: options, log: log)
    } catch {
      report(error)
      return error.exitStatus
    }
  }

  /// A person sees the offending lines; a journal gets a line for each mistake.
  private static func report(_ error: ConfigurationError) {
    let log = Log(program: "tickled")
    guard case .unusable(let diagnostics) = error, isatty(STDERR_FILENO) == 0 else {
      if case .unusable = error { complain("\(error)") } else { log.error("\(error)") }
      return
    }
    for diagnostic in diagnostics {
      diagnostic.severity == .error ? log.error(diagnostic.summary) : log.warning(diagnostic.summary)
    }
  }

  private static func complain(_ text: String) { _ = writeAll(Array("\(text)\n".utf8), to: STDERR_FILENO) }
}
