import Testing

@testable import Effects

struct OutputLinesTests {
  private func lines(_ parts: String...) -> [String] {
    var lines = OutputLines()
    return parts.flatMap { lines.add($0.utf8) } + lines.finish()
  }

  @Test func `Lines are joined from the parts that arrive`() {
    #expect(lines("o", "ne\ntw", "o\n", "three") == ["one", "two", "three"])
    #expect(lines("dos\r\n\n\r\n", "end\n") == ["dos", "end"])
    #expect(lines() == [])
  }

  @Test func `A long line is cut`() {
    let long = String(repeating: "x", count: 3000)
    #expect(lines(long + "\nnext\n") == [String(repeating: "x", count: 1024) + "…", "next"])
    #expect(lines(String(repeating: "x", count: 1024) + "\n") == [String(repeating: "x", count: 1024)])
  }

  @Test func `After 64 kB one more line says so, and then none come`() {
    var output = OutputLines()
    let lines = output.add(repeatElement("123456789012345\n", count: 5000).joined().utf8)
    #expect(lines.count == 4097)
    #expect(lines.last == "… output cut after 64 kB")
    #expect(output.add("more\n".utf8) == [])
    #expect(output.finish() == [])
  }

  @Test func `Invalid UTF-8 is replaced`() {
    var output = OutputLines()
    #expect(output.add([0x61, 0xff, 0x62, 0x0a] as [UInt8]) == ["a\u{fffd}b"])
  }
}
