// tickle/Hands: `tickle hand`.
import ArgumentParser
import Configuration
import Hands
import Text
import TouchInput

struct HandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hand", abstract: "Writes a recording of a hand that is described in words.",
    usage: "tickle hand [OPTIONS] WORDS ...",
    discussion: """
      \(HandCommand.grammar)

      The same words, options and version of tickle give the same bytes. `tickle replay`, `explain` and `inject` take the words \
      themselves with --hand.

      Examples:
        tickle hand 'swipe left 60mm in 200ms; tap with 2 fingers at 50,60'
        tickle hand 'swipe left 60mm' --output swipe.evemu
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - is standard output. A file that is not empty is not overwritten.", valueName: "file"))
  var output = "-"
  @Option(name: .shortAndLong, help: "evemu, or libinput: the YAML of libinput record.")
  var format = RecordingWriter.Format.evemu
  @OptionGroup var panel: PanelOptions
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The configuration beside which learned shapes are.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?
  @Flag(help: "Prints the words in their usual form instead of a recording.")
  var words = false
  @Argument(help: ArgumentHelp("What the hand does.", valueName: "words"))
  var sentence: [String]

  func run() throws {
    let hand = try SpokenHand(
      sentence.joined(separator: " "), on: panel.handPanel(size: nil), panel,
      besideConfiguration: Configuration.path(option: config))
    if words { return try Answer.say(hand.text) }
    let origin = RecordingOrigin(program: "tickle hand: \(hand.text)", kernel: "none")
    try RecordingOutput(path: output).write(hand.recording.written(as: format, from: origin))
  }

  /// The verbs and phrases, as text for a terminal.
  static let grammar: String = {
    let verbs = Verb.allCases.map { "  \(padded($0.rawValue, to: -9)) \($0.summary)\n            \($0.example)" }
    let phrases = Phrase.Name.allCases.map { "  \($0.form)\n            \($0.meaning)" }
    return """
      Movements joined with "and" begin together. ";" or "then" separates steps, which are half a second apart; "pause 2s" \
      between two steps is the time between them.

      Movements:
      \(verbs.joined(separator: "\n"))

      Phrases:
      \(phrases.joined(separator: "\n"))

      X,Y are millimetres from the upper left corner of the panel, or percent, such as 50%,50%; "center" is the middle.
      """
  }()
}
