import Configuration
import Gestures
import Testing

@testable import Screen

/// Gestures without touches on a screen: which ones get a press, and their records.
struct FirstResponderTests {
  private static let pages = """
    [[view]]
    name = "map"
    FIRST
    [[view]]
    name = "legend"
    parent = "map"
    [[view]]
    name = "music"
    [[gesture]]
    name = "anywhere"
    kind = "press"
    key = "volumeup"
    [[gesture]]
    name = "zoom"
    kind = "press"
    key = "volumeup"
    view = "map"
    [[gesture]]
    name = "louder"
    kind = "press"
    key = "volumeup"
    view = "music"
    [[gesture]]
    name = "focus"
    kind = "tap"
    action = [{ focus = "map" }, { focus = "legend" }, { focus = "music" }, { focus = "none" }]
    """

  private static func scene(first: String = "") throws -> Scene {
    let text = pages.split(separator: "\n").map { $0 == "FIRST" ? first : String($0) }.joined(separator: "\n")
    return Scene(try configuration(text), screen: ScreenSettings(), size: Size(width: 200, height: 120))
  }

  /// The gestures that are recognized with a press of a key, and their lines.
  private static func press(_ scene: Scene, at seconds: Int64 = 0) -> [(gesture: String, line: String)] {
    var json = RecordJSON(screen: scene.screen)
    let presses = [(seconds * 1_000_000, Press.Phase.began), (seconds * 1_000_000 + 100_000, .ended)].map {
      Press(code: 115, phase: $0.1, time: Timestamp(microseconds: $0.0))
    }
    for gesture in scene.gestures { gesture.recognizer.reportedStates = [.ended] }
    return scene.engine.handle(presses: presses).compactMap { event in
      guard case .gesture(let event) = event else { return nil }
      let gesture = scene.gestures[event.tag]
      let line = json.line(.gesture(event, gesture), since: Timestamp(microseconds: 0))
      return (gesture.settings.name, String(decoding: line, as: UTF8.self))
    }
  }

  @Test(arguments: [
    // The view that has the focus, and what a press triggers.
    (nil, ["anywhere"]), ("map", ["zoom", "anywhere"]), ("legend", ["zoom", "anywhere"]),
    ("music", ["louder", "anywhere"]), ("nowhere", ["anywhere"]),
  ])
  func `A press goes to the first responder and what contains it`(focus: String?, recognized: [String]) throws {
    let scene = try Self.scene()
    scene.focus(focus)
    #expect(Self.press(scene).map(\.gesture).sorted() == recognized.sorted())
    scene.focus(nil)
    #expect(Self.press(scene, at: 1).map(\.gesture) == ["anywhere"])
  }

  @Test func `A view is the first responder from the start if the file says so, until another one is`() throws {
    let scene = try Self.scene(first: "first_responder = true")
    #expect(scene.focused == "map")
    #expect(Self.press(scene).map(\.gesture).sorted() == ["anywhere", "zoom"])
    scene.focus("music")
    #expect(scene.focused == "music")
    #expect(Self.press(scene, at: 1).map(\.gesture).sorted() == ["anywhere", "louder"])
    scene.focus("nowhere")
    #expect(scene.focused == "music")
    scene.focus(nil)
    #expect(scene.focused == scene.screen)
  }

  @Test func `The line of a press has no place and no fingers`() throws {
    let scene = try Self.scene()
    #expect(
      Self.press(scene).map(\.line) == [
        #"{"type":"gesture","time":0.1,"screen":"main","view":"main","gesture":"anywhere","kind":"press","#
          + #""state":"ended","presses":1,"duration":0.1}"# + "\n"
      ])
  }

  @Test func `A command has the configuration's word in its line, its text and its environment`() throws {
    let scene = Scene(
      try configuration("[[gesture]]\nname = \"skip\"\nkind = \"remote\"\ncommand = \"next-track\""),
      screen: ScreenSettings(), size: Size(width: 200, height: 120))
    var json = RecordJSON(screen: scene.screen)
    scene.gestures[0].recognizer.reportedStates = [.ended]
    let command = RemoteCommand(.nextTrack, time: Timestamp(microseconds: 50_000))
    let records = scene.engine.handle(command: command).compactMap { event -> SessionRecord? in
      if case .gesture(let event) = event { .gesture(event, scene.gestures[event.tag]) } else { nil }
    }
    let start = Timestamp(microseconds: 0)
    #expect(
      records.map { String(decoding: json.line($0, since: start), as: UTF8.self) } == [
        #"{"type":"gesture","time":0.05,"screen":"main","view":"main","gesture":"skip","kind":"remote","#
          + #""state":"ended","command":"next-track"}"# + "\n"
      ])
    guard case .gesture(let event, let gesture) = try #require(records.first) else { return }
    #expect(
      GestureEnvironment.variables(event, gesture, on: scene, step: 0, since: start) == [
        "TICKLED_GESTURE=skip", "TICKLED_KIND=remote", "TICKLED_STATE=ended", "TICKLED_VIEW=main",
        "TICKLED_SCREEN=main", "TICKLED_TIME=0.05", "TICKLED_COMMAND=next-track",
      ])
    #expect(
      records.map { RecordText.line($0, since: start) } == ["   0.050 s  main      skip        ended      next-track"])
  }
}
