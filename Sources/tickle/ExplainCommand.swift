import ArgumentParser
import Configuration
import Gestures
import Program
import Screen
import Text
import TouchInput

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explains why a gesture was or was not recognized in a recording.",
    usage: """
      tickle explain [--config FILE] [--gesture GESTURE] [--format FORMAT] RECORDING ...
      tickle explain [--config FILE] [--gesture GESTURE] [--format FORMAT] --hand WORDS
      tickle explain --rule RULE [--format FORMAT]
      """,
    discussion: """
      Prints a line for each attempt of the gesture: when it was decided and what happened. If the gesture was not recognized, \
      the line has the measured value, the gesture's limit, the configuration keys that change the outcome, and the rule. \
      Attempts that nearly succeeded come first.

      Without --gesture it prints what was recognized each time that fingers were down, or which gestures came closest.

      With --rule it prints the text of a rule, for example TAP-4.

      Examples:
        tickle explain swipe.evemu
        tickle explain kiosk.toml swipe.evemu --gesture next
        tickle explain --rule TAP-4
      """)

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "The gesture's name in the configuration.", completion: .names(of: .gesture))
  var gesture: String?
  @Option(
    name: .shortAndLong, help: "Prints this rule, for example TAP-4; \"all\" lists all rules.", completion: .rules)
  var rule: String?
  @Option(name: .shortAndLong, help: "text, or json: JSON Lines, in order of time.")
  var format = OutputFormat.text
  @OptionGroup var model: PanelModelOption
  @OptionGroup var hand: HandOptions
  @Argument(
    help: ArgumentHelp(
      "Recordings, played one after the other; - is standard input. \(ConfigurationOption.argumentNote)",
      valueName: "recording"),
    completion: .file())
  var recordings: [String] = []

  mutating func validate() throws {
    recordings = try file.take(from: recordings)
    try InputFile.requireOneStandardInput([file.config] + recordings)
    if rule != nil {
      guard gesture == nil, recordings.isEmpty, hand.hand == nil else {
        throw ValidationError("--rule prints a rule: it takes neither --gesture nor a recording")
      }
    } else {
      try hand.requireOneInput(recordings)
    }
  }

  func run() throws {
    if let rule { return try explain(rule: rule) }
    let configuration = try file.load()
    guard let gesture else { return try explainHand(configuration) }
    let settings = try configuration.gesture(named: gesture)
    try explainAll(configuration) { try explain($0, settings, configuration, $1) }
  }

  /// Explains each recording, and names a rule to look up.
  /// - Parameter explain: returns the numbers of the rules that decided.
  private func explainAll(
    _ configuration: Configuration, _ explain: (RecordedInput, ReplayOptions) throws -> [String]
  ) throws {
    var cited: String?
    var options = ReplayOptions(explains: true)
    options.model = try model.load()
    let failure = try Player.forEach(recordings, hand, on: configuration, file, &options) {
      let rules = try explain($0, $1)
      cited = cited ?? rules.first
    }
    if let cited, format == .text { try Answer.say("Look up a rule: tickle explain --rule \(cited)") }
    if let failure { throw ExitCode(failure) }
  }

  /// Explains what the hand did, whichever gestures it was meant for.
  private func explainHand(_ configuration: Configuration) throws {
    try explainAll(configuration) { input, options in
      let replay = Replay(configuration, options: options, runner: nil)
      guard case .panel(let recording) = input else {
        throw Diagnostics.failure(
          "tickle: a recording without touches: name the gesture to explain with --gesture", .usage)
      }
      let witness = replay.play(recording, warn: Diagnostics.warn) { HandWitness($0, origin: $1) }
      if recordings.count > 1, format == .text { try Answer.say("\(recording.file.printable):") }
      let account = witness?.account
      let lines = format == .json ? account?.lines ?? [] : account?.text ?? ["the recording has no frames"]
      for line in lines { try Answer.say(line) }
      return account?.rules ?? []
    }
  }

  private func explain(rule number: String) throws {
    guard let book = try RuleBook.shipped() else {
      throw Diagnostics.failure("tickle: \(ShippedFiles.rules.missing)", .noInput)
    }
    let isAll = number == "all"
    let chosen = isAll ? book.rules : book[number].map { [$0] } ?? []
    guard !chosen.isEmpty else {
      let others = book.numbers(like: number)
      throw Diagnostics.failure(
        "tickle: there is no rule \"\(number.printable)\"; "
          + (others.isEmpty ? "`tickle explain --rule all` lists them" : "there are \(others.joined(separator: ", "))"),
        .usage)
    }
    for rule in chosen {
      switch format {
      case .json: try Answer.say(rule.json)
      case .text:
        try Answer.say(isAll ? "\(rule.number): \(rule.title)" : "\(rule.number): \(rule.title)\n\n\(rule.text)")
      }
    }
  }

  /// - Returns: the numbers of the rules that decided an attempt.
  private func explain(
    _ input: RecordedInput, _ settings: GestureSettings, _ configuration: Configuration, _ options: ReplayOptions
  ) throws -> [String] {
    let replay = Replay(configuration, options: options, runner: nil)
    let witness = replay.play(input, warn: Diagnostics.warn) { Witness($0, origin: $1, gesture: settings) }
    switch format {
    case .json: for line in witness?.lines ?? [] { try Answer.say(String(decoding: line.dropLast(), as: UTF8.self)) }
    case .text:
      if recordings.count > 1 { try Answer.say("\(input.file.printable):") }
      for line in witness?.account.text ?? ["the recording has no frames"] { try Answer.say(line) }
    }
    return witness?.account.rules ?? []
  }
}

/// Follows a replay and keeps what concerns one gesture.
private final class Witness: ReplayAudience {
  private(set) var account: Account
  private(set) var lines: [[UInt8]] = []
  private let origin: Timestamp
  private var json: RecordJSON

  init(_ scene: Scene, origin: Timestamp, gesture: GestureSettings) {
    account = Account(of: gesture, on: scene, origin: origin)
    self.origin = origin
    json = RecordJSON(screen: scene.screen)
  }

  func willHandle(_ frame: TouchFrame) { account.countLandings(in: frame) }

  func follow(_ record: SessionRecord) {
    account.follow(record)
    if record.gesture == account.gesture.name { lines.append(json.line(record, since: origin)) }
  }
}
