import Control
import Text
import TouchInput

/// Touchscreens as a table, or, if the columns do not fit, as a block of lines for each.
struct DeviceTable {
  private let rows: [DeviceRow]

  init(_ rows: [DeviceRow]) { self.rows = rows }

  /// - Parameter width: the terminal's width in columns; `nil`: unlimited.
  func lines(width: Int?) -> [String] {
    let table = TextTable(columns)
    if let width, table.width > width { return rows.flatMap { block($0, width: width) } }
    return table.lines + rows.flatMap { row in remarks(of: row).map { "\(row.node): \($0)" } }
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
    return ["\(row.node)  \(row.name)"] + sentences.flatMap { TextTable.wrapped($0, width: width, indent: 2) }
  }

  private func remarks(of row: DeviceRow) -> [String] {
    let model = row.read?.model?.sentence.map { "measured in use: \($0)" }
    let inUse = [model, row.read?.filtered.sentence].compactMap(\.self)
    return row.oddities + row.quirks.map { "known as \($0)" } + inUse + KernelBug.sentences(row.read?.kernelBugs ?? [:])
  }
}
