/// Confidence intervals of 95 %.
package enum Interval {
  /// The quantile of the normal distribution that leaves 2.5 % above it.
  private static let z = 1.959963984540054

  /// Wilson's interval for a share (Wilson 1927, "Probable inference, the law of succession, and statistical inference"): it stays within
  /// 0 and 1, and is useful for few trials. 0…1 without trials.
  package static func wilson(_ hits: Int, of trials: Int) -> ClosedRange<Double> {
    guard trials > 0 else { return 0...1 }
    let (n, share) = (Double(trials), Double(hits) / Double(trials))
    let middle = share + z * z / (2 * n)
    let reach = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    let scale = 1 + z * z / n
    return max(0, (middle - reach) / scale)...min(1, (middle + reach) / scale)
  }

  /// The exact interval for the mean of a Poisson distribution of which `count` events were seen (Garwood 1936, "Fiducial limits for the
  /// Poisson distribution").
  package static func poisson(_ count: Int) -> ClosedRange<Double> {
    let least = count == 0 ? 0 : root { 1 - cumulative(count - 1, mean: $0) < 0.025 }
    let most = root { cumulative(count, mean: $0) > 0.025 }
    return least...max(least, most)

    /// Returns the mean up to which a condition holds.
    func root(_ holds: (Double) -> Bool) -> Double {
      var range = 0.0...(Double(count) + 10 * Double(count).squareRoot() + 20)
      for _ in 0..<60 {
        let middle = (range.lowerBound + range.upperBound) / 2
        range = holds(middle) ? middle...range.upperBound : range.lowerBound...middle
      }
      return range.lowerBound
    }
  }

  /// The probability of at most `count` events.
  private static func cumulative(_ count: Int, mean: Double) -> Double {
    if mean <= 0 { return 1 }
    // As multiples of the term for `count`, so that none underflows; each follows from its neighbour.
    var (term, below) = (1.0, 1.0)
    for k in stride(from: count, to: 0, by: -1) {
      term *= Double(k) / mean
      below += term
      if term < 1e-18 * below, Double(k) < mean { break }
    }
    if below == .infinity { return 1 }  // The mean is far below `count`.
    var (above, k) = (0.0, Double(count))
    term = 1
    while true {
      k += 1
      term *= mean / k
      above += term
      if term < 1e-18 * (below + above), k > mean { return below / (below + above) }
    }
  }
}
