import Gestures
import Testing

/// Plays the fingers of a picture and compares the recognizers' reports with those it shows.
///
///     expect("""
///       1      .a-----.
///       press  ......BE
///       tap    ........
///       """, press, tap)
///
/// A line has a name and a column for every 100 ms; the first column is at 0. A failing test prints the expected picture
/// and, below it, the reported one.
///
/// **Fingers** have the names `1` to `9`, `pen…` or `palm…`:
///
///     .      is not on the screen; the first one after a touch is the lift
///     a…w    lands at this place, or moves there; `a` is at (10, 50), and each further letter is 10 mm to the right of
///            the one before, unless `places` says otherwise
///     A…W    moves to this place and lifts in the same frame; also lands there if it was not down
///     -      rests
///     x      is cancelled
///
/// **Keys** have the names `key` and their code, such as `key115`:
///
///     .      is not pressed; the first one after a press is the release
///     #      goes down, or stays down
///     x      is cancelled
///
/// **Recognizers** have their own names and show what they report in a column (a deadline at 450 ms is in column 4):
///
///     B C E  began, changed, ended
///     R      recognized: the end of a discrete gesture
///     X      cancelled
///     F      failed: shown only if the expected line contains an F
///
/// **Views** have their own names and show what they receive: `b` began, `m` moved, `e` ended, `c` cancelled, with one
/// letter for each touch.
///
/// The second report in a column is in a line named `+` below, the third in another such line. **Changes** from outside
/// have the names in `doing`, and happen where there is a `!`, after the frame of that column.
///
/// - Parameter recognizers: The recognizers. Those without a view are added to the root, in this order.
/// - Returns: The screen with everything that was reported, for checks of values.
@discardableResult
func expect(
  _ picture: String, _ recognizers: GestureRecognizer..., root: View? = nil,
  places: [Character: (Double, Double)] = [:], doing changes: [String: () -> Void] = [:], exclusion: Exclusion = .touch,
  maximumDelay: Duration? = nil, intention: Intention = Intention(), onMisuse: ((String) -> Void)? = nil,
  at sourceLocation: SourceLocation = #_sourceLocation
) -> TestScreen {
  let screen = TestScreen(root: root, recognizers)
  screen.engine.exclusion = exclusion
  screen.engine.maximumDelay = maximumDelay
  screen.engine.intention = intention
  screen.engine.onMisuse = onMisuse
  let expected = Picture(picture)
  let player = PicturePlayer(expected, screen, recognizers, places, changes)
  let reported = player.play()
  for problem in player.problems { Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation) }
  if reported != expected {
    Issue.record("expected\n\(expected)\n\nreported\n\(reported)", sourceLocation: sourceLocation)
  }
  return screen
}

/// Named rows of columns.
struct Picture: Equatable, CustomStringConvertible {
  struct Row: Equatable {
    var name: String
    var cells: [Character]
  }

  var rows: [Row]

  init(_ text: String) {
    rows = text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      return parts.isEmpty ? nil : Row(name: String(parts[0]), cells: parts.count > 1 ? Array(parts[1]) : [])
    }
    let width = columns
    for index in rows.indices {
      rows[index].cells += Array(repeating: ".", count: width - rows[index].cells.count)
    }
  }

  init(rows: [Row]) { self.rows = rows }

  var columns: Int { rows.map(\.cells.count).max() ?? 0 }

  var description: String {
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    return rows.map { row in
      "  " + row.name + String(repeating: " ", count: width - row.name.count) + String(row.cells)
    }.joined(separator: "\n")
  }
}

/// Turns a picture into frames, and the reports into a picture.
private final class PicturePlayer {
  private(set) var problems: [String] = []
  private let expected: Picture
  private let screen: TestScreen
  private let places: [Character: (Double, Double)]
  private let changes: [String: () -> Void]
  /// The letters of each row by its name, with a list for each column.
  private var marks: [String: [[Character]]] = [:]
  private var begun: Set<ObjectIdentifier> = []
  private var down: Set<String> = []

  private static let step = 100.0

  init(
    _ expected: Picture, _ screen: TestScreen, _ recognizers: [GestureRecognizer],
    _ places: [Character: (Double, Double)], _ changes: [String: () -> Void]
  ) {
    self.expected = expected
    self.screen = screen
    self.places = places
    self.changes = changes
    screen.engine.reportsTouches = true
    let names = Set(recognizers.map(\.name)).union(names(of: screen.root))
    for row in expected.rows where isSubject(row.name) {
      if !names.contains(row.name) { problems.append("nothing is called \(row.name)") }
      marks[row.name] = Array(repeating: [], count: expected.columns)
    }
    for recognizer in recognizers {
      let fails = expected.rows.contains { $0.name == recognizer.name && $0.cells.contains("F") }
      if fails { recognizer.reportedStates.insert(.failed) }
    }
  }

