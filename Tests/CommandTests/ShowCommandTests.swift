import Foundation
import Testing

@Suite("tickle show", .startsPrograms)
struct ShowCommandTests {
  private let recipe = "\(Files.checkout)/config/cookbook/wall-panel.toml"

  @Test func `Text and JSON have the same gestures`() throws {
    let text = try Program.tickle.run(["show", "--config", recipe])
    #expect(text.end == .status(0))
    #expect(text.output.contains("\n  1 scene: one finger swipes left, right or up\n"))
    #expect(text.output.contains("\n      → as soon as it begins: turns the display off\n"))
    let json = try Program.tickle.run(["show", "--config", recipe, "--format", "json"])
    let lines = try JSON.lines(json.outputBytes)
    #expect(lines.prefix(2).map { $0["gesture"].string } == ["scene", "dark"])
    #expect(lines[1]["movement"].string == "three fingers are held for 1 s")
    #expect(lines.dropFirst(2).allSatisfy { $0["type"].string == "state" && !$0["state"].string!.isEmpty })
    #expect(lines.last?["actions"].array.map(\.string) == ["turns the display off"])
  }

  @Test(arguments: ["html", "svg"])
  func `The same configuration gives the same file, and nothing on standard output`(ending: String) throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      let outcome = try Program.tickle.run(["show", "--config", recipe, "--output", folder.path("\(name).\(ending)")])
      #expect(outcome.end == .status(0) && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    #expect(folder.text("a.\(ending)") == folder.text("b.\(ending)"))
    #expect(folder.text("a.\(ending)").contains("three fingers are held for 1 s"))
  }

  @Test func `What cannot be shown or written has the usual exit status`() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write("[[gesture]]\nname = \"g\"\n", to: "bad.toml")
    let page = folder.path("page.html")
    let cases: [([String], Int32, String)] = [
      (["--output", folder.path("picture.png")], 64, "must name a file that ends with .html or .svg"),
      (["--output", page, "--format", "json"], 64, "--format is about the text"),
      (["--output", folder.path("none/page.html")], 74, "none"),
      (["--config", bad, "--output", page], 78, "has no \"kind\""),
    ]
    for (words, status, message) in cases {
      let outcome = try Program.tickle.run(["show"] + (words.contains("--config") ? [] : ["--config", recipe]) + words)
      #expect(outcome.end == .status(status), "\(words)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: page))
  }
}
