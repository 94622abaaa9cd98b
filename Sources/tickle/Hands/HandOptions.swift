import ArgumentParser
import Configuration
import Gestures
import Hands
import Program
import TouchInput
import Trials

/// The options for the panel of a hand.
struct PanelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The size of the hand's panel (default: 217x136mm, or the size of the configured screen).", valueName: "WxHmm"))
  var panel: PanelSize?
  @Option(help: ArgumentHelp("The frames per second that the hand's panel reports, 10 to 1000.", valueName: "hz"))
  var rate = 60.0
  @Option(help: ArgumentHelp("The units per millimetre of the hand's panel, 1 to 1000.", valueName: "units"))
  var resolution = 40
  @Option(name: .customLong("protocol"), help: "The protocol of the hand's panel: A, B or single.")
  var touchProtocol = PanelProtocol.b
  @Option(help: ArgumentHelp("The seed of what the words leave to chance, such as a tremor's phase.", valueName: "n"))
  var seed: UInt64 = 1

  func validate() throws {
    if !HandPanel.rates.contains(rate) { throw ValidationError("--rate must be from 10 to 1000") }
    if !MadeDevice.resolutions.contains(resolution) { throw ValidationError("--resolution must be from 1 to 1000") }
  }

  /// The panel.
  ///
  /// - Parameter size: the size if the command line doesn't say it.
  func handPanel(size: Size?) -> HandPanel {
    var hand = HandPanel()
    if let size = panel?.size ?? size { hand.take(size) }
    (hand.rate, hand.seed) = (rate, seed)
    return hand
  }
}

/// A hand in words, in place of a recording.
struct HandOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What a hand does, in words, in place of a recording: see `tickle hand --help`.", valueName: "words"))
  var hand: String?
  @OptionGroup var panel: PanelOptions

  /// Checks that the command line names either a hand or recordings.
  func requireOneInput(_ recordings: [String]) throws {
    if hand == nil && recordings.isEmpty { throw ValidationError("Name a recording, or a hand in words with --hand.") }
    if hand != nil && !recordings.isEmpty { throw ValidationError("Name recordings or a hand (--hand), not both.") }
  }
}

enum PanelProtocol: String, CaseIterable, ExpressibleByArgument {
  case a = "A"
  case b = "B"
  case single

  init?(argument: String) { self.init(rawValue: argument == "single" ? argument : argument.uppercased()) }

  var touchProtocol: DeviceDescription.TouchProtocol {
    switch self {
    case .a: .anonymous
    case .b: .slots
    case .single: .single
    }
  }
}

/// A size such as `217x136mm`.
struct PanelSize: ExpressibleByArgument {
  let size: Size

  init?(argument: String) {
    guard let size = HandPanel.size(argument) else { return nil }
    self.size = size
  }
}

/// A hand in words that becomes a recording.
struct SpokenHand {
  let recording: Recording
  /// The sentence in its usual form.
  let text: String

  /// Reads the words. An error in them ends the command.
  ///
  /// - Parameter configuration: the path of the configuration, beside which learned shapes are.
  init(_ words: String, on panel: HandPanel, _ options: PanelOptions, besideConfiguration configuration: String) throws
  {
    do {
      let sentence = try HandSentence(words)
      let shapes = HandShapes(besideConfiguration: configuration)
      let hand = try Hand(sentence, on: panel, shape: shapes.strokes)
      let device = panel.device(options.touchProtocol.touchProtocol, resolution: options.resolution)
      recording = try hand.recording(on: device, name: "hand")
      text = sentence.text
    } catch let error as HandError {
      throw Diagnostics.failure("tickle: the hand, \(error)", .usage)
    } catch let error as HandProblem { throw Diagnostics.failure("tickle: the hand: \(error)", .usage) }
  }

  /// Moves a hand on a screen of a configuration: the words say what happens on the screen, however its panel is mounted.
  init(
    _ options: HandOptions, _ words: String, on screen: ScreenSettings, besideConfiguration configuration: String
  ) throws {
    try self.init(
      words, on: options.panel.handPanel(size: screen.mountedSize), options.panel, besideConfiguration: configuration)
  }
}
