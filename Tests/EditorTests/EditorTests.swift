import Configuration
import Gestures
import Testing
import Text
import TouchInput

@testable import Editor

/// An editor of a text, with the answers of its last request.
struct TestedEditor {
  var editor: Editor
  var answer = JSONValue.null
  var effect = Editor.Effect.none

  init(_ text: String, recordings: [(name: String, input: RecordedInput)] = [], path: String = "c.toml") {
    var material = Editor.Material()
    material.recordings = recordings
    editor = Editor(EditedDocument(ConfigurationText(bytes: Array(text.utf8), path: path)), material)
  }

  var text: String { String(decoding: editor.document.text.parts[0].bytes, as: UTF8.self) }
  var error: String? { answer["error"]?.string }

  mutating func ask(_ request: String) {
    let (json, effect) = editor.answer(Array(request.utf8))
    answer = JSONValue(parsing: json) ?? .null
    self.effect = effect
  }

  /// The names of what is recognized in a drawing; each point is x, y and milliseconds.
  mutating func draw(_ strokes: String) -> [String] {
    ask("{\"do\":\"draw\",\"screen\":\"main\",\"strokes\":\(strokes)}")
    return answer["recognized"]?.array.compactMap { $0["gesture"]?.string } ?? []
  }
}

@Suite("The editor")
struct EditorTests {
  private static let text = """
    # The hall.
    [[view]]  # left half
    name = "left"   # its name
    frame = { x = "5%", y = "10mm", width = "40%", height = "100mm" }  # room for a thumb

    [[gesture]]
    name = "next"
    kind = "swipe"     # a flick
    direction = "left"
    # What it does:
    action = { key = "pagedown" }
    """

  private static let swipe = "[[\((0...12).map { "[\(150 - $0 * 8),60,\($0 * 16)]" }.joined(separator: ","))]]"

