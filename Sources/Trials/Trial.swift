// Trials: plays cases, and compares what was recognized with what was promised.
import Configuration
import Gestures
import Hands
import Screen
import Text
import TouchInput

/// Plays cases through a configuration.
package struct Trial {
  private let configuration: Configuration
  private let model: PanelModel.Summary?
  private let shape: (String) -> [[Point]]?

  /// - Parameters:
  ///   - model: what is known of the panels; `nil`: what the recordings say.
  ///   - shape: returns the strokes of a learned shape, in millimetres; `nil`: there is none with this name.
  package init(
    _ configuration: Configuration, model: PanelModel.Summary? = nil, shape: @escaping (String) -> [[Point]]?
  ) {
    self.configuration = configuration
    self.model = model
    self.shape = shape
  }

  /// What is wrong with a sentence, before it is played.
  package static func objection(to words: String) -> String? {
    do {
      _ = try HandSentence(words)
      return nil
    } catch { return "column \(error.place.column): \(error.fullMessage)" }
  }

  /// Plays a case.
  ///
  /// - Throws: `RecordingError` if its recording cannot be read, `TrialError` if its hand cannot be played.
  package func play(_ trial: GestureCase, warn: (String) -> Void) throws -> Verdict {
    guard let screen = configuration.screen(named: trial.screen) else {
      throw TrialError(description: "no screen is named \(trial.screen?.quoted ?? "")")
    }
    var options = ReplayOptions(explains: true)
    options.mode = trial.mode
    options.model = model
    let input: RecordedInput
    switch trial.input {
    case .hand(let words):
      options.screen = screen.withUprightPanel
      input = .panel(try recording(words, trial, screen))
    case .recording(let path):
      if trial.screen != nil { options.screen = screen }
      input = try first(of: path)
    }
    let replay = Replay(configuration, options: options, runner: nil)
    let settings = Set(trial.expected).sorted().compactMap { name in configuration.gestures.first { $0.name == name } }
    let witness = replay.play(input, warn: warn) { TrialWitness($0, origin: $1, gestures: settings) }
    return Verdict(of: trial, witness, configuration)
  }

  private func first(of path: String) throws -> RecordedInput {
    var found: Result<RecordedInput, RecordingError>?
    RecordingFiles([path], isNamed: configuration.means(deviceOf:)).readAll { found = found ?? $0 }
    guard let found else { throw TrialError(description: "\(path.printable) has no recording") }
    return try found.get()
  }

  private func recording(_ words: String, _ trial: GestureCase, _ screen: ScreenSettings) throws -> Recording {
    var panel = HandPanel()
    if let size = trial.size ?? screen.mountedSize { panel.take(size) }
    panel.rate = trial.rate ?? panel.rate
    panel.seed = trial.seed.map(UInt64.init) ?? panel.seed
    let touchProtocol: DeviceDescription.TouchProtocol =
      switch trial.touchProtocol {
      case .a: .anonymous
      case .single: .single
      case .b, nil: .slots
      }
    do {
      let hand = try Hand(try HandSentence(words), on: panel, shape: shape)
      return try hand.recording(on: panel.device(touchProtocol, resolution: trial.resolution ?? 40), name: "hand")
    } catch let error as HandError {
      throw TrialError(description: "the hand, column \(error.place.column): \(error.fullMessage)")
    } catch let error as HandProblem {
      throw TrialError(description: "the hand: \(error)")
    }
  }
}

/// The reason why a case cannot be played.
package struct TrialError: Error, CustomStringConvertible {
  package let description: String
}

/// Follows the replay of a case.
final class TrialWitness: ReplayAudience {
  private(set) var recognitions: [RecognizedGesture] = []
  private(set) var actions: [String] = []
  private(set) var accounts: [Account]
  private let origin: Timestamp

  init(_ scene: Scene, origin: Timestamp, gestures: [GestureSettings]) {
    self.origin = origin
    accounts = gestures.map { Account(of: $0, on: scene, origin: origin) }
  }

  func willHandle(_ frame: TouchFrame) {
    for index in accounts.indices { accounts[index].countLandings(in: frame) }
  }

  func follow(_ record: SessionRecord) {
    for index in accounts.indices { accounts[index].follow(record) }
    if let recognition = RecognizedGesture(record, since: origin) { recognitions.append(recognition) }
    if let words = record.actionWords { actions.append(words) }
    guard case .attempt(let attempt, let gesture) = record, case .cancelled(let reason) = attempt.change,
      [.takenBack, .gaveWay].contains(reason.kind)
    else { return }
    recognitions.lastIndex { $0.gesture == gesture.settings.name && $0.view == gesture.view }.map {
      _ = recognitions.remove(at: $0)
    }
  }
}
