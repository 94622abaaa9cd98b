// tickle/Tune: `tickle tune` and `tickle score`.
import ArgumentParser
import Configuration
import Program
import Text
import TouchInput
import Trials

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Finds values for a gesture's keys from recordings of what is meant and what is not.",
    usage: """
      tickle tune GESTURE [--config FILE] --meant RECORDING ... --unmeant RECORDING ... [--write]
      tickle tune GESTURE [--config FILE] [--write] RECORDING ...
      tickle tune GESTURE [--config FILE] [--write] --live [--device NODE] [--keep NAME]
      tickle tune --profile [--config FILE] [RECORDING ...]
      """,
    discussion: """
      In recordings after --meant, each movement of the hand is meant for the gesture; in those after --unmeant, none is. Other \
      recordings have labels beside them: see `tickle score`. With --live, it asks for ten attempts on the panel, then for a minute \
      of ordinary use, and says after each movement what was recognized.

      Raises and lowers the lengths, times, speeds, angles and shares among the gesture's own keys, and proposes the values with \
      which most is recognized as it was meant. Each attempt is also judged with values that were found without it: if that is \
      much worse, more recordings are needed. The configuration changes only with --write, and only in these values.

      With --profile, counts the taps and presses that were nearly recognized, in the running daemon or in recordings, and prints the \
      tables [profile.KIND] with which most of them would have been.

      Examples:
        tickle tune next --meant swipe.evemu --unmeant use.evemu
        tickle tune next --live --write
        tickle tune --profile
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(
    help: ArgumentHelp("The gesture's name in the configuration.", valueName: "gesture"),
    completion: .names(of: .gesture))
  var gesture: String?
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
  @Flag(help: "Asks for attempts and for ordinary use on a touchscreen, in place of recordings.")
  var live = false
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The touchscreen of --live (default: the only one).", valueName: "node"))
  var device: String?
  @Option(help: ArgumentHelp("The number of attempts of --live.", valueName: "n"))
  var attempts = 10
  @Option(help: ArgumentHelp("The seconds of ordinary use of --live.", valueName: "s"))
  var seconds = 60
  @Option(
    help: ArgumentHelp(
      "Keeps the recordings of --live as NAME-meant.evemu and NAME-unmeant.evemu.", valueName: "name"))
  var keep: String?
  @Flag(help: "Prints profiles for hands that need more room, from the running daemon or from recordings.")
  var profile = false
  @Flag(help: "Writes the values into the configuration, and leaves all else in it as it is.")
  var write = false
  @Argument(
    help: ArgumentHelp(
      "Recordings with labels beside them. \(ConfigurationOption.argumentNote)", valueName: "recording"),
    completion: .file())
  var recordings: [String] = []

  mutating func validate() throws {
    let arguments = try file.take(from: [gesture].compactMap { $0 } + recordings)
    (gesture, recordings) = (arguments.first, Array(arguments.dropFirst()))
    let all = meant + unmeant + recordings
    if profile {
      if live || write || !meant.isEmpty || !unmeant.isEmpty {
        throw ValidationError("--profile takes recordings only, and writes nothing.")
      }
      return
    }
    if gesture == nil { throw ValidationError("Name a gesture, or use --profile.") }
    if live {
      if !all.isEmpty { throw ValidationError("--live takes the place of recordings: give one or the other.") }
      guard (1...1000).contains(attempts), (0...86_400).contains(seconds) else {
        throw ValidationError("--attempts must be from 1 to 1000, --seconds from 0 to 86400.")
      }
      return
    }
    if device != nil || keep != nil { throw ValidationError("--device and --keep apply to --live.") }
    if all.isEmpty { throw ValidationError("Name recordings after --meant and --unmeant, or recordings with labels.") }
    if (all + [file.config ?? ""]).contains("-") {
      throw ValidationError("`tickle tune` reads files, not standard input.")
    }
  }

  func run() throws {
    if profile { return try proposeProfiles() }
    let gesture = gesture ?? ""
    let edited = try EditedFile(file)
    let configuration = edited.configuration
    let settings = try configuration.gesture(named: gesture)
    let (labelled, failure) =
      live ? (try liveAttempts(configuration, gesture), nil) : try labelled(configuration, gesture)
    if let failure { throw ExitCode(failure) }
    let tuning = Tuning(gesture, configuration, written: edited.values(ofGesture: gesture), labelled)
    guard let proposal = tuning?.proposal() else {
      throw Diagnostics.failure(
        "tickle: no movement in the recordings is meant for \(gesture.quoted) alone, or for something else", .dataError)
    }
    switch format {
    case .json: try Answer.say(proposal.json(gesture))
    case .text: for line in proposal.text(gesture, settings.kind.name.rawValue) { try Answer.say(line) }
    }
    if !write || proposal.changes.isEmpty { return }
    let written = try edited.change(("gesture", gesture)) { edit throws(ConfigurationEdit.Refusal) in
      try edit.setGesture(gesture, proposal.changes.map { (key: $0.key, value: $0.new) })
    }
    Diagnostics.say("Wrote \(written)")
  }

  private func labelled(_ configuration: Configuration, _ gesture: String) throws -> ([LabelledRecording], ExitStatus?)
  {
    let gestures = configuration.gestures.map(\.name)
    var result: [LabelledRecording] = []
    var failure: ExitStatus?
    for (paths, meaning) in [(meant, Labels.Meaning([gesture])), (unmeant, Labels.Meaning([])), (recordings, nil)] {
      let status = try Player.forEach(paths, named: configuration) { input in
        guard case .panel(let recording) = input else {
          throw Diagnostics.failure("tickle: a recording without touches cannot be used", .dataError)
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

  /// Records attempts, then ordinary use.
  private func liveAttempts(_ configuration: Configuration, _ gesture: String) throws -> [LabelledRecording] {
    let interruption = Interruption()
    let panel = try Touchscreens.open(device)
    let outputs = try ["meant", "unmeant"].map { kind in
      try keep.map { try RecordingOutput(path: "\($0)-\(kind).evemu") }
    }
    interruption.watch(panel.fileDescriptor)
    let recorder = LiveAttempts(panel, interruption, configuration, gesture: gesture)
    Diagnostics.say("Make the gesture \(gesture.quoted) \(attempts) times, with a pause after each; Ctrl-C goes on.")
    let meant = try recorder.record(Labels.Meaning([gesture]), movements: attempts, seconds: nil, to: outputs[0])
    Diagnostics.say("Now use the screen for \(seconds) s without this gesture; Ctrl-C ends it.")
    let unmeant = try recorder.record(Labels.Meaning([]), movements: nil, seconds: seconds, to: outputs[1])
    return [meant, unmeant].compactMap { $0 }
  }
}