  func play() -> Picture {
    for column in 0..<expected.columns {
      let time = Double(column) * Self.step
      let news = expected.rows.compactMap { row in
        isFinger(row.name) ? self.news(row.name, row.cells[column]).map { (row.name, $0) } : nil
      }
      if !news.isEmpty { note(screen.frame(time, news)) }
      let presses = expected.rows.compactMap { row in
        isKey(row.name) ? press(UInt16(row.name.dropFirst(3))!, row.cells[column], time) : nil
      }
      if !presses.isEmpty { note(screen.handle(presses)) }
      for row in expected.rows where changes[row.name] != nil && row.cells[column] == "!" {
        note(screen.perform(at: time, changes[row.name]!))
      }
    }
    note(screen.wait(until: Double(expected.columns) * Self.step - 0.001))
    return picture
  }

  private func news(_ finger: String, _ cell: Character) -> TestScreen.News? {
    switch cell {
    case "-": return nil
    case ".": return down.remove(finger) == nil ? nil : .lifts
    case "x":
      down.remove(finger)
      return .cancelled
    default:
      let (x, y) = place(cell.lowercased().first!)
      if cell.isUppercase {
        down.remove(finger)
        return .liftsAt(x, y)
      }
      down.insert(finger)
      return .at(x, y)
    }
  }

  private func press(_ code: UInt16, _ cell: Character, _ time: Double) -> Press? {
    let name = "key\(code)"
    switch cell {
    case "#": return down.insert(name).inserted ? Press(code: code, phase: .began, time: .at(time)) : nil
    case ".": return down.remove(name).map { _ in Press(code: code, phase: .ended, time: .at(time)) }
    case "x": return down.remove(name).map { _ in Press(code: code, phase: .cancelled, time: .at(time)) }
    default:
      problems.append("\(cell) is not a press")
      return nil
    }
  }

  private func place(_ name: Character) -> (Double, Double) {
    if let place = places[name] { return place }
    guard let ascii = name.asciiValue, name >= "a", name <= "w" else {
      problems.append("\(name) is no place")
      return (10, 50)
    }
    return (10 + 10 * Double(ascii - Character("a").asciiValue!), 50)
  }

  private func note(_ events: [GestureEngine.Event]) {
    for event in events {
      switch event {
      case .gesture(let event): mark(event.recognizer.name, event.time, letter(for: event))
      case .touch(let event):
        let letters: [Touch.Phase: Character] = [.began: "b", .moved: "m", .ended: "e", .cancelled: "c"]
        if let view = event.touch.view { mark(view.name, event.time, letters[event.phase]!) }
      case .attempt: break
      }
    }
  }

  private func letter(for event: GestureEvent) -> Character {
    let id = ObjectIdentifier(event.recognizer)
    switch event.state {
    case .began:
      begun.insert(id)
      return "B"
    case .changed: return "C"
    case .ended: return begun.remove(id) == nil ? "R" : "E"
    case .cancelled:
      begun.remove(id)
      return "X"
    case .failed: return "F"
    case .possible: return "?"
    }
  }

  private func mark(_ name: String, _ time: Timestamp, _ letter: Character) {
    let column = Int(Double(time.microseconds) / 1000 / Self.step)
    if expected.columns > column { marks[name]?[column].append(letter) }
  }

  private var picture: Picture {
    var rows: [Picture.Row] = []
    for row in expected.rows where row.name != "+" {
      guard let marks = marks[row.name] else {
        rows.append(row)
        continue
      }
      for level in 0..<max(1, marks.map(\.count).max() ?? 0) {
        rows.append(
          Picture.Row(
            name: level == 0 ? row.name : "+", cells: marks.map { $0.count > level ? $0[level] : "." }))
      }
    }
    return Picture(rows: rows)
  }

  private func isFinger(_ name: String) -> Bool {
    name.count == 1 && name.first!.isNumber || name.hasPrefix("palm") || name.hasPrefix("pen")
  }

  private func isKey(_ name: String) -> Bool { name.hasPrefix("key") && UInt16(name.dropFirst(3)) != nil }

  private func isSubject(_ name: String) -> Bool {
    !isFinger(name) && !isKey(name) && changes[name] == nil && name != "+"
  }

  private func names(of view: View) -> Set<String> {
    view.subviews.reduce([view.name]) { $0.union(names(of: $1)) }
  }
}
