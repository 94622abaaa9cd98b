import Configuration
import Foundation
import Gestures
import Testing
import Text
import TouchInput

@testable import Editor

/// The answers as the page reads them.
struct EditAnswerTests {
  private static let text = """
    [[screen]]
    name = "main"
    size = ["200mm", "100mm"]
    [[view]]
    name = "outer"
    frame = { x = "10mm", y = "20mm", width = "100mm", height = "60mm" }
    [[view]]
    name = "inner"
    parent = "outer"
    enabled = false
    frame = { x = "5mm", y = "6mm", width = "30mm", height = "40mm" }
    [[gesture]]
    name = "next"
    kind = "swipe"
    view = "inner"
    direction = "left"
    action = { log = "page" }
    [[gesture]]
    name = "idle"
    kind = "tap"
    taps = 2
    enabled = false
    """

  private func answer(_ text: String, _ request: String) -> String {
    var edited = TestedEditor(text)
    return String(decoding: edited.editor.answer(Array(request.utf8)).0, as: UTF8.self)
  }

  @Test func `A state has the screens with their views, the gestures and the remarks`() {
    let state = answer(Self.text, #"{"do":"undo"}"#)
    #expect(
      state == ##"{"version":1,"file":"c.toml","changed":false,"valid":true,"undo":false,"redo":false,"##
        + ##""parts":[{"path":"c.toml","text":"[[screen]]\nname = \"main\"\nsize = [\"200mm\", "##
        + ##"\"100mm\"]\n[[view]]\nname = \"outer\"\nframe = { x = \"10mm\", y = \"20mm\", width = \"100mm\","##
        + ##" height = \"60mm\" }\n[[view]]\nname = \"inner\"\nparent = \"outer\"\nenabled = false\nframe = "##
        + ##"{ x = \"5mm\", y = \"6mm\", width = \"30mm\", height = \"40mm\" }\n[[gesture]]\nname = "##
        + ##"\"next\"\nkind = \"swipe\"\nview = \"inner\"\ndirection = \"left\"\naction = { log = \"page\" "##
        + ##"}\n[[gesture]]\nname = \"idle\"\nkind = \"tap\"\ntaps = 2\nenabled = false"}],"##
        + ##""remarks":[{"severity":"warning","part":0,"line":15,"message":"the gesture \"next\" never gets "##
        + ##"a touch: its view \"inner\" is disabled and no mode enables it; only `tickle set view` can","##
        + ##""array":"gesture","name":"next"},{"severity":"note","part":0,"line":22,"message":"\"idle\" is "##
        + ##"off, and no mode turns it on: name it in the \"enable\" of a mode, or remove enabled = false","##
        + ##""array":"gesture","name":"idle"}],"screens":[{"name":"main","width":200.0,"height":100.0,"##
        + ##""assumed":false,"views":[{"name":"outer","off":false,"frame":[10.0,20.0,100.0,60.0]},"##
        + ##"{"name":"inner","parent":"outer","off":true,"frame":[15.0,26.0,30.0,40.0]}]}],"##
        + ##""gestures":[{"name":"next","kind":"swipe","off":false,"views":["inner"],"actions":["log page"],"##
        + ##""part":0,"line":12,"verb":"log","object":"page","hasAction":true,"written":{"kind":"\"swipe\"","##
        + ##""view":"\"inner\"","direction":"\"left\"","action":"{ log = \"page\" }"}},{"name":"idle","##
        + ##""kind":"tap","off":true,"views":[],"actions":[],"part":0,"line":18,"hasAction":false,"##
        + ##""written":{"kind":"\"tap\"","taps":"2","enabled":"false"}}]}"##)
  }

  @Test func `An opening has the cards and the keys of each kind`() throws {
    let opening = try #require(JSONValue(parsing: Array(answer(Self.text, #"{"do":"open"}"#).utf8)))
    let cards = opening["cards"]?.array ?? []
    #expect(cards.compactMap { $0["card"]?.string } == GestureCard.allCases.map(\.rawValue))
    #expect(cards.compactMap { $0["title"]?.string } == GestureCard.allCases.map(\.title))
    #expect(cards.compactMap { $0["summary"]?.string } == GestureCard.allCases.map(\.summary))
    for kind in GestureKind.Name.allCases {
      let guides = kind.guides(in: .hand)
      let keys = opening["kinds"]?[kind.rawValue]?.array ?? []
      #expect(keys.compactMap { $0["key"]?.string } == guides.map(\.name) && !keys.isEmpty)
      #expect(keys.compactMap { $0["summary"]?.string } == guides.map(\.summary))
      #expect(keys.compactMap { $0["tunable"]?.bool } == guides.map(\.isTunable))
      #expect(keys.compactMap { $0["standard"]?.string } == guides.map(\.standard))
      #expect(keys.compactMap { $0["choices"]?.array.compactMap(\.string) } == guides.map(\.choices))
    }
  }

  @Test func `A drawing has what was recognized, what failed and why, and what was not near`() {
    let points = (0...12).map { "[\(40 - $0 * 2),50,\($0 * 16)]" }.joined(separator: ",")
    var text = Self.text.replacing("enabled = false\nframe", with: "frame")
    text +=
      "\n[[gesture]]\nname = \"press\"\nkind = \"press\"\nkey = \"volumeup\"\n[[gesture]]\nname = \"hold\"\nkind = \"long-press\"\n"
    let drawing = answer(text, #"{"do":"draw","screen":"main","strokes":[[\#(points)]]}"#)
    #expect(
      drawing == ##"{"version":1,"recognized":[{"gesture":"next","view":"inner","time":0.2,"values":"left"}],"##
        + ##""actions":["log page"],"failures":[{"gesture":"hold","view":"main","sentence":"moved 2.0 mm, "##
        + ##"hold allows 1.6 mm","keys":["movement"],"rules":["LP-2"]},{"gesture":"idle","view":"main","##
        + ##""sentence":"is switched off","keys":["enabled"],"rules":["ST-7"]}],"warnings":[],"silent":[]}"##)
  }

  @Test func `A difference has the lines with their signs and numbers`() {
    var edited = TestedEditor("# 1\n# 2\n# 3\n")
    edited.ask(##"{"do":"text","part":0,"text":"# 1\n# two\n# 3\n"}"##)
    let difference = String(decoding: edited.editor.answer(Array(#"{"do":"difference"}"#.utf8)).0, as: UTF8.self)
    #expect(
      difference == ##"{"version":2,"valid":true,"parts":[{"path":"c.toml","lines":[{"sign":" ","text":"# 1","##
        + ##""number":1},{"sign":"-","text":"# 2","number":2},{"sign":"+","text":"# two","number":2},"##
        + ##"{"sign":" ","text":"# 3","number":3},{"sign":" ","text":"","number":4}]}]}"##)
    #expect(LineDifference("", "# 1\n").lines.map(\.text) == ["# 1"] || LineDifference("", "# 1\n").lines.count == 2)
  }

  @Test func `A card is put on the view that is chosen, but corners are those of the screen`() {
    for (card, isOnView) in [("tap", true), ("pages", true), ("corners", false)] {
      var edited = TestedEditor(Self.text)
      edited.ask(#"{"do":"add-card","card":"\#(card)","name":null,"view":"outer"}"#)
      #expect(edited.text.contains("view = \"outer\"") == isOnView, "\(card)")
      edited.ask(#"{"do":"undo"}"#)
      edited.ask(#"{"do":"add-card","card":"\#(card)","name":"own","view":"nowhere"}"#)
      #expect(!edited.text.contains("nowhere") && edited.text.contains("name = \"own"), "\(card)")
    }
  }

  @Test func `Cases are played with the text as it is now, and say what was missed`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).test.toml").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let cases = "[[case]]\nname = \"flick\"\nhand = \"swipe left from 40,50 20mm\"\nexpect = \"next\"\n"
    try cases.write(toFile: path, atomically: true, encoding: .utf8)
    var material = Editor.Material()
    material.cases = path
    let text = Self.text.replacing("enabled = false\nframe", with: "frame")
    var edited = TestedEditor("")
    edited.editor = Editor(
      EditedDocument(try #require(ConfigurationText(parts: [.init(path: "c.toml", bytes: Array(text.utf8))]))), material
    )
    edited.ask(#"{"do":"outcomes"}"#)
    var verdict = edited.answer["cases"]?.array.first
    #expect(verdict?["name"]?.string == "flick" && verdict?["line"]?.number == 1 && verdict?["passed"]?.bool == true)
    #expect(verdict?["recognized"]?.array.compactMap(\.string) == ["next"] && verdict?["misses"]?.array.isEmpty == true)
    edited.ask(#"{"do":"set","gesture":"next","key":"direction","value":"right"}"#)
    edited.ask(#"{"do":"outcomes"}"#)
    verdict = edited.answer["cases"]?.array.first
    #expect(verdict?["passed"]?.bool == false)
    #expect(verdict?["misses"]?.array.first?.string == "next was not recognized")
  }

  @Test(arguments: [
    ("5", "5"), ("-0.5", "-0.5"), ("true", "true"), ("false", "false"), ("\"a\"", "\"a\""), ("[1]", "[1]"),
    ("{ a = 1 }", "{ a = 1 }"), ("'a'", "'a'"), ("8mm", "\"8mm\""), ("", "\"\""), (".5", "\".5\""), ("5.", "\"5.\""),
    ("1.2.3", "\"1.2.3\""), ("-", "\"-\""), ("truest", "\"truest\""), ("it's", "\"it's\""),
  ])
  func `A value is written as TOML has it`(value: String, toml: String) { #expect(Editor.toml(value) == toml) }

  @Test func `A drawn finger goes through all of its points, at their times`() throws {
    // The finger goes to the right until 40 ms, down until 80 ms, and back to the left until 160 ms.
    let points = [(20.0, 20.0, 0.0), (60, 20, 40), (60, 60, 80), (20, 60, 160)]
    let hand = try DrawnHand([points.map { DrawnHand.Point(x: $0.0, y: $0.1, time: $0.2) }])
    let recording = try hand.recording(on: Size(width: 200, height: 100))
    let bytes = recording.written(as: .evemu, from: RecordingOrigin(program: "tickle", kernel: "6.1"))
    let text = String(decoding: bytes, as: UTF8.self)
    var places: [String] = []
    var (x, y) = (0, 0)
    for line in text.split(separator: "\n") where line.hasPrefix("E: ") {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words[2] == "0003", words[3] == "0035" { x = Int(words[4]) ?? 0 }
      if words[2] == "0003", words[3] == "0036" { y = Int(words[4]) ?? 0 }
      if words[2] == "0000", words[3] == "0000" { places.append("\(x / 40),\(y / 40)") }
    }
    #expect(
      places == [
        "20,20", "28,20", "36,20", "44,20", "52,20", "60,20", "60,28", "60,36", "60,44", "60,52", "60,60", "56,60",
        "52,60", "48,60", "44,60", "40,60", "36,60", "32,60", "28,60", "24,60", "20,60", "20,60", "20,60",
      ])
  }
}
