/// The median of the latest 63 values. Allocates only when it is created.
struct RecentMedian: Sendable {
  private static let most = 63

  /// The values in the order in which they were added; once there are `most`, the oldest is at `next`.
  private var values: [Int64] = []
  private var sorted: [Int64] = []
  private var next = 0

  init() {
    values.reserveCapacity(Self.most)
    sorted.reserveCapacity(Self.most)
  }

  /// The number of values, 63 at most.
  var count: Int { values.count }

  /// The median; `nil` before the first value.
  var value: Int64? { sorted.isEmpty ? nil : sorted[sorted.count / 2] }

  mutating func add(_ value: Int64) {
    if values.count < Self.most {
      values.append(value)
      sorted.insert(value, at: place(of: value))
      return
    }
    let oldest = values[next]
    values[next] = value
    next = next + 1 == Self.most ? 0 : next + 1
    if value != oldest { replace(oldest, by: value) }
  }

  /// Moves only the values between the two. The latest values are usually similar, so there are few of them.
  private mutating func replace(_ old: Int64, by new: Int64) {
    var place = place(of: old)
    sorted.withUnsafeMutableBufferPointer { sorted in
      while place + 1 < sorted.count, sorted[place + 1] < new {
        sorted[place] = sorted[place + 1]
        place += 1
      }
      while place > 0, sorted[place - 1] > new {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = new
    }
  }

  /// Returns the first index in `sorted` whose value is not less than `value`.
  private func place(of value: Int64) -> Int {
    var low = 0, high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
