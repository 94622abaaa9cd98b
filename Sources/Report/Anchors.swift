/// Where in a time line an attempt was decided, for links from the tables to it and back.
struct Anchors {
  private let prefix: String
  private let lanes: ArraySlice<ReplayReport.Lane>
  private let failures: Set<Int>
  private let recognitions: Set<Int>
  /// The attempts whose span is drawn: of those that were drawn together only the first has a place.
  private let drawn: Set<Int>

  init(_ report: ReplayReport, prefix: String) {
    self.prefix = prefix
    lanes = report.lanes.prefix(report.limits.lanes)
    failures = Set(report.failures.prefix(report.limits.rows).map(\.attempt))
    recognitions = Set(report.recognitions.prefix(report.limits.rows).compactMap(\.attempt))
    drawn = Set(lanes.flatMap { $0.spans.filter(\.isDecision).compactMap(\.attempt) })
  }

  func lane(_ index: Int) -> String { "\(prefix)lane-\(index)" }
  func row(ofFailure attempt: Int) -> String { "\(prefix)attempt-\(attempt)" }

  /// Of a span that a table links to.
  func span(_ span: ReplayReport.Span) -> String? {
    guard span.isDecision, let attempt = span.attempt, failures.contains(attempt) || recognitions.contains(attempt)
    else { return nil }
    return place(attempt)
  }

  /// The row that tells of it, for a span that came to nothing.
  func row(of span: ReplayReport.Span) -> String? {
    guard span.state == .failed || span.state == .cancelled, let attempt = span.attempt, failures.contains(attempt)
    else { return nil }
    return row(ofFailure: attempt)
  }

  /// The span, the lane where it has none of its own, or nothing.
  func target(lane index: Int, attempt: Int?) -> String? {
    guard lanes.indices.contains(index) else { return nil }
    if let attempt, drawn.contains(attempt) { return place(attempt) }
    return lane(index)
  }

  private func place(_ attempt: Int) -> String { "\(prefix)decided-\(attempt)" }
}
