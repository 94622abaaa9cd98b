import Testing

@Test func `Names must exist and be unique, and gestures must not wait for each other in a circle`() {
  for broken in names { broken.check() }
}

private let names: [BrokenConfiguration] = [
  .init(
    "duplicate gesture",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    [[gesture]]
    name = "tap"
    kind = "tap"
    """#,
    says: #"""
      c.toml:5:8: error: a second gesture named "tap"; the first is on line 2
         5 | name = "tap"
           |        ^~~~~
      """#),
  .init(
    "duplicate view",
    #"""
    [[view]]
    name = "a"
    [[view]]
    name = "a"
    """#,
    says: #"""
      c.toml:4:8: error: a second view named "a"; the first is on line 2
         4 | name = "a"
           |        ^~~
      """#),
  .init(
    "duplicate screen",
    #"""
    [[screen]]
    name = "a"
    [[screen]]
    name = "a"
    """#,
    says: #"""
      c.toml:4:8: error: a second screen named "a"; the first is on line 2
         4 | name = "a"
           |        ^~~
      """#),
  .init(
    "view named as screen",
    #"""
    [[view]]
    name = "main"
    """#,
    says: #"""
      c.toml:2:8: error: the root view of the screen "main" already has this name: choose another one
         2 | name = "main"
           |        ^~~~~~
      """#),
  .init(
    "empty name",
    #"""
    [[view]]
    name = ""
    """#,
    says: #"""
      c.toml:2:8: error: a name must not be empty
         2 | name = ""
           |        ^~
      """#),
  .init(
    "name with control characters",
    #"""
    [[view]]
    name = "a\u001b[2J"
    """#,
    says: #"""
      c.toml:2:8: error: the name "a\u{1B}[2J" has characters that cannot be printed
         2 | name = "a\u001b[2J"
           |        ^~~~~~~~~~~~
      """#),
  .init(
    "gesture called all",
    #"""
    [[gesture]]
    name = "all"
    kind = "tap"
    """#,
    says: #"""
      c.toml:2:8: error: "all" means every gesture: choose another name
         2 | name = "all"
           |        ^~~~~
      """#),
  .init(
    "unknown view",
    #"""
    [[view]]
    name = "snake"
    [[gesture]]
    name = "tap"
    kind = "tap"
    view = ["snaek"]
    """#,
    says: #"""
      c.toml:6:9: error: no view or screen is named "snaek"; did you mean "snake"?
         6 | view = ["snaek"]
           |         ^~~~~~~
      """#),
  .init(
    "unknown gesture in relation",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    requires_failure_of = ["pan"]
    """#,
    says: #"""
      c.toml:4:24: error: no gesture is named "pan"
         4 | requires_failure_of = ["pan"]
           |                        ^~~~~
      """#),
  .init(
    "unknown named action",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = "volume_down"
    [actions.volume_up]
    log = "up"
    """#,
    says: #"""
      c.toml:4:10: error: no action is named "volume_down"
         4 | action = "volume_down"
           |          ^~~~~~~~~~~~~
      """#),
  .init(
    "unknown mode",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { mode = "loked" }
    [mode.locked]
    """#,
    says: #"""
      c.toml:4:19: error: no mode is named "loked"; did you mean "locked"?
         4 | action = { mode = "loked" }
           |                   ^~~~~~~
      """#),
  .init(
    "unknown mode member",
    #"""
    [mode.locked]
    disable = ["edge"]
    """#,
    says: #"""
      c.toml:2:12: error: no gesture, view, screen or idle step is named "edge"
         2 | disable = ["edge"]
           |            ^~~~~~
      """#),
  .init(
    "unknown parent and screen",
    #"""
    [[view]]
    name = "a"
    parent = "b"
    screen = "c"
    """#,
    says: #"""
      c.toml:3:10: error: no view or screen is named "b"
         3 | parent = "b"
           |          ^~~
      c.toml:4:10: error: no screen is named "c"
         4 | screen = "c"
           |          ^~~
      """#),
  .init(
    "parent cycle",
    #"""
    [[view]]
    name = "a"
    parent = "b"
    [[view]]
    name = "b"
    parent = "a"
    """#,
    says: #"""
      c.toml:6:10: error: a cycle of parents: a → b → a
         6 | parent = "a"
           |          ^~~
      """#),
  .init(
    "parent on another screen",
    #"""
    [[screen]]
    name = "left"
    [[screen]]
    name = "right"
    [[view]]
    name = "stage"
    screen = "left"
    [[view]]
    name = "snake"
    parent = "stage"
    screen = "right"
    """#,
    says: #"""
      c.toml:11:10: error: the parent of this view, "stage", is on the screen "left", not on "right"
        11 | screen = "right"
           |          ^~~~~~~
      """#),
  .init(
    "cycle of requirements",
    #"""
    [[gesture]]
    name = "a"
    kind = "tap"
    requires_failure_of = ["b"]
    [[gesture]]
    name = "b"
    kind = "swipe"
    [[gesture]]
    name = "c"
    kind = "tap"
    requires_failure_of = ["a"]
    required_to_fail_by = ["b"]
    """#,
    says: #"""
      c.toml:12:24: error: a cycle of failure requirements: a → b → c → a
        12 | required_to_fail_by = ["b"]
           |                        ^~~
      """#),
  .init(
    "requires itself",
    #"""
    [[gesture]]
    name = "a"
    kind = "tap"
    requires_failure_of = ["a"]
    """#,
    says: #"""
      c.toml:4:24: error: "a" cannot wait for its own failure
         4 | requires_failure_of = ["a"]
           |                        ^~~
      """#),
  .init(
    "a cycle by two ways, on two views",
    #"""
    [[view]]
    name = "x"
    [[view]]
    name = "y"
    [[gesture]]
    name = "a"
    kind = "tap"
    view = ["x", "y"]
    requires_failure_of = ["b"]
    [[gesture]]
    name = "b"
    kind = "tap"
    view = ["x", "y"]
    requires_failure_of = ["a", "c"]
    [[gesture]]
    name = "c"
    kind = "tap"
    view = "x"
    requires_failure_of = ["b"]
    """#,
    says: #"""
      c.toml:14:24: error: a cycle of failure requirements: a → b → a
        14 | requires_failure_of = ["a", "c"]
           |                        ^~~
      c.toml:19:24: error: a cycle of failure requirements: b → c → b
        19 | requires_failure_of = ["b"]
           |                        ^~~
      """#),
]
