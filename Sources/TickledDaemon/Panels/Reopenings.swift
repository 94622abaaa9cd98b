import Gestures

/// The times at which panels that failed are opened again: after 1 s, then after twice as long each time, at most after `longest`. After a
/// minute of working, a panel starts at 1 s again. This is for panels that are still plugged in, for which udev reports nothing.
struct Reopenings {
  private struct Node {
    var wait: Int64
    /// The time of the next try; `nil` if the panel is open.
    var due: Timestamp?
    /// The time for which the last try was scheduled.
    var tried: Timestamp
  }

  private static let shortest: Int64 = 1_000_000
  private static let settled: Int64 = 60_000_000
  /// The longest time from a failure to the next try, in microseconds.
  private let longest: Int64

  init(longest: Int64 = 64_000_000) { self.longest = longest }

  private var nodes: [String: Node] = [:] {
    didSet { nextDeadline = nodes.values.compactMap { $0.due }.min() }
  }

  /// The earliest try; stored, as each turn reads it.
  private(set) var nextDeadline: Timestamp?

  /// Schedules the next try of a node that has failed, perhaps again.
  /// - Returns: the time until the next try, in microseconds.
  mutating func add(_ node: String, at time: Timestamp) -> Int64 {
    var wait = Self.shortest
    if let before = nodes[node], before.due != nil || time - before.tried < Self.settled {
      wait = min(2 * before.wait, longest)
    }
    nodes[node] = Node(wait: wait, due: time + wait, tried: time + wait)
    return wait
  }

  /// - Returns: the nodes that are due; `nil` if there are none.
  mutating func takeDue(at time: Timestamp) -> Set<String>? {
    guard let next = nextDeadline, next <= time else { return nil }
    let due = nodes.filter { $0.value.due.map { $0 <= time } ?? false }.keys
    for node in due { nodes[node]?.due = nil }
    return Set(due)
  }

  /// The time of a node's next try; `nil` if there is none.
  func time(of node: String) -> Timestamp? { nodes[node]?.due }

  /// Called when the node is open again, after a try or an event of udev.
  mutating func succeeded(_ node: String) { nodes[node]?.due = nil }

  /// Called when the node has been removed.
  mutating func forget(_ node: String) { nodes[node] = nil }
}
