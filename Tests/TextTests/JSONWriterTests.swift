import Foundation
import Testing
import Text

@Suite struct JSONWriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0, 6, "0.0"), (-0.0, 6, "0.0"), (1.5, 6, "1.5"), (-1.5, 3, "-1.5"), (-0.000_000_1, 6, "0.0"),
    (-0.000_001, 6, "-0.000001"), (0.999_999_9, 6, "1.0"), (0.05, 2, "0.05"), (10, 3, "10.0"), (100, 0, "100.0"),
    (2.5, 0, "3.0"), (0.1, 9, "0.1"), (0.000_000_001, 9, "0.000000001"), (89_999_999, 6, "89999999.0"),
    (1e300, 6, "1e+300"), (.nan, 6, "null"), (.infinity, 3, "null"), (-.infinity, 3, "null"),
  ])
  func `A number has at most the given number of decimals, and at least one`(
    value: Double, decimals: Int, text: String
  ) {
    #expect(written { $0.number(value, decimals: decimals) } == text)
  }

  @Test func `Lists, objects and arrays of objects are members, and an object alone is bytes, text or a line`() {
    func write(_ writer: inout JSONWriter) {
      writer.member("names", ["a", "\"b\""])
      writer.member("none", [])
      writer.member("sides", [1.25, 2], decimals: 1)
      writer.object("size") { $0.member("width", 3) }
      writer.objects("views", [4, 5]) { number, writer in writer.member("number", number) }
    }
    let text =
      #"{"names":["a","\"b\""],"none":[],"sides":[1.3,2.0],"size":{"width":3},"views":[{"number":4},{"number":5}]}"#
    #expect(JSONWriter.text(write) == text)
    #expect(JSONWriter.object(write) == Array(text.utf8))
    #expect(JSONWriter.line(write) == Array("\(text)\n".utf8))
  }

  @Test func `Any number reads back the same, except for rounding`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let value = Double.random(in: -1...1, using: &random) * pow(10, .random(in: -8...8, using: &random))
      let decimals = Int.random(in: 1...9, using: &random)
      let text = written { $0.number(value, decimals: decimals) }
      let back = try #require(Double(text), "\(text) of \(value)")
      #expect(abs(back - value) <= 0.5 * pow(10, -Double(decimals)) + abs(value) * 1e-15, "\(text) of \(value)")
      let places = text.split(separator: ".")[1]
      #expect(places.count <= decimals && (places == "0" || !places.hasSuffix("0")), "\(text)")
    }
  }

  @Test func `A number has the digits of its nearest decimal, halves away from zero`() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<20_000 {
      let decimals = [3, 6, 3, 6, 2, 9][round % 6]
      let power = pow(10, Double(decimals))
      // Half of them lie between two decimals.
      let units = Double.random(in: -1e12...1e12, using: &random).rounded() / Double([1, 1e3, 1e7].randomElement()!)
      let value = (units.rounded() + (round % 2 == 0 ? 0.5 : 0)) / power
      let nearest = (value.magnitude * power).rounded()
      let digits = String(Int(nearest))
      let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
      var text = String(padded.dropLast(decimals)) + "." + padded.suffix(decimals)
      while text.hasSuffix("0") && !text.hasSuffix(".0") { text.removeLast() }
      if value < 0 && nearest > 0 { text = "-" + text }
      #expect(written { $0.number(value, decimals: decimals) } == text)
    }
  }

  @Test(arguments: [(1.0, 2.5), (-0.25, 1e15), (.nan, 1), (1, -.infinity), (1e300, 0)])
  func `A point is written like an object with two numbers`(x: Double, y: Double) {
    let expected = written { writer in
      writer.object { writer in
        writer.member("before", 1)
        writer.key("point")
        writer.object { writer in
          writer.member("x", x, decimals: 6)
          writer.member("y", y, decimals: 6)
        }
        writer.member("after", 2)
      }
    }
    let found = written { writer in
      writer.object { writer in
        writer.members("\"before\":1")
        writer.member("point", x: x, y: y, decimals: 6)
        writer.members(Array("\"after\":2".utf8))
      }
    }
    #expect(found == expected)
  }

  @Test(arguments: [0, 1, -1, 9, 10, 99, 100, -12_345, .max, .min])
  func `An integer is written with all digits`(value: Int) {
    #expect(written { $0.integer(value) } == "\(value)")
  }

  @Test(arguments: [
    "", "plain", "two words, ünï¢ödé 👍", "a \"quoted\" one", "back\\slash", "line\nbreak", "tab\t", "bell\u{7}, \u{1f}",
    "delete\u{7f}", "\0", String(repeating: "long ", count: 1000), String(repeating: "\"", count: 100),
  ])
  func `A text is written on one line and reads back the same`(text: String) throws {
    let json = written { $0.object { $0.member("text", text) } }
    #expect(json.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f })
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
    #expect(object == ["text": text])
  }
}
