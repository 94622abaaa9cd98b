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
    discussion: """
      Start with `tickle init`. Nothing happens when you touch the screen? Try `tickle doctor`, or read \
      docs/nothing-happens.md.
      """,
    version: "tickle \(Version.current)",
    groupedSubcommands: [
      CommandGroup(
        name: "Start",
        subcommands: [InitCommand.self, RecipeCommand.self, ImportCommand.self, SetupCommand.self, DemoCommand.self]),
      CommandGroup(
        name: "Look",
        subcommands: [
          DoctorCommand.self, StatusCommand.self, DevicesCommand.self, MonitorCommand.self, WatchCommand.self,
          ExplainCommand.self,
        ]),
      CommandGroup(
        name: "Write",
        subcommands: [
          CheckCommand.self, ShowCommand.self, EditCommand.self, PlaceCommand.self, LearnCommand.self, KeysCommand.self,
        ]),
      CommandGroup(
        name: "Test",
        subcommands: [
          RecordCommand.self, HandCommand.self, ReplayCommand.self, TestCommand.self, ScoreCommand.self,
          TuneCommand.self, InjectCommand.self,
        ]),
      CommandGroup(
        name: "Run",
        subcommands: [
          ReloadCommand.self, PauseCommand.self, ResumeCommand.self, SetCommand.self, RotateCommand.self,
          TriggerCommand.self, FollowCommand.self, FleetCommand.self,
        ]),
    ])

  static func main() {
    do {
      if let complaint = UnknownCommand.complaint(about: Array(CommandLine.arguments.dropFirst())) {
        throw ValidationError(complaint)
      }
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
