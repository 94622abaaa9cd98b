import Program
import Queues

/// A queue of actions, with what all that it owns shares. Used only on that queue.
final class ActionQueue {
  let queue: SerialQueue
  let surroundings: ActionSurroundings
  /// A new configuration replaces it.
  var log: Log

  init(_ queue: SerialQueue, _ surroundings: ActionSurroundings, _ log: Log) {
    self.queue = queue
    self.surroundings = surroundings
    self.log = log
  }
}
