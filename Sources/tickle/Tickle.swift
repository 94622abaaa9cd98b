// tickle: the tool's commands, a file for each.
import ArgumentParser
import Program
import Screen

/// The tool's command line.
@main
struct Tickle: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tickle",
    abstract: "Controls tickled, the touchscreen gesture daemon, and checks, records, replays and explains gestures.",
    version: "tickle \(Version.current)",
    subcommands: [
      InitCommand.self,
      RecipeCommand.self,
      CheckCommand.self,
      ShowCommand.self,
      ImportCommand.self,
      DevicesCommand.self,
      SetupCommand.self,
      PlaceCommand.self,
      EditCommand.self,
      MonitorCommand.self,
      LearnCommand.self,
      RecordCommand.self,
      HandCommand.self,
      ReplayCommand.self,
      ExplainCommand.self,
      TestCommand.self,
      ScoreCommand.self,
      TuneCommand.self,
      InjectCommand.self,
      DemoCommand.self,
      StatusCommand.self,
      ReloadCommand.self,
      WatchCommand.self, FollowCommand.self,
      RotateCommand.self,
      PauseCommand.self,
      ResumeCommand.self,
      SetCommand.self,
      FleetCommand.self,
    ])

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as any EndingError {
      exit(withError: Diagnostics.failure(error.message, error.exitStatus))
    } catch { exit(withError: error) }
  }
}

extension OutputFormat: ExpressibleByArgument {}

extension ExitCode {
  init(_ status: ExitStatus) { self.init(status.rawValue) }
}
