import Configuration
import Gestures
import Hands
import Screen
import TouchInput

/// A configuration on one of its screens, with a panel that exists only in recordings.
struct Stage {
  let scene: Scene
  private let configuration: Configuration
  private let screen: ScreenSettings
  private let panel: HandPanel
  private let shape: (String) -> [[Point]]?
  /// Whether the configuration says how large the screen is.
  let isSizeKnown: Bool

  /// The time between two hands, in seconds, longer than the usual gesture waits for more.
  private static let pause = 6.0

  init(
    _ configuration: Configuration, _ screen: ScreenSettings, size: Size,
    shape: @escaping (String) -> [[Point]]?
  ) {
    (self.configuration, self.screen, self.shape) = (configuration, screen.withUprightPanel, shape)
    isSizeKnown = screen.mountedSize != nil
    var panel = HandPanel()
    panel.rate = 120
    panel.take(size)
    self.panel = panel
    scene = Scene(configuration, screen: self.screen, size: Size(width: panel.width, height: panel.height))
  }

  func with(_ change: (inout Configuration) -> Void) -> Stage {
    var changed = configuration
    change(&changed)
    return Stage(changed, screen, size: scene.size, shape: shape)
  }

  /// The hands that a gesture describes on all its views; empty if it is off, `nil` if words cannot describe them.
  func hands(for gesture: String) -> [String]? {
    var hands: [String] = []
    for one in scene.gestures where one.settings.name == gesture && one.recognizer.isEnabled {
      guard one.settings.kind.name.input == .touches, let ground = Ground(one, on: self) else { continue }
      guard let own = LikelyHands.sentences(of: one, on: ground) else { return nil }
      hands += own
    }
    return hands
  }

  /// Plays hands one after the other, and returns the gestures that are recognized in each; none if it leaves the panel.
  func play(_ hands: [String]) -> [Set<String>] {
    var recognized: [Set<String>] = hands.map { _ in [] }
    let possible = hands.enumerated().compactMap { index, words in
      hand(words).flatMap { $0.mostFingers <= device.mostFingers ? (index, $0) : nil }
    }
    guard let (recording, starts) = try? Hand.recording(of: possible.map(\.1), apart: Self.pause, on: device) else {
      return recognized
    }
    for recognition in witness(recording, nil)?.first.recognitions ?? [] {
      let index = starts.lastIndex { $0 <= recognition.time + 1e-6 } ?? 0
      recognized[possible[index].0].insert(recognition.gesture)
    }
    return recognized
  }

  /// Returns a hand; `nil` if it leaves the panel.
  private func hand(_ words: String) -> Hand? {
    guard let sentence = try? HandSentence(words) else { return nil }
    return try? Hand(sentence, on: panel, shape: shape)
  }

  /// What happens in a hand.
  struct Account {
    var recognized: [String] = []
    /// Why a certain gesture was not recognized, and how close it came.
    var explanation: Explanation?
    var nearness = 0.0
    /// Why the hand cannot be played.
    var problem: HandProblem?
  }

  /// Plays a hand, and accounts for a gesture; `nil` if the hand leaves the panel.
  func account(of gesture: String, in words: String) -> Account? {
    guard let hand = hand(words) else { return nil }
    do {
      let witness = witness(try hand.recording(on: device, name: "hand"), gesture)
      let closest = witness?.second.closest
      return Account(
        recognized: witness?.first.recognitions.map(\.gesture) ?? [], explanation: closest?.explanation,
        nearness: closest?.nearness ?? 0)
    } catch { return Account(problem: error) }
  }

  private func witness(_ recording: Recording, _ gesture: String?) -> AudiencePair<TrialWitness, Reasons>? {
    var options = ReplayOptions(explains: true)
    options.screen = screen
    return Replay(configuration, options: options, runner: nil).play(recording, warn: { _ in }) { scene, origin in
      AudiencePair(TrialWitness(scene, origin: origin, gestures: []), Reasons(gesture, scene, origin))
    }
  }

  private var device: MadeDevice { panel.device(.slots, resolution: 40) }
}

/// Follows the attempts of one gesture.
private final class Reasons: ReplayAudience {
  private let gesture: String?
  private var explainer: Explainer

  init(_ gesture: String?, _ scene: Scene, _ origin: Timestamp) {
    self.gesture = gesture
    explainer = Explainer(scene, origin: origin)
  }

  func follow(_ record: SessionRecord) {
    if gesture != nil && record.gesture == gesture { explainer.follow(record) }
  }

  /// Why the attempt that came closest was not recognized; without one, why a touch was refused.
  var closest: (nearness: Double, explanation: Explanation)? {
    let failures = explainer.attempts.compactMap { attempt -> (nearness: Double, explanation: Explanation)? in
      switch attempt.outcome {
      case .failed(let explanation), .cancelled(let explanation): (attempt.nearness, explanation)
      case .open, .recognized: nil
      }
    }
    return failures.max { $0.nearness < $1.nearness }
      ?? explainer.refusals.max { $0.nearness < $1.nearness }.map { (0, $0.explanation) }
  }
}

extension Configuration {
  /// The same configuration, in which a mode is on from the beginning and actions switch to no other.
  func staying(in mode: ModeSettings?) -> Configuration {
    var result = self
    (result.modes, result.idle) = ([], [])
    guard let mode else { return result }
    func isOn(_ name: String, _ otherwise: Bool, _ members: (ModeSettings.Members) -> [String]) -> Bool {
      members(mode.enable).contains(name) || otherwise && !members(mode.disable).contains(name)
    }
    for index in result.gestures.indices {
      let gesture = gestures[index]
      result.gestures[index].isEnabled = isOn(gesture.name, gesture.isEnabled, \.gestures)
    }
    for index in result.views.indices {
      result.views[index].isEnabled = isOn(views[index].name, views[index].isEnabled, \.views)
    }
    return result
  }
}
