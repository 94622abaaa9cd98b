import TouchInput

/// Touchscreens as a table, or, if the columns do not fit, as a block of lines for each.
struct DeviceTable {
  private let rows: [DeviceRow]

  init(_ rows: [DeviceRow]) { self.rows = rows }

  /// - Parameter width: the terminal's width in columns; `nil`: unlimited.
  func lines(width: Int?) -> [String] {
    let table = columns
    let widths = table[0].indices.map { column in table.map { $0[column].count }.max()! }
    let needed = widths.dropLast().reduce(0) { $0 + $1 + 2 } + widths.last!
    if let width, needed > width { return rows.flatMap { block($0, width: width) } }
    return table.map { row in
      zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width + 2 - cell.count) }.joined()
        .trimmingEnd()
    } + rows.flatMap { row in remarks(of: row).map { "\(row.node): \($0)" } }
  }

  /// The head and a row for each touchscreen. RATE and SCREEN are left out if no touchscreen has a value for them.
  private var columns: [[String]] {
    var columns: [(String, (DeviceRow) -> String)] = [
      ("NODE", \.node), ("SIZE", \.size), ("KNOWN FROM", \.sizeSource), ("FINGERS", \.fingers),
      ("PROTOCOL", \.protocolName),
    ]
    if rows.contains(where: { $0.rateText != nil }) { columns.append(("RATE", { $0.rateText ?? "" })) }
    if rows.contains(where: { $0.screen != nil }) { columns.append(("SCREEN", { $0.screen ?? "" })) }
    columns += [("READ BY", \.readers), ("NAME", \.name)]
    return [columns.map(\.0)] + rows.map { row in columns.map { $1(row) } }
  }

  private func block(_ row: DeviceRow, width: Int) -> [String] {
    var sentences = ["\(row.size) (\(row.sizeSource)), fingers: \(row.fingers), protocol \(row.protocolName)"]
    if let rate = row.rateText { sentences.append("rate: \(rate)") }
    if let screen = row.screen { sentences.append("screen: \(screen)") }
    sentences.append("read by: \(row.readers)")
    sentences += remarks(of: row)
    return ["\(row.node)  \(row.name)"] + sentences.flatMap { wrapped($0, width: width, indent: 2) }
  }

  private func remarks(of row: DeviceRow) -> [String] {
    row.oddities + (row.read?.model?.sentence.map { ["measured in use: \($0)"] } ?? [])
      + (row.read?.filtered.sentence.map { [$0] } ?? [])
      + KernelBug.sentences(row.read?.kernelBugs ?? [:])
  }

  /// Breaks text between words; lines after the first are indented two spaces further.
  private func wrapped(_ text: String, width: Int, indent: Int) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    for word in text.split(separator: " ") {
      if line.count + 1 + word.count > width, line.contains(where: { $0 != " " }) {
        lines.append(line)
        line = String(repeating: " ", count: indent + 2)
      }
      line += (line.last == " " || line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}

extension String {
  fileprivate func trimmingEnd() -> String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
