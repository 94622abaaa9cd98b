import Configuration
import Foundation
import FoundationXML
import Overview
import Pages
import Testing
import Trials

@Suite("Overview")
struct OverviewTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// All configurations that are shipped.
  private static let shipped: [String] = ["config", "config/cookbook", "config/starters"].flatMap {
    folder -> [String] in
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(checkout)/\(folder)")) ?? []
    return names.filter { $0.hasSuffix(".toml") && !$0.hasSuffix(".test.toml") && $0 != "mqtt.toml" }.sorted()
      .map { "\(folder)/\($0)" }
  }

  private func overview(of path: String) throws -> (Overview, Configuration) {
    let (configuration, remarks) = try Configuration.remarks(path: "\(Self.checkout)/\(path)")
    return (Overview(configuration, remarks), configuration)
  }

  private func overview(_ text: String) throws -> Overview {
    let folder = FileManager.default.temporaryDirectory.appending(path: "overview-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "c.toml")
    try Data(text.utf8).write(to: file)
    let (configuration, remarks) = try Configuration.remarks(
      path: file.path, from: Reach.remarks(besideConfiguration: file.path))
    return Overview(configuration, remarks)
  }

  private func shown(_ overview: Overview) -> [Overview.ShownGesture] {
    overview.screens.flatMap { $0.groups.flatMap(\.gestures) }
  }

  /// The elements of a document with their attributes.
  private final class Elements: NSObject, XMLParserDelegate {
    var all: [(name: String, attributes: [String: String])] = []

    init(_ bytes: [UInt8]) throws {
      super.init()
      var text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix("<!DOCTYPE html>") { text = String(text.dropFirst("<!DOCTYPE html>".count)) }
      let parser = XMLParser(data: Data(text.utf8))
      parser.delegate = self
      #expect(parser.parse(), "\(String(describing: parser.parserError)) in line \(parser.lineNumber)")
    }

    func parser(
      _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
      attributes: [String: String]
    ) {
      all.append((name, attributes))
    }
  }

  @Test func `There are configurations to look at`() { #expect(Self.shipped.count >= 20) }

  @Test(arguments: shipped)
  func `Each gesture appears once on each of its views, with a pictogram that has words`(path: String) throws {
    let (overview, configuration) = try overview(of: path)
    let gestures = shown(overview)
    let screens = configuration.screens.isEmpty ? ["main"] : configuration.screens.map(\.name)
    var expected: [String] = []
    for gesture in configuration.gestures {
      if gesture.views.isEmpty { expected += screens.map { "\(gesture.name) on \($0)" } }
      for view in gesture.views {
        let screen = configuration.views.first { $0.name == view }
        let times = screen.map { $0.screen == nil ? screens.count : 1 } ?? 1
        expected += Array(repeating: "\(gesture.name) on \(view)", count: times)
      }
    }
    #expect(gestures.map { "\($0.name) on \($0.view)" }.sorted() == expected.sorted())

    for bytes in [OverviewPage(overview).bytes, OverviewPicture(overview).bytes] {
      let elements = try Elements(bytes).all
      let pictograms = elements.filter { $0.attributes["class"] == "pictogram" }
      #expect(pictograms.count == gestures.count + overview.states.count)
      for pictogram in pictograms {
        #expect(pictogram.attributes["role"] == "img")
        #expect((pictogram.attributes["aria-label"] ?? "").count > 8)
      }
      let labels = Set(pictograms.map { $0.attributes["aria-label"] })
      #expect(labels == Set(gestures.map(\.sentence) + overview.states.map(\.title)))
      let ids = elements.compactMap { $0.attributes["id"] }
      #expect(Set(ids).count == ids.count)
      for (_, attributes) in elements {
        if let link = attributes["href"] { #expect(ids.contains(String(link.dropFirst())), "\(link)") }
      }
    }
  }

  @Test func `What happens besides gestures is in the text, on the page and in the picture`() throws {
    let overview = try overview(
      """
      [[screen]]
      name = "wall"
      intercept = true
      wake_guard = "0ms"
      wake_action = { backlight = "on" }
      [[idle]]
      name = "off"
      after = "60s"
      action = { backlight = "off" }
      [[idle]]
      name = "dim"
      after = "30s"
      action = { backlight = "20%" }
      active = { backlight = "on" }
      [[gesture]]
      name = "tap"
      kind = "tap"
      action = { mode = "party" }
      [mode.party]
      disable = ["tap", "off"]
      timeout = "5s"
      entered = { log = "begins" }
      left = { log = "over" }
      """)
    let words = """
      Besides gestures
        interception: Gestures keep their touches from applications.
        the touch that wakes the display: It reaches neither gestures nor applications.
            → turns the display on
        30 s without a touch
            → sets the display to 20%
            → at the next touch: turns the display on
        60 s without a touch: Not in the mode “party”.
            → turns the display off
        mode “party”: “tap” is off; the mode before returns after 5 s.
            → when it begins: writes to the log: begins
            → when it ends: writes to the log: over
      """
    #expect(OverviewText(overview).text.hasSuffix(words), "\(OverviewText(overview).text)")
    for bytes in [OverviewPage(overview).bytes, OverviewPicture(overview).bytes] {
      let text = String(decoding: bytes, as: UTF8.self)
      let labels = try Elements(bytes).all.compactMap { $0.attributes["aria-label"] }
      let order = [
        "interception", "the touch that wakes the display", "30 s without a touch", "60 s without a touch",
        "mode “party”",
      ]
      #expect(labels.suffix(5) == order[...])
      #expect(text.contains("Besides gestures") && text.contains("At the next touch"))
    }
    #expect(OverviewText(overview).jsonLines.filter { $0.contains("\"type\":\"state\"") }.count == 5)
  }

  @Test(arguments: [
    ("kind = \"tap\"", "one finger taps"),
    ("kind = \"tap\"\nfingers = 2\ntaps = 2", "two fingers tap twice"),
    ("kind = \"tap\"\nheld = 1", "one finger taps while one finger rests"),
    ("kind = \"long-press\"", "one finger is held for 0.5 s"),
    (
      "kind = \"long-press\"\ntaps = 1\nfingers = 3\nmin_duration = \"1s\"",
      "three fingers tap, then three fingers are held for 1 s"
    ),
    ("kind = \"long-press\"\nmin_duration = \"0ms\"", "one finger lands"),
    ("kind = \"long-press\"\nforce = 0.6", "one finger presses with 60 % force"),
    ("kind = \"swipe\"\nfingers = 2\ndirection = \"left\"", "two fingers swipe left"),
    (
      "kind = \"swipe\"\ndirection = [\"up\", \"down-left\", \"100deg\"]",
      "one finger swipes up, down and left or at 100° clockwise from right"
    ),
    ("kind = \"pan\"\naxis = \"vertical\"", "one finger or more drag up or down"),
    ("kind = \"pan\"\nmax_fingers = 1", "one finger drags in any direction"),
    ("kind = \"pan\"\nmin_fingers = 2\nmax_fingers = 3", "two to three fingers drag in any direction"),
    ("kind = \"edge-pan\"\nedges = [\"left\", \"top\"]", "one finger drags inwards from the left or upper edge"),
    ("kind = \"pinch\"", "two fingers move apart or together"),
    ("kind = \"rotation\"\ndirection = \"clockwise\"\nfingers = 3", "three fingers turn clockwise"),
    ("kind = \"tap\"\nfingers = [2, 3]", "two or three fingers tap"),
    ("kind = \"tap\"\nfingers = \"2+\"", "two fingers or more tap"),
    (
      "kind = \"rotation\"\nfingers = 1", "one finger turns clockwise or counterclockwise around the middle of the view"
    ),
    ("kind = \"swipe\"\npath = [\"up\", \"right\"]", "one finger swipes up, then right"),
    ("kind = \"swipe\"\nafter_press = \"400ms\"", "after a rest of 0.4 s, one finger swipes right"),
    (
      "kind = \"pan\"\nmax_fingers = 1\nafter_press = \"1s\"\nrest = \"300ms\"",
      "after a rest of 1 s, one finger drags in any direction with a rest of 0.3 s at its end"
    ),
    ("kind = \"tickle\"", "one finger rubs left and right, 3 strokes without lifting"),
    (
      "kind = \"press\"\nkey = \"volumeup\"\ncount = 2\nhold = \"1s\"",
      "the key volumeup is pressed twice, the last time held for 1 s"
    ),
    ("kind = \"switch\"\nswitch = \"lid\"", "the switch lid turns on"),
    ("kind = \"shake\"", "the device is shaken to and fro, 4 strokes"),
    ("kind = \"knock\"\ncount = 2", "two knocks on the device"),
    ("kind = \"turn\"\nto = \"face-down\"", "the device is turned to face-down"),
    ("kind = \"remote\"\ncommand = \"toggle-play-pause\"", "a remote control or media key sends toggle-play-pause"),
  ])
  func `A gesture is described as a hand makes it`(keys: String, sentence: String) throws {
    let gesture = try #require(shown(overview("[[gesture]]\nname = \"g\"\n\(keys)\n")).first)
    #expect(gesture.sentence == sentence)
    #expect(gesture.pictogram.words == sentence)
  }

  @Test func `What is measured is given in millimetres and seconds, whatever the units of the file`() throws {
    let text = """
      [[screen]]
      name = "main"
      size = ["200mm", "100mm"]
      pixels = [2000, 1000]
      [[view]]
      name = "left"
      frame = { width = "50%" }
      [[gesture]]
      name = "far"
      kind = "swipe"
      view = "left"
      direction = "right"
      min_distance = "30%"
      starts_at = { edge = "left", from = "50%" }
      [[gesture]]
      name = "near"
      kind = "tap"
      movement = "40px"
      ends_at = "bottom-right"
      """
    let gestures = shown(try overview(text))
    let far = try #require(gestures.first { $0.name == "far" }).details.joined(separator: " ")
    #expect(
      far.contains(
        "Land at the left edge, 50 mm to 100 mm from its upper end, at most 5 mm from it of the view “left”."))
    #expect(far.contains("Move at least 30 mm within 0.8 s."))
    let near = try #require(gestures.first { $0.name == "near" }).details.joined(separator: " ")
    #expect(near.contains("Lift within 0.75 s; move at most 4 mm."))
    #expect(near.contains("Lift in the lower right corner (a square of 15 mm) of the screen."))
  }

  @Test func `A path is drawn with its corners, and its legs are measured`() throws {
    func gesture(_ path: String) throws -> Overview.ShownGesture {
      let text = "[[gesture]]\nname = \"g\"\nkind = \"swipe\"\nmin_leg = \"10mm\"\npath = [\(path)]\n"
      return try #require(shown(try overview(text)).first)
    }
    let corner = try gesture("\"up\", \"right\"")
    #expect(corner.details.joined(separator: " ").contains("Move at least 10 mm in each direction within 1.6 s."))
    #expect(!corner.details.joined().contains("Lift while moving"))
    func drawn(_ gesture: Overview.ShownGesture) -> String {
      var page = Markup()
      gesture.pictogram.write(side: 64, to: &page)
      return String(decoding: page.bytes, as: UTF8.self)
    }
    #expect(drawn(corner).contains("M-22,22 L-22,-22"))
    #expect(drawn(try gesture("\"right\", \"up\"")).contains("M-22,22 L22,22"))
  }

  @Test func `Pixels are those of the picture as its user sees it, and the size is that of the panel`() throws {
    let text = """
      [[screen]]
      name = "main"
      orientation = "left"
      size = ["200mm", "100mm"]
      pixels = [1000, 2000]
      [[view]]
      name = "strip"
      frame = { width = "500px", height = "1000px" }
      [[gesture]]
      name = "far"
      kind = "swipe"
      view = "strip"
      direction = "right"
      min_distance = "50%"
      starts_at = { edge = "left", from = "50%" }
      """
    let far = try #require(shown(try overview(text)).first).details.joined(separator: " ")
    #expect(far.contains("at the left edge, 50 mm to 100 mm from its upper end"), "\(far)")
    #expect(far.contains("Move at least 25 mm within"), "\(far)")
  }

  @Test func `A warning is beside the gesture or the view that it is about`() throws {
    let text = """
      [[screen]]
      name = "main"
      [[view]]
      name = "empty"
      frame = { left = "60%", right = "60%" }
      [[gesture]]
      name = "one"
      kind = "tap"
      [[gesture]]
      name = "two"
      kind = "tap"
      taps = 2
      [[gesture]]
      name = "same"
      kind = "tap"
      [mode.nothing]
      """
    let overview = try overview(text)
    let gestures = shown(overview)
    #expect(gestures.first { $0.name == "one" }?.warnings.count == 1)
    #expect(gestures.first { $0.name == "one" }?.warnings.first?.contains("does not wait for \"two\"") == true)
    #expect(gestures.first { $0.name == "two" }?.warnings == [])
    #expect(gestures.first { $0.name == "same" }?.warnings.contains { $0.contains("no hand makes the tap") } == true)
    #expect(overview.screens[0].groups.first { $0.view == "empty" }?.warnings.first?.contains("has no size") == true)
    #expect(overview.warnings.first?.contains("nothing") == true, "\(overview.warnings)")
    #expect(String(decoding: OverviewPage(overview).bytes, as: UTF8.self).contains("no hand makes the tap"))
    // The picture breaks its lines.
    #expect(String(decoding: OverviewPicture(overview).bytes, as: UTF8.self).contains("⚠ line 1"))
  }

  @Test func `Modes and requirements are named at the gesture`() throws {
    let text = """
      [[view]]
      name = "v"
      enabled = false
      [[gesture]]
      name = "always"
      kind = "tap"
      requires_failure_of = "later"
      [[gesture]]
      name = "later"
      kind = "tap"
      taps = 2
      enabled = false
      required_to_fail_by = "swipe"
      [[gesture]]
      name = "inside"
      kind = "tap"
      view = "v"
      [[gesture]]
      name = "swipe"
      kind = "swipe"
      [mode.a]
      enable = ["later", "v"]
      [mode.b]
      disable = "always"
      """
    let gestures = shown(try overview(text))
    func modes(_ name: String) -> String? { gestures.first { $0.name == name }?.modes }
    #expect(modes("always") == "Not in the mode “b”.")
    #expect(modes("later") == "Only in the mode “a”.")
    #expect(modes("inside") == "Only in the mode “a”.")
    #expect(modes("swipe") == "In every mode.")
    #expect(gestures.first { $0.name == "always" }?.waits == ["later"])
    #expect(gestures.first { $0.name == "swipe" }?.waits == ["later"])
  }

  @Test func `Names and commands are text, not markup`() throws {
    let text = """
      [[view]]
      name = "<img src=x>"
      [[gesture]]
      name = "</style><script>alert(1)</script>"
      kind = "tap"
      view = "<img src=x>"
      action = { shell = "echo '<b>' & \\"x\\"" }
      """
    let overview = try overview(text)
    for bytes in [OverviewPage(overview).bytes, OverviewPicture(overview).bytes] {
      let names = Set(try Elements(bytes).all.map(\.name))
      #expect(names.isDisjoint(with: ["script", "img", "b"]), "\(names)")
    }
  }

  @Test func `Text in a picture is broken into lines that fit`() {
    let lines = OverviewPicture.lines("one two three \(String(repeating: "x", count: 40)) four", 10, 100)
    #expect(lines.allSatisfy { $0.count <= 20 } && lines.count > 3, "\(lines)")
    #expect(lines.joined().filter { $0 != " " } == "onetwothree" + String(repeating: "x", count: 40) + "four")
  }
}
