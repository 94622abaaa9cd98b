import Text

extension ScoreSheet {
  /// The most faults that the text names.
  private static let mostFaults = 20

  /// The score for people: the matrix, the figures, and the movements that were not recognized as they were meant.
  package var text: [String] {
    var table: [[String]] = [["meant", "movements"] + columns + ["nothing", "found"]]
    for row in rows {
      let counts = columns.map { "\(row.recognized[$0] ?? 0)" }
      let found = row.meant.isEmpty ? "-" : Self.share(row.found, of: row.movements)
      table.append([row.name, "\(row.movements)"] + counts + ["\(row.nothing)", found])
    }
    var lines = TextTable(table, rightAligned: 1..<table[0].count - 1).lines + [""]
    let length = "\(Decimal.fixed(seconds / 60, decimals: 1)) min"
    lines.append("\(recordings) \(recordings == 1 ? "recording" : "recordings"), \(length) of use")
    if meant > 0 { lines.append("found    \(Self.share(found, of: meant)), missed \(meant - found)") }
    lines.append("unmeant  \(Self.rate(fired, hours: hours))")
    for name in columns where unmeant[name] != nil {
      lines.append("  \(name)  \(Self.rate(unmeant[name] ?? 0, hours: hours))")
    }
    if faults.isEmpty { return lines }
    lines += ["", "not as meant:"]
    for fault in faults.prefix(Self.mostFaults) {
      let got = fault.recognized.isEmpty ? "nothing" : fault.recognized.joined(separator: " and ")
      lines.append(
        "  \(fault.file.printable) at \(Decimal.fixed(fault.start, decimals: 3)) s: meant \(fault.meaning.text), got \(got)"
      )
    }
    if faults.count > Self.mostFaults { lines.append("  and \(faults.count - Self.mostFaults) more") }
    return lines
  }

  /// `33 of 41 (80 %, 66 to 90)`: the share with Wilson's interval.
  private static func share(_ hits: Int, of trials: Int) -> String {
    let interval = Interval.wilson(hits, of: trials)
    let percents = [interval.lowerBound, interval.upperBound].map { Decimal.fixed($0 * 100, decimals: 0) }
    let share = Decimal.fixed(100 * Double(hits) / Double(max(1, trials)), decimals: 0)
    return "\(hits) of \(trials) (\(share) %, \(percents[0]) to \(percents[1]))"
  }

  /// `3, 1.5 per hour (0.3 to 4.4)`: the rate with the exact interval of a Poisson distribution.
  private static func rate(_ count: Int, hours: Double) -> String {
    guard hours > 0 else { return "\(count)" }
    let interval = Interval.poisson(count)
    let rates = [Double(count), interval.lowerBound, interval.upperBound].map { Decimal.fixed($0 / hours, decimals: 1) }
    return "\(count), \(rates[0]) per hour (\(rates[1]) to \(rates[2]))"
  }

  /// The score as one JSON object.
  package var json: String {
    JSONWriter.text { writer in
      writer.member("type", "score")
      writer.member("recordings", recordings)
      writer.member("hours", hours, decimals: 6)
      writer.member("meant", meant)
      writer.member("found", found)
      if meant > 0 { Self.write("found_interval", Interval.wilson(found, of: meant), &writer) }
      writer.member("missed", meant - found)
      writer.member("unmeant", fired)
      if let firedPerHour {
        let interval = Interval.poisson(fired)
        writer.member("unmeant_per_hour", firedPerHour, decimals: 6)
        Self.write("unmeant_per_hour_interval", interval.lowerBound / hours...interval.upperBound / hours, &writer)
      }
      writer.objects("matrix", rows, write)
      writer.objects("faults", faults) { fault, writer in
        writer.member("recording", fault.file)
        writer.member("start", fault.start, decimals: 6)
        writer.member("end", fault.end, decimals: 6)
        writer.member("meant", fault.meant)
        writer.member("optional", fault.meaning.isOptional)
        writer.member("recognized", fault.recognized)
      }
    }
  }

  private func write(_ row: Row, _ writer: inout JSONWriter) {
    writer.member("meant", row.meant)
    writer.member("optional", row.meaning.isOptional)
    writer.member("movements", row.movements)
    writer.member("found", row.found)
    if !row.meant.isEmpty {
      Self.write("found_interval", Interval.wilson(row.found, of: row.movements), &writer)
    }
    writer.member("nothing", row.nothing)
    writer.objects("recognized", columns.filter { row.recognized[$0] != nil }) { name, writer in
      writer.member("gesture", name)
      writer.member("movements", row.recognized[name] ?? 0)
    }
  }

  private static func write(_ key: StaticString, _ interval: ClosedRange<Double>, _ writer: inout JSONWriter) {
    writer.member(key, [interval.lowerBound, interval.upperBound], decimals: 6)
  }
}
