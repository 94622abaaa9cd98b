import Foundation
import Testing

/// Programs that do anything to the engine, its views and its recognizers whenever the engine calls them.
///
/// `MISCHIEF_WORLDS` is the number of worlds to play, `MISCHIEF_FIRST` the first one, to play one again. After a crash,
/// `MISCHIEF_TRACE=1` finds it: each world's number is printed before it is played.
@Suite("Mischief")
struct MischiefTests {
  private static let frames = 60
  /// How often each pair of a callback and a deed is tried at most.
  private static let rounds: UInt64 = 100

  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment["MISCHIEF_\(name)"].flatMap { UInt64($0) }
  }

  private let worlds = setting("WORLDS") ?? 3000
  private let first = setting("FIRST")
  private let traces = setting("TRACE") != nil

  @Test func `Whatever a program does when it is called, no gesture is left stuck (RS-14, RS-6, ST-7)`() {
    var tally = Tally()
    for seed in (first ?? 0)..<((first ?? 0) + worlds) {
      guard play(seed, &tally) else { return }
    }
    if first != nil { return }
    // The worlds that aim at what has not been done yet, until all of it has.
    let pairs = MischiefLedger.Pair.all
    let goals = UInt64(pairs.count)
    for seed in worlds..<max(worlds, goals * Self.rounds) where tally.ledger[pairs[Int(seed % goals)]] == 0 {
      guard play(seed, &tally) else { return }
    }
    // Mischief that is never made, or after which nothing is recognized, proves nothing.
    let undone = pairs.filter { tally.ledger[$0] == 0 }
    #expect(undone.isEmpty)
    #expect(tally.recognized > Int(worlds) && tally.glided > Int(worlds))
  }

  private struct Tally {
    var ledger = MischiefLedger()
    var recognized = 0
    var glided = 0
  }

  /// Plays a world, and then reads what the program keeps of it when everything else is gone.
  ///
  /// - Returns: whether all was well.
  private func play(_ seed: UInt64, _ tally: inout Tally) -> Bool {
    if traces { FileHandle.standardError.write(Data("world \(seed)\n".utf8)) }
    var world: MischiefWorld? = MischiefWorld(seed: seed)
    world!.run(frames: Self.frames)
    tally.ledger.add(world!.ledger)
    tally.recognized += world!.recognized
    tally.glided += world!.glided
    var problem = world!.problem
    let touches = world!.keptTouches, births = world!.births
    world = nil
    if let survivor = births.first(where: { $0.object != nil }) { problem = problem ?? "\(survivor.name) lives on" }
    if !touches.allSatisfy({ $0.isItself && $0.touch.view == nil && $0.touch.gestureRecognizers.isEmpty }) {
      problem = problem ?? "a touch that is kept refers to something that is gone"
    }
    if let problem { Issue.record("world \(seed): \(problem)") }
    return problem == nil
  }
}
