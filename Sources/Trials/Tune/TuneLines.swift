import Screen
import Text

extension Tuning.Proposal {
  private static let mostContradictions = 10
  private static let mostHindrances = 3

  /// The proposal for people.
  ///
  /// - Parameters:
  ///   - gesture: the name of the gesture.
  ///   - kind: its kind.
  package func text(_ gesture: String, _ kind: String) -> [String] {
    var lines = ["\(gesture) (\(kind)): \(meant) meant, \(notMeant) not meant"]
    lines.append("  before:   \(words(before))")
    if changes.isEmpty {
      lines.append(before.found == meant && before.unmeant == 0 ? "  nothing to change" : "  no value does better")
    } else {
      lines.append("  after:    \(words(after))")
      if let leftOut {
        lines.append("  left out: \(words(leftOut)), each judged with values that were found without it")
      }
      lines.append("")
      for change in changes { lines.append("  \(change.key) = \(change.new)  # was \(change.old)") }
      lines += [""] + others
    }
    if isDoubtful {
      lines.append("attempts that were left out are not recognized better than before: more recordings are needed")
    }
    for hindrance in hindrances.prefix(Self.mostHindrances) {
      lines.append("missed \(hindrance.count) times, such as: \(hindrance.explanation.text)")
    }
    for pair in contradictions.prefix(Self.mostContradictions) {
      lines.append(
        "contradiction: \(place(pair.meant)) is meant, and is recognized only with values with which "
          + "\(place(pair.unmeant)) is recognized, too, which is not meant")
    }
    if contradictions.count > Self.mostContradictions {
      lines.append("and \(contradictions.count - Self.mostContradictions) more contradictions")
    }
    return lines
  }

  private func place(_ attempt: Tuning.Attempt) -> String {
    "\(attempt.file.printable) at \(Decimal.fixed(attempt.start, decimals: 3)) s"
  }

  private func words(_ count: Tuning.Count) -> String {
    "\(count.found) of \(meant) recognized, \(count.unmeant) unmeant"
  }

  /// What becomes of the other gestures.
  private var others: [String] {
    let names = Set(othersBefore.keys).union(othersAfter.keys).sorted()
    let changed = names.filter { othersBefore[$0] != othersAfter[$0] }
    if changed.isEmpty { return ["other gestures: recognized as often as before"] }
    return changed.map {
      "\($0): recognized \(othersBefore[$0] ?? 0) times before, \(othersAfter[$0] ?? 0) times after"
    }
  }

  /// The proposal as one JSON object.
  package func json(_ gesture: String) -> String {
    JSONWriter.text { writer in
      writer.member("type", "tuning")
      writer.member("gesture", gesture)
      writer.member("meant", meant)
      writer.member("not_meant", notMeant)
      write("before", before, &writer)
      write("after", after, &writer)
      if let leftOut { write("left_out", leftOut, &writer) }
      writer.objects("changes", changes) { change, writer in
        writer.member("key", change.key)
        writer.member("old", change.old)
        writer.member("new", change.new)
      }
      writer.objects("others", Set(othersBefore.keys).union(othersAfter.keys).sorted()) { name, writer in
        writer.member("gesture", name)
        writer.member("before", othersBefore[name] ?? 0)
        writer.member("after", othersAfter[name] ?? 0)
      }
      writer.objects("contradictions", contradictions) { pair, writer in
        writer.member("meant", place(pair.meant))
        writer.member("unmeant", place(pair.unmeant))
      }
    }
  }

  private func write(_ key: StaticString, _ count: Tuning.Count, _ writer: inout JSONWriter) {
    writer.object(key) { writer in
      writer.member("found", count.found)
      writer.member("unmeant", count.unmeant)
    }
  }
}
