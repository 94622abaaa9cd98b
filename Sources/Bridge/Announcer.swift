/// Announces the panel to Home Assistant, and takes back what an earlier run has announced and is gone.
struct Announcer {
  /// Home Assistant's start asks all panels at once; they answer within this time.
  private static let spread: UInt64 = 2_000_000
  /// How long the broker may take to send what it has of an earlier run.
  private static let patience: Int64 = 700_000

  /// The payload of the last announcement that the broker has, of this run or an earlier one; empty if unknown.
  private var former: [UInt8] = []
  /// Until when the broker may still send it; `nil`: it is known.
  private(set) var formerDeadline: Int64?
  /// The announcement of this connection.
  private var latest: Discovery?
  /// When the panel is announced again, because Home Assistant has started.
  private(set) var repeatDeadline: Int64?

  /// The time of the next announcement; `nil`: there is none.
  var nextDeadline: Int64? { [formerDeadline, repeatDeadline].compactMap { $0 }.min() }

  /// Awaits what the broker has of an earlier run.
  mutating func connect(at now: Int64) {
    latest = nil
    former = []
    formerDeadline = now + Self.patience
  }

  mutating func disconnect() {
    formerDeadline = nil
    repeatDeadline = nil
  }

  /// Takes what an earlier run has announced; empty if it has announced nothing.
  mutating func settle(_ former: [UInt8] = []) {
    self.former = former
    formerDeadline = nil
  }

  /// Called when Home Assistant has started.
  mutating func askAgain(_ topics: Topics, at now: Int64) {
    repeatDeadline = repeatDeadline ?? now + Int64(Topics.hash(topics.id) % Self.spread)
  }

  /// Returns whether it is time to announce the panel again. It is no longer after that.
  mutating func mustRepeat(at now: Int64) -> Bool {
    guard let deadline = repeatDeadline, deadline <= now else { return false }
    repeatDeadline = nil
    return true
  }

  /// Returns the messages that announce the panel; none if the broker has them, or if it is not known yet what it has.
  mutating func messages(_ discovery: Discovery, _ topics: Topics, again: Bool) -> [Bridge.Message] {
    guard formerDeadline == nil, again || discovery != latest else { return [] }
    let payload = discovery.payload()
    let removed = discovery.removed(from: former)
    let payloads = removed.isEmpty ? [payload] : [discovery.payload(removing: removed), payload]
    former = payload
    latest = discovery
    return payloads.map { Bridge.Message(topic: topics.discovery, payload: $0, isRetained: true) }
  }
}
