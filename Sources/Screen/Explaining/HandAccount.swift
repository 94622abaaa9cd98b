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
    /// The gestures that were not recognized, the closest one first.
    package fileprivate(set) var candidates: [Candidate] = []
    /// The nearest miss of each gesture whose views were not touched.
    fileprivate var misses: [String: Miss] = [:]

    fileprivate mutating func note(_ miss: Miss) {
      if misses[miss.gesture].map({ $0.nearness < miss.nearness }) ?? true { misses[miss.gesture] = miss }
    }
  }

  /// A gesture that was not recognized in a movement, and why.
  package struct Candidate {
    package let gesture: String
    package let view: String
    package let time: Timestamp
    package let nearness: Double
    package let explanation: Explanation
    /// Whether the gesture was tried; if not, no touch was right for it.
    package let isAttempt: Bool
    /// Whether it is a sequence some of whose steps were recognized.
    fileprivate let hasLostSteps: Bool

    /// `nil` if the attempt did not fail.
    fileprivate init?(_ attempt: Explainer.Attempt) {
      switch attempt.outcome {
      case .failed(let explanation): self.explanation = explanation
      case .cancelled(let explanation) where explanation.isTakenBack: self.explanation = explanation
      case .cancelled, .recognized, .open: return nil
      }
      (gesture, view, time, nearness) = (attempt.gesture, attempt.view, attempt.end, attempt.nearness)
      isAttempt = true
      hasLostSteps = attempt.stepsDone > 0
    }

    init(_ miss: Miss) {
      (gesture, view, time, nearness) = (miss.gesture, miss.view, miss.time, miss.nearness)
      explanation = miss.explanation
      isAttempt = false
      hasLostSteps = false
    }
  }

  /// The most candidates of a movement, beside sequences that lost their steps.
  package static let mostCandidates = 3

  private var explainer: Explainer
  private let scene: Scene
  private let origin: Timestamp
  private var movements: [Movement] = []
  /// The contacts that are down.
  private var down: Set<UInt64> = []

  /// The names of the gestures that need several movements.
  private let long: Set<String>

  package init(_ scene: Scene, origin: Timestamp) {
    explainer = Explainer(scene, origin: origin)
    self.scene = scene
    self.origin = origin
    long = Set(
      scene.gestures.map { $0.settings }.filter { settings in
        switch settings.kind {
        case .tap(let tap): tap.taps > 1
        case .sequence, .stroke: true
        default: false
        }
      }.map { $0.name })
  }

  package mutating func follow(_ record: SessionRecord) { explainer.follow(record) }

  package mutating func follow(_ frame: TouchFrame) {
    let wasTouched = !down.isEmpty
    // A frame may leave out contacts that rest. Those that landed before the first frame belong to no attempt that is known.
    for contact in frame.contacts {
      switch contact.phase {
      case .ended, .cancelled: down.remove(contact.id)
      case .began: down.insert(contact.id)
      case .moved, .stationary: break
      }
    }
    if wasTouched {
      movements[movements.count - 1].end = frame.time
      movements[movements.count - 1].fingers = max(movements[movements.count - 1].fingers, down.count)
    } else if !down.isEmpty {
      movements.append(Movement(start: frame.time, end: frame.time, fingers: down.count))
    }
    for contact in frame.contacts where contact.phase == .began {
      for miss in scene.misses(at: contact.location, frame.time) { movements[movements.count - 1].note(miss) }
    }
  }

  /// The movements in order. A gesture that needs several of them, such as a double tap, was recognized in each, and failed in the last
  /// one; other attempts belong to the one in which they began.
  package var findings: [Movement] { findings(most: Self.mostCandidates) }

  /// - Parameter count: the most candidates of a movement.
  package func findings(most count: Int) -> [Movement] {
    var result = movements
    guard !result.isEmpty else { return [] }
    func index(at time: Timestamp) -> Int { max(0, (result.firstIndex { $0.start > time } ?? result.count) - 1) }
    var tried: [Set<String>] = result.map { _ in [] }
    for attempt in explainer.attempts.sorted(by: { $0.start < $1.start }) {
      let first = index(at: attempt.start)
      let last = long.contains(attempt.gesture) ? index(at: attempt.end) : first
      for index in first...last { tried[index].insert(attempt.gesture) }
      if let candidate = Candidate(attempt) {
        result[last].candidates.append(candidate)
      } else if attempt.outcome != .open {
        for index in first...last { result[index].recognized.append(attempt) }
      }
    }
    for refusal in explainer.refusals { result[index(at: refusal.time)].note(refusal) }
    for index in result.indices { result[index].choose(count, besides: tried[index]) }
    return result
  }

  /// The most movements and attempts that wait to be decided.
  private static let mostUndecided = (movements: 16, attempts: 256)

  /// Takes out the movements in which everything is decided, with their findings: all of them once no finger is down and no attempt is
  /// open. Call it for as long as a session runs, after each record.
  mutating func takeDecided() -> [Movement] {
    if movements.isEmpty { return [] }
    let isOver = down.isEmpty && explainer.isIdle
    guard isOver || movements.count > Self.mostUndecided.movements else {
      if explainer.attempts.count > Self.mostUndecided.attempts { explainer.forgetWhatIsOver() }
      return []
    }
    let decided = isOver ? findings : findings.dropLast()
    movements = isOver ? [] : movements.suffix(1)
    explainer.forgetWhatIsOver()
    return Array(decided)
  }

  /// A line for each movement, each followed by lines for what was recognized, and for the candidates.
  package var text: [String] {
    let findings = findings
    if findings.isEmpty { return ["nothing touched the screen"] }
    return findings.enumerated().flatMap { number, movement in
      let lines = text(of: movement)
      return ["\(number + 1)  \(lines[0])"] + lines.dropFirst().map { "   \($0)" }
    }
  }

  /// The same lines for one movement.
  func text(of movement: Movement) -> [String] { [head(movement)] + lines(movement) }

  /// The numbers of the rules that the text mentions, in its order, without repetitions.
  package var rules: [String] {
    var references = References()
    for candidate in findings.flatMap({ $0.candidates }) { references.add(candidate.explanation.references) }
    return references.rules
  }

  private func head(_ movement: Movement) -> String {
    let fingers = movement.fingers == 1 ? "1 finger" : "\(movement.fingers) fingers"
    let outcome =
      !movement.recognized.isEmpty
      ? "" : movement.candidates.isEmpty ? "no gesture was tried or near" : "nothing recognized; the closest"
    return "\(seconds(movement.start)) to \(seconds(movement.end)), \(fingers): \(outcome)".trimmedAtEnd
  }

  private func lines(_ movement: Movement) -> [String] {
    let recognized = movement.recognized.map { attempt in
      let values = attempt.values.isEmpty ? "" : ": \(attempt.values)"
      return "\(attempt.gesture) recognized at \(seconds(attempt.end))\(values) [\(attempt.view)]"
    }
    return recognized + movement.candidates.map(words)
  }

  /// The reason why a gesture was not recognized, with its keys and rule.
  private func words(for candidate: Candidate) -> String {
    let verb = candidate.isAttempt ? "failed" : "was not tried"
    let reason = candidate.explanation.text
    return "\(candidate.gesture) \(verb) at \(seconds(candidate.time)): \(reason) [\(candidate.view)]"
  }

  /// A JSON object for each movement.
  package var lines: [String] { findings.map(line) }

  func line(of movement: Movement) -> String {
    JSONWriter.text { writer in
      writer.member("type", "movement")
      writer.member("start", time(movement.start), decimals: 6)
      writer.member("end", time(movement.end), decimals: 6)
      writer.member("fingers", movement.fingers)
      writer.objects("recognized", movement.recognized) { attempt, writer in
        write(attempt.gesture, attempt.view, attempt.end, to: &writer)
      }
      writer.objects("candidates", movement.candidates) { candidate, writer in
        write(candidate.gesture, candidate.view, candidate.time, to: &writer)
        writer.member("tried", candidate.isAttempt)
        writer.member("text", candidate.explanation.sentence)
        writer.member("keys", candidate.explanation.references.keys)
        writer.member("rules", candidate.explanation.references.rules)
      }
    }
  }

  private func write(_ gesture: String, _ view: String, _ moment: Timestamp, to writer: inout JSONWriter) {
    writer.member("gesture", gesture)
    writer.member("view", view)
    writer.member("time", time(moment), decimals: 6)
  }

  private func time(_ time: Timestamp) -> Double { Double(time - origin) / 1e6 }

  private func seconds(_ time: Timestamp) -> String { "\(Decimal.fixed(self.time(time), decimals: 3)) s" }
}

