import Testing
import Text

@Suite struct CountTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("-0.0", 0), ("7", 7), ("7.0", 7), ("1e15", 1_000_000_000_000_000),
    ("9223372036854774784", 9_223_372_036_854_774_784), ("9223372036854775807", .max), ("9223372036854775808", .max),
    ("18446744073709551616", .max), ("1e308", .max),
  ])
  func `A whole number of JSON is a count, and the largest count if it is larger`(text: String, number: Int) throws {
    #expect(try #require(JSONValue(parsing: Array(text.utf8))).count == Count(number))
  }

  @Test(arguments: ["-1", "-1e308", "-9223372036854775808", "0.5", "-0.5", "1e-308", "2.5", "true", "\"7\"", "[7]"])
  func `A negative number, a fraction and a text are not counts`(text: String) throws {
    #expect(try #require(JSONValue(parsing: Array(text.utf8))).count == nil)
  }

  @Test func `A text that JSON does not accept as a number is not a count`() {
    #expect(Count(Double.nan) == nil)
    #expect(Count(-Double.infinity) == nil)
    #expect(Count(Double.infinity) == .most)
  }

  @Test func `A sum ends at the largest count, and a negative number adds nothing`() {
    #expect(Count(3) + Count(4) == 7)
    #expect(Count.most + 1 == .most)
    #expect(Count.most + .most == .most)
    #expect(Count.sum([3, -5, .min, 4]) == 7)
    #expect(Count.sum([.max, .max, 1]) == .most)
    var sum: Count = 5
    sum += .most
    #expect(sum == .most)
    #expect(Count(2) < .most)
  }
}
