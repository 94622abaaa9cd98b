import Configuration
import Foundation
import Gestures
import Screen
import Testing
import TouchInput

/// Follows a replay with two explainers: one keeps everything, the other forgets the attempts that are over.
private final class TwoMemories: ReplayAudience {
  private var long: Explainer
  private var short: Explainer
  private(set) var comparisons = 0
  private(set) var mostKept = 0
  private(set) var differences: [String] = []

  init(_ scene: Scene, _ origin: Timestamp) {
    long = Explainer(scene, origin: origin)
    short = long
  }

  func follow(_ record: SessionRecord) {
    long.follow(record)
    short.follow(record)
    let (wanted, found) = (open(long), open(short))
    if wanted != found { differences.append("\(found), not \(wanted)") }
    comparisons += 1
    short.forgetWhatIsOver()
    mostKept = max(mostKept, short.attempts.count)
  }

  private func open(_ explainer: Explainer) -> [String] {
    explainer.attempts.filter { $0.outcome == .open }.map { "\($0.gesture) \($0.view) \($0.start)" }.sorted()
  }
}

@Test func `An explainer that forgets finished attempts still knows the current ones`() throws {
  let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  let configuration = try Configuration.load(path: "\(checkout)/config/tickled.toml").configuration
  var options = ReplayOptions()
  options.session.reportsAllStates = true
  options.session.reportsAttempts = true
  let memories = Replay(configuration, options: options, runner: nil)
    .play(try Recording(file: "\(checkout)/config/demo.evemu"), warn: { _ in }) { TwoMemories($0, $1) }
  let result = try #require(memories)
  #expect(result.differences.isEmpty)
  #expect(result.comparisons > 100)
  // One attempt per recognizer.
  #expect(result.mostKept <= 10)
}
