import Configuration
import Foundation
import Testing

// MARK: - Views out of reach

@Test func `A gesture that no finger can reach causes a warning that names what is in the way`() {
  for odd in outOfReach { odd.check() }
}

private let outOfReach: [BrokenConfiguration] = [
  .init(
    "covered", isUsable: true,
    #"""
    view = [{ name = "snake", frame = { x = "10%", width = "30%" } }, { name = "dragon", frame = { width = "40%" } }]
    [[gesture]]
    name = "bite"
    kind = "tap"
    view = ["dragon", "snake"]
    """#,
    says: #"""
      c.toml:5:19: warning: the gesture "bite" never gets a touch: its view "snake" lies under "dragon", which comes later in the file and covers it: put "snake" after it, or inside it with `parent`
         5 | view = ["dragon", "snake"]
           |                   ^~~~~~~
      """#),
  .init(
    "covered with its parent", isUsable: true,
    #"""
    [[view]]
    name = "egg"
    parent = "snake"
    frame = { width = "10mm", height = "10mm" }
    [[view]]
    name = "snake"
    frame = { right = "20%" }
    [[view]]
    name = "dragon"
    [[gesture]]
    name = "hatch"
    kind = "tap"
    view = "egg"
    """#,
    says: #"""
      c.toml:13:8: warning: the gesture "hatch" never gets a touch: "snake", around its view "egg", lies under "dragon", which comes later in the file and covers it: put "snake" after it, or inside it with `parent`
        13 | view = "egg"
           |        ^~~~~
      """#),
  .init(
    "hidden", isUsable: true,
    #"""
    [[view]]
    name = "snake"
    hidden = true
    [[gesture]]
    name = "bite"
    kind = "tap"
    view = "snake"
    """#,
    says: #"""
      c.toml:7:8: warning: the gesture "bite" never gets a touch: its view "snake" is hidden
         7 | view = "snake"
           |        ^~~~~~~
      """#),
  .init(
    "transparent", isUsable: true,
    #"""
    [[view]]
    name = "snake"
    alpha = 0.01
    [[view]]
    name = "egg"
    parent = "snake"
    [[gesture]]
    name = "bite"
    kind = "tap"
    view = "egg"
    """#,
    says: #"""
      c.toml:10:8: warning: the gesture "bite" never gets a touch: "snake", around its view "egg", has an alpha of 0.01 or less
        10 | view = "egg"
           |        ^~~~~
      """#),
  .init(
    "off in every mode", isUsable: true,
    #"""
    [[view]]
    name = "snake"
    enabled = false
    [[gesture]]
    name = "bite"
    kind = "tap"
    view = "snake"
    """#,
    says: #"""
      c.toml:7:8: warning: the gesture "bite" never gets a touch: its view "snake" is disabled and no mode enables it; only `tickle set view` can
         7 | view = "snake"
           |        ^~~~~~~
      """#),
  .init(
    "outside", isUsable: true,
    #"""
    [[view]]
    name = "snake"
    frame = { y = "100%", height = "10mm" }
    """#,
    says: #"""
      c.toml:3:9: warning: the view "snake" lies outside its parent, so no touch can reach it
         3 | frame = { y = "100%", height = "10mm" }
           |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "flat", isUsable: true,
    #"""
    [[view]]
    name = "snake"
    frame = { left = "60%", right = "40%" }
    """#,
    says: #"""
      c.toml:3:9: warning: the view "snake" has no size: its right edge is never beyond its left edge
         3 | frame = { left = "60%", right = "40%" }
           |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "a mode that names nothing", isUsable: true,
    #"""
    [mode.idle]
    timeout = "30s"
    """#,
    says: #"""
      c.toml:1:7: warning: the mode "idle" changes nothing: name gestures, views or idle steps in "disable" or "enable"
         1 | [mode.idle]
           |       ^~~~
      """#),
]

private let tapOnSnake = "\n[[gesture]]\nname = \"bite\"\nkind = \"tap\"\nview = \"snake\"\n"

@Test(arguments: [
  // A finger can reach these gestures on some screen, in some mode, or in some part of the view.
  "view = [{ name = \"snake\", frame = { x = \"10%\", width = \"30mm\" } }, { name = \"dragon\", frame = { width = \"50%\" } }]",
  "view = [{ name = \"snake\", frame = { width = \"30%\" } }, { name = \"dragon\", frame = { x = \"1%\", width = \"40%\" } }]",
  "view = [{ name = \"dragon\" }, { name = \"snake\" }]",
  "view = [{ name = \"snake\" }, { name = \"dragon\", parent = \"snake\" }]",
  "view = [{ name = \"snake\" }, { name = \"dragon\", hidden = true }]",
  "view = [{ name = \"snake\" }, { name = \"dragon\", alpha = 0.0 }]",
  "view = [{ name = \"snake\" }, { name = \"dragon\" }]\n[mode.away]\ndisable = \"dragon\"",
  "view = [{ name = \"snake\", enabled = false }]\n[mode.play]\nenable = \"snake\"",
  "screen = [{ name = \"a\" }, { name = \"b\" }]\nview = [{ name = \"snake\" }, { name = \"dragon\", screen = \"b\" }]",
  "view = [{ name = \"snake\", frame = { left = \"60%\", right = \"10mm\" } }]",
  "view = [{ name = \"snake\", frame = { x = \"300mm\", width = \"10mm\" } }]",
])
func `A gesture that some finger can reach causes no warning`(text: String) throws {
  _ = try configuration(text + tapOnSnake)
}

// MARK: - Spreads

@Test func `A gesture of one finger that asks for a spread causes a warning`() {
  for odd in spreadsOfOneFinger { odd.check() }
}

private let spreadsOfOneFinger: [BrokenConfiguration] = [
  .init(
    "least", isUsable: true,
    #"""
    [[gesture]]
    name = "bite"
    kind = "tap"
    min_spread = "60mm"
    """#,
    says: #"""
      c.toml:4:1: warning: the tap "bite" is never recognized: "min_spread" needs several fingers, and it has one
         4 | min_spread = "60mm"
           | ^~~~~~~~~~
      """#),
  .init(
    "greatest", isUsable: true,
    #"""
    [[gesture]]
    name = "drag"
    kind = "pan"
    max_fingers = 1
    max_spread = "60mm"
    """#,
    says: #"""
      c.toml:5:1: warning: "max_spread" has no effect: the pan "drag" has one finger
         5 | max_spread = "60mm"
           | ^~~~~~~~~~
      """#),
  .init(
    "no edge", isUsable: true,
    #"""
    [[gesture]]
    name = "bite"
    kind = "tap"
    starts_at = "top-left"
    edge_width = "9mm"
    corner_size = "20mm"
    """#,
    says: #"""
      c.toml:5:1: warning: "edge_width" has no effect: "starts_at" and "ends_at" name no edge
         5 | edge_width = "9mm"
           | ^~~~~~~~~~
      """#),
  .init(
    "no corner", isUsable: true,
    #"""
    [[gesture]]
    name = "bite"
    kind = "swipe"
    ends_at = "top"
    edge_width = "9mm"
    corner_size = "20mm"
    """#,
    says: #"""
      c.toml:6:1: warning: "corner_size" has no effect: "starts_at" and "ends_at" name no corner
         6 | corner_size = "20mm"
           | ^~~~~~~~~~~
      """#),
]

// MARK: - What a warning proposes, and what is known of it

@Test func `The proposal for a misspelt variable leaves the other variables`() {
  let text = "[[gesture]]\nname = \"s\"\nkind = \"swipe\"\naction = { log = \"$TICKLED_X $TICKLED_DIRECTON\" }\n"
  let remarks = Configuration.inspect(ConfigurationText(bytes: Array(text.utf8), path: "c.toml"), on: Machine()).1
  #expect(remarks.map(\.replacement) == ["\"$TICKLED_X $TICKLED_DIRECTION\""])
}

@Test func `A source of remarks knows the gestures that are never recognized`() {
  let text = [("bite", "min_spread = \"60mm\"\n"), ("lick", "")].map { name, keys in
    "[[gesture]]\nname = \"\(name)\"\nkind = \"tap\"\n\(keys)"
  }.joined()
  var asked: [Set<String>] = []
  _ = Configuration.inspect(ConfigurationText(bytes: Array(text.utf8), path: "c.toml"), on: Machine()) { _, known in
    asked.append(known)
    return []
  }
  #expect(asked == [["bite"]])
}

@Test(arguments: [("left", true), ("right", false)])
func `A tap on the view of a double tap comes too soon`(view: String, isTooSoon: Bool) {
  let text = """
    view = [{ name = "left", frame = { width = "40%" } }, { name = "right", frame = { x = "60%", width = "40%" } }]
    [[gesture]]
    name = "once"
    kind = "tap"
    view = "left"
    [[gesture]]
    name = "twice"
    kind = "tap"
    taps = 2
    view = "\(view)"
    """
  let messages = Configuration.inspect(ConfigurationText(bytes: Array(text.utf8), path: "c.toml"), on: Machine()).1
    .map(\.message)
  #expect(messages.contains { $0.contains("2 taps") } == isTooSoon, "\(messages)")
}

@Test(arguments: [(1, false), (2, true)])
func `Only several knocks can come too soon`(count: Int, isTooSoon: Bool) {
  let text = "[[gesture]]\nname = \"k\"\nkind = \"knock\"\ncount = \(count)\ninterval = \"50ms\"\n"
  let messages = Configuration.parse(text: text, path: "c.toml").1.map(\.message)
  #expect(messages.contains { $0.contains("is never recognized") } == isTooSoon, "\(messages)")
}

// MARK: - Speed

@Test func `Thousands of views and gestures are read quickly`() throws {
  let views = (0..<5_000).map { "[[view]]\nname = \"v\($0)\"\n" }.joined()
  let gestures = (0..<5_000).map { "[[gesture]]\nname = \"g\($0)\"\nkind = \"tap\"\nview = \"v\($0)\"\n" }.joined()
  #expect(try configuration(views + gestures).gestures.count == 5_000)
}

// MARK: - Clicks and drags

@Test func `A click at the beginning of a drag causes a warning that names the places where it works`() {
  for odd in clicksInDrags { odd.check() }
}

private let clicksInDrags: [BrokenConfiguration] = [
  .init(
    "the same button", isUsable: true,
    #"""
    [[gesture]]
    name = "carry"
    kind = "pan"
    action = { drag = true }
    [gesture.on]
    began = { click = "left" }
    """#,
    says: #"""
      c.toml:6:9: warning: the left click of the pan "carry" does nothing, as its drag already holds that button: write the click before the drag in "action", or in [gesture.on] under "ended"
         6 | began = { click = "left" }
           |         ^~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "another button", isUsable: true,
    #"""
    [[gesture]]
    name = "carry"
    kind = "long-press"
    action = [{ drag = true, button = "right" }, { key = "+ctrl" }, { click = "left" }]
    """#,
    says: #"""
      c.toml:4:10: warning: the long-press "carry" clicks left while its drag holds the right button, so applications get both at once: write the click before the drag in "action", or in [gesture.on] under "ended"
         4 | action = [{ drag = true, button = "right" }, { key = "+ctrl" }, { click = "left" }]
           |          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
]

@Test func `A click before a drag, at its end or without one causes no warning`() {
  for actions in [
    "action = [{ click = \"left\" }, { drag = true }]", "action = { drag = true }\non.ended = { click = \"left\" }",
    "action = { pointer = true }\non.began = { click = \"left\" }",
    "action = { drag = true }\non.began = { key = \"+ctrl\" }",
  ] {
    let text = "[[gesture]]\nname = \"carry\"\nkind = \"pan\"\n\(actions)\n"
    #expect(Configuration.parse(text: text, path: "c.toml").1.map(\.description) == [], "\(actions)")
  }
}