extension HandAccount.Movement {
  /// Leaves one candidate for each gesture that was not recognized: those that came closest, and all sequences that lost steps.
  fileprivate mutating func choose(_ count: Int, besides tried: Set<String>) {
    let names = Set(recognized.map { $0.gesture })
    let least = recognized.isEmpty ? Miss.reachable : Miss.near
    let missed = misses.values.filter { !tried.contains($0.gesture) && $0.nearness >= least }
      .map(HandAccount.Candidate.init)
    var seen = names
    let sorted = (candidates + missed)
      .sorted { ($1.nearness, $0.time, $0.gesture) < ($0.nearness, $1.time, $1.gesture) }
      .filter { seen.insert($0.gesture).inserted }
    candidates = sorted.prefix(count) + sorted.dropFirst(count).filter { $0.hasLostSteps }
  }
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

  private let scene: Scene
  private var explainer: Explainer
  private let origin: Timestamp
  private var closest: HandAccount.Candidate?
  private var isRecognized = false
  private var isTouched = false

  package init(_ scene: Scene, origin: Timestamp) {
    self.scene = scene
    explainer = Explainer(scene, origin: origin)
    self.origin = origin
  }

  package func willHandle(_ frame: TouchFrame) {
    if !frame.contacts.isEmpty { isTouched = true }
    if isRecognized { return }
    for contact in frame.contacts where contact.phase == .began {
      for miss in scene.misses(at: contact.location, frame.time)
      where miss.nearness >= Miss.reachable { compare(HandAccount.Candidate(miss)) }
    }
  }

