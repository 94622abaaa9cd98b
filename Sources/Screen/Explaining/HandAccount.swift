import Configuration
import Gestures
import Text
import TouchInput

/// What the hand did in a recording, and what became of it: for each time that fingers were down, the gestures that were recognized, or
/// those that came closest.
///
/// Pass it all frames, and the records of a session that reports all states and attempts.
package struct HandAccount {
  /// A time from the first finger on an empty screen to the last lift.
  package struct Movement {
    package let start: Timestamp
    package fileprivate(set) var end: Timestamp
    /// The most fingers at one time.
    package fileprivate(set) var fingers: Int
    package fileprivate(set) var recognized: [Explainer.Attempt] = []
    /// The attempts that were not recognized, the closest one first; one for each gesture.
    package fileprivate(set) var candidates: [Explainer.Attempt] = []
  }

  /// The most candidates of a movement.
  package static let mostCandidates = 3

  private var explainer: Explainer
  private let origin: Timestamp
  private var movements: [Movement] = []
  /// The contacts that are down.
  private var down: Set<UInt64> = []

  /// The names of the gestures that need several movements.
  private let long: Set<String>

  package init(_ scene: Scene, origin: Timestamp) {
    explainer = Explainer(scene, origin: origin)
    self.origin = origin
    long = Set(
      scene.gestures.map(\.settings).filter { settings in
        switch settings.kind {
        case .tap(let tap): tap.taps > 1
        case .sequence, .stroke: true
        default: false
        }
      }.map(\.name))
  }

  package mutating func follow(_ record: SessionRecord) { explainer.follow(record) }

  package mutating func follow(_ frame: TouchFrame) {
    let wasTouched = !down.isEmpty
    // A frame may leave out contacts that rest.
    for contact in frame.contacts {
      switch contact.phase {
      case .ended, .cancelled: down.remove(contact.id)
      default: down.insert(contact.id)
      }
    }
    if wasTouched {
      movements[movements.count - 1].end = frame.time
      movements[movements.count - 1].fingers = max(movements[movements.count - 1].fingers, down.count)
    } else if !down.isEmpty {
      movements.append(Movement(start: frame.time, end: frame.time, fingers: down.count))
    }
  }

  /// The movements in order. A gesture that needs several of them, such as a double tap, was recognized in each; other attempts belong to
  /// the one in which they began.
  package var findings: [Movement] { findings(most: Self.mostCandidates) }

  /// - Parameter count: the most candidates of a movement.
  package func findings(most count: Int) -> [Movement] {
    var result = movements
    guard !result.isEmpty else { return [] }
    var index = 0
    for attempt in explainer.attempts.sorted(by: { $0.start < $1.start }) {
      while index + 1 < result.count, result[index + 1].start <= attempt.start { index += 1 }
      switch attempt.outcome {
      case .cancelled(let explanation) where explanation.isTakenBack: result[index].candidates.append(attempt)
      case .recognized, .cancelled:
        result[index].recognized.append(attempt)
        if !long.contains(attempt.gesture) { break }
        for later in result.indices.dropFirst(index + 1) where result[later].start <= attempt.end {
          result[later].recognized.append(attempt)
        }
      case .failed, .open: result[index].candidates.append(attempt)
      }
    }
    for index in result.indices {
      let names = Set(result[index].recognized.map(\.gesture))
      let sorted = result[index].candidates.filter { !names.contains($0.gesture) && $0.explanation != nil }
        .sorted { ($1.nearness, $0.start) < ($0.nearness, $1.start) }
      var seen: Set<String> = []
      result[index].candidates = Array(sorted.filter { seen.insert($0.gesture).inserted }.prefix(count))
    }
    return result
  }

  /// A line for each movement, each followed by lines for what was recognized, or for the candidates.
  package var text: [String] {
    let findings = findings
    if findings.isEmpty { return ["nothing touched the screen"] }
    return findings.enumerated().flatMap { number, movement in [head(number + 1, movement)] + lines(movement) }
  }

  /// The numbers of the rules that the text mentions, in its order, without repetitions.
  package var rules: [String] {
    var references = References()
    for movement in findings where movement.recognized.isEmpty {
      for candidate in movement.candidates { references.add(candidate.references) }
    }
    return references.rules
  }

  private func head(_ number: Int, _ movement: Movement) -> String {
    let fingers = movement.fingers == 1 ? "1 finger" : "\(movement.fingers) fingers"
    let outcome =
      !movement.recognized.isEmpty
      ? "" : movement.candidates.isEmpty ? "no gesture tried" : "nothing recognized; the closest"
    return "\(number)  \(seconds(movement.start)) to \(seconds(movement.end)), \(fingers): \(outcome)".trimmedAtEnd
  }

  private func lines(_ movement: Movement) -> [String] {
    if movement.recognized.isEmpty { return movement.candidates.map { "   \(words(for: $0))" } }
    return movement.recognized.map { attempt in
      let values = attempt.values.isEmpty ? "" : ": \(attempt.values)"
      return "   \(attempt.gesture) recognized at \(seconds(attempt.end))\(values) [\(attempt.view)]"
    }
  }

  /// The reason why an attempt was not recognized, with its gesture, keys and rule.
  package func words(for attempt: Explainer.Attempt) -> String {
    guard let explanation = attempt.explanation else { return attempt.gesture }
    return "\(attempt.gesture) failed at \(seconds(attempt.end)): \(explanation.text) [\(attempt.view)]"
  }

  /// A JSON object for each movement.
  package var lines: [String] {
    findings.map { movement in
      JSONWriter.text { writer in
        writer.member("type", "movement")
        writer.member("start", time(movement.start), decimals: 6)
        writer.member("end", time(movement.end), decimals: 6)
        writer.member("fingers", movement.fingers)
        write(movement.recognized, "recognized", &writer)
        write(movement.candidates, "candidates", &writer)
      }
    }
  }

  private func write(_ attempts: [Explainer.Attempt], _ key: StaticString, _ writer: inout JSONWriter) {
    writer.objects(key, attempts) { attempt, writer in
      writer.member("gesture", attempt.gesture)
      writer.member("view", attempt.view)
      writer.member("time", time(attempt.end), decimals: 6)
      guard let explanation = attempt.explanation else { return }
      writer.member("text", explanation.sentence)
      writer.member("keys", explanation.references.keys)
      writer.member("rules", explanation.references.rules)
    }
  }

  private func time(_ time: Timestamp) -> Double { Double(time - origin) / 1e6 }

  private func seconds(_ time: Timestamp) -> String { "\(Decimal.fixed(self.time(time), decimals: 3)) s" }
}

