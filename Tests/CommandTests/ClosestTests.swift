import Foundation
import Testing

@Suite("What came closest", .startsPrograms)
struct ClosestTests {
  private static let swipe =
    "[[gesture]]\nname = \"next\"\nkind = \"swipe\"\ndirection = \"left\"\n"
    + "[[gesture]]\nname = \"menu\"\nkind = \"long-press\"\n"

  private func run(_ arguments: [String], _ words: String) throws -> Outcome {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(Self.swipe, to: "c.toml")
    return try Program.tickle.run(arguments + ["--config", configuration, "--hand", words])
  }

  @Test func `replay says in one line of standard error what came closest if nothing was recognized`() throws {
    for format in ["text", "json"] {
      let outcome = try run(["replay", "--format", format], "press for 480ms")
      #expect(outcome.end == .status(0) && outcome.output == "")
      #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
      #expect(
        outcome.errors.hasPrefix(
          "tickle: hand: nothing was recognized; menu came closest, at 0.483 s: lifted after 0.4"))
      #expect(outcome.errors.contains("menu needs 0.500 s; key `min_duration`, rule LP-2"))
    }
    // As soon as one gesture is recognized, the others are no news.
    let both = try run(["replay"], "swipe right 60mm then swipe left 60mm")
    #expect(both.errors == "" && both.output.contains("next"))
    #expect(try run(["replay"], "pause 1s then tap").errors.contains("menu came closest"))
  }

  @Test func `explain without a gesture says for each movement what was recognized or came closest`() throws {
    let words = "swipe left 60mm then swipe right 60mm then press for 400ms"
    let outcome = try run(["explain"], words)
    #expect(outcome.end == .status(0) && outcome.errors == "")
    let lines = outcome.output.split(separator: "\n")
    let heads = lines.filter { $0.first?.isNumber == true }
    try #require(heads.count == 3, "\(outcome.output)")
    #expect(lines[1].hasPrefix("   next recognized at "))
    #expect(heads[0].hasSuffix("1 finger"))
    #expect(heads[1].hasSuffix("1 finger: nothing recognized; the closest"))
    let third = lines.drop { $0 != heads[2] }
    #expect(third.dropFirst().first?.hasPrefix("   menu failed at ") == true, "\(outcome.output)")
    #expect(third.dropFirst().first?.contains("lifted after 0.4") == true, "\(outcome.output)")
    #expect(lines.last?.hasPrefix("Look up a rule: tickle explain --rule ") == true)

    let json = try run(["explain", "--format", "json"], words).output.split(separator: "\n")
    #expect(json.count == 3)
    #expect(json[0].contains(#""recognized":[{"gesture":"next","#))
    #expect(json[2].contains(#""candidates":[{"gesture":"menu","#) && json[2].contains(#""keys":["min_duration"]"#))
  }

  @Test func `A corner that was missed is named with its distance, and so is the sequence that lost a step`() throws {
    let words = "tap at 5,5; tap at 190,5; tap at 212,131; tap at 5,131"
    let kiosk = "\(Files.checkout)/config/starters/kiosk.toml"
    let outcome = try Program.tickle.run(["explain", "--config", kiosk, "--hand", words])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let second = try #require(lines.firstIndex { $0.hasPrefix("2 ") })
    #expect(
      lines[second + 1].hasPrefix(
        "   second was not tried at 0.583 s: landed 27.0 mm from the right edge, second needs 15.0 mm; keys"),
      "\(outcome.output)")
    #expect(
      lines[second + 2].hasPrefix(
        "   exit failed at 0.583 s: 1 of 4 steps, then a touch that does not belong to second; keys `steps`"))
    // Far from where any gesture is.
    let far = try Program.tickle.run(["replay", "--config", kiosk, "--hand", "pause 1s then tap at 110,68"])
    #expect(far.errors.contains("nothing was recognized; restart came closest"))
  }

  @Test func `What failed beside a recognized gesture is printed as well`() throws {
    let outcome = try run(["explain"], "swipe left 60mm")
    #expect(outcome.output.contains("\n   menu failed at "))
    let json = try run(["explain", "--format", "json"], "swipe left 60mm").output
    #expect(json.contains(#""tried":true,"text":"moved "#), "\(json)")
  }
}
