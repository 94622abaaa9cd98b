import Configuration
import Gestures
import Testing

@testable import Screen

@Suite("Touches that were no attempt")
struct MissTests {
  private static let views = """
    [[view]]
    name = "door"
    frame = { x = "0mm", y = "0mm", width = "50mm", height = "50mm" }
    [[view]]
    name = "popup"
    frame = { x = "30mm", y = "30mm", width = "50mm", height = "50mm" }
    [[view]]
    name = "drawer"
    frame = { x = "100mm", y = "0mm", width = "50mm", height = "50mm" }
    enabled = false
    [[view]]
    name = "ghost"
    frame = { x = "150mm", y = "0mm", width = "50mm", height = "50mm" }
    hidden = true
    [[gesture]]
    name = "open"
    kind = "tap"
    view = ["door", "drawer"]
    [[gesture]]
    name = "haunt"
    kind = "tap"
    view = "ghost"

    """

  /// The sentence about a gesture when a finger lands at a place of a screen of 200 mm × 120 mm; `nil` if the gesture gets it.
  private func sentence(_ gesture: String, at x: Double, _ y: Double) throws -> String? {
    // The checker warns that neither the drawer nor the ghost gets a touch.
    let configuration = try #require(Configuration.parse(text: Self.views, path: "views.toml").0)
    let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 120))
    return scene.misses(at: Point(x: x, y: y), Timestamp(microseconds: 0)).first { $0.gesture == gesture }?
      .explanation.sentence
  }

  @Test func `The distance from the nearest view of the gesture is given`() throws {
    #expect(try sentence("open", at: 20, 62) == "landed 12.0 mm outside of view door")
    #expect(try sentence("open", at: 110, 53) == "landed 3.0 mm outside of view drawer")
    #expect(try sentence("open", at: 20, 20) == nil)
  }

  @Test func `A view that lies above, is off or cannot be seen is named`() throws {
    #expect(try sentence("open", at: 40, 40) == "landed in view popup, which lies above door")
    #expect(try sentence("open", at: 120, 20) == "view drawer is switched off")
    #expect(try sentence("haunt", at: 160, 20) == "view ghost cannot be seen")
  }

  @Test func `A gesture that a client has switched off has another reason than one that the configuration has`() throws
  {
    let configuration = try #require(Configuration.parse(text: Self.views, path: "views.toml").0)
    let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 120))
    (scene.switches.gestures["open"], scene.switches.views["popup"]) = (false, false)
    scene.apply(nil)
    #expect(scene.whyOff(gesture: "open").sentence == "was switched off by a client")
    #expect(scene.misses(at: Point(x: 120, y: 20), Timestamp(microseconds: 0))[0].explanation.keys == ["enabled"])
  }

  @Test func `A mode is the reason for what it disables, and for nothing else`() throws {
    let night = "[[gesture]]\nname = \"never\"\nkind = \"tap\"\nenabled = false\n[mode.night]\ndisable = \"open\"\n"
    let configuration = try #require(Configuration.parse(text: Self.views + night, path: "views.toml").0)
    let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 120))
    scene.apply(configuration.modes[0])
    #expect(scene.whyOff(gesture: "open").sentence == "is switched off in mode night")
    #expect(scene.whyOff(gesture: "never").sentence == "is switched off")
  }
}
