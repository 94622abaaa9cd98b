package struct LineDifference: Equatable, Sendable {
  package enum Sign: String, Sendable { case same = " ", removed = "-", added = "+", gap = "…" }

  package struct Line: Equatable, Sendable {
    package let sign: Sign
    package let text: String
    /// The line's number in the new text, or in the old one if it was removed.
    package let number: Int
  }

  private static let context = 3

  package let lines: [Line]

  package init(_ old: String, _ new: String) {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false)
    // The lines at the ends that are equal need no search, which would take long in a large file.
    let head = zip(before, after).prefix { $0 == $1 }.count
    let most = min(before.count, after.count) - head
    let tail = min(most, zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count)
    var all: [Line] = after[..<head].enumerated().map { Line(sign: .same, text: String($1), number: $0 + 1) }
    all += Self.middle(Array(before[head..<before.count - tail]), Array(after[head..<after.count - tail]), from: head)
    for index in after.count - tail..<after.count {
      all.append(Line(sign: .same, text: String(after[index]), number: index + 1))
    }
    lines = Self.shortened(all)
  }

  private static func middle(_ old: [Substring], _ new: [Substring], from head: Int) -> [Line] {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var result: [Line] = []
    var (a, b) = (0, 0)
    while a < old.count || b < new.count {
      if removed.contains(a) {
        result.append(Line(sign: .removed, text: String(old[a]), number: head + a + 1))
        a += 1
      } else if added.contains(b) {
        result.append(Line(sign: .added, text: String(new[b]), number: head + b + 1))
        b += 1
      } else {
        result.append(Line(sign: .same, text: String(new[b]), number: head + b + 1))
        a += 1
        b += 1
      }
    }
    return result
  }

  private static func shortened(_ all: [Line]) -> [Line] {
    var shown = [Bool](repeating: false, count: all.count)
    for (index, line) in all.enumerated() where line.sign != .same {
      for near in max(0, index - context)...min(all.count - 1, index + context) { shown[near] = true }
    }
    var result: [Line] = []
    for (index, line) in all.enumerated() {
      if shown[index] {
        result.append(line)
      } else if result.last.map({ $0.sign != .gap }) ?? shown.contains(true) {
        result.append(Line(sign: .gap, text: "", number: line.number))
      }
    }
    return result.allSatisfy { $0.sign == .gap } ? [] : result
  }
}
