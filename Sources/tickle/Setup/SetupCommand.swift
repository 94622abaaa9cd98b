// tickle/Setup: `tickle setup` and `tickle place`.
import ArgumentParser
import Configuration
import Gestures
import Screen
import Text
import TouchInput

struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Finds out how a panel is mounted and how large it is, by touching it.",
    discussion: """
      Asks you to touch the four corners of the picture, which gives the orientation and the calibration, and then the corners \
      of a bank card that lies on the glass, which gives the size. Prints the [[screen]], or writes it with --write. Works over \
      ssh. Ctrl-C ends it, and nothing is changed.

      Examples:
        tickle setup
        tickle setup --write
      """)

  @OptionGroup var file: ConfigurationFile
  @OptionGroup var answers: AnswerOptions
  @Flag(help: "Measures no size, for a panel whose size is known.")
  var noCard = false
  @Flag(
    name: .shortAndLong,
    help: "Writes the keys into the configuration, and leaves everything else in it as it is, with the comments.")
  var write = false
  @Option(name: .shortAndLong, help: "text: the [[screen]] in TOML; or json: one object.")
  var format = OutputFormat.text

  func run() throws {
    let file = try EditedFile(self.file.option)
    let source = try AnswerSource(answers, file.configuration)
    let findings = try ask(source, source.screen(in: file.configuration) ?? ScreenSettings())
    if let remark = findings.remark { Diagnostics.say(remark) }
    let result = Result(findings, source, file.configuration)
    guard !result.keys.isEmpty else {
      return Diagnostics.say("The screen \(result.name.quoted) is set up correctly: nothing needs to change.")
    }
    try Answer.say(format == .json ? result.json : result.toml)
    guard write else {
      return Diagnostics.say(
        "Copy these lines to \(file.path(of: ("screen", result.name)).printable). With --write, they are written there."
      )
    }
    let written = try file.change(("screen", result.name)) { edit throws(ConfigurationEdit.Refusal) in
      try edit.setScreen(result.name, result.keys, match: result.match)
    }
    Diagnostics.say("Wrote \(written). `tickle reload` applies it.")
    if result.isFirst {
      Diagnostics.say("From now on, a touchscreen that no [[screen]] matches is not read.")
    }
  }

  private func ask(_ source: AnswerSource, _ screen: ScreenSettings) throws -> ScreenFindings {
    var dialogue = SetupDialogue(measuresSize: !noCard)
    Diagnostics.say("Touch \(source.name) as asked; Ctrl-C ends this, and nothing is changed.\n\(dialogue.question)")
    let geometry = PanelGeometry(source.description, settings: SetupDialogue.probe)
    try source.run(geometry: geometry, tolerance: SetupDialogue.tolerance) { touch in
      if let objection = dialogue.take(SetupDialogue.shares(touch)) { Diagnostics.say(objection) }
      if !dialogue.isDone { Diagnostics.say(dialogue.question) }
      return !dialogue.isDone
    }
    return dialogue.findings(
      of: source.description, as: screen, calibration: source.calibration, displaySize: source.displaySize)
  }
}

extension SetupCommand {
  /// The keys that were found, and the screen that they belong to.
  private struct Result {
    let name: String
    /// The `match` of a new screen; `nil` if the configuration has the screen.
    let match: String?
    let keys: [ConfigurationEdit.Pair]
    /// Whether the configuration has no screen yet.
    let isFirst: Bool
    private let findings: ScreenFindings

    init(_ findings: ScreenFindings, _ source: AnswerSource, _ configuration: Configuration) {
      self.findings = findings
      isFirst = configuration.screens.isEmpty
      guard let screen = source.screen(in: configuration), !isFirst else {
        let taken = configuration.screens.map(\.name) + configuration.views.map(\.name)
        name =
          isFirst ? ScreenSettings().name : (2...).lazy.map { "screen-\($0)" }.first { !taken.contains($0) } ?? "screen"
        let description = source.description
        match = DeviceMatch.toml(
          forName: description.name, vendor: description.vendor, product: description.product)
        keys = findings.keys
        return
      }
      name = screen.name
      match = nil
      // An orientation that is right already needs no key.
      keys = findings.keys.filter { $0.key != "orientation" || screen.orientation != findings.orientation }
    }

    var toml: String {
      let matching = match.map { [(key: "match", value: $0)] } ?? []
      return ConfigurationEdit.text("screen", [(key: "name", value: name.tomlText)] + matching + keys)
    }

    var json: String {
      JSONWriter.text { writer in
        writer.member("type", "setup")
        writer.member("screen", name)
        writer.member("orientation", findings.orientation.rawValue)
        if let size = findings.size {
          writer.object("size") { writer in
            writer.member("width", size.width, decimals: 3)
            writer.member("height", size.height, decimals: 3)
          }
        }
        if let calibration = findings.calibration {
          writer.member("calibration", calibration, decimals: 6)
        }
        if let uncertainty = findings.uncertainty { writer.member("uncertainty", uncertainty, decimals: 6) }
        writer.member("toml", toml)
      }
    }
  }
}
