import Gestures

/// When nodes whose panels failed are tried again: after 1 s, then after twice as long each time, at most after 64 s. A
/// panel that worked for a minute begins anew. For panels of which udev says nothing, as they are still plugged in.
struct Reopenings {
  private struct Node {
    var wait: Int64
    /// `nil`: it is open.
    var due: Timestamp?
    /// When it was last to be tried.
    var tried: Timestamp
  }

  private static let shortest: Int64 = 1_000_000
  private static let longest: Int64 = 64_000_000
  private static let settled: Int64 = 60_000_000

  private var nodes: [String: Node] = [:] {
    didSet { nextDeadline = nodes.values.compactMap(\.due).min() }
  }

  /// Stored, as each turn asks.
  private(set) var nextDeadline: Timestamp?

  /// The node has failed, once more perhaps.
  /// - Returns: in how many microseconds it is tried.
  mutating func add(_ node: String, at time: Timestamp) -> Int64 {
    var wait = Self.shortest
    if let before = nodes[node], before.due != nil || time - before.tried < Self.settled {
      wait = min(2 * before.wait, Self.longest)
    }
    nodes[node] = Node(wait: wait, due: time + wait, tried: time + wait)
    return wait
  }

  /// - Returns: the nodes to be tried now; `nil`: none.
  mutating func takeDue(at time: Timestamp) -> Set<String>? {
    guard let next = nextDeadline, next <= time else { return nil }
    let due = nodes.filter { $0.value.due.map { $0 <= time } ?? false }.keys
    for node in due { nodes[node]?.due = nil }
    return Set(due)
  }

  /// It is open again, whoever opened it.
  mutating func succeeded(_ node: String) { nodes[node]?.due = nil }

  /// It is no more.
  mutating func forget(_ node: String) { nodes[node] = nil }
}
