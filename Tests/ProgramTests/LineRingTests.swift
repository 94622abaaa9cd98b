import Program
import Testing

@Suite struct LineRingTests {
  private func text(_ ring: inout LineRing, _ most: Int = .max) -> String {
    var text: [UInt8] = []
    while !ring.isEmpty, text.count < most {
      ring.next { bytes in
        let size = min(bytes.count, most - text.count)
        text += bytes[..<size]
        return size
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func add(_ line: String, to ring: inout LineRing) -> Bool {
    Array(line.utf8).withUnsafeBytes { ring.append($0) }
  }

  private func ring(_ capacity: Int) -> LineRing { LineRing(capacity: capacity) { Array("lost \($0)\n".utf8) } }

  @Test func `Lines come out whole and in order, around the end of the ring`() {
    var ring = ring(16)
    var expected = ""
    var found = ""
    for number in 0..<100 {
      let line = "\(number)\n"
      let isAdded = add(line, to: &ring)
      #expect(isAdded)
      expected += line
      if number % 3 == 2 { found += text(&ring, 11) }
    }
    found += text(&ring)
    #expect(found == expected)
  }

  @Test func `From the first line that finds no room all are lost, until half is read; then a note says how many`() {
    var ring = ring(16)
    var isAdded = add("aaaaaaa\n", to: &ring)
    #expect(isAdded)
    isAdded = add("bbbbbbbbb\n", to: &ring)
    #expect(!isAdded)
    isAdded = add("c\n", to: &ring)
    #expect(!isAdded, "it would fit, and would come before the note")
    let first = text(&ring, 3)
    isAdded = add("d\n", to: &ring)
    #expect(isAdded)
    let rest = text(&ring)
    #expect(first + rest == "aaaaaaa\nlost 2\nd\n")
  }

  @Test func `An exactly full ring loses nothing`() {
    var ring = ring(4)
    var isAdded = add("ab\n", to: &ring)
    #expect(isAdded)
    isAdded = add("\n", to: &ring)
    #expect(isAdded)
    isAdded = add("", to: &ring)
    #expect(isAdded)
    let all = text(&ring)
    #expect(all == "ab\n\n")
  }
}
