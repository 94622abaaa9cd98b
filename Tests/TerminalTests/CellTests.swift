import Terminal
import Testing

@Suite("Cells")
struct CellTests {
  private func line(_ columns: Int, _ draw: (inout CellBuffer) -> Void) -> String {
    var buffer = CellBuffer(columns: columns, rows: 1)
    draw(&buffer)
    return buffer.text[0]
  }

  @Test func `Text that does not fit ends with an ellipsis`() {
    #expect(line(6) { $0.write("snake", row: 0, column: 0) } == "snake")
    #expect(line(5) { $0.write("snake", row: 0, column: 0) } == "snake")
    #expect(line(4) { $0.write("snake", row: 0, column: 0) } == "sna…")
    #expect(line(9) { $0.write("snake", row: 0, column: 0, width: 3) } == "sn…")
  }

  @Test func `A wide character takes two cells and is never cut in half`() {
    #expect("龍".cells == 2)
    #expect(line(5) { $0.write("龍龍龍", row: 0, column: 0) } == "龍龍…")
    #expect(line(4) { $0.write("龍龍龍", row: 0, column: 0) } == "龍…")
    #expect(
      line(4) {
        $0.write("龍龍", row: 0, column: 0)
        $0.put("x", row: 0, column: 1)
      } == " x龍")
  }

  @Test func `A name cannot send control sequences to the terminal`() {
    #expect(line(9) { $0.write("a\u{1B}[2Jb\u{9B}c", row: 0, column: 0) } == "a?[2Jb?c")
    #expect(line(9) { $0.write("a\u{202E}b\n", row: 0, column: 0) } == "a?b?")
    #expect(line(3) { $0.put("\u{1B}", row: 0, column: 0) } == "?")
  }

  @Test func `Text outside the picture is clipped`() {
    var buffer = CellBuffer(columns: 4, rows: 2)
    buffer.box(row: -1, column: -1, rows: 3, columns: 9)
    buffer.put("x", row: 2, column: 0)
    #expect(buffer.write("x", row: 0, column: 4) == 0)
    #expect(buffer.text == ["", "────"])
  }

  @Test func `A box has its corners`() {
    var buffer = CellBuffer(columns: 5, rows: 3)
    buffer.box(row: 0, column: 0, rows: 3, columns: 5)
    #expect(buffer.text == ["┌───┐", "│   │", "└───┘"])
  }

  @Test func `A dotted line connects both ends`() {
    var canvas = BrailleCanvas(columns: 4, rows: 2)
    canvas.line(from: (0, 0), to: (7, 7), .plain)
    var buffer = CellBuffer(columns: 4, rows: 2)
    canvas.draw(on: &buffer, row: 0, column: 0)
    #expect(buffer.text == ["⠑⢄", "  ⠑⢄"])
  }
}

@Suite("Keys")
struct KeyTests {
  @Test func `Letters and control keys are distinguished`() {
    var reader = KeyReader()
    #expect(
      reader.read(Array("q +".utf8) + [3, 26, 28]) == [
        .character("q"), .character(" "), .character("+"), .control("c"), .control("z"), .control("\\"),
      ])
  }

  @Test func `An arrow key is not read as letters, even if it arrives in pieces`() {
    var reader = KeyReader()
    #expect(reader.read([0x1B]) == [])
    #expect(reader.read(Array("[1;5".utf8)) == [])
    #expect(reader.read(Array("Aq".utf8)) == [.character("q")])
    #expect(reader.read([0x1B] + Array("OP.".utf8)) == [.character(".")])
    #expect(reader.read([0x1B] + Array("q".utf8)) == [.character("q")])
  }

  @Test func `Any bytes are accepted`() {
    var reader = KeyReader()
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max { _ = reader.read([first, second]) }
    }
    #expect(reader.read([0x18] + Array("q".utf8)).last == .character("q"))
  }
}

@Suite("The terminal's abilities")
struct AbilityTests {
  private func abilities(_ environment: [String: String]) -> TerminalAbilities? {
    TerminalAbilities { environment[$0] }
  }

  @Test func `A terminal has colours and braille unless the environment says otherwise`() {
    let all = abilities(["TERM": "xterm-256color", "LANG": "de_DE.utf8"])
    #expect(all == TerminalAbilities())
  }

  @Test(arguments: [[:], ["TERM": "dumb"], ["TERM": ""]])
  func `A terminal that cannot move its cursor is not supported`(environment: [String: String]) {
    #expect(abilities(environment) == nil)
  }

  @Test func `Missing abilities are listed`() throws {
    let plain = try #require(abilities(["TERM": "vt220", "LC_ALL": "C", "LANG": "C.UTF-8"]))
    #expect(!plain.hasColours)
    #expect(!plain.hasUnicode)
    #expect(plain.wants.count == 2)
    #expect(abilities(["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"])?.hasColours == false)
    #expect(abilities(["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": ""])?.hasColours == true)
    #expect(abilities(["TERM": "linux", "LANG": "C.UTF-8"])?.hasUnicode == false)
  }
}
