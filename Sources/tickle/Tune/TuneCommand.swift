import ArgumentParser
import Configuration
import Program
import TouchInput
import Trials

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Finds values for a gesture's keys from recordings of what is meant and what is not.",
    usage: """
      tickle tune GESTURE [--config FILE] --meant RECORDING ... --unmeant RECORDING ... [--write]
      tickle tune GESTURE [--config FILE] [--write] RECORDING ...
      """,
    discussion: """
      In recordings after --meant, each movement of the hand is meant for the gesture; in those after --unmeant, none is. Other \
      recordings have labels beside them: see `tickle score`.

      Raises and lowers the lengths, times, speeds, angles and shares among the gesture's own keys, and proposes the values with \
      which most is recognized as it was meant. Each attempt is also judged with values that were found without it: if that is \
      much worse, more recordings are needed. The configuration changes only with --write, and only in these values.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(
    help: ArgumentHelp("The gesture's name in the configuration.", valueName: "gesture"),
    completion: .names(of: .gesture))
  var gesture: String
  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text, or json: one object.")
  var format = Format.text
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Recordings in which each movement is meant for the gesture.", valueName: "recording"),
    completion: .file())
  var meant: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Recordings in which no movement is meant for the gesture.", valueName: "recording"),
    completion: .file())
  var unmeant: [String] = []
  @Flag(help: "Writes the values into the configuration, and leaves all else in it as it is.")
  var write = false
  @Argument(help: ArgumentHelp("Recordings with labels beside them.", valueName: "recording"), completion: .file())
  var recordings: [String] = []

  func validate() throws {
    let all = meant + unmeant + recordings
    if all.isEmpty { throw ValidationError("Name recordings after --meant and --unmeant, or recordings with labels.") }
    if (all + [file.config ?? ""]).contains("-") {
      throw ValidationError("`tickle tune` reads files, not standard input.")
    }
  }

  func run() throws {
    let edited = try EditedFile(file)
    let configuration = edited.configuration
    guard let settings = configuration.gestures.first(where: { $0.name == gesture }) else {
      Diagnostics.say("tickle: no gesture is called \(gesture.quoted)\(configuration.nearestGesture(to: gesture))")
      throw ExitCode(.usage)
    }
    let (labelled, failure) = try labelled(configuration)
    if let failure { throw ExitCode(failure) }
    let tuning = Tuning(gesture, configuration, written: edited.values(ofGesture: gesture), labelled)
    guard let proposal = tuning?.proposal() else {
      Diagnostics.say(
        "tickle: no movement in the recordings is meant for \(gesture.quoted) alone, or for something else")
      throw ExitCode(.dataError)
    }
    switch format {
    case .json: try Answer.say(proposal.json(gesture))
    case .text: for line in proposal.text(gesture, settings.kind.name.rawValue) { try Answer.say(line) }
    }
    if !write || proposal.changes.isEmpty { return }
    try edited.change { edit throws(ConfigurationEdit.Refusal) in
      try edit.setGesture(gesture, proposal.changes.map { (key: $0.key, value: $0.new) })
    }
    Diagnostics.say("Wrote \(edited.path.printable)")
  }

  private func labelled(_ configuration: Configuration) throws -> ([LabelledRecording], ExitStatus?) {
    let gestures = configuration.gestures.map(\.name)
    var result: [LabelledRecording] = []
    var failure: ExitStatus?
    for (paths, meaning) in [(meant, Labels.Meaning([gesture])), (unmeant, Labels.Meaning([])), (recordings, nil)] {
      let status = try Player.forEach(paths) { input in
        guard case .panel(let recording) = input else {
          Diagnostics.say("tickle: a recording without touches cannot be used")
          throw ExitCode(.dataError)
        }
        if let meaning {
          result.append(LabelledRecording(recording, Labels(all: meaning)))
        } else {
          result.append(try LabelledRecording(recording, gestures: gestures))
        }
      }
      failure = failure ?? status
    }
    return (result, failure)
  }
}
