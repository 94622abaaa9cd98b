import Testing

@Test func `An invalid key or value is reported at its position, with the expected ones`() {
  for broken in keys { broken.check() }
}

private let keys: [BrokenConfiguration] = [
  .init(
    "unknown key",
    #"""
    [daemon]
    loglevel = "info"
    """#,
    says: #"""
      c.toml:2:1: error: unknown key "loglevel"; did you mean "log_level"?
         2 | loglevel = "info"
           | ^~~~~~~~
      """#),
  .init(
    "unknown key without a close one",
    #"""
    [daemon]
    colour = "red"
    """#,
    says: #"""
      c.toml:2:1: error: unknown key "colour"; [daemon] has log_level, socket, watch_socket, watch_rights, watch_actions, sound_device, watch, buttons, sandbox and keyboard
         2 | colour = "red"
           | ^~~~~~
      """#),
  .init(
    "unknown table",
    #"""
    [[gestures]]
    name = "tap"
    """#,
    says: #"""
      c.toml:1:3: error: unknown key "gestures"; did you mean "gesture"?
         1 | [[gestures]]
           |   ^~~~~~~~
      """#),
  .init(
    "unknown parameter",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    finger = 2
    """#,
    says: #"""
      c.toml:4:1: error: unknown key "finger"; did you mean "fingers"?
         4 | finger = 2
           | ^~~~~~
      """#),
  .init(
    "unknown key of a segment",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    starts_at = { edge = "left", form = "50%" }
    """#,
    says: #"""
      c.toml:4:30: error: unknown key "form"; did you mean "from"?
         4 | starts_at = { edge = "left", form = "50%" }
           |                              ^~~~
      """#),
  .init(
    "parameter of other kinds",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    taps = 2
    """#,
    says: #"""
      c.toml:4:1: error: "taps" is a parameter of tap and long-press, not of pan
         4 | taps = 2
           | ^~~~
      """#),
  .init(
    "state beside the gesture",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    began = { log = "x" }
    """#,
    says: #"""
      c.toml:4:1: error: "began" is a state: write it in [gesture.on]
         4 | began = { log = "x" }
           | ^~~~~
      """#),
  .init(
    "action among the states",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    [gesture.on]
    action = { log = "x" }
    """#,
    says: #"""
      c.toml:5:1: error: "action" is not a state: write "action" in [[gesture]]
         5 | action = { log = "x" }
           | ^~~~~~
      """#),
  .init(
    "no name and no kind",
    #"""
    [[gesture]]
    view = "main"
    """#,
    says: #"""
      c.toml:1:1: error: this gesture has no "name"
         1 | [[gesture]]
           | ^~~~~~~~~~~
      c.toml:1:1: error: this gesture has no "kind": one of tap, long-press, pan, swipe, pinch, rotation, transform, edge-pan, tickle, stroke, sequence, press, remote, switch, shake, knock or turn
         1 | [[gesture]]
           | ^~~~~~~~~~~
      """#),
  .init(
    "unknown kind",
    #"""
    [[gesture]]
    name = "press"
    kind = "long_press"
    """#,
    says: #"""
      c.toml:3:8: error: "kind" must be "tap", "long-press", "pan", "swipe", "pinch", "rotation", "transform", "edge-pan", "tickle", "stroke", "sequence", "press", "remote", "switch", "shake", "knock" or "turn", not "long_press"; did you mean "long-press"?
         3 | kind = "long_press"
           |        ^~~~~~~~~~~~
      """#),
  .init(
    "unknown kind without a close one",
    #"""
    [[gesture]]
    name = "press"
    kind = "wave"
    """#,
    says: #"""
      c.toml:3:8: error: "kind" must be "tap", "long-press", "pan", "swipe", "pinch", "rotation", "transform", "edge-pan", "tickle", "stroke", "sequence", "press", "remote", "switch", "shake", "knock" or "turn", not "wave"
         3 | kind = "wave"
           |        ^~~~~~
      """#),
  .init(
    "enum",
    #"""
    [daemon]
    log_level = "wanring"
    """#,
    says: #"""
      c.toml:2:13: error: "log_level" must be "error", "warning", "info" or "debug", not "wanring"; did you mean "warning"?
         2 | log_level = "wanring"
           |             ^~~~~~~~~
      """#),
  .init(
    "table for list",
    #"""
    [gesture]
    name = "tap"
    """#,
    says: #"""
      c.toml:1:1: error: "gesture" takes a list of tables: write [[gesture]], not a table
         1 | [gesture]
           | ^~~~~~~~~
      """#),
  .init(
    "list for table",
    #"""
    [[daemon]]
    watch = true
    """#,
    says: #"""
      c.toml:1:1: error: "daemon" takes a table: write [daemon], not a list
         1 | [[daemon]]
           | ^~~~~~~~~~
      """#),
  .init(
    "not a boolean",
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
    "not a string",
    #"""
    [daemon]
    sound_device = 3
    """#,
    says: #"""
      c.toml:2:16: error: "sound_device" takes a string, not 3; did you mean "3"?
         2 | sound_device = 3
           |                ^
      """#),
  .init(
    "date",
    #"""
    [daemon]
    socket = 2026-01-01
    """#,
    says: #"""
      c.toml:2:10: error: "socket" takes a string, not a date or time
         2 | socket = 2026-01-01
           |          ^~~~~~~~~~
      """#),
  .init(
    "relative socket",
    #"""
    [daemon]
    socket = "tickled.sock"
    """#,
    says: #"""
      c.toml:2:10: error: "socket" must be an absolute path, not "tickled.sock"
         2 | socket = "tickled.sock"
           |          ^~~~~~~~~~~~~~
      """#),
  .init(
    "unknown parameter without a close one",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    colour = "red"
    """#,
    says: #"""
      c.toml:4:1: error: unknown key "colour"; besides the common keys, a tap has taps, fingers, movement, max_duration, max_interval, min_interval and max_distance
         4 | colour = "red"
           | ^~~~~~
      """#),
  .init(
    "several at once",
    #"""
    [daemon]
    watch = 1
    [[gesture]]
    name = "tap"
    kind = "tpa"
    [[view]]
    name = "a"
    alpha = -1
    """#,
    says: #"""
      c.toml:2:9: error: "watch" takes true or false, not 1; did you mean true?
         2 | watch = 1
           |         ^
      c.toml:5:8: error: "kind" must be "tap", "long-press", "pan", "swipe", "pinch", "rotation", "transform", "edge-pan", "tickle", "stroke", "sequence", "press", "remote", "switch", "shake", "knock" or "turn", not "tpa"; did you mean "tap"?
         5 | kind = "tpa"
           |        ^~~~~
      c.toml:8:9: error: "alpha" must be from 0 to 1, not -1
         8 | alpha = -1
           |         ^~
      """#),
  .init(
    "warning", isUsable: true,
    #"""
    [[gesture]]
    name = "press"
    kind = "long-press"
    requires_failure_of = ["pan"]
    [[gesture]]
    name = "pan"
    kind = "pan"
    """#,
    says: #"""
      c.toml:4:24: warning: the long-press "press" waits for the pan "pan" to fail, which never happens while a finger rests: remove this requirement, as a pan that begins makes the press fail anyway
         4 | requires_failure_of = ["pan"]
           |                        ^~~~~
      """#),
  .init(
    "state of a discrete gesture", isUsable: true,
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    [gesture.on]
    began = { log = "x" }
    """#,
    says: #"""
      c.toml:5:1: warning: a tap reports "ended" and nothing else: this action never runs
         5 | began = { log = "x" }
           | ^~~~~
      """#),
]
