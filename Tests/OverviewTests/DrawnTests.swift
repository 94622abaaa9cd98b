import Configuration
import Foundation
import Overview
import Testing

/// The words and drawings of a configuration with every kind of gesture and of action, compared with those in the folder `drawn`. After an
/// intended change the test names the new files: look at them, and copy them there.
struct DrawnTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "drawn")

  private func expect(_ text: String, in name: String) throws {
    let known = (try? String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)) ?? ""
    if text == known { return }
    let new = FileManager.default.temporaryDirectory.appending(path: name)
    try text.write(to: new, atomically: true, encoding: .utf8)
    let (lines, knownLines) = (text.split(separator: "\n"), known.split(separator: "\n"))
    let place = zip(lines, knownLines).enumerated().first { $0.element.0 != $0.element.1 }
    Issue.record(
      """
      \(name) is another one; the new one is \(new.path)
      line \(place.map { $0.offset + 1 } ?? min(lines.count, knownLines.count)): \(place?.element.0 ?? "")
      instead of \(place?.element.1 ?? "")
      """)
  }

  @Test func `Every kind has its words and its drawing`() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "all.toml"), encoding: .utf8)
    let (parsed, remarks) = Configuration.parse(text: text, path: "all.toml")
    let configuration = try #require(parsed, "\(remarks)")
    #expect(
      Set(configuration.gestures.map(\.kind.name)).count == GestureKind.Name.allCases.count - 1, "all but strokes")
    let overview = Overview(configuration, [])
    try expect(OverviewText(overview).text + "\n", in: "all.txt")
    try expect(lines(OverviewPicture(overview).bytes), in: "all.svg")
    let lines = OverviewText(overview).jsonLines
    #expect(lines.count == overview.screens.flatMap { $0.groups.flatMap(\.gestures) }.count + overview.states.count)
    #expect(
      lines[10] == #"{"type":"gesture","screen":"wall","view":"wall","gesture":"code","kind":"sequence","#
        + #""movement":"“first”, then “flick-left”, then “first”, then “flick-left”","details":["Make each "#
        + #"step as described there.","All steps within 5 s.","At most 2 s between two steps.","No other "#
        + #"touch between the steps."],"actions":["restarts the unit kiosk"],"modes":"In every mode.","#
        + #""waits_for":["tap-one"],"warnings":[]}"#)
    #expect(
      lines.last == #"{"type":"state","state":"mode “party”","details":"“tap-one” and “hold” are off; the mode before "#
        + #"returns after 5 s.","actions":["when it begins: writes to the log: begins","when it ends: "#
        + #"writes to the log: over"]}"#)
  }

  @Test func `A picture has room for a map that is higher than the cards beside it`() throws {
    let text =
      "[[screen]]\nname = \"desk\"\nsize = [\"90mm\", \"120mm\"]\n[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n"
    let configuration = try #require(Configuration.parse(text: text, path: "desk.toml").0)
    let picture = lines(OverviewPicture(Overview(configuration, [])).bytes)
    #expect(picture.contains(#"viewBox="0 0 1600 746" width="1600" height="746""#))
    #expect(picture.contains(#"<rect class="m-screen" width="420" height="560" rx="5"/>"#))
  }

  @Test func `A swipe in all directions, and steps of a pan along any axis, have words of their own`() throws {
    let all = ["left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right"].map { "\"\($0)\"" }
    for count in 7...8 {
      let text = """
        [[gesture]]
        name = "flick"
        kind = "swipe"
        direction = [\(all.prefix(count).joined(separator: ", "))]
        [[gesture]]
        name = "drag"
        kind = "pan"
        [gesture.on]
        forwards = { log = "on", every = "5mm" }
        backwards = { log = "back", every = "5mm" }
        """
      let (parsed, remarks) = Configuration.parse(text: text, path: "steps.toml")
      let overview = OverviewText(Overview(try #require(parsed, "\(remarks)"), [])).text
      #expect(overview.contains("one finger swipes in any direction") == (count == 8), "\(overview)")
      #expect(overview.contains("right or down: writes to the log: on"), "\(overview)")
      #expect(overview.contains("left or up: writes to the log: back"), "\(overview)")
    }
  }

  @Test(arguments: [(4, false), (5, true)])
  func `More than four fingers of an edge pan are a number in its pictogram`(fingers: Int, hasNumber: Bool) throws {
    let text = "[[gesture]]\nname = \"pull\"\nkind = \"edge-pan\"\nedges = \"left\"\nfingers = \(fingers)\n"
    let configuration = try #require(Configuration.parse(text: text, path: "c.toml").0)
    let picture = lines(OverviewPicture(Overview(configuration, [])).bytes)
    #expect(picture.contains(">\(fingers)</text>") == hasNumber)
  }

  @Test func `The page ends with a newline`() throws {
    let configuration = try #require(Configuration.parse(text: "", path: "c.toml").0)
    #expect(OverviewPage(Overview(configuration, [])).bytes.suffix(8).elementsEqual("</html>\n".utf8))
  }

  /// An element on each line.
  private func lines(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("><", with: ">\n<") + "\n"
  }
}
