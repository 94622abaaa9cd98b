import Testing

@Test func `An action does one thing and accepts only its own options`() {
  for broken in actions { broken.check() }
}

private let actions: [BrokenConfiguration] = [
  .init(
    "no such key",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { key = "ctrl+volumup" }
    """#,
    says: #"""
      c.toml:4:18: error: no key is named "volumup"; did you mean "volumeup"?
         4 | action = { key = "ctrl+volumup" }
           |                  ^~~~~~~~~~~~~~
      """#),
  .init(
    "no key beside a plus",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { key = "ctrl+" }
    """#,
    says: #"""
      c.toml:4:18: error: "key": "ctrl+" has a + without a key beside it (the plus key is "plus" or "kpplus")
         4 | action = { key = "ctrl+" }
           |                  ^~~~~~~
      """#),
  .init(
    "a letter that no key types",
    #"""
    daemon.keyboard = { z = "yY", y = "zZ", minus = "ß?" }
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = [{ key = "ctrl+z" }, { text = "Zß?y" }, { key = "x" }, { text = "z1" }, { key = "position:x" }]
    """#,
    says: #"""
      c.toml:5:58: error: no key of [daemon.keyboard] types "x": without shift and AltGr, its keys type ßzy
         5 | …on = [{ key = "ctrl+z" }, { text = "Zß?y" }, { key = "x" }, { text = "z1" }, { key = "position:x" }]
           |                                                       ^~~
      c.toml:5:74: error: no key of [daemon.keyboard] types "1": without shift and AltGr, its keys type ßzy
         5 | …on = [{ key = "ctrl+z" }, { text = "Zß?y" }, { key = "x" }, { text = "z1" }, { key = "position:x" }]
           |                                                                       ^~~~
      """#),
  .init(
    "keys that do not type",
    #"""
    [daemon.keyboard]
    leftctrl = "z"
    """#,
    says: #"""
      c.toml:2:12: error: "leftctrl" does not type characters
         2 | leftctrl = "z"
           |            ^~~
      """#),
  .init(
    "too many characters of a key",
    #"""
    [daemon.keyboard]
    z = "yYxXy"
    """#,
    says: #"""
      c.toml:2:5: error: "z" must have 1 to 4 characters
         2 | z = "yYxXy"
           |     ^~~~~~~
      """#),
  .init(
    "a file for a layout",
    #"""
    [daemon]
    keyboard = "de.toml"
    """#,
    says: #"""
      c.toml:2:12: error: "keyboard" takes a table: write [daemon.keyboard], not "de.toml"
         2 | keyboard = "de.toml"
           |            ^~~~~~~~~
      """#),
  .init(
    "a text that is too long",
    "[[gesture]]\nname = \"tap\"\nkind = \"tap\"\naction = { text = \"\(String(repeating: "a", count: 201))\" }",
    says: #"""
      c.toml:4:19: error: "text": has 201 characters, more than 200
         4 | action = { text = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
           |                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "a path for a LED",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { led = "../x" }
    """#,
    says: #"""
      c.toml:4:18: error: "led" is the name of a folder in /sys/class/leds, not "../x"
         4 | action = { led = "../x" }
           |                  ^~~~~~
      """#),
  .init(
    "a time for a LED that stays",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { led = "x", state = "on", time = "1s" }
    """#,
    says: #"""
      c.toml:4:37: error: "time" is how long an LED blinks: it does not apply to the state "on"
         4 | action = { led = "x", state = "on", time = "1s" }
           |                                     ^~~~
      """#),
  .init(
    "a brightness of nothing",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = [
      { backlight = "0%" }, { backlight = "onn" },
      { backlight = 20 }, { backlight = "101%" },
    ]
    """#,
    says: #"""
      c.toml:5:17: error: "backlight" must be "on", "off" or a percentage above 0 such as "20%", not "0%"; did you mean "off"?
         5 |   { backlight = "0%" }, { backlight = "onn" },
           |                 ^~~~
      c.toml:5:39: error: "backlight" must be "on", "off" or a percentage above 0 such as "20%", not "onn"; did you mean "on"?
         5 |   { backlight = "0%" }, { backlight = "onn" },
           |                                       ^~~~~
      c.toml:6:17: error: "backlight" must be "on", "off" or a percentage above 0 such as "20%", not 20
         6 |   { backlight = 20 }, { backlight = "101%" },
           |                 ^~
      c.toml:6:37: error: "backlight" must be "on", "off" or a percentage above 0 such as "20%", not "101%"
         6 |   { backlight = 20 }, { backlight = "101%" },
           |                                     ^~~~~~
      """#),
  .init(
    "a unit by its path, and a fade that is too long",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = [
      { unit = "/bin/sh" }, { unit = "kiosk", do = "kill" },
      { backlight = "off", time = "61s" },
    ]
    """#,
    says: #"""
      c.toml:5:12: error: "unit" is the name of a unit of systemd, such as "kiosk", not "/bin/sh"
         5 |   { unit = "/bin/sh" }, { unit = "kiosk", do = "kill" },
           |            ^~~~~~~~~
      c.toml:5:48: error: "do" must be "start", "stop" or "restart", not "kill"
         5 |   { unit = "/bin/sh" }, { unit = "kiosk", do = "kill" },
           |                                                ^~~~~~
      c.toml:6:31: error: "time" must be at most "60s", not "61s"
         6 |   { backlight = "off", time = "61s" },
           |                               ^~~~~
      """#),
  .init(
    "a motor for minutes",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { haptic = true, time = "70s", state = "on" }
    """#,
    says: #"""
      c.toml:4:34: error: "time" must be from "1ms" to "65s", not "70s"
         4 | action = { haptic = true, time = "70s", state = "on" }
           |                                  ^~~~~
      c.toml:4:41: error: "state" is an option of led, not of haptic
         4 | action = { haptic = true, time = "70s", state = "on" }
           |                                         ^~~~~
      """#),
  .init(
    "a button that no pointer has",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { click = "rigth", count = 4 }
    """#,
    says: #"""
      c.toml:4:20: error: "click" must be "left", "right", "middle" or "double", not "rigth"; did you mean "right"?
         4 | action = { click = "rigth", count = 4 }
           |                    ^~~~~~~
      """#),
  .init(
    "too many clicks, and a place that is none",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { click = "left", count = 4, at = "finger" }
    """#,
    says: #"""
      c.toml:4:36: error: "count" must be from 1 to 3, not 4
         4 | action = { click = "left", count = 4, at = "finger" }
           |                                    ^
      c.toml:4:44: error: "at" must be "touch", "first" or "pointer", not "finger"
         4 | action = { click = "left", count = 4, at = "finger" }
           |                                            ^~~~~~~~
      """#),
  .init(
    "a count of double clicks",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { click = "double", count = 2 }
    """#,
    says: #"""
      c.toml:4:30: error: "double" is a count of 2: write "left" for another one
         4 | action = { click = "double", count = 2 }
           |                              ^~~~~
      """#),
  .init(
    "a key of another pointer action",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    action = [{ scroll = true, speed = 2 }, { drag = true, stpe = "5mm" }]
    """#,
    says: #"""
      c.toml:4:28: error: "speed" is an option of drag and pointer, not of scroll
         4 | action = [{ scroll = true, speed = 2 }, { drag = true, stpe = "5mm" }]
           |                            ^~~~~
      c.toml:4:56: error: unknown key "stpe"; did you mean "step"?
         4 | action = [{ scroll = true, speed = 2 }, { drag = true, stpe = "5mm" }]
           |                                                        ^~~~
      """#),
  .init(
    "a scroll that is off, without a step",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    action = [{ scroll = false }, { scroll = true, step = "0mm" }, { scroll = true, step = 5 }]
    """#,
    says: #"""
      c.toml:4:22: error: "scroll" must be true; leave it out instead
         4 | action = [{ scroll = false }, { scroll = true, step = "0mm" }, { scroll = true, step = 5 }]
           |                      ^~~~~
      c.toml:4:55: error: "step" must be more than 0, not "0mm"
         4 | action = [{ scroll = false }, { scroll = true, step = "0mm" }, { scroll = true, step = 5 }]
           |                                                       ^~~~~
      c.toml:4:88: error: "step" takes a length, a factor or an angle with its unit (mm, pt, x, deg or rad) such as "10mm", not 5; did you mean "5mm"?
         4 | action = [{ scroll = false }, { scroll = true, step = "0mm" }, { scroll = true, step = 5 }]
           |                                                                                        ^
      """#),
  .init(
    "steps of other gestures, and one that never ends",
    #"""
    [[gesture]]
    name = "pinch"
    kind = "pinch"
    action = [{ scroll = true, step = "5mm" }, { scroll = true, step = "1x" }, { scroll = true, step = "1.2x" }]
    [[gesture]]
    name = "pan"
    kind = "pan"
    action = { scroll = true, step = "15deg" }
    """#,
    says: #"""
      c.toml:4:11: error: "scroll" turns with a factor here, so its step is such as "1.1x"
         4 | action = [{ scroll = true, step = "5mm" }, { scroll = true, step = "1x" }, { scroll = true, step = "…
           |           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      c.toml:4:68: error: "step" must be more than "1x", the factor for one step, not "1x"
         4 | … [{ scroll = true, step = "5mm" }, { scroll = true, step = "1x" }, { scroll = true, step = "1.2x" }]
           |                                                             ^~~~
      c.toml:8:10: error: "scroll" turns with a length here, so its step is such as "5mm"
         8 | action = { scroll = true, step = "15deg" }
           |          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "a drag that never ends, and one of no speed",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    action = [{ drag = true, lift_time = "11s" }, { drag = true, at = "pointer", speed = 0 }]
    """#,
    says: #"""
      c.toml:4:38: error: "lift_time" must be at most "10s", not "11s"
         4 | action = [{ drag = true, lift_time = "11s" }, { drag = true, at = "pointer", speed = 0 }]
           |                                      ^~~~~
      c.toml:4:86: error: "speed" must be from 0.01 to 100, not 0
         4 | action = [{ drag = true, lift_time = "11s" }, { drag = true, at = "pointer", speed = 0 }]
           |                                                                                      ^
      """#),
  .init(
    "a speed at the touch",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    action = { drag = true, speed = 2 }
    """#,
    says: #"""
      c.toml:4:25: error: "speed" is for a pointer that moves from where it is, with at = "pointer"; here it is at the touch
         4 | action = { drag = true, speed = 2 }
           |                         ^~~~~
      """#),
  .init(
    "gestures without a movement",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = [{ scroll = true }, { drag = true }, { pointer = true }, { pointer = true, at = "touch" }]
    [[gesture]]
    name = "press"
    kind = "long-press"
    action = ["wheel", { drag = true }, { pointer = true }]
    [actions]
    wheel.scroll = true
    """#,
    says: #"""
      c.toml:4:11: error: "scroll" follows a movement, so it works with pan, edge-pan, pinch, rotation and transform; a tap measures none
         4 | action = [{ scroll = true }, { drag = true }, { pointer = true }, { pointer = true, at = "touch" }]
           |           ^~~~~~~~~~~~~~~~~
      c.toml:4:30: error: "drag" holds a button while a gesture lasts, such as a pan or a long-press; a tap is over when it is recognized
         4 | action = [{ scroll = true }, { drag = true }, { pointer = true }, { pointer = true, at = "touch" }]
           |                              ^~~~~~~~~~~~~~~
      c.toml:4:47: error: "pointer" follows a movement, and a tap is over when it is recognized: write at = "touch" to move the pointer to its place
         4 | action = [{ scroll = true }, { drag = true }, { pointer = true }, { pointer = true, at = "touch" }]
           |                                               ^~~~~~~~~~~~~~~~~~
      c.toml:8:11: error: "scroll" follows a movement, so it works with pan, edge-pan, pinch, rotation and transform; a long-press measures none
         8 | action = ["wheel", { drag = true }, { pointer = true }]
           |           ^~~~~~~
      """#),
  .init(
    "a part of a gesture",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    [gesture.on]
    began = [{ drag = true }, { click = "left" }]
    changed = { scroll = true }
    """#,
    says: #"""
      c.toml:5:10: error: "drag" follows a whole gesture: write it as "action", not in [gesture.on]
         5 | began = [{ drag = true }, { click = "left" }]
           |          ^~~~~~~~~~~~~~~
      c.toml:6:11: error: "scroll" follows a whole gesture: write it as "action", not in [gesture.on]
         6 | changed = { scroll = true }
           |           ^~~~~~~~~~~~~~~~~
      """#),
  .init(
    "no gesture and no touch",
    #"""
    [[screen]]
    name = "main"
    intercept = true
    wake_guard = "300ms"
    wake_action = [{ click = "left" }, { click = "left", at = "pointer" }]
    [mode.m]
    disable = "tap"
    entered = { drag = true }
    [[gesture]]
    name = "tap"
    kind = "tap"
    """#,
    says: #"""
      c.toml:5:16: error: "click" has no touch here: write at = "pointer"
         5 | wake_action = [{ click = "left" }, { click = "left", at = "pointer" }]
           |                ^~~~~~~~~~~~~~~~~~
      c.toml:8:11: error: "drag" follows a gesture, and there is none here: use "click" or a command
         8 | entered = { drag = true }
           |           ^~~~~~~~~~~~~~~
      """#),
  .init(
    "no action",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = {}
    """#,
    says: #"""
      c.toml:4:10: error: an action needs one of shell, exec, sound, key, text, click, scroll, drag, pointer, stream, log, mode, focus, led, haptic, backlight or unit
         4 | action = {}
           |          ^~
      """#),
  .init(
    "two actions in one",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { shell = "true", sound = "chomp" }
    """#,
    says: #"""
      c.toml:4:28: error: one action does one thing, not "shell" and "sound": write a list of actions
         4 | action = { shell = "true", sound = "chomp" }
           |                            ^~~~~
      """#),
  .init(
    "option of another action",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { shell = "true", volume = 0.5 }
    """#,
    says: #"""
      c.toml:4:28: error: "volume" is an option of sound, not of shell
         4 | action = { shell = "true", volume = 0.5 }
           |                            ^~~~~~
      """#),
  .init(
    "loud",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { sound = "chomp", volume = 2 }
    """#,
    says: #"""
      c.toml:4:38: error: "volume" must be from 0 to 1, not 2
         4 | action = { sound = "chomp", volume = 2 }
           |                                      ^
      """#),
  .init(
    "unknown sound",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { sound = "chmop" }
    """#,
    says: #"""
      c.toml:4:20: error: "sound" must be "chomp", "hehe" or a file such as "bell.wav", not "chmop"; did you mean "chomp"?
         4 | action = { sound = "chmop" }
           |                    ^~~~~~~
      """#),
  .init(
    "empty exec",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { exec = [] }
    """#,
    says: #"""
      c.toml:4:19: error: "exec" names no program
         4 | action = { exec = [] }
           |                   ^~
      """#),
  .init(
    "exec as text",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { exec = "true" }
    """#,
    says: #"""
      c.toml:4:19: error: "exec" takes a list such as ["PROGRAM", "ARGUMENT"], not "true"; did you mean ["true"]?
         4 | action = { exec = "true" }
           |                   ^~~~~~
      """#),
  .init(
    "every outside changed",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    action = { log = "x", every = "5mm" }
    """#,
    says: #"""
      c.toml:4:23: error: "every" belongs to "changed" in [gesture.on], not to "action"
         4 | action = { log = "x", every = "5mm" }
           |                       ^~~~~
      """#),
  .init(
    "every with another unit",
    #"""
    [[gesture]]
    name = "pan"
    kind = "pan"
    [gesture.on]
    changed = { log = "x", every = "5deg" }
    """#,
    says: #"""
      c.toml:5:32: error: "5deg" has the wrong unit for a length: expected mm or pt, found "deg"
         5 | changed = { log = "x", every = "5deg" }
           |                                ^~~~~~
      """#),
  .init(
    "every of a press",
    #"""
    [[gesture]]
    name = "press"
    kind = "long-press"
    [gesture.on]
    changed = { log = "x", every = "5mm" }
    """#,
    says: #"""
      c.toml:5:32: error: "5mm" has the wrong unit for a time: expected ms or s, found "mm"
         5 | changed = { log = "x", every = "5mm" }
           |                                ^~~~~
      """#),
  .init(
    "a direction without every",
    #"""
    [[gesture]]
    name = "pinch"
    kind = "pinch"
    [gesture.on]
    in = { log = "x" }
    """#,
    says: #"""
      c.toml:5:6: error: "in" runs an action at each step, so it needs "every": { log = "one step", every = "0.1x" }
         5 | in = { log = "x" }
           |      ^~~~~~~~~~~~~
      """#),
  .init(
    "a direction of another kind",
    #"""
    [[gesture]]
    name = "pinch"
    kind = "pinch"
    [gesture.on]
    clockwise = { log = "x", every = "0.1x" }
    """#,
    says: #"""
      c.toml:5:1: error: "clockwise" is not a direction of a pinch: write "forwards" or "backwards"
         5 | clockwise = { log = "x", every = "0.1x" }
           | ^~~~~~~~~
      """#),
  .init(
    "a direction of a press",
    #"""
    [[gesture]]
    name = "press"
    kind = "long-press"
    [gesture.on]
    forwards = { log = "x" }
    """#,
    says: #"""
      c.toml:5:1: error: a long-press has no direction: write "changed", not "forwards"
         5 | forwards = { log = "x" }
           | ^~~~~~~~
      """#),
  .init(
    "a mode that switches to another one",
    #"""
    [mode.night]
    entered = { mode = "default" }
    """#,
    says: #"""
      c.toml:2:11: error: "entered" cannot switch to another mode
         2 | entered = { mode = "default" }
           |           ^~~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "every of a named action",
    #"""
    [actions.up]
    log = "x"
    every = "5mm"
    """#,
    says: #"""
      c.toml:3:1: error: "every" belongs to a table in [gesture.on], not to a named action
         3 | every = "5mm"
           | ^~~~~
      """#),
  .init(
    "action of a wrong type",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = 3
    """#,
    says: #"""
      c.toml:4:10: error: "action" takes a table such as { shell = "…" }, the name of an action, or a list of these, not 3
         4 | action = 3
           |          ^
      """#),
  .init(
    "haptic",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { haptic = false }
    """#,
    says: #"""
      c.toml:4:21: error: "haptic" must be true; leave the action out for no feedback
         4 | action = { haptic = false }
           |                     ^~~~~
      """#),
  .init(
    "NUL in a command",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { shell = "a\u0000b" }
    """#,
    says: #"""
      c.toml:4:20: error: "shell" contains a NUL character
         4 | action = { shell = "a\u0000b" }
           |                    ^~~~~~~~~~
      """#),
  .init(
    "environment",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { shell = "a", env = { "A=B" = "c", D = 1 } }
    """#,
    says: #"""
      c.toml:4:33: error: "A=B" cannot be the name of a variable
         4 | action = { shell = "a", env = { "A=B" = "c", D = 1 } }
           |                                 ^~~~~
      c.toml:4:50: error: "D" takes a string, not 1; did you mean "1"?
         4 | action = { shell = "a", env = { "A=B" = "c", D = 1 } }
           |                                                  ^
      """#),
  .init(
    "secrets",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { shell = "a", secrets = { A = "", B = ".." } }
    """#,
    says: #"""
      c.toml:4:41: error: "A" must not be empty
         4 | action = { shell = "a", secrets = { A = "", B = ".." } }
           |                                         ^~
      c.toml:4:49: error: ".." is neither a credential nor a file
         4 | action = { shell = "a", secrets = { A = "", B = ".." } }
           |                                                 ^~~~
      """#),
  .init(
    "timeout of nothing",
    #"""
    [[gesture]]
    name = "tap"
    kind = "tap"
    action = { shell = "a", timeout = "0s" }
    """#,
    says: #"""
      c.toml:4:35: error: "timeout" must be more than 0, not "0s"
         4 | action = { shell = "a", timeout = "0s" }
           |                                   ^~~~
      """#),
  .init(
    "default mode",
    #"""
    [mode.default]
    """#,
    says: #"""
      c.toml:1:7: error: "default" is the name for having no mode: choose another name
         1 | [mode.default]
           |       ^~~~~~~
      """#),
  .init(
    "mode that is not a table",
    #"""
    [mode]
    locked = 1
    """#,
    says: #"""
      c.toml:2:10: error: "locked" takes a table: write [mode.locked], not 1
         2 | locked = 1
           |          ^
      """#),
]
