/// A bound for lines of the log about messages: those who write messages can't fill it. In a minute there are at most
/// `most` lines; one of the next minute says how many were left out.
struct LineLimit {
  static let most = 20
  private static let minute: Int64 = 60_000_000

  /// When the lines of the last minute were written.
  private var times: [Int64] = []
  private var omitted = 0

  /// When `summary(at:)` has something to say; `nil` if nothing was left out.
  var nextDeadline: Int64? { omitted > 0 ? times.first.map { $0 + Self.minute } : nil }

  /// Returns whether a line may be written.
  mutating func admits(at now: Int64) -> Bool {
    guard omitted == 0, hasRoom(at: now) else {
      omitted += 1
      return false
    }
    times.append(now)
    return true
  }

  /// Returns the line about those that were left out, if it may be written.
  mutating func summary(at now: Int64) -> String? {
    guard omitted > 0, hasRoom(at: now) else { return nil }
    times.append(now)
    defer { omitted = 0 }
    return "messages: \(omitted) more \(omitted == 1 ? "line was" : "lines were") left out"
  }

  private mutating func hasRoom(at now: Int64) -> Bool {
    times.removeAll { now - $0 >= Self.minute }
    return times.count < Self.most
  }
}
