import Configuration
import Gestures
import Screen
import TouchInput

package struct LabelledRecording: Sendable {
  package let recording: Recording
  package let labels: Labels

  package init(_ recording: Recording, _ labels: Labels) { (self.recording, self.labels) = (recording, labels) }
}

/// A movement of a hand, what it meant, and which gestures were recognized in it.
package struct ScoredMovement: Sendable {
  package let file: String
  /// Seconds from the first touch.
  package let start: Double
  package let end: Double
  package let meaning: Labels.Meaning
  /// The gestures that were recognized, without repetitions, in the order of their recognition.
  package fileprivate(set) var recognized: [String] = []
  /// Why gestures were not recognized: of several attempts of a gesture, the one that came closest.
  package fileprivate(set) var failures: [String: Explanation] = [:]

  package var meant: [String] { meaning.gestures }
  /// Whether one of the gestures that are meant was recognized, or none was where that is as good.
  package var isFound: Bool {
    if meant.isEmpty { return false }
    return recognized.contains(where: meant.contains) || meaning.isOptional && recognized.isEmpty
  }
  /// The gestures that were recognized without being meant.
  package var unmeant: [String] { recognized.filter { !meant.contains($0) } }
}

/// Plays labelled recordings through a configuration.
package struct Scoring {
  private let configuration: Configuration

  package init(_ configuration: Configuration) { self.configuration = configuration }

  /// Returns the labelled movements of a recording in order, and its length in seconds.
  package func play(
    _ labelled: LabelledRecording, warn: (String) -> Void
  ) -> (movements: [ScoredMovement], seconds: Double) {
    let recording = labelled.recording
    let witness = Replay(configuration, options: ReplayOptions(explains: true), runner: nil)
      .play(recording, warn: warn) { HandWitness($0, origin: $1) }
    guard let witness else { return ([], 0) }
    return (witness.movements(of: labelled), Double(recording.events.end - witness.origin) / 1e6)
  }
}

extension HandWitness {
  fileprivate func movements(of labelled: LabelledRecording) -> [ScoredMovement] {
    account.findings(most: .max).compactMap { movement in
      let start = Double(movement.start - origin) / 1e6
      guard let meaning = labelled.labels.meaning(at: start) else { return nil }
      var result = ScoredMovement(
        file: labelled.recording.file, start: start, end: Double(movement.end - origin) / 1e6, meaning: meaning)
      for attempt in movement.recognized where !result.recognized.contains(attempt.gesture) {
        result.recognized.append(attempt.gesture)
      }
      for candidate in movement.candidates { result.failures[candidate.gesture] = candidate.explanation }
      return result
    }
  }
}
