import Testing

@Test func `Screens and frames must have possible sizes`() {
  for broken in screens { broken.check() }
}

private let screens: [BrokenConfiguration] = [
  .init(
    "zero screen",
    #"""
    [[screen]]
    name = "main"
    size = ["0mm", "10mm"]
    """#,
    says: #"""
      c.toml:3:9: error: "size" must be more than 0, not "0mm"
         3 | size = ["0mm", "10mm"]
           |         ^~~~~
      """#),
  .init(
    "screen in percent",
    #"""
    [[screen]]
    name = "main"
    size = ["10%", "10mm"]
    """#,
    says: #"""
      c.toml:3:9: error: "10%" has the wrong unit for a length: expected mm or pt, found "%"
         3 | size = ["10%", "10mm"]
           |         ^~~~~
      """#),
  .init(
    "screen with one side",
    #"""
    [[screen]]
    name = "main"
    pixels = [1920]
    """#,
    says: #"""
      c.toml:3:10: error: "pixels" takes a width and a height such as [1920, 1200], not a list of 1
         3 | pixels = [1920]
           |          ^~~~~~
      """#),
  .init(
    "vendor",
    #"""
    [[screen]]
    name = "main"
    match = { vendor = 0x12345 }
    """#,
    says: #"""
      c.toml:3:20: error: "vendor" must be from 0 to 0xFFFF, not 74565
         3 | match = { vendor = 0x12345 }
           |                    ^~~~~~~
      """#),
  .init(
    "calibration",
    #"""
    [[screen]]
    name = "main"
    calibration = [1, 0, 0, 0, 1]
    """#,
    says: #"""
      c.toml:3:15: error: "calibration" takes six numbers such as [1, 0, 0, 0, 1, 0], not a list of 5
         3 | calibration = [1, 0, 0, 0, 1]
           |               ^~~~~~~~~~~~~~~
      """#),
  .init(
    "singular calibration",
    #"""
    [[screen]]
    name = "main"
    calibration = [0, 0, 0, 0, 1, 0]
    """#,
    says: #"""
      c.toml:3:15: error: "calibration" maps the panel to a line: its determinant is 0.0
         3 | calibration = [0, 0, 0, 0, 1, 0]
           |               ^~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "filter that is not a truth",
    #"""
    [[screen]]
    name = "main"
    filter = "on"
    """#,
    says: #"""
      c.toml:3:10: error: "filter" takes true or false, not "on"; did you mean true?
         3 | filter = "on"
           |          ^~~~
      """#),
  .init(
    "stale at once",
    #"""
    [[screen]]
    name = "main"
    stale = "0s"
    """#,
    says: #"""
      c.toml:3:9: error: "stale" must be more than 0, not "0s"
         3 | stale = "0s"
           |         ^~~~
      """#),
  .init(
    "settle with a word",
    #"""
    [[screen]]
    name = "main"
    settle = "no"
    """#,
    says: #"""
      c.toml:3:10: error: "settle" takes true or false, not "no"; did you mean false?
         3 | settle = "no"
           |          ^~~~
      """#),
  .init(
    "bridge over a double tap",
    #"""
    [[screen]]
    name = "main"
    bridge = "300ms"
    """#,
    says: #"""
      c.toml:3:10: error: "bridge" must be at most 100ms, as people tap twice within more, not "300ms"
         3 | bridge = "300ms"
           |          ^~~~~~~
      """#),
  .init(
    "a range of one unit",
    #"""
    [[screen]]
    name = "main"
    range = { x = [200, 3900], y = [7, 7] }
    """#,
    says: #"""
      c.toml:3:32: error: "y" must be two different numbers, not a list
         3 | range = { x = [200, 3900], y = [7, 7] }
           |                                ^~~~~~
      """#),
  .init(
    "a range of one end",
    #"""
    [[screen]]
    name = "main"
    range = { x = [200] }
    """#,
    says: #"""
      c.toml:3:15: error: "x" takes the units at both ends, such as [200, 3900], not a list of 1
         3 | range = { x = [200] }
           |               ^~~~~
      """#),
  .init(
    "an unknown sign of lifts",
    #"""
    [[screen]]
    name = "main"
    lifts = "buttons"
    """#,
    says: #"""
      c.toml:3:9: error: "lifts" must be "panel", "button", "pressure" or "silence", not "buttons"; did you mean "button"?
         3 | lifts = "buttons"
           |         ^~~~~~~~~
      """#),
  .init(
    "a dead area outside of a list",
    #"""
    [[screen]]
    name = "main"
    dead = { x = "0mm" }
    """#,
    says: #"""
      c.toml:3:8: error: "dead" takes a list of areas, such as [{ x = "0mm", width = "5mm" }], not a table
         3 | dead = { x = "0mm" }
           |        ^~~~~~~~~~~~~
      """#),
  .init(
    "an unknown fate of contacts outside",
    #"""
    [[screen]]
    name = "main"
    outside = "ignored"
    """#,
    says: #"""
      c.toml:3:11: error: "outside" must be "edge" or "ignore", not "ignored"; did you mean "ignore"?
         3 | outside = "ignored"
           |           ^~~~~~~~~
      """#),
  .init(
    "more pressure than there is",
    #"""
    [[screen]]
    name = "main"
    pressure = 2
    """#,
    says: #"""
      c.toml:3:12: error: "pressure" must be from 0 to 1, not 2
         3 | pressure = 2
           |            ^
      """#),
  .init(
    "screen without name",
    #"""
    [[screen]]
    orientation = "left"
    """#,
    says: #"""
      c.toml:1:1: error: this screen has no "name"
         1 | [[screen]]
           | ^~~~~~~~~~
      """#),
  .init(
    "three of a frame",
    #"""
    [[view]]
    name = "a"
    frame = { left = "1mm", width = "2mm", right = "3mm" }
    """#,
    says: #"""
      c.toml:3:40: error: a frame takes two of "left", "width" and "right", not three
         3 | frame = { left = "1mm", width = "2mm", right = "3mm" }
           |                                        ^~~~~
      """#),
  .init(
    "x and left",
    #"""
    [[view]]
    name = "a"
    frame = { x = "1mm", left = "2mm" }
    """#,
    says: #"""
      c.toml:3:22: error: "x" and "left" mean the same: leave one out
         3 | frame = { x = "1mm", left = "2mm" }
           |                      ^~~~
      """#),
  .init(
    "no width",
    #"""
    [[view]]
    name = "a"
    frame = { width = "0mm" }
    """#,
    says: #"""
      c.toml:3:19: error: "width" must be more than 0, not "0mm"
         3 | frame = { width = "0mm" }
           |                   ^~~~~
      """#),
  .init(
    "pixels of a screen without",
    #"""
    [[view]]
    name = "a"
    frame = { x = "80px" }
    """#,
    says: #"""
      c.toml:3:15: error: "80px" needs the "pixels" of the screen "main"
         3 | frame = { x = "80px" }
           |               ^~~~~~
      """#),
  .init(
    "pixels of a gesture",
    #"""
    [[screen]]
    name = "left"
    pixels = [1920, 1200]
    [[screen]]
    name = "right"
    [[view]]
    name = "a"
    screen = "right"
    [[gesture]]
    name = "tap"
    kind = "tap"
    view = ["left", "a"]
    movement = "10px"
    """#,
    says: #"""
      c.toml:13:12: error: "10px" needs the "pixels" of the screen "right"
        13 | movement = "10px"
           |            ^~~~~~
      """#),
  .init(
    "palm without unit",
    #"""
    [[screen]]
    name = "main"
    palm = "25"
    """#,
    says: #"""
      c.toml:3:8: error: "25" has no unit: write "25mm" or "25pt"
         3 | palm = "25"
           |        ^~~~
      """#),
  .init(
    "palm relative to the screen",
    #"""
    [[screen]]
    name = "main"
    palm = "10%"
    """#,
    says: #"""
      c.toml:3:8: error: "10%" has the wrong unit for a length: expected mm or pt, found "%"
         3 | palm = "10%"
           |        ^~~~~
      """#),
  .init(
    "palm of no size",
    #"""
    [[screen]]
    name = "main"
    palm = 0
    pen_mutes = "yes"
    """#,
    says: #"""
      c.toml:3:8: error: "palm" must be from 1 to 1000000, not 0
         3 | palm = 0
           |        ^
      c.toml:4:13: error: "pen_mutes" takes true or false, not "yes"; did you mean true?
         4 | pen_mutes = "yes"
           |             ^~~~~
      """#),
  .init(
    "force beyond the range",
    #"""
    [[gesture]]
    name = "g"
    kind = "long-press"
    force = 1.5
    """#,
    says: #"""
      c.toml:4:9: error: "force" must be from 0 to 1, not 1.5
         4 | force = 1.5
           |         ^~~
      """#),
]
