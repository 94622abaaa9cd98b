import Actions
import Program
import Testing

@testable import Effects

extension EffectsTests {
  struct LogActionTests {
    /// What is logged for a text, with these variables.
    private func logged(_ text: String, _ variables: [String] = ["TICKLED_X=1.5", "TICKLED_X_PERCENT=7"]) throws
      -> [String]
    {
      let bench = try Bench()
      var context = ActionContext(gesture: "tap", view: "snake")
      context.environment = .init(variables)
      bench.runner.run(.log(text), for: context)
      bench.finish()
      return bench.logged().map { String($0.dropFirst("info: tap on snake: ".count)) }
    }

    @Test func `Variables of the gesture are replaced, empty if it has none`() throws {
      #expect(try logged("at $TICKLED_X, ${TICKLED_X_PERCENT}%") == ["at 1.5, 7%"])
      #expect(try logged("$TICKLED_X$TICKLED_X-$TICKLED_EDGE-${TICKLED_EDGE}") == ["1.51.5--"])
    }

    @Test func `All else stays as it is written`() throws {
      for text in [
        "5$", "$", "$$", "${", "${}", "$HOME", "${TICKLED_X#-}", "${TICKLED_X", "$(id)", "$tickled_x", "plain",
      ] {
        #expect(try logged(text) == [text])
      }
    }

    @Test func `Values are neither replaced again nor printed raw`() throws {
      let found = try logged("in $TICKLED_VIEW", ["TICKLED_VIEW=$TICKLED_X=\u{1B}[1m\n", "TICKLED_X=1"])
      #expect(found == ["in $TICKLED_X=\\u{1b}[1m\\n"])
    }
  }
}
