import Control

/// What messages ask of the daemon. A topic is a state: a newer message replaces the one that waits, in its place, so as
/// many wait as there are topics. The daemon gets one at a time, first come, first served.
struct CommandQueue {
  typealias Command = (request: ControlRequest, words: String)

  private var waiting: [(topic: Substring, command: Command)] = []
  /// What the daemon has not answered.
  private var asked: ControlRequest?
  /// The number of commands that were left out, because a newer one came or the daemon went.
  private(set) var skipped = 0

  /// - Parameter topic: one that the daemon's description gives, as others would wait without a bound.
  mutating func add(_ command: Command, of topic: Substring) {
    guard let index = waiting.firstIndex(where: { $0.topic == topic }) else { return waiting.append((topic, command)) }
    waiting[index].command = command
    skipped += 1
  }

  /// Returns what the daemon gets now; `nil` if nothing waits, or it has not answered yet.
  mutating func next() -> Command? {
    if asked != nil || waiting.isEmpty { return nil }
    let command = waiting.removeFirst().command
    asked = command.request
    return command
  }

  /// Takes the daemon's answer. Returns false if it is to another request than a command.
  mutating func finish(_ request: ControlRequest) -> Bool {
    guard asked == request else { return false }
    asked = nil
    return true
  }

  /// Called when the daemon has gone: what waited for it is not meant for the next one.
  mutating func removeAll() {
    skipped += waiting.count
    (waiting, asked) = ([], nil)
  }
}
