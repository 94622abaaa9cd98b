import Text

extension ReplayReport {
  /// Thins out paths and lanes until a browser can draw the page quickly.
  mutating func thin() {
    thinPaths()
    if lanes.count > limits.lanes {
      let used = lanes.filter { !$0.spans.isEmpty }.count
      thinned.append(
        "Of \(lanes.count) gestures on views, \(used) of which got a touch, the first \(limits.lanes) have a lane.")
    }
    let drawn = lanes.indices.prefix(limits.lanes)
    guard drawn.reduce(0, { $0 + lanes[$1].spans.count }) > limits.spans else { return }
    let limit = max(20, limits.spans / drawn.count)
    let coarsest = drawn.compactMap { lanes[$0].merge(to: limit, duration) }.max()
    if let coarsest {
      thinned.append(
        "In full lanes, periods of the same state that began within \(Decimal.fixed(coarsest, decimals: 3)) s are drawn "
          + "as one.")
    }
  }

  private mutating func thinPaths() {
    let all = touches.reduce(0) { $0 + $1.points.count }
    var limit = limits.pointsOfTouch
    while limit > 4, touches.reduce(0, { $0 + $1.points.all.count }) > limits.points {
      limit /= 2
      for index in touches.indices { touches[index].points.thin(to: limit) }
    }
    let kept = touches.reduce(0) { $0 + $1.points.all.count }
    if kept < all {
      thinned.append(
        "Of \(all) finger positions, \(kept) are drawn; speeds are means between these. Greatest distances are those of all "
          + "positions.")
    }
  }
}

extension ReplayReport.Lane {
  /// Merges spans of the same state until at most `limit` are left, and no more than necessary.
  ///
  /// - Returns: the time within which merged spans began; `nil` if none were merged.
  fileprivate mutating func merge(to limit: Int, _ duration: Double) -> Double? {
    guard spans.count > limit, duration > 0 else { return nil }
    var parts = limit
    var merged = merged(parts, duration)
    while merged.count > limit, parts > 1 {
      parts /= 2
      merged = self.merged(parts, duration)
    }
    spans = merged
    return duration / Double(parts)
  }

  /// Returns the spans with at most one per state in each of `parts` equal parts of the duration.
  private func merged(_ parts: Int, _ duration: Double) -> [ReplayReport.Span] {
    var merged: [ReplayReport.Span] = []
    var last: [ReplayReport.Span.State: Int] = [:]
    func part(_ span: ReplayReport.Span) -> Int { Int(span.start / duration * Double(parts)) }
    for span in spans {
      if let index = last[span.state], part(merged[index]) == part(span) {
        merged[index].end = max(merged[index].end, span.end)
        merged[index].changes += span.changes
        merged[index].count += span.count
      } else {
        last[span.state] = merged.count
        merged.append(span)
      }
    }
    return merged
  }
}
