import Testing

@Test func `Typing errors are reported with the word that was probably meant`() {
  for broken in slips { broken.check() }
}

private let slips: [BrokenConfiguration] = [
  .init(
    "an overlap that there is not",
    #"""
    [[gesture]]
    name = "g"
    kind = "tap"
    action = { shell = "true", overlap = "quee" }
    """#,
    says: #"""
      c.toml:4:38: error: "overlap" must be "allow", "skip", "queue" or "restart", not "quee"; did you mean "queue"?
         4 | action = { shell = "true", overlap = "quee" }
           |                                      ^~~~~~
      """#),
  .init(
    "a socket that is too long",
    #"""
    [daemon]
    socket = "/run/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    """#,
    says: #"""
      c.toml:2:10: error: "socket" must be at most 107 bytes long, not 115
         2 | socket = "/run/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
           |          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "a text for a switch",
    #"""
    [daemon]
    watch = "yes"
    """#,
    says: #"""
      c.toml:2:9: error: "watch" takes true or false, not "yes"; did you mean true?
         2 | watch = "yes"
           |         ^~~~~
      """#),
  .init(
    "a sound device without a name",
    #"""
    [daemon]
    sound_device = ""
    """#,
    says: #"""
      c.toml:2:16: error: "sound_device" must not be empty
         2 | sound_device = ""
           |                ^~
      """#),
  .init(
    "a time without its unit",
    #"""
    [[screen]]
    name = "wall"
    stale = 300
    """#,
    says: #"""
      c.toml:3:9: error: "stale" takes a time with its unit (ms or s) such as "500ms", or "none", not 300; did you mean "300s"?
         3 | stale = 300
           |         ^~~
      """#),
  .init(
    "a match that is not a table",
    #"""
    [[screen]]
    name = "wall"
    match = "Goodix*"
    """#,
    says: #"""
      c.toml:3:9: error: "match" takes a table: write match = { name = "Goodix*" }, not "Goodix*"
         3 | match = "Goodix*"
           |         ^~~~~~~~~
      """#),
  .init(
    "a key of a match",
    #"""
    [[screen]]
    name = "wall"
    match = { nmae = "Goodix*" }
    """#,
    says: #"""
      c.toml:3:11: error: unknown key "nmae"; did you mean "name"?
         3 | match = { nmae = "Goodix*" }
           |           ^~~~
      """#),
  .init(
    "three pixels",
    #"""
    [[screen]]
    name = "wall"
    pixels = [1920, 1200, 1]
    """#,
    says: #"""
      c.toml:3:10: error: "pixels" takes a width and a height such as [1920, 1200], not a list of 3
         3 | pixels = [1920, 1200, 1]
           |          ^~~~~~~~~~~~~~~
      """#),
  .init(
    "no pixels at all",
    #"""
    [[screen]]
    name = "wall"
    pixels = [0, 1200]
    """#,
    says: #"""
      c.toml:3:11: error: "pixels" must be from 1 to 1000000, not 0
         3 | pixels = [0, 1200]
           |           ^
      """#),
  .init(
    "a frame that is a list",
    #"""
    [[view]]
    name = "snake"
    frame = ["1mm", "1mm", "10mm", "10mm"]
    """#,
    says: #"""
      c.toml:3:9: error: "frame" takes a table: write frame = { x = "10%", width = "30mm" }, not a list
         3 | frame = ["1mm", "1mm", "10mm", "10mm"]
           |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "a key of a frame",
    #"""
    [[view]]
    name = "snake"
    frame = { widht = "10mm" }
    """#,
    says: #"""
      c.toml:3:11: error: unknown key "widht"; did you mean "width"?
         3 | frame = { widht = "10mm" }
           |           ^~~~~
      """#),
  .init(
    "a view for all",
    #"""
    [[gesture]]
    name = "g"
    kind = "tap"
    view = "all"
    """#,
    says: #"""
      c.toml:4:8: error: no view or screen is named "all": leave it out for the whole screen
         4 | view = "all"
           |        ^~~~~
      """#),
  .init(
    "a gesture's name with a capital",
    #"""
    [[gesture]]
    name = "Next"
    kind = "swipe"
    [[gesture]]
    name = "g"
    kind = "pan"
    requires_failure_of = "next"
    """#,
    says: #"""
      c.toml:7:23: error: no gesture is named "next"; did you mean "Next"?
         7 | requires_failure_of = "next"
           |                       ^~~~~~
      """#),
  .init(
    "a kind with an underscore",
    #"""
    [[gesture]]
    name = "g"
    kind = "long_press"
    """#,
    says: #"""
      c.toml:3:8: error: "kind" must be "tap", "long-press", "pan", "swipe", "pinch", "rotation", "transform", "edge-pan", "tickle", "stroke", "sequence", "press", "remote", "switch", "shake", "knock" or "turn", not "long_press"; did you mean "long-press"?
         3 | kind = "long_press"
           |        ^~~~~~~~~~~~
      """#),
  .init(
    "a kind in capitals",
    #"""
    [[gesture]]
    name = "g"
    kind = "Pan"
    """#,
    says: #"""
      c.toml:3:8: error: "kind" must be "tap", "long-press", "pan", "swipe", "pinch", "rotation", "transform", "edge-pan", "tickle", "stroke", "sequence", "press", "remote", "switch", "shake", "knock" or "turn", not "Pan"; did you mean "pan"?
         3 | kind = "Pan"
           |        ^~~~~
      """#),
  .init(
    "an edge that is a direction",
    #"""
    [[gesture]]
    name = "g"
    kind = "edge-pan"
    edges = ["up"]
    """#,
    says: #"""
      c.toml:4:10: error: "edges" must be "left", "right", "top" or "bottom", not "up"; did you mean "top"?
         4 | edges = ["up"]
           |          ^~~~
      """#),
  .init(
    "steps of nothing",
    #"""
    [[gesture]]
    name = "g"
    kind = "pan"
    [gesture.on]
    changed = { log = "x", every = "0mm" }
    """#,
    says: #"""
      c.toml:5:32: error: "every" must be more than 0, not "0mm"
         5 | changed = { log = "x", every = "0mm" }
           |                                ^~~~~
      """#),
  .init(
    "steps of a share",
    #"""
    [[gesture]]
    name = "g"
    kind = "pan"
    [gesture.on]
    changed = { log = "x", every = "5%" }
    """#,
    says: #"""
      c.toml:5:32: error: "5%" has the wrong unit for a length: expected mm or pt, found "%"
         5 | changed = { log = "x", every = "5%" }
           |                                ^~~~
      """#),
  .init(
    "a list in a list of actions",
    #"""
    [[gesture]]
    name = "g"
    kind = "tap"
    action = [[{ log = "x" }]]
    """#,
    says: #"""
      c.toml:4:11: error: "action" takes a list of actions, not a list in a list
         4 | action = [[{ log = "x" }]]
           |           ^~~~~~~~~~~~~~~
      """#),
  .init(
    "a shell with arguments",
    #"""
    [[gesture]]
    name = "g"
    kind = "tap"
    action = { shell = ["echo", "x"] }
    """#,
    says: #"""
      c.toml:4:12: error: "shell" takes a string: use "exec" for a program with a list of arguments; did you mean exec = ["echo", "x"]?
         4 | action = { shell = ["echo", "x"] }
           |            ^~~~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "an action that is a command",
    #"""
    [[gesture]]
    name = "g"
    kind = "tap"
    action = "playerctl next"
    """#,
    says: #"""
      c.toml:4:10: error: no action is named "playerctl next": a command is written { shell = "…" }; did you mean { shell = "playerctl next" }?
         4 | action = "playerctl next"
           |          ^~~~~~~~~~~~~~~~
      """#),
  .init(
    "a second table of a mode",
    #"""
    [mode.still]
    timeout = "1s"
    [mode.still]
    timeout = "2s"
    """#,
    says: #"""
      c.toml:3:1: error: a second [mode.still]; the first is on line 1: write all of its keys there
         3 | [mode.still]
           | ^~~~~~~~~~~~
      """#),
  .init(
    "a mode that lasts for no time",
    #"""
    [mode.still]
    timeout = "0s"
    """#,
    says: #"""
      c.toml:2:11: error: "timeout" must be more than 0, not "0s"
         2 | timeout = "0s"
           |           ^~~~
      """#),
  .init(
    "an interval of its own",
    #"""
    [[gesture]]
    name = "g"
    kind = "tap"
    taps = 2
    min_interval = "400ms"
    """#,
    says: #"""
      c.toml:5:16: error: "min_interval" must be less than "max_interval", or no second tap comes in time
         5 | min_interval = "400ms"
           |                ^~~~~~~
      """#),
  .init(
    "a gesture in [gesture]",
    #"""
    [gesture.swipe]
    direction = "left"
    """#,
    says: #"""
      c.toml:1:1: error: "gesture" takes a list of tables: write [[gesture]], with name = "swipe"
         1 | [gesture.swipe]
           | ^~~~~~~~~~~~~~~
      """#),
]
