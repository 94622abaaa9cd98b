import Terminal
import Testing

@Suite("Painter")
struct PainterTests {
  private let words = ["snake", "龍", "a龍b", "é", "─┼·", "⣿⡇", "\u{1B}[2J", "e\u{301}", "😀", ""]

  @Test func `The terminal shows the last picture, whatever was shown before`() {
    var random = Dice(seed: 1)
    var painter = Painter(TerminalAbilities())
    var screen = ScreenOfATerminal(columns: 12, rows: 4)
    for _ in 0..<500 {
      var picture = CellBuffer(columns: 12, rows: 4)
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let style = Style([.red, .plain, .green].randomElement(using: &random)!, bold: .random(using: &random))
        picture.write(
          words.randomElement(using: &random)!, row: .random(in: -1...4), column: .random(in: -1...12),
          width: .random(in: 0...9),
          style)
      }
      screen.take(painter.paint(picture))
      let shown = screen.cells.map(\.character)
      let wanted = (0..<48).map { picture[$0 / 12, $0 % 12].character }
      #expect(shown == wanted, "\(picture.text)")
    }
  }

  @Test func `Nothing is sent for an unchanged picture`() {
    var painter = Painter(TerminalAbilities())
    var picture = CellBuffer(columns: 80, rows: 24)
    picture.write("snake", row: 3, column: 4)
    #expect(!painter.paint(picture).isEmpty)
    #expect(painter.paint(picture).isEmpty)
  }

  @Test func `Only the cells that changed are sent`() {
    var painter = Painter(TerminalAbilities())
    var picture = CellBuffer(columns: 80, rows: 24)
    picture.write("time 0.100", row: 0, column: 0)
    _ = painter.paint(picture)
    picture.write("time 0.101", row: 0, column: 0)
    let sent = String(decoding: painter.paint(picture), as: UTF8.self)
    #expect(sent == "\u{1B}[?2026h\u{1B}[1;10H\u{1B}[0m1\u{1B}[?2026l")
  }

  @Test func `The whole picture is painted after a change of size or after other output`() {
    var painter = Painter(TerminalAbilities())
    let small = CellBuffer(columns: 4, rows: 1)
    _ = painter.paint(small)
    #expect(painter.paint(CellBuffer(columns: 5, rows: 1)).contains(UInt8(ascii: "J")))
    painter.forget()
    #expect(painter.paint(CellBuffer(columns: 5, rows: 1)).contains(UInt8(ascii: "J")))
  }

  @Test func `Bold letters stay bold without colours`() {
    var abilities = TerminalAbilities()
    abilities.hasColours = false
    var painter = Painter(abilities)
    var picture = CellBuffer(columns: 3, rows: 1)
    picture.write("tap", row: 0, column: 0, Style(.red, bold: true))
    let sent = String(decoding: painter.paint(picture), as: UTF8.self)
    #expect(sent.contains("\u{1B}[0;1mtap"))
    #expect(!sent.contains("31"))
  }

  @Test func `A terminal without UTF-8 gets ASCII`() {
    var abilities = TerminalAbilities()
    abilities.hasUnicode = false
    var painter = Painter(abilities)
    var picture = CellBuffer(columns: 12, rows: 3)
    picture.box(row: 0, column: 0, rows: 3, columns: 12)
    picture.write("⣿✓龍…", row: 1, column: 1)
    let sent = painter.paint(picture)
    #expect(sent.allSatisfy { $0 < 0x80 })
    #expect(String(decoding: sent, as: UTF8.self).contains("*"))
  }
}

/// A random number generator that returns the same numbers in each run: SplitMix64.
private struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
