import Gestures

/// Fingers and what recognizers report of them, as a picture. It plays its fingers, and throws both pictures if another one comes out.
///
///     @Test func `A pull begins when it has gone far enough`() throws {
///       try Picture(
///         """
///         1     .mnopq.
///         pull  ..BCCCE
///         """
///       ).check(PullGestureRecognizer(name: "pull"), places: ["m": Point(x: 50, y: 10), …])
///     }
///
/// A line has a name and a column for every 100 ms; the first column is at 0.
///
/// **Fingers** have the names `1` to `9`, `pen…` or `palm…`:
///
///     .      is not on the screen; the first one after a touch is the lift
///     a…w    lands at this place, or moves there; `a` is at (10, 50) mm, and each further letter is 10 mm to the right of
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
public struct Picture: Equatable, Sendable, CustomStringConvertible {
  struct Row: Equatable, Sendable {
    var name: String
    var cells: [Character]
  }

  /// What came out was another picture.
  public struct Mismatch: Error, CustomStringConvertible {
    /// The picture that was played.
    public let expected: Picture
    /// What was reported for the same fingers.
    public let reported: Picture
    /// What in the picture could not be played, a sentence each.
    public let problems: [String]

    /// Both pictures, one below the other.
    public var description: String {
      (problems + ["expected\n\(expected)\n\nreported\n\(reported)"]).joined(separator: "\n")
    }
  }

  var rows: [Row]

  /// Reads a picture. Lines without a word are left out, and all are as long as the longest one.
  public init(_ text: String) {
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

  /// The lines, indented, with their columns below one another.
  public var description: String {
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    return rows.map { row in
      "  " + row.name + String(repeating: " ", count: width - row.name.count) + String(row.cells)
    }.joined(separator: "\n")
  }
}

extension Picture {
  /// Plays the picture to recognizers on a screen of their own, 300 mm × 100 mm, to which they are added in this order.
  ///
  /// - Parameters:
  ///   - places: the places of letters.
  ///   - changes: what happens where a line with this name has a `!`.
  /// - Returns: all events, in order.
  /// - Throws: a `Mismatch` with both pictures.
  @discardableResult
  public func check(
    _ recognizers: GestureRecognizer..., places: [Character: Point] = [:], doing changes: [String: () -> Void] = [:]
  ) throws -> [GestureEngine.Event] {
    let root = View(name: "screen", frame: Rect(x: 0, y: 0, width: 300, height: 100))
    root.gestureRecognizers = recognizers
    return try check(on: GestureEngine(root: root), places: places, doing: changes)
  }

  /// Plays the picture to an engine that has seen no frame yet.
  ///
  /// - Returns: all events, in order.
  /// - Throws: a `Mismatch` with both pictures.
  @discardableResult
  public func check(
    on engine: GestureEngine, places: [Character: Point] = [:], doing changes: [String: () -> Void] = [:]
  ) throws -> [GestureEngine.Event] {
    let (reported, events, problems) = play(on: engine, places: places, doing: changes)
    guard reported == self, problems.isEmpty else {
      throw Mismatch(expected: self, reported: reported, problems: problems)
    }
    return events
  }

  /// Plays the picture.
  ///
  /// - Parameter others: recognizers of the picture that may be on no view of the screen.
  /// - Returns: what was reported, as a picture and as events, and what could not be played.
  package func play(
    on engine: GestureEngine, with others: [GestureRecognizer] = [], places: [Character: Point] = [:],
    doing changes: [String: () -> Void] = [:]
  ) -> (reported: Picture, events: [GestureEngine.Event], problems: [String]) {
    let player = PicturePlayer(self, engine, others, places, changes)
    let reported = player.play()
    return (reported, player.events, player.problems)
  }
}

/// Turns a picture into frames, and the reports into a picture.
private final class PicturePlayer {
  private(set) var problems: [String] = []
  private(set) var events: [GestureEngine.Event] = []
  private let expected: Picture
  private let engine: GestureEngine
  private let places: [Character: Point]
  private let changes: [String: () -> Void]
  /// The letters of each row by its name, with a list for each column.
  private var marks: [String: [[Character]]] = [:]
  private var begun: Set<GestureRecognizer> = []
  /// The fingers and keys that are down. A finger has an id of its own for each touch.
  private var down: [String: UInt64] = [:]
  private var whereabouts: [String: Point] = [:]
  private var lastID: UInt64 = 0