  package func willHandle(_ moment: OtherRecording.Moment) { isTouched = true }

  package func follow(_ record: SessionRecord) {
    if isRecognized { return }
    if case .gesture(let event, _) = record, event.state == .began || event.state == .ended { isRecognized = true }
    explainer.follow(record)
    if explainer.attempts.count + explainer.refusals.count >= Self.mostKept { compare() }
  }

  private func compare() {
    for candidate in explainer.attempts.compactMap(HandAccount.Candidate.init) { compare(candidate) }
    for refusal in explainer.refusals where refusal.nearness >= Miss.reachable {
      compare(HandAccount.Candidate(refusal))
    }
    explainer.forgetWhatIsOver()
  }

  /// Keeps the closer candidate. If both came equally close, a gesture that was tried counts more, then the first one.
  private func compare(_ candidate: HandAccount.Candidate) {
    guard let closest else { return self.closest = candidate }
    if (candidate.nearness, candidate.isAttempt ? 1 : 0) > (closest.nearness, closest.isAttempt ? 1 : 0) {
      self.closest = candidate
    }
  }

  /// A sentence if the hand did something and nothing was recognized.
  package var sentence: String? {
    if isRecognized || !isTouched { return nil }
    compare()
    guard let closest else { return "nothing was recognized, and no gesture was tried or near" }
    let time = "\(Decimal.fixed(Double(closest.time - origin) / 1e6, decimals: 3)) s"
    return "nothing was recognized; \(closest.gesture) came closest, at \(time): \(closest.explanation.text)"
  }
}