extension Explainer.Attempt {
  /// Why it failed; `nil` if it did not.
  package var explanation: Explanation? { if case .failed(let explanation) = outcome { explanation } else { nil } }
}

extension String {
  fileprivate var trimmedAtEnd: String { hasSuffix(": ") ? String(dropLast(2)) : self }
}

/// Follows a replay for an account of what the hand did.
package final class HandWitness: ReplayAudience {
  package let origin: Timestamp
  package private(set) var account: HandAccount

  package init(_ scene: Scene, origin: Timestamp) {
    self.origin = origin
    account = HandAccount(scene, origin: origin)
  }

  package func willHandle(_ frame: TouchFrame) { account.follow(frame) }
  package func follow(_ record: SessionRecord) { account.follow(record) }
}

/// Finds the attempt that came closest in a replay in which nothing is recognized.
package final class ClosestAttempt: ReplayAudience {
  /// The number of attempts after which those that are over are forgotten, except the closest one.
  private static let mostKept = 256

  private var explainer: Explainer
  private let origin: Timestamp
  private var closest: Explainer.Attempt?
  private var isRecognized = false
  private var isTouched = false

  package init(_ scene: Scene, origin: Timestamp) {
    explainer = Explainer(scene, origin: origin)
    self.origin = origin
  }

  package func willHandle(_ frame: TouchFrame) { if !frame.contacts.isEmpty { isTouched = true } }

  package func willHandle(_ moment: OtherRecording.Moment) { isTouched = true }

  package func follow(_ record: SessionRecord) {
    if isRecognized { return }
    if case .gesture(let event, _) = record, event.state == .began || event.state == .ended { isRecognized = true }
    explainer.follow(record)
    if explainer.attempts.count >= Self.mostKept { compare() }
  }

  private func compare() {
    for attempt in explainer.attempts where attempt.explanation != nil {
      if attempt.nearness > closest?.nearness ?? -1 { closest = attempt }
    }
    explainer.forgetWhatIsOver()
  }

  /// A sentence if the hand did something and nothing was recognized.
  package var sentence: String? {
    if isRecognized || !isTouched { return nil }
    compare()
    guard let closest, let explanation = closest.explanation else {
      return "nothing was recognized, and no gesture tried"
    }
    let time = "\(Decimal.fixed(Double(closest.end - origin) / 1e6, decimals: 3)) s"
    return "nothing was recognized; \(closest.gesture) came closest, at \(time): \(explanation.text)"
  }
}