  private static let step = Duration.milliseconds(100)

  init(
    _ expected: Picture, _ engine: GestureEngine, _ others: [GestureRecognizer], _ places: [Character: Point],
    _ changes: [String: () -> Void]
  ) {
    self.expected = expected
    self.engine = engine
    self.places = places
    self.changes = changes
    engine.reportsTouches = true
    let recognizers = recognizers(of: engine.root) + others
    let names = Set(recognizers.map(\.name)).union(names(of: engine.root))
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
      let time = Timestamp(microseconds: 0).advanced(by: Self.step * column)
      let contacts = expected.rows.flatMap { row in
        isFinger(row.name) ? self.contacts(of: row.name, row.cells[column]) : []
      }
      if !contacts.isEmpty { note(engine.handle(TouchFrame(time: time, contacts: contacts))) }
      let presses = expected.rows.compactMap { row in
        isKey(row.name) ? press(UInt16(row.name.dropFirst(3))!, row.cells[column], time) : nil
      }
      if !presses.isEmpty { note(engine.handle(presses: presses)) }
      for row in expected.rows where row.cells[column] == "!" {
        if let change = changes[row.name] { note(engine.perform(at: time, change)) }
      }
    }
    let end = Timestamp(microseconds: -1).advanced(by: Self.step * expected.columns)
    note(engine.advance(to: end))
    return picture
  }

  private func contacts(of finger: String, _ cell: Character) -> [TouchFrame.Contact] {
    let id = down[finger]
    let type: Touch.TouchType = finger.hasPrefix("palm") ? .palm : finger.hasPrefix("pen") ? .pen : .finger
    func contact(_ id: UInt64, _ phase: Touch.Phase, _ place: Point) -> TouchFrame.Contact {
      TouchFrame.Contact(id: id, phase: phase, location: place, type: type)
    }
    switch cell {
    case "-": return []
    case ".", "x":
      guard let id, let place = whereabouts[finger] else { return [] }
      down[finger] = nil
      return [contact(id, cell == "." ? .ended : .cancelled, place)]
    default:
      let place = place(cell.lowercased().first!)
      whereabouts[finger] = place
      if let id {
        if cell.isUppercase { down[finger] = nil }
        return [contact(id, cell.isUppercase ? .ended : .moved, place)]
      }
      lastID += 1
      if cell.isUppercase { return [contact(lastID, .began, place), contact(lastID, .ended, place)] }
      down[finger] = lastID
      return [contact(lastID, .began, place)]
    }
  }

  private func press(_ code: UInt16, _ cell: Character, _ time: Timestamp) -> Press? {
    let name = "key\(code)"
    switch cell {
    case "#": return down.updateValue(0, forKey: name) == nil ? Press(code: code, phase: .began, time: time) : nil
    case ".": return down.removeValue(forKey: name).map { _ in Press(code: code, phase: .ended, time: time) }
    case "x": return down.removeValue(forKey: name).map { _ in Press(code: code, phase: .cancelled, time: time) }
    default:
      problems.append("\(cell) is not a press")
      return nil
    }
  }

  private func place(_ name: Character) -> Point {
    if let place = places[name] { return place }
    guard let ascii = name.asciiValue, name >= "a", name <= "w" else {
      problems.append("\(name) is no place")
      return Point(x: 10, y: 50)
    }
    return Point(x: 10 + 10 * Double(ascii - Character("a").asciiValue!), y: 50)
  }

  private func note(_ events: [GestureEngine.Event]) {
    self.events += events
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
    switch event.state {
    case .began:
      begun.insert(event.recognizer)
      return "B"
    case .changed: return "C"
    case .ended: return begun.remove(event.recognizer) == nil ? "R" : "E"
    case .cancelled:
      begun.remove(event.recognizer)
      return "X"
    case .failed: return "F"
    case .possible: return "?"
    }
  }

  private func mark(_ name: String, _ time: Timestamp, _ letter: Character) {
    let column = Int(time.microseconds / 100_000)
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

  private func recognizers(of view: View) -> [GestureRecognizer] {
    view.gestureRecognizers + view.subviews.flatMap { recognizers(of: $0) }
  }
}
