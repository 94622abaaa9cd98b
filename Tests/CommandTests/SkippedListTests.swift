import Foundation
import Testing

/// Tests the list that `make test` prints after the output of the tests.
@Suite("The list of skipped tests", .startsPrograms)
struct SkippedListTests {
  private func list(_ log: String) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(log, to: "test.log")
    let outcome = try Child.run(["\(Files.checkout)/.ci/skipped", path])
    #expect(outcome.end == .status(0))
    return outcome.output
  }

  @Test func `It names each test with its reason, and counts them`() throws {
    let list = try list(
      """
      ➜ Suite "Far" skipped: "no panel"
      ✔ Test "A client that says skip gets what comes meanwhile skipped" passed after 0.015 seconds.
      ➜ Test "The second (of two)" skipped: "no "panel": skipped"
      words of a program ➜ Test near() skipped.
      ➜ Test "A name" skipped: "no panel"
      ✔ Test run with 3 tests in 1 suite passed after 0.001 seconds.

      """)
    #expect(
      list == """

        3 tests were skipped:
          A name (no panel)
          near()
          The second (of two) (no "panel")

        """)
  }

  @Test func `It says so if no test was skipped`() throws {
    #expect(try list("✔ Test run with 3 tests in 1 suite passed after 0.001 seconds.\n") == "\nNo test was skipped.\n")
  }

  @Test func `It lists nothing for a run that was aborted`() throws {
    let aborted = "➜ Test \"A name\" skipped: \"no panel\"\nFatal error\n"
    let unknown = "\nThe tests did not run to the end: which were skipped is not known.\n"
    #expect(try list(aborted) == unknown)
    #expect(try list("◇ Test run started.\n" + aborted) == unknown)
    let whole = "◇ Test run started.\n✔ Test run with 3 tests in 1 suite passed after 0.001 seconds.\n"
    #expect(try list(whole + "◇ Test run started.\n" + aborted) == unknown, "the second of two runs")
    #expect(try list(whole + whole) == "\nNo test was skipped.\n")
  }
}
