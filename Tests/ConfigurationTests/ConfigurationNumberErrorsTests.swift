import Testing

@Test func `A number out of range or without its unit is reported with the choices`() {
  for broken in numbers { broken.check() }
}

private let numbers: [BrokenConfiguration] = [
  .init(
    "number without unit",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    movement = 12
    """#,
    says: #"""
      c.toml:4:12: error: "movement" takes a length with its unit (mm, pt, % or px) such as "12mm", or "none", not 12
         4 | movement = 12
           |            ^~
      """#),
  .init(
    "string without unit",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    max_duration = "12"
    """#,
    says: #"""
      c.toml:4:16: error: "12" has no unit: write "12ms" or "12s"
         4 | max_duration = "12"
           |                ^~~~
      """#),
  .init(
    "wrong unit",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    movement = "12cm"
    """#,
    says: #"""
      c.toml:4:12: error: "12cm" has the wrong unit for a length: expected mm, pt, % or px, found "cm"; did you mean "120mm"?
         4 | movement = "12cm"
           |            ^~~~~~
      """#),
  .init(
    "space before unit",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    movement = "12 mm"
    """#,
    says: #"""
      c.toml:4:12: error: "12 mm" has a space before its unit: write "12mm"
         4 | movement = "12 mm"
           |            ^~~~~~~
      """#),
  .init(
    "no number",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    movement = "wide"
    """#,
    says: #"""
      c.toml:4:12: error: "wide" is not a length: write a number and its unit (mm, pt, % or px), such as "12mm"; "none" lifts the limit
         4 | movement = "wide"
           |            ^~~~~~
      """#),
  .init(
    "negative length",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    movement = "-3mm"
    """#,
    says: #"""
      c.toml:4:12: error: "movement" must be 0 or more, not "-3mm"
         4 | movement = "-3mm"
           |            ^~~~~~
      """#),
  .init(
    "overflowing length",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    movement = "1e999mm"
    """#,
    says: #"""
      c.toml:4:12: error: "movement" must be at most 1e9 of its unit, not "1e999mm"
         4 | movement = "1e999mm"
           |            ^~~~~~~~~
      """#),
  .init(
    "huge length and no limit allowed",
    #"""
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    min_distance = "none"
    """#,
    says: #"""
      c.toml:4:16: error: "none" is not a length: write a number and its unit (mm, pt, % or px), such as "12mm"
         4 | min_distance = "none"
           |                ^~~~~~
      """#),
  .init(
    "angle beyond a right one",
    #"""
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    max_angle = "120deg"
    """#,
    says: #"""
      c.toml:4:13: error: "max_angle" must be at most "90deg", not "120deg"
         4 | max_angle = "120deg"
           |             ^~~~~~~~
      """#),
  .init(
    "no fingers",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    fingers = 0
    """#,
    says: #"""
      c.toml:4:11: error: "fingers" must be from 1 to 100, not 0
         4 | fingers = 0
           |           ^
      """#),
  .init(
    "too many taps",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    taps = 9223372036854775807
    """#,
    says: #"""
      c.toml:4:8: error: "taps" must be from 1 to 100, not 9223372036854775807
         4 | taps = 9223372036854775807
           |        ^~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "fraction for whole number",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    taps = 1.5
    """#,
    says: #"""
      c.toml:4:8: error: "taps" takes a whole number, not 1.5
         4 | taps = 1.5
           |        ^~~
      """#),
  .init(
    "fewer at most than at least",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    min_fingers = 3
    max_fingers = 2
    """#,
    says: #"""
      c.toml:5:15: error: "max_fingers" must be at least "min_fingers", which is 3, not 2
         5 | max_fingers = 2
           |               ^
      """#),
  .init(
    "a scale that is less at most than at least",
    #"""
    [[gesture]]
    name = "hold"
    kind = "transform"
    min_scale = "2x"
    max_scale = "1x"
    """#,
    says: #"""
      c.toml:5:13: error: "max_scale" must be at least "min_scale"
         5 | max_scale = "1x"
           |             ^~~~
      """#),
  .init(
    "giving way that is not a truth",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    gives_way = "yes"
    """#,
    says: #"""
      c.toml:4:13: error: "gives_way" takes true or false, not "yes"; did you mean true?
         4 | gives_way = "yes"
           |             ^~~~~
      """#),
  .init(
    "direction in a list",
    #"""
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    direction = ["left", "upp"]
    """#,
    says: #"""
      c.toml:4:22: error: "direction" must be "left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right" or an angle such as "30deg", not "upp"; did you mean "up"?
         4 | direction = ["left", "upp"]
           |                      ^~~~~
      """#),
  .init(
    "direction the other way round",
    #"""
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    direction = "left-up"
    """#,
    says: #"""
      c.toml:4:13: error: "direction" must be "left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right" or an angle such as "30deg", not "left-up"; did you mean "up-left"?
         4 | direction = "left-up"
           |             ^~~~~~~~~
      """#),
  .init(
    "a direction beyond a full turn",
    #"""
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    direction = "400deg"
    """#,
    says: #"""
      c.toml:4:13: error: "direction" must be less than a full turn, "360deg", not "400deg"
         4 | direction = "400deg"
           |             ^~~~~~~~
      """#),
  .init(
    "a largest distance below the least one",
    #"""
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    max_distance = "5mm"
    """#,
    says: #"""
      c.toml:4:16: error: "max_distance" must be more than "min_distance"
         4 | max_distance = "5mm"
           |                ^~~~~
      """#),
  .init(
    "no direction",
    #"""
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    direction = []
    """#,
    says: #"""
      c.toml:4:13: error: "direction" must not be empty
         4 | direction = []
           |             ^~
      """#),
  .init(
    "score",
    #"""
    [[gesture]]
    name = "heart"
    kind = "stroke"
    min_score = 1.5
    """#,
    says: #"""
      c.toml:4:13: error: "min_score" must be from 0 to 1, not 1.5
         4 | min_score = 1.5
           |             ^~~
      """#),
  .init(
    "tool",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    tools = ["fingers"]
    """#,
    says: #"""
      c.toml:4:10: error: "tools" must be "palm", "finger" or "pen", not "fingers"; did you mean "finger"?
         4 | tools = ["fingers"]
           |          ^~~~~~~~~
      """#),
  .init(
    "place",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    starts_at = "topleft"
    """#,
    says: #"""
      c.toml:4:13: error: "starts_at" must be "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left" or "bottom-right", not "topleft"; did you mean "top-left"?
         4 | starts_at = "topleft"
           |             ^~~~~~~~~
      """#),
  .init(
    "sequence of nothing",
    #"""
    [[gesture]]
    name = "code"
    kind = "sequence"
    """#,
    says: #"""
      c.toml:1:1: error: this sequence has no "steps"
         1 | [[gesture]]
           | ^~~~~~~~~~~
      """#),
  .init(
    "sequence of sequences",
    #"""
    [[gesture]]
    name = "code"
    kind = "sequence"
    steps = ["tap", "code"]
    [[gesture]]
    name = "tap"
    kind = "tap"
    """#,
    says: #"""
      c.toml:4:17: error: "code" is a sequence itself, and a sequence cannot be a step: name its steps here
         4 | steps = ["tap", "code"]
           |                 ^~~~~~
      """#),
  .init(
    "step that waits",
    #"""
    [[gesture]]
    name = "code"
    kind = "sequence"
    steps = ["tap", "other"]
    [[gesture]]
    name = "tap"
    kind = "tap"
    requires_failure_of = "code"
    [[gesture]]
    name = "other"
    kind = "tap"
    """#,
    says: #"""
      c.toml:4:10: error: "tap" waits for "code" to fail, so it can never be its step
         4 | steps = ["tap", "other"]
           |          ^~~~~
      """#),
  .init(
    "single step",
    #"""
    [[gesture]]
    name = "code"
    kind = "sequence"
    steps = ["tap"]
    """#,
    says: #"""
      c.toml:4:9: error: a sequence has from 2 to 20 steps, not 1
         4 | steps = ["tap"]
           |         ^~~~~~~
      """#),
  .init(
    "sequence with a view",
    #"""
    [[gesture]]
    name = "code"
    kind = "sequence"
    view = "main"
    steps = ["tap", "tap"]
    [[gesture]]
    name = "tap"
    kind = "tap"
    """#,
    says: #"""
      c.toml:4:1: error: "view" is about touches: write it in the steps of the sequence
         4 | view = "main"
           | ^~~~
      """#),
  .init(
    "spread without room",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    fingers = 2
    min_spread = "50mm"
    max_spread = "50mm"
    """#,
    says: #"""
      c.toml:6:14: error: "max_spread" must be more than "min_spread"
         6 | max_spread = "50mm"
           |              ^~~~~~
      """#),
  .init(
    "tap that yields",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    yields_to = "swipe"
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    """#,
    says: #"""
      c.toml:4:1: error: "yields_to" is for gestures that go on: a tap is over when it is recognized
         4 | yields_to = "swipe"
           | ^~~~~~~~~
      """#),
  .init(
    "gesture that yields to itself",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    yields_to = "pan"
    """#,
    says: #"""
      c.toml:4:13: error: "pan" cannot yield to itself
         4 | yields_to = "pan"
           |             ^~~~~
      """#),
  .init(
    "side of nothing",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    held_side = "left"
    """#,
    says: #"""
      c.toml:4:1: error: "held_side" needs "held", the number of fingers that rest
         4 | held_side = "left"
           | ^~~~~~~~~
      """#),
  .init(
    "steps that are too short",
    #"""
    [[gesture]]
    name = "press"
    kind = "long-press"
    [gesture.on]
    changed = { log = "x", every = "5ms" }
    """#,
    says: #"""
      c.toml:5:32: error: "every" must be "10ms" or more, not "5ms"
         5 | changed = { log = "x", every = "5ms" }
           |                                ^~~~~
      """#),
  .init(
    "segment",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    starts_at = { edge = "left", from = "50%", to = "20%" }
    """#,
    says: #"""
      c.toml:4:49: error: "to" must be more than "from"
         4 | starts_at = { edge = "left", from = "50%", to = "20%" }
           |                                                 ^~~~~
      """#),
  .init(
    "alpha",
    #"""
    [[view]]
    name = "a"
    alpha = nan
    """#,
    says: #"""
      c.toml:3:9: error: "alpha" must be finite, not nan
         3 | alpha = nan
           |         ^~~
      """#),
  .init(
    "states of an interval",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    min_interval = "400ms"
    """#,
    says: #"""
      c.toml:4:16: error: "min_interval" must be less than "max_interval", or no second tap comes in time
         4 | min_interval = "400ms"
           |                ^~~~~~~
      """#),
]
