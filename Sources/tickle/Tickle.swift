import ArgumentParser
import Program
import Screen

/// The tool's command line.
@main
struct Tickle: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tickle",
    abstract: "Looks at touchscreens, configurations and recordings for tickled, the touchscreen gesture daemon.",
    version: "tickle \(Version.current)",
    subcommands: [
      CheckCommand.self,
      DevicesCommand.self,
      MonitorCommand.self,
      LearnCommand.self,
      RecordCommand.self,
      ReplayCommand.self,
      ExplainCommand.self,
      InjectCommand.self,
      DemoCommand.self,
      StatusCommand.self,
      ReloadCommand.self,
      WatchCommand.self,
      RotateCommand.self,
      PauseCommand.self,
      ResumeCommand.self,
      SetCommand.self,
    ])
}

extension OutputFormat: ExpressibleByArgument {}

extension ExitCode {
  init(_ status: ExitStatus) { self.init(status.rawValue) }
}
