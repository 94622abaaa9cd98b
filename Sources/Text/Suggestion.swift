extension Sequence<String> {
  /// Returns the name that was probably meant by `word`: the closest one, if at most a third of the letters, or one, differ.
  package func closest(to word: String) -> String? {
    let letters = Array(word.prefix(64).folded)
    let limit = Swift.max(1, letters.count / 3)
    var best: (name: String, distance: Int)?
    for name in self where name != word {
      let candidate = Array(name.prefix(64).folded)
      guard abs(candidate.count - letters.count) <= limit else { continue }
      let distance = editDistance(letters, candidate)
      if distance <= limit, distance < Swift.min(best?.distance ?? .max, candidate.count) { best = (name, distance) }
    }
    return best?.name
  }
}

extension Substring {
  /// The text with case and the difference between `_` and `-` ignored: `Long_Press` is `long-press`.
  fileprivate var folded: String { String(lowercased().map { $0 == "_" ? "-" : $0 }) }
}

/// Returns the Damerau–Levenshtein distance (optimal string alignment): the least number of insertions, deletions, replacements and
/// swaps of neighbours, where no neighbours are swapped twice.
package func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
