/// A bound for lines of the log about messages, so that those who write messages can't fill it: 20 in any minute. One of
/// the next minute says how many were left out.
struct LineLimit {
  private static let most = 20
  private static let minute: Int64 = 60_000_000

  /// When the lines of the last minute were written.
  private var times: [Int64] = []
  private var omitted = 0

  /// When `summary(at:)` has something to say; `nil` if nothing was left out.
  var nextDeadline: Int64? { omitted > 0 ? times.first.map { $0 + Self.minute } : nil }

  /// Returns whether a line may be written.
  mutating func admits(at now: Int64) -> Bool {
    let isAdmitted = omitted == 0 && hasRoom(at: now)
    if !isAdmitted { omitted += 1 }
    return isAdmitted
  }

  /// Returns the line about those that were left out, if it may be written.
  mutating func summary(at now: Int64) -> String? {
    guard omitted > 0, hasRoom(at: now) else { return nil }
    defer { omitted = 0 }
    return "messages: \(omitted) more \(omitted == 1 ? "line was" : "lines were") left out"
  }

  /// Takes the room of a line if there is some.
  private mutating func hasRoom(at now: Int64) -> Bool {
    times.removeAll { now - $0 >= Self.minute }
    guard times.count < Self.most else { return false }
    times.append(now)
    return true
  }
}
