import Control

/// What messages ask of the daemon, until it has answered. A topic is a state: a newer message replaces the one that
/// waits, in its place, so that as many wait as there are topics. The daemon gets one at a time, first come, first
/// served.
struct CommandQueue {
  private struct Command {
    let topic: Substring
    var request: ControlRequest
    var words: String
  }

  private var waiting: [Command] = []
  /// Whether the daemon has a request that it has not answered.
  private var isAsking = false
  /// The number of requests that were left out, because a newer one came or the daemon went.
  private(set) var skipped = 0

  /// - Parameters:
  ///   - topic: one of the topics that the daemon's description gives, as others would wait without a bound.
  ///   - words: what the log says when it is sent.
  mutating func add(_ request: ControlRequest, of topic: Substring, _ words: String) {
    guard let index = waiting.firstIndex(where: { $0.topic == topic }) else {
      return waiting.append(Command(topic: topic, request: request, words: words))
    }
    (waiting[index].request, waiting[index].words) = (request, words)
    skipped += 1
  }

  /// Returns what the daemon gets now; `nil` if nothing waits, or it has not answered yet.
  mutating func next() -> (request: ControlRequest, words: String)? {
    guard !isAsking, !waiting.isEmpty else { return nil }
    isAsking = true
    let command = waiting.removeFirst()
    return (command.request, command.words)
  }

  /// Called when the daemon has answered the request.
  mutating func finish() { isAsking = false }

  /// Called when the daemon has gone: what waited for it is not meant for the next one.
  mutating func removeAll() {
    skipped += waiting.count
    waiting = []
    isAsking = false
  }
}