  private func comments(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in line.firstIndex(of: "#").map { String(line[$0...]) } }
  }

  @Test func `A view that is moved keeps its units and the comments`() {
    var edited = TestedEditor(Self.text)
    edited.ask(#"{"do":"move","view":"left","screen":"main","frame":[21.7,20,108.5,90]}"#)
    #expect(edited.error == nil)
    #expect(edited.text.contains(##"frame = { x = "10%", y = "20mm", width = "50%", height = "90mm" }  # room"##))
    #expect(comments(edited.text) == comments(Self.text))
    edited.ask(#"{"do":"undo"}"#)
    #expect(edited.text == Self.text)
    edited.ask(#"{"do":"redo"}"#)
    #expect(edited.text.contains("50%"))
  }

  @Test(arguments: [
    "9223372036854775808", "9223372036854775807", "-9223372036854775808", "-0", "-1", "1e308", "-1e308", "0.5",
  ])
  func `A request with a number at a limit is refused or followed, and the comments stay`(number: String) {
    var edited = TestedEditor(Self.text)
    for request in [
      #"{"do":"move","view":"left","screen":"main","frame":[@,@,@,@]}"#,
      #"{"do":"add-view","name":"b","screen":"main","frame":[@,1,1,1]}"#,
      #"{"do":"draw","screen":"main","strokes":[[[@,@,@],[1,@,@]]]}"#, #"{"do":"save","version":@}"#,
      ##"{"do":"text","part":@,"text":"# The hall."}"##,
    ] { edited.ask(request.replacing("@", with: number)) }
    #expect((edited.error == nil) == (number == "-0"), "the only part is the part 0")
    #expect(edited.text.hasPrefix("# The hall."))
  }

  @Test(arguments: [
    ("frame.left = \"5mm\"\nframe.width = \"20mm\"", "frame.left = \"10mm\"\nframe.width = \"30mm\""),
    ("frame = { left = \"5mm\", width = \"20mm\" }", "frame = { left = \"10mm\", width = \"30mm\" }"),
    ("[view.frame]\nx = \"5mm\"  # c\nwidth = \"20mm\"", "[view.frame]\nx = \"10mm\"  # c\nwidth = \"30mm\""),
    ("frame = { width = \"20mm\", right = \"0mm\" }", "frame = { width = \"30mm\", right = \"177mm\" }"),
  ])
  func `Frames in other words and other tables keep them`(old: String, new: String) {
    var edited = TestedEditor("[[view]]\nname = \"a\"\n\(old)\n")
    edited.ask(#"{"do":"move","view":"a","screen":"main","frame":[10,0,30,136]}"#)
    #expect(edited.error == nil)
    #expect(edited.text == "[[view]]\nname = \"a\"\n\(new)\n")
  }

  @Test func `A view without a frame gets one`() {
    var edited = TestedEditor("[[view]] # a\nname = \"a\" # b\n")
    edited.ask(#"{"do":"move","view":"a","screen":"main","frame":[10,20,30,40]}"#)
    #expect(edited.error == nil)
    #expect(
      edited.text
        == "[[view]] # a\nname = \"a\" # b\nframe = { x = \"10mm\", right = \"177mm\", y = \"20mm\", bottom = \"76mm\" }\n"
    )
  }

  @Test func `Each card adds gestures that can be used, also twice and on a view`() {
    for card in GestureCard.allCases {
      var edited = TestedEditor(Self.text)
      for _ in 0..<2 {
        edited.ask(#"{"do":"add-card","card":"\#(card.rawValue)","name":null,"view":"left"}"#)
        #expect(edited.error == nil, "\(card)")
        #expect(edited.answer["valid"]?.bool == true)
      }
      #expect(edited.text.hasPrefix(Self.text), "\(card)")
      #expect(edited.editor.document.configuration.gestures.count >= 3)
    }
  }

  @Test func `Taps in four corners fire the exit, and in another order they do not`() {
    var edited = TestedEditor("")
    edited.ask(#"{"do":"add-card","card":"corners","name":null,"view":null}"#)
    func taps(_ places: [(Int, Int)]) -> String {
      "["
        + places.enumerated().map { "[[\($1.0),\($1.1),\($0 * 700)],[\($1.0),\($1.1),\($0 * 700 + 60)]]" }
        .joined(separator: ",") + "]"
    }
    let corners = [(5, 5), (212, 5), (212, 131), (5, 131)]
    #expect(edited.draw(taps(corners)).last == "exit")
    #expect(edited.answer["actions"]?.array.compactMap(\.string) == ["unit stop kiosk"])
    #expect(!edited.draw(taps(corners.reversed())).contains("exit"))
    let reasons = edited.answer["failures"]?.array ?? []
    #expect(reasons.contains { $0["gesture"]?.string == "exit" && $0["keys"]?.array.isEmpty == false }, "\(reasons)")
  }

  @Test func `A threshold decides what a drawing is, and the reason names it`() {
    var edited = TestedEditor(Self.text)
    #expect(edited.draw(Self.swipe) == ["next"])
    edited.ask(#"{"do":"set","gesture":"next","key":"min_distance","value":"120mm"}"#)
    #expect(edited.text.contains("\nmin_distance = \"120mm\"\n"))
    #expect(edited.draw(Self.swipe).isEmpty)
    let failure = edited.answer["failures"]?.array.first
    #expect(failure?["keys"]?.array.compactMap(\.string) == ["min_distance"])
    edited.ask(#"{"do":"set","gesture":"next","key":"min_distance","value":null}"#)
    #expect(edited.text == Self.text + "\n" || edited.text == Self.text, "\(edited.text)")
    #expect(edited.draw(Self.swipe) == ["next"])
  }

  @Test func `A view is added to the screen on which it is drawn, and a drawing is made on its screen`() {
    let two = """
      [[screen]]
      name = "main"
      [[screen]]
      name = "wall"
      [[view]]
      name = "door"
      screen = "wall"
      [[gesture]]
      name = "dab"
      kind = "tap"
      view = "door"

      """
    var edited = TestedEditor(two)
    for (screen, recognized) in [("main", []), ("wall", ["dab"])] {
      edited.ask("{\"do\":\"draw\",\"screen\":\"\(screen)\",\"strokes\":[[[100,60,0],[100,60,50]]]}")
      #expect(edited.answer["recognized"]?.array.compactMap { $0["gesture"]?.string } == recognized, "\(screen)")
    }
    edited.ask(#"{"do":"add-view","name":"hall","screen":"wall","frame":[1,1,30,30]}"#)
    #expect(
      edited.error == nil
        && edited.text.hasSuffix(
          "[[view]]\nname = \"hall\"\nscreen = \"wall\"\nframe = { x = \"1mm\", y = \"1mm\", width = \"30mm\", height = \"30mm\" }\n"
        ), "\(edited.text)")
  }

  @Test func `A stroke of one point is a tap`() {
    var edited = TestedEditor("[[gesture]]\nname = \"dab\"\nkind = \"tap\"\n")
    #expect(edited.draw("[[[100,60,0]]]") == ["dab"])
  }

  @Test func `Two fingers are drawn one after another and played together`() {
    var edited = TestedEditor("[[gesture]]\nname = \"zoom\"\nkind = \"pinch\"\n")
    let left = (0...20).map { "[\(100 - $0),60,\($0 * 16)]" }.joined(separator: ",")
    let right = (0...20).map { "[\(110 + $0),60,\($0 * 16)]" }.joined(separator: ",")
    #expect(edited.draw("[[\(left)],[\(right)]]") == ["zoom"])
    #expect(edited.draw("[[\(left)]]").isEmpty)
  }

  @Test func `Outcomes of recordings say what a change changed`() throws {
    let recording = try DrawnHand([
      (0...12).map { DrawnHand.Point(x: 150 - 8 * Double($0), y: 60, time: 16 * Double($0)) }
    ])
    .recording(on: Size(width: 217, height: 136))
    var edited = TestedEditor(Self.text, recordings: [("flick", .panel(recording))])
    func recorded() -> [String] {
      edited.ask(#"{"do":"outcomes"}"#)
      return edited.answer["recordings"]?.array.first?["recognized"]?.array.compactMap { $0["gesture"]?.string } ?? []
    }
    #expect(recorded() == ["next"])
    #expect(edited.answer["recordings"]?.array.first?["name"]?.string == "flick")
    #expect(edited.answer["recordings"]?.array.first?["changed"]?.bool == false)
    edited.ask(#"{"do":"set","gesture":"next","key":"direction","value":"right"}"#)
    #expect(recorded() == [])
    #expect(edited.answer["recordings"]?.array.first?["changed"]?.bool == true)
  }

  @Test func `Only what was shown is saved`() {
    var edited = TestedEditor(Self.text)
    edited.ask(#"{"do":"act","gesture":"next","verb":"log","object":"it's \"here\""}"#)
    #expect(edited.error == nil)
    let version = edited.editor.document.version
    edited.ask(#"{"do":"save","version":\#(version)}"#)
    #expect(edited.error != nil)
    if case .none = edited.effect {} else { Issue.record("\(edited.effect) without having been shown") }
    edited.ask(#"{"do":"difference"}"#)
    let lines = edited.answer["parts"]?.array.first?["lines"]?.array.map { $0["sign"]?.string ?? "" } ?? []
    #expect(lines.filter { $0 == "+" }.count == 1 && lines.filter { $0 == "-" }.count == 1)
    edited.ask(#"{"do":"save","version":\#(version)}"#)
    guard case .save(let parts) = edited.effect else {
      Issue.record("\(edited.effect)")
      return
    }
    #expect(parts.map(\.old) == [edited.editor.document.original.parts[0]])
    #expect(parts.map(\.new) == [Array(edited.text.utf8)])
    _ = edited.editor.wasSaved()
    #expect(!edited.editor.document.isChanged && edited.editor.document.version > version)
  }

  @Test func `After one of two files was saved, the next save is of the other one`() throws {
    let parts = ["a", "b"].map { ConfigurationText.Part(path: "\($0).toml", bytes: Array("# old\n".utf8)) }
    var edited = TestedEditor("")
    edited.editor = Editor(EditedDocument(try #require(ConfigurationText(parts: parts))), Editor.Material())
    func save() -> [String] {
      edited.ask(#"{"do":"difference"}"#)
      edited.ask(#"{"do":"save","version":\#(edited.editor.document.version)}"#)
      guard case .save(let parts) = edited.effect else { return [] }
      return parts.map { "\($0.old.path) \(String(decoding: $0.old.bytes + $0.new, as: UTF8.self))" }
    }
    for part in 0...1 { edited.ask(##"{"do":"text","part":\##(part),"text":"# new\n"}"##) }
    #expect(save() == ["a.toml # old\n# new\n", "b.toml # old\n# new\n"])
    _ = edited.editor.wasNotSaved("no room", besides: [])
    #expect(save().count == 2)
    _ = edited.editor.wasNotSaved("no room", besides: ["a.toml"])
    #expect(save() == ["b.toml # old\n# new\n"])
    edited.ask(##"{"do":"text","part":0,"text":"# newer\n"}"##)
    #expect(save() == ["a.toml # new\n# newer\n", "b.toml # old\n# new\n"])
  }

  @Test func `What would change something else, or break the file, is refused`() {
    let requests = [
      #"{"do":"set","gesture":"next","key":"min_distance","value":"\"8mm\"\n[[gesture]]\nname = \"x\"\nkind = \"tap\""}"#,
      #"{"do":"set","gesture":"next","key":"min_distance","value":"nonsense"}"#,
      #"{"do":"set","gesture":"next","key":"min_distance\nx","value":"8mm"}"#,
      #"{"do":"set","gesture":"next","key":"name","value":"other\nkind = \"tap\""}"#,
      #"{"do":"set","gesture":"no","key":"min_distance","value":"8mm"}"#,
      #"{"do":"act","gesture":"next","verb":"keys","object":"x"}"#,
      #"{"do":"move","view":"no","screen":"main","frame":[1,1,5,5]}"#,
      #"{"do":"move","view":"left","screen":"no","frame":[1,1,5,5]}"#,
      #"{"do":"move","view":"left","screen":"main","frame":[1,1,5,0]}"#,
      #"{"do":"move","view":"left","screen":"main","frame":[1,1,5]}"#,
      #"{"do":"remove","array":"daemon","name":"x"}"#, #"{"do":"remove","array":"view","name":"no"}"#,
      #"{"do":"text","part":7,"text":""}"#, #"{"do":"text","part":-1,"text":""}"#, #"{"do":"add-card","card":"x"}"#,
      #"{"do":"draw","screen":"main","strokes":[]}"#, #"{"do":"draw","screen":"main","strokes":[[[1,2]]]}"#,
      #"{"do":"draw","screen":"main","strokes":[[[1,2,9],[1,2,3]]]}"#, #"{"do":"read","path":"/etc/passwd"}"#, "[]", "",
    ]
    for request in requests {
      var edited = TestedEditor(Self.text)
      edited.ask(request)
      #expect(edited.error != nil, "\(request)")
      #expect(edited.text == Self.text, "\(request)")
    }
  }

  @Test func `A gesture and a view are removed with all of their lines`() {
    var edited = TestedEditor(
      "# top\n[[gesture]]\nname = \"a\"\nkind = \"pan\"\n[gesture.on]\nbegan = { log = \"x\" }\n\n"
        + "# b\n[[gesture]]\nname = \"b\"\nkind = \"tap\"\n\n[[view]]\nname = \"v\"\n")
    edited.ask(#"{"do":"remove","array":"gesture","name":"a"}"#)
    #expect(edited.error == nil)
    edited.ask(#"{"do":"remove","array":"view","name":"v"}"#)
    #expect(edited.text == "# top\n# b\n[[gesture]]\nname = \"b\"\nkind = \"tap\"\n\n")
    // One that another gesture needs stays.
    var needed = TestedEditor("")
    needed.ask(#"{"do":"add-card","card":"corners"}"#)
    needed.ask(#"{"do":"remove","array":"gesture","name":"first-corner"}"#)
    #expect(needed.error?.contains("first-corner") == true)
  }

  @Test func `A text with errors is kept, is marked, and is not edited by other means`() {
    var edited = TestedEditor(Self.text)
    edited.ask(#"{"do":"text","part":0,"text":"[[gesture]]\nname = \"a\"\nkind = \"tpa\"\n"}"#)
    #expect(edited.answer["valid"]?.bool == false)
    let remark = edited.answer["remarks"]?.array.first
    #expect(remark?["line"]?.number == 3 && remark?["name"]?.string == "a")
    edited.ask(#"{"do":"add-card","card":"tap"}"#)
    #expect(edited.error != nil)
    edited.ask(#"{"do":"undo"}"#)
    #expect(edited.text == Self.text)
  }

  @Test func `Warnings name the view or the gesture that they are about`() {
    var edited = TestedEditor(
      "[[view]]\nname = \"a\"\nframe = { x = \"300mm\", width = \"5mm\" }\n\n[[gesture]]\nname = \"g\"\nkind = \"tap\"\n"
        + "view = \"a\"\naction = { exec = [\"no-such-program-anywhere\"] }\n")
    edited.ask(#"{"do":"open"}"#)
    let remarks = edited.answer["remarks"]?.array ?? []
    #expect(remarks.contains { $0["name"]?.string == "g" && $0["array"]?.string == "gesture" }, "\(remarks)")
  }

  @Test func `A difference shows three lines around each change`() {
    let old = (1...20).map { "\($0)" }.joined(separator: "\n")
    let new = old.replacing("\n10\n", with: "\nten\nmore\n")
    let lines = LineDifference(old, new).lines
    #expect(lines.map(\.sign.rawValue).joined() == "…   -++   …")
    #expect(lines.first { $0.sign == .added }?.number == 10 && lines.first { $0.sign == .removed }?.text == "10")
    #expect(LineDifference(old, old).lines.isEmpty)
  }

  @Test func `A thousand views are edited one by one`() {
    let text = (0..<1000).map { number in
      let place = "x = \"\(number % 40 * 5)mm\", y = \"\(number / 40 * 5)mm\", width = \"4mm\", height = \"4mm\""
      return "[[view]]\nname = \"v\(number)\"\nframe = { \(place) }\n"
    }.joined()
    var edited = TestedEditor(text)
    edited.ask(#"{"do":"move","view":"v999","screen":"main","frame":[1,1,5,5]}"#)
    #expect(edited.error == nil)
    #expect(edited.answer["screens"]?.array.first?["views"]?.array.count == 1000)
  }
}
