import ArgumentParser
import Configuration
import Program
import TouchInput
import Trials

struct ScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score", abstract: "Counts how often labelled recordings are recognized as they were meant.",
    discussion: """
      NAME.labels beside NAME.evemu says what each movement of the hand meant: lines of START END GESTURE ..., in seconds from \
      the first touch, with a dash where no gesture is meant; or one line, all GESTURE. `tickle record --label` writes it.

      Prints which gestures were recognized for each meaning, the share that was found with Wilson's interval, and the gestures per \
      hour that were recognized without being meant with the exact interval of a Poisson distribution, both of 95 %.

      Examples:
        tickle score swipe.evemu
        tickle score kiosk.toml swipe.evemu use.evemu --require found=97,false=1
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text, or json: one object.")
  var format = Format.text
  @Option(
    name: .customLong("require"),
    help: ArgumentHelp(
      "Exits with 1 if less than this percentage was found, or more per hour was recognized without being meant.",
      valueName: "found=97,false=1"))
  var demand: ScoreDemand?
  @Argument(
    help: ArgumentHelp(
      "Recordings with labels beside them. \(ConfigurationOption.argumentNote)", valueName: "recording"),
    completion: .file())
  var recordings: [String]

  mutating func validate() throws {
    recordings = try file.take(from: recordings)
    if recordings.isEmpty { throw ValidationError("Name a recording.") }
    if recordings.contains("-") { throw ValidationError("Labels are beside a file: standard input has none.") }
  }

  func run() throws {
    let configuration = try file.load()
    let gestures = configuration.gestures.map(\.name)
    var sheet = ScoreSheet(gestures: gestures)
    let scoring = Scoring(configuration)
    let failure = try Player.forEach(recordings, named: configuration) { input in
      guard case .panel(let recording) = input else {
        throw Diagnostics.failure("tickle: a recording without touches cannot be scored", .dataError)
      }
      let labelled = try LabelledRecording(recording, gestures: gestures)
      let (movements, seconds) = scoring.play(labelled, warn: Diagnostics.warn)
      sheet.add(movements, seconds: seconds)
    }
    switch format {
    case .json: try Answer.say(sheet.json)
    case .text: for line in sheet.text { try Answer.say(line) }
    }
    if let failure { throw ExitCode(failure) }
    guard let shortfalls = demand?.shortfalls(of: sheet), !shortfalls.isEmpty else { return }
    for sentence in shortfalls { Diagnostics.say("tickle: \(sentence)") }
    throw ExitCode(.failed)
  }
}

extension LabelledRecording {
  /// Reads the labels beside a recording. If they cannot be read, the command ends.
  init(_ recording: Recording, gestures: [String]) throws {
    do throws(Labels.Problem) {
      self.init(recording, try Labels.load(path: Labels.path(forRecording: recording.file), gestures: gestures))
    } catch { throw Diagnostics.failure("\(error)", .dataError) }
  }
}

extension ScoreDemand: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
