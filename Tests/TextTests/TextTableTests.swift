import Testing
import Text

@Suite struct TextTableTests {
  private let rows = [["NAME", "COUNT", "KIND"], ["a", "7", "long kind"], ["longer", "12", ""]]

  @Test func `Each column is as wide as its widest cell, and no line ends with a space`() {
    let table = TextTable(rows)
    #expect(table.lines == ["NAME    COUNT  KIND", "a       7      long kind", "longer  12"])
    #expect(table.width == 24)
  }

  @Test func `Numbers end at the same place`() {
    let table = TextTable(rows, rightAligned: 1..<2)
    #expect(table.lines == ["NAME    COUNT  KIND", "a           7  long kind", "longer     12"])
  }
}
