import Testing

@testable import Trials

@Suite("Labels and scores")
struct ScoreTests {
  private static let gestures = ["tap", "next", "menu"]

  private func labels(_ text: String) throws -> Labels {
    try Labels(Array(text.utf8), file: "a.labels", gestures: Self.gestures)
  }

  @Test func `Labels say what movements mean, by their times or all at once`() throws {
    let read = try labels("# a comment\n0.5 1 tap  # one\n\n1.2 1.9 next menu\n2 3 -\n3 4 menu -\n")
    #expect(read.meaning(at: 0.4) == nil)
    #expect(read.meaning(at: 0.499) == Labels.Meaning(["tap"]))
    #expect(read.meaning(at: 1.5) == Labels.Meaning(["next", "menu"]))
    #expect(read.meaning(at: 2.5) == Labels.Meaning([]))
    #expect(read.meaning(at: 3.5) == Labels.Meaning(["menu"], isOptional: true))
    #expect(read.meaning(at: 4.5) == nil)
    let all = try labels(Labels.text(all: ["next"]))
    #expect(all.meaning(at: 0) == Labels.Meaning(["next"]) && all.meaning(at: 1e6) == Labels.Meaning(["next"]))
    #expect(try labels(Labels.text(all: [])).meaning(at: 3) == Labels.Meaning([]))
  }

  @Test(arguments: [
    ("tap", "a.labels:1: expected \"all\", or two times in seconds such as 1.25 1.8"),
    ("# x\n2 1 tap", "a.labels:2: expected \"all\", or two times in seconds such as 1.25 1.8"),
    ("-1 1 tap", "a.labels:1: expected \"all\", or two times in seconds such as 1.25 1.8"),
    ("nan 1 tap", "a.labels:1: expected \"all\", or two times in seconds such as 1.25 1.8"),
    ("1 2", "a.labels:1: expected gestures, or a dash if none is meant"),
    ("1 2 nxt", "a.labels:1: no gesture of the configuration is named \"nxt\", did you mean \"next\"?"),
    ("# none", "a.labels: has no labels"),
  ])
  func `Labels that cannot be read are refused with their place`(text: String, problem: String) {
    do throws(Labels.Problem) {
      _ = try Labels(Array(text.utf8), file: "a.labels", gestures: Self.gestures)
      Issue.record("was read")
    } catch { #expect(error.description == problem) }
  }

  @Test(arguments: [
    ("a.evemu", "a.labels"), ("x/b.c.evemu", "x/b.c.labels"), ("x.y/plain", "x.y/plain.labels"),
    (".evemu", ".evemu.labels"),
  ])
  func `Labels are beside their recording`(recording: String, labels: String) {
    #expect(Labels.path(forRecording: recording) == labels)
  }

  // The bounds are those of R's binom::binom.confint(method = "wilson") and poisson.test.
  @Test(arguments: [(9, 10, 0.5958, 0.9821), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (1, 1, 0.2065, 1.0)])
  func `Shares have Wilson's interval`(hits: Int, trials: Int, least: Double, most: Double) {
    let interval = Interval.wilson(hits, of: trials)
    #expect(abs(interval.lowerBound - least) < 5e-5 && abs(interval.upperBound - most) < 5e-5, "\(interval)")
  }

  @Test(arguments: [
    (0, 0.0, 3.6889), (1, 0.0253, 5.5716), (3, 0.6187, 8.7673), (10, 4.7954, 18.3904), (100, 81.3640, 121.6270),
  ])
  func `Rates have the exact interval of a Poisson distribution`(count: Int, least: Double, most: Double) {
    let interval = Interval.poisson(count)
    #expect(abs(interval.lowerBound - least) < 2e-3 && abs(interval.upperBound - most) < 2e-3, "\(interval)")
  }

  @Test func `A large count has an interval, too`() {
    let interval = Interval.poisson(20_000)
    #expect(interval.lowerBound > 19_700 && interval.lowerBound < 20_000)
    #expect(interval.upperBound > 20_000 && interval.upperBound < 20_300)
  }

  @Test(arguments: ["found", "found=101", "found=1,found=2", "false=-1", "x=1", "", "found=97,", "found=nan"])
  func `A demand that makes no sense is refused`(text: String) { #expect(ScoreDemand(text) == nil) }

  @Test(arguments: [
    ("\"3mm\"", 2.0, "\"6mm\""), ("\"3mm\"", 1.1, "\"3.3mm\""), ("\"800ms\"", 0.35, "\"280ms\""), ("0.75", 1.1, "0.83"),
    ("\"120mm/s\"", 1.25, "\"150mm/s\""), ("\"40deg\"", 0.25, "\"10deg\""), ("\"0.4mm\"", 0.25, "\"0.1mm\""),
    ("\"1.05x\"", 1, "\"1.05x\""),
  ])
  func `A tuned value keeps its unit and has two digits`(text: String, factor: Double, result: String) throws {
    #expect(try #require(TunedValue(text)).times(factor).text == result)
  }

  @Test(arguments: ["\"none\"", "true", "\"0mm\"", "[1]", "\"\"", "\"3mm$(x)\""])
  func `A key without a number is not tuned`(text: String) { #expect(TunedValue(text) == nil) }
}
