/// The anchors for links between the tables' rows and the places in the time line where attempts were decided.
struct Anchors {
  private let prefix: String
  private let lanes: ArraySlice<ReplayReport.Lane>
  private let failures: Set<Int>
  private let recognitions: Set<Int>
  /// The attempts whose deciding span is drawn. Of spans that are drawn together only the first has an anchor.
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

  /// The anchor of a span that a table links to; `nil` for others.
  func span(_ span: ReplayReport.Span) -> String? {
    guard span.isDecision, let attempt = span.attempt, failures.contains(attempt) || recognitions.contains(attempt)
    else { return nil }
    return place(attempt)
  }

  /// The anchor of the table row that explains a failed or cancelled span; `nil` for others.
  func row(of span: ReplayReport.Span) -> String? {
    guard span.state == .failed || span.state == .cancelled, let attempt = span.attempt, failures.contains(attempt)
    else { return nil }
    return row(ofFailure: attempt)
  }

  /// The anchor to link to: the attempt's span, its lane if the span has none of its own, or `nil` if the lane is not drawn.
  func target(lane index: Int, attempt: Int?) -> String? {
    guard lanes.indices.contains(index) else { return nil }
    if let attempt, drawn.contains(attempt) { return place(attempt) }
    return lane(index)
  }

  private func place(_ attempt: Int) -> String { "\(prefix)decided-\(attempt)" }
}
