import Configuration
import Gestures
import Screen
import Terminal
import Text

/// The monitor's picture: draws the state of a `MonitorState` into cells.
///
///     ┌ main 217 × 136 mm ──┐ recognizers
///     │   ┌ snake ──┐       │ ✓ tap    snake  ended
///     │   └─────────┘       │ ✗ pan    snake  failed     moved 0.4 mm, pan needs …
///     └─────────────────────┘
///     recognized                                  the latest first
///     not recognized                              with the reason
package struct MonitorScreen {
  /// The texts around the state: the title bar and the line of keys.
  package struct Surroundings {
    /// The panel's name, or the recording's.
    package var title = ""
    /// The replay's position, such as `0.612 of 9.900 s paused`; empty for a live panel.
    package var position = ""
    package var keys = "q quit"

    package init() {}
  }

  package static let leastColumns = 40
  package static let leastRows = 12

  private let state: MonitorState
  private let surroundings: Surroundings
  private var buffer: CellBuffer

  package static func draw(
    _ state: MonitorState, _ surroundings: Surroundings, columns: Int, rows: Int
  ) -> CellBuffer {
    var screen = MonitorScreen(state, surroundings, CellBuffer(columns: columns, rows: rows))
    screen.draw()
    return screen.buffer
  }

  private init(_ state: MonitorState, _ surroundings: Surroundings, _ buffer: CellBuffer) {
    self.state = state
    self.surroundings = surroundings
    self.buffer = buffer
  }

  private mutating func draw() {
    guard buffer.columns >= Self.leastColumns, buffer.rows >= Self.leastRows else { return drawTooSmall() }
    let notes = (state.notes + [state.leftOut].compactMap { $0 }).suffix(max(1, buffer.rows / 12))
    drawTitle()
    drawBottom(Array(notes))
    let body = buffer.rows - 2 - notes.count
    let panel = PanelFrame(state.scene.size, columns: buffer.columns, rows: body)
    PanelPicture.draw(state, panel, on: &buffer)
    drawRecognizers(column: panel.columns + 1, rows: panel.upperRows)
    drawLists(row: 1 + panel.upperRows, rows: body - panel.upperRows)
  }

  private mutating func drawTooSmall() {
    let lines = [
      "too small: \(buffer.columns) × \(buffer.rows)", "the monitor needs \(Self.leastColumns) × \(Self.leastRows)",
      "q quit",
    ]
    for (row, line) in lines.enumerated() { buffer.write(line, row: row, column: 0) }
  }

  private mutating func drawTitle() {
    let bar = Style(bold: true, reverse: true)
    for column in 0..<buffer.columns { buffer.put(" ", row: 0, column: column, bar) }
    let position = surroundings.position.isEmpty ? "live" : surroundings.position
    let mode = state.mode == "default" ? "" : "mode \(state.mode.printable)  "
    let idle = state.idle.map { "idle \($0.printable)  " } ?? ""
    let right = "\(mode)\(idle)\(position) "
    let start = max(0, buffer.columns - right.cells)
    buffer.write(" tickle monitor  \(surroundings.title)", row: 0, column: 0, width: start - 2, bar)
    buffer.write(right, row: 0, column: start, bar)
  }

  private mutating func drawBottom(_ notes: [String]) {
    for (index, note) in notes.enumerated() {
      let row = buffer.rows - 1 - notes.count + index
      buffer.write("! \(note.printable)", row: row, column: 0, Style(.yellow))
    }
    buffer.write(surroundings.keys, row: buffer.rows - 1, column: 0, .dim)
  }

  // MARK: Recognizers

  private mutating func drawRecognizers(column: Int, rows: Int) {
    buffer.write("recognizers", row: 1, column: column, .bold)
    guard !state.rows.isEmpty else {
      buffer.write("none: no gesture is configured", row: 2, column: column, .dim)
      return
    }
    let shown = tagsToShow(rows - 1)
    let gestures = shown.map { state.scene.gestures[$0] }
    let names = width(of: gestures.map(\.settings.name), most: 14)
    let views = width(of: gestures.map(\.view), most: 12)
    for (index, tag) in shown.enumerated() { drawRow(tag, 2 + index, column, names, views) }
    let left = state.rows.count - shown.count
    if left > 0 { buffer.write("  and \(left) more", row: 2 + shown.count, column: column, .dim) }
  }

  /// Returns the recognizers to show in the order of the configuration. If there is no room for all, idle ones are left out first.
  private func tagsToShow(_ room: Int) -> [Int] {
    let tags = Array(state.rows.indices)
    guard tags.count > room else { return tags }
    let byInterest = tags.sorted { (rank($0), $0) < (rank($1), $1) }
    return byInterest.prefix(max(0, room - 1)).sorted()
  }

  private func rank(_ tag: Int) -> Int {
    if state.rows[tag].isInAttempt { return 0 }
    return state.rows[tag].condition == .idle ? 2 : 1
  }

  private mutating func drawRow(_ tag: Int, _ row: Int, _ column: Int, _ names: Int, _ views: Int) {
    let gesture = state.scene.gestures[tag]
    let item = state.rows[tag]
    let isOff = !gesture.recognizer.isEnabled
    var style = item.isInAttempt ? item.condition.style : .dim
    if !item.isInAttempt && item.condition == .recognized { style = Style(.green) }
    buffer.put(item.condition.sign, row: row, column: column, style)
    buffer.write(gesture.settings.name.printable, row: row, column: column + 2, width: names, style)
    buffer.write(gesture.view.printable, row: row, column: column + 3 + names, width: views, .dim)
    let start = column + 4 + names + views
    buffer.write(isOff ? "off" : item.word, row: row, column: start, width: 9, style)
    buffer.write(item.detail.printable, row: row, column: start + 10, style)
  }

  // MARK: What has happened

  private mutating func drawLists(row: Int, rows: Int) {
    guard rows >= 2 else { return }
    let upper = max(1, rows / 2)
    drawList("recognized", state.gestures, row: row, rows: upper)
    drawList("not recognized", state.failures, row: row + upper, rows: rows - upper)
  }

  /// Draws entries, the latest one first.
  private mutating func drawList(_ title: String, _ entries: [MonitorState.Entry], row: Int, rows: Int) {
    let count = buffer.write(title, row: row, column: 0, .bold)
    for column in (count + 1)..<max(count + 1, buffer.columns) { buffer.put("─", row: row, column: column, .dim) }
    let shown = entries.suffix(max(0, rows - 1)).reversed()
    let names = width(of: shown.map(\.gesture), most: 14)
    let views = width(of: shown.map(\.view), most: 12)
    for (index, entry) in shown.enumerated() { drawEntry(entry, row + 1 + index, names, views) }
  }

  private mutating func drawEntry(_ entry: MonitorState.Entry, _ row: Int, _ names: Int, _ views: Int) {
    let style: Style =
      switch entry.word {
      case "failed": Style(.red)
      case "cancelled", "refused": Style(.magenta)
      case "ended": Style(.green)
      default: Style(.green, bold: true)
      }
    let time = Decimal.fixed(Double(entry.time - state.origin) / 1e6, decimals: 3)
    buffer.write(time, row: row, column: max(0, 8 - time.cells), .dim)
    buffer.write(entry.gesture.printable, row: row, column: 9, width: names, style)
    buffer.write(entry.view.printable, row: row, column: 10 + names, width: views, .dim)
    var column = 11 + names + views
    if entry.word != "failed" { column += buffer.write(entry.word, row: row, column: column, style) + 1 }
    // If there is no room, the rule's number is left out first, then the configuration keys.
    let room = buffer.columns - column
    let (text, rule) = (entry.text.printable, entry.rule.printable)
    column += buffer.write(text.cells <= room ? text : entry.brief.printable, row: row, column: column)
    if text.cells + rule.cells <= room { buffer.write(rule, row: row, column: column, .dim) }
  }

  private func width(of names: [String], most: Int) -> Int { min(most, names.map(\.printable.cells).max() ?? 0) }
}

extension MonitorState.Row.Condition {
  fileprivate var sign: Unicode.Scalar {
    switch self {
    case .idle: "·"
    case .possible: "?"
    case .waits: "…"
    case .running: "▶"
    case .recognized: "✓"
    case .failed: "✗"
    case .cancelled: "!"
    }
  }

  fileprivate var style: Style {
    switch self {
    case .idle: .dim
    case .possible: .plain
    case .waits: Style(.yellow)
    case .running, .recognized: Style(.green, bold: true)
    case .failed: Style(.red)
    case .cancelled: Style(.magenta)
    }
  }
}
