// Trials/Reach: plays the hands that gestures describe, and finds the gestures that no hand makes.
import Configuration
import Gestures
import Hands
import Screen

/// Looks for hands that make the gestures of a configuration, each beside all others, on every screen and in every mode.
///
/// A gesture whose hands words cannot describe is neither made nor missed, and neither is one that no mode turns on.
package struct Reach {
  package typealias Progress = (_ done: Int, _ all: Int) -> Void

  /// The sizes of a screen that does not say its own: a small tablet, a phone, the monitor of a kiosk, and a table.
  private static let usualSizes = [
    Size(width: 217, height: 136), Size(width: 68, height: 140), Size(width: 476, height: 268),
    Size(width: 1210, height: 680),
  ]
  /// The hands of each gesture that are played before those that made nothing get a closer look.
  private static let firstHands = 2
  /// The most hands of one replay.
  private static let mostTogether = 1000
  /// The most gestures that get a closer look.
  private static let mostMissed = 30

  private let configuration: Configuration
  private let shape: (String) -> [[Point]]?
  private let progress: Progress
  /// The number of stages on which hands were played.
  private var stages = 0
  /// The hands that made gestures, with the numbers of their stages, by the gestures' names.
  private var makings: [String: (trial: GestureCase, stage: Int)] = [:]
  /// The gestures that no hand has made yet, with the stage on which each was tried first, and its hands there.
  private var misses: [String: (hands: [String], stage: Stage)] = [:]
  /// The gestures that need no more hands.
  private var decided: Set<String>

  /// - Parameters:
  ///   - names: the gestures that are left out.
  ///   - shape: returns the strokes of a learned shape, in millimetres; `nil`: there is none with this name.
  ///   - progress: called now and then, with the number of gestures that are decided and that of all.
  package init(
    _ configuration: Configuration, leavingOut names: Set<String> = [], shape: @escaping (String) -> [[Point]]?,
    progress: @escaping Progress = { _, _ in }
  ) {
    (self.configuration, self.shape, self.progress) = (configuration, shape, progress)
    decided = names.union(configuration.gestures.filter { !$0.kind.name.input.isOnScreen }.map(\.name))
    let modes = ([nil] + configuration.modes).map { configuration.staying(in: $0) }
    for screen in configuration.screens.isEmpty ? [ScreenSettings()] : configuration.screens {
      for size in screen.mountedSize.map({ [$0] }) ?? Self.usualSizes {
        for (frozen, mode) in zip(modes, [nil] + configuration.modes.map(\.name)) where hasOpenGesture(frozen) {
          play(on: Stage(frozen, screen, size: size, shape: shape)) { hand, name in
            var trial = GestureCase(hand: hand, makes: name)
            trial.mode = mode
            if configuration.screens.count > 1 { trial.screen = screen.name }
            if screen.mountedSize == nil && size != Self.usualSizes[0] { trial.size = size }
            return trial
          }
        }
      }
    }
  }

  private func hasOpenGesture(_ configuration: Configuration) -> Bool {
    configuration.gestures.contains { $0.isEnabled && !decided.contains($0.name) }
  }

  /// What can be said of the gestures that no hand makes, in the order of the configuration.
  package var remarks: [GestureRemark] {
    configuration.gestures.compactMap { gesture in
      misses[gesture.name].flatMap { Obstacle(to: gesture, $0.hands, on: $0.stage) }
        .map { GestureRemark(gesture: gesture.name, sentence: $0.sentence) }
    }
  }

  /// A case for each gesture that a hand makes, in the order of the configuration. A hand that makes it only while its actions
  /// switch to no other mode is left out.
  package var cases: [GestureCase] {
    let player = Trial(configuration, shape: shape)
    return configuration.gestures.compactMap { makings[$0.name]?.trial }.filter {
      (try? player.play($0) { _ in })?.isKept == true
    }
  }

  // MARK: Playing

  private mutating func play(on stage: Stage, _ made: (_ hand: String, _ gesture: String) -> GestureCase) {
    stages += 1
    var open: [(name: String, hands: [String])] = []
    for gesture in configuration.gestures.map(\.name) where !decided.contains(gesture) {
      if let hands = stage.hands(for: gesture) {
        open.append((gesture, hands))
      } else {
        decided.insert(gesture)
      }
    }
    playTogether(open.flatMap { $0.hands.prefix(Self.firstHands) }, on: stage, made)
    for gesture in open { look(closerAt: gesture.name, gesture.hands, on: stage, made) }
    for gesture in stage.scene.gestures where gesture.recognizer.isEnabled {
      guard case .sequence(let sequence) = gesture.settings.kind else { continue }
      look(closerAt: gesture.settings.name, hands(of: sequence), on: stage, made)
    }
    progress(decided.count, configuration.gestures.count)
  }

  /// Plays all hands of a gesture that none of the first ones made.
  private mutating func look(
    closerAt name: String, _ hands: [String], on stage: Stage, _ made: (String, String) -> GestureCase
  ) {
    if hands.isEmpty || decided.contains(name) { return }
    if misses[name] == nil && misses.count >= Self.mostMissed {
      decided.insert(name)
      return
    }
    playTogether(hands, on: stage, made)
    if !decided.contains(name) && misses[name] == nil { misses[name] = (hands, stage) }
  }

  private mutating func playTogether(
    _ hands: [String], on stage: Stage, _ made: (String, String) -> GestureCase
  ) {
    for start in stride(from: 0, to: hands.count, by: Self.mostTogether) {
      let some = hands[start...].prefix(Self.mostTogether)
      for (hand, names) in zip(some, stage.play(Array(some))) {
        for name in names where makings[name] == nil {
          makings[name] = (made(hand, name), stages)
          misses[name] = nil
          decided.insert(name)
        }
      }
      progress(decided.count, configuration.gestures.count)
    }
  }

  /// The hands that made the steps of a sequence on this stage, one after the other with different pauses; empty if a step has none.
  private func hands(of sequence: SequenceSettings) -> [String] {
    let steps = sequence.steps.compactMap { makings[$0] }.filter { $0.stage == stages }
    if steps.count != sequence.steps.count { return [] }
    let most = sequence.maxInterval.map { 700 * ($0 / .seconds(1)) } ?? .infinity
    return [150, 500, 1000].map { max(60, Int(min($0, most))) }.map { pause in
      steps.map(\.trial.name).joined(separator: "; pause \(pause)ms; ")
    }
  }
}

extension Reach {
  /// Plays hands for `tickle check`, with the learned shapes beside a configuration.
  package static func remarks(
    besideConfiguration path: String, progress: @escaping Progress = { _, _ in }
  ) -> GestureRemark.Source {
    { configuration, known in
      let shapes = HandShapes(besideConfiguration: path)
      return Reach(configuration, leavingOut: known, shape: shapes.strokes, progress: progress).remarks
    }
  }
}
