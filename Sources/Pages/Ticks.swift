import Text

/// Round numbers along an axis.
package struct Ticks {
  package let values: [Double]
  package let decimals: Int

  /// Creates ticks whose step is 1, 2 or 5 times a power of ten, with at most `most` steps from 0 to `end`.
  package init(upTo end: Double, most: Int) {
    guard end > 0, end.isFinite, most > 0 else {
      values = [0]
      decimals = 0
      return
    }
    let least = end / Double(most)
    var unit = 1.0, decimals = 0
    while unit * 10 <= least { unit *= 10 }
    while unit > least, decimals < 6 {
      unit /= 10
      decimals += 1
    }
    let factor = [1.0, 2, 5].first { unit * $0 >= least } ?? 10
    let step = unit * factor
    values = (0...Int(end / step + 1e-9)).map { Double($0) * step }
    self.decimals = factor == 10 ? max(0, decimals - 1) : decimals
  }

  package func label(_ value: Double) -> String { Decimal.fixed(value, decimals: decimals) }
}
