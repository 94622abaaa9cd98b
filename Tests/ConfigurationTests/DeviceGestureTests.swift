@testable import Configuration
import Gestures
import Testing
import TouchInput

/// Gestures that are made with the device, not on its screen: their keys, what they need, and mistakes in them.
@Suite("Gestures without touches")
struct DeviceGestureTests {
  private static func kind(_ name: String, _ lines: String) throws -> GestureKind {
    try configuration("[[gesture]]\nname = \"g\"\nkind = \"\(name)\"\n\(lines)").gestures[0].kind
  }

  @Test func `Each kind has its keys`() throws {
    var press = PressSettings()
    press.code = 115
    #expect(try Self.kind("press", "key = 'volumeup'") == .press(press))
    press.count = 2
    press.hold = .zero
    press.interval = nil
    press.maxDuration = .seconds(1)
    #expect(
      try Self.kind("press", "key = 'VolumeUp'\ncount = 2\nhold = '0ms'\ninterval = 'none'\nmax_duration = '1s'")
        == .press(press))

    var remote = RemoteSettings()
    remote.commands = [.togglePlayPause, .endSeekingForward]
    #expect(
      try Self.kind("remote", "command = ['toggle-play-pause', 'end-seeking-forward']") == .remote(remote))

    var shake = ShakeSettings()
    shake.force = 2 * 9.80665
    shake.strokes = 3
    shake.interval = .milliseconds(300)
    shake.maxDuration = .seconds(2)
    #expect(
      try Self.kind("shake", "force = '2g'\nstrokes = 3\ninterval = '300ms'\nmax_duration = '2s'") == .shake(shake))

    var knock = KnockSettings()
    knock.count = 2
    knock.force = 7.5
    knock.interval = .milliseconds(300)
    #expect(try Self.kind("knock", "count = 2\nforce = '7.5m/s2'\ninterval = '300ms'") == .knock(knock))

    var turn = TurnSettings()
    turn.orientations = [.faceDown, .portraitUpsideDown]
    #expect(try Self.kind("turn", "to = ['face-down', 'portrait-upside-down']") == .turn(turn))
  }

  @Test func `The defaults are those of the recognizers`() throws {
    let text = ["press|key = 'power'", "remote|command = 'play'", "switch|switch = 'lid'", "shake|", "knock|", "turn|"]
    let recognizers = try text.map { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      let gesture = try configuration("[[gesture]]\nname = \"g\"\nkind = \"\(parts[0])\"\n\(parts[1])").gestures[0]
      let size = Size(width: 100, height: 100)
      return gesture.makeRecognizer(view: size, on: ScreenMetrics(size: size, of: ScreenSettings()))
    }
    let press = try #require(recognizers[0] as? PressGestureRecognizer)
    let plain = PressGestureRecognizer(code: 116)
    #expect(press.code == 116 && press.numberOfPressesRequired == 1 && press.minimumPressDuration == nil)
    #expect(press.maximumPressDuration == plain.maximumPressDuration && press.maximumInterval == plain.maximumInterval)
    #expect((recognizers[1] as? RemoteCommandGestureRecognizer)?.commands == [.play])
    let lid = try #require(recognizers[2] as? PressGestureRecognizer)
    #expect(lid.code == EventCode.switch(0).pressCode && lid.minimumPressDuration == .zero)
    #expect((recognizers[3] as? ShakeGestureRecognizer)?.shake == Shake())
    let knock = try #require(recognizers[4] as? KnockGestureRecognizer)
    let usual = KnockGestureRecognizer()
    #expect(knock.force == usual.force && knock.maximumInterval == usual.maximumInterval)
    #expect(knock.numberOfKnocksRequired == 1)
    #expect((recognizers[5] as? TurnGestureRecognizer)?.orientations == Set(DeviceOrientation.allCases))
  }

  @Test func `A press that is held lasts, and any other one does not`() throws {
    #expect(try Self.kind("press", "key = 'a'").isDiscrete)
    #expect(try !Self.kind("press", "key = 'a'\nhold = '0ms'").isDiscrete)
  }

  @Test func `A held press repeats an action`() throws {
    let gesture = try configuration(
      """
      [[gesture]]
      name = "louder"
      kind = "press"
      key = "volumeup"
      hold = "500ms"
      on = { changed = { log = "louder", every = "200ms" } }
      """
    ).gestures[0]
    let size = Size(width: 100, height: 100)
    let press =
      gesture.makeRecognizer(view: size, on: ScreenMetrics(size: size, of: ScreenSettings())) as? PressGestureRecognizer
    #expect(press?.reportIntervals == [.milliseconds(200)])
    #expect(press?.minimumPressDuration == .milliseconds(500))
  }

  @Test(arguments: SwitchSettings.Position.allCases)
  func `A switch has the kernel's code and name`(position: SwitchSettings.Position) {
    let name = EventCode.switch(position.code).name
    // The kernel calls the newest ones by number if its library is older than they are.
    let expected = "SW_" + position.rawValue.uppercased().split(separator: "-").joined(separator: "_")
    #expect(name == expected || name == "\(position.code)")
  }

  @Test func `A configuration wants what its gestures need, and nothing else`() throws {
    let touches = try configuration("[[gesture]]\nname = \"g\"\nkind = \"tap\"")
    #expect(touches.wantedCodes.isEmpty && touches.wantedCommands.isEmpty)
    #expect(touches.wantedCommands.isEmpty && !touches.wantsMotion)

    let buttons = try configuration(
      """
      [[gesture]]
      name = "page"
      kind = "press"
      key = "volumedown"
      [[gesture]]
      name = "tablet"
      kind = "switch"
      switch = "tablet-mode"
      enabled = false
      """)
    #expect(buttons.wantedCodes == [.key(114), .switch(1)])
    #expect(buttons.wantedCommands.isEmpty && !buttons.wantsMotion)

    let remote = try configuration("[[gesture]]\nname = \"g\"\nkind = \"remote\"\ncommand = \"stop\"")
    #expect(remote.wantedCommands == [.stop])
    #expect(remote.wantedCodes == RemoteKeys.codes(for: [.stop]) && !remote.wantedCodes.isEmpty)

    for kind in ["shake", "knock", "turn"] {
      let motion = try configuration("[[gesture]]\nname = \"g\"\nkind = \"\(kind)\"")
      #expect(motion.wantsMotion && motion.wantedCodes.isEmpty, "\(kind)")
    }
  }

  @Test func `A mistake in a gesture without touches is reported with the way out`() {
    for mistake in Self.mistakes { mistake.check() }
  }

  private static func gesture(_ kind: String, _ line: String) -> String {
    "[[gesture]]\nname = \"g\"\nkind = \"\(kind)\"\n\(line)"
  }

  private static let mistakes: [BrokenConfiguration] = [
    .init(
      "no key", gesture("press", ""),
      says: #"""
        c.toml:1:1: error: this press has no "key", such as key = "volumeup"; a finger that is held is a "long-press"
           1 | [[gesture]]
             | ^~~~~~~~~~~
        """#),
    .init(
      "a key of evdev", gesture("press", "key = \"KEY_VOLUMEUP\""),
      says: #"""
        c.toml:4:7: error: no key is named "KEY_VOLUMEUP"; did you mean "volumeup"?
           4 | key = "KEY_VOLUMEUP"
             |       ^~~~~~~~~~~~~~
        """#),
    .init(
      "several keys", gesture("press", "key = \"ctrl+a\""),
      says: #"""
        c.toml:4:7: error: "key" is one key or button, not several
           4 | key = "ctrl+a"
             |       ^~~~~~~~
        """#),
    .init(
      "no switch", gesture("switch", ""),
      says: #"""
        c.toml:1:1: error: this switch has no "switch", such as switch = "tablet-mode"
           1 | [[gesture]]
             | ^~~~~~~~~~~
        """#),
    .init(
      "a key about touches", gesture("shake", "tools = \"pen\""),
      says: #"""
        c.toml:4:1: error: "tools" is about touches: a shake has none
           4 | tools = "pen"
             | ^~~~~
        """#),
    .init(
      "a force without a unit", gesture("knock", "force = 5"),
      says: #"""
        c.toml:4:9: error: "force" takes an acceleration with its unit (m/s2 or g) such as "12m/s2", not 5; did you mean "5m/s2"?
           4 | force = 5
             |         ^
        """#),
    .init(
      "steps of a shake", gesture("shake", "on = { changed = { log = \"stroke\", every = \"1s\" } }"),
      says: #"""
        c.toml:4:44: error: a shake measures nothing that "every" could count off: leave it out
           4 | on = { changed = { log = "stroke", every = "1s" } }
             |                                            ^~~~
        """#),
    .init(
      "a click at no touch", gesture("knock", "action = { click = \"left\" }"),
      says: #"""
        c.toml:4:10: error: "click" has no touch here, because a knock has none: write at = "pointer"
           4 | action = { click = "left" }
             |          ^~~~~~~~~~~~~~~~~~
        """#),
    .init(
      "a second first responder",
      """
      view = [{ name = "a", first_responder = true }, { name = "b", parent = "a", first_responder = true }]
      """,
      says: #"""
        c.toml:1:95: error: a second first responder of a screen; the first is on line 1
           1 | …iew = [{ name = "a", first_responder = true }, { name = "b", parent = "a", first_responder = true }]
             |                                                                                               ^~~~
        """#),
    .init(
      "off the chain", isUsable: true,
      """
      view = [{ name = "a" }, { name = "b", parent = "a" }]
      [[gesture]]
      name = "focus"
      kind = "tap"
      action = { focus = "a" }
      [[gesture]]
      name = "next"
      kind = "press"
      key = "volumeup"
      view = ["a", "b"]
      """,
      says: #"""
        c.toml:10:14: warning: the press "next" is never recognized on "b", which cannot be the first responder: give that view first_responder = true, or name it in a "focus" action
          10 | view = ["a", "b"]
             |              ^~~
        """#),
    .init(
      "one press beside two", isUsable: true,
      """
      [[gesture]]
      name = "once"
      kind = "press"
      key = "volumeup"
      [[gesture]]
      name = "twice"
      kind = "press"
      key = "volumeup"
      count = 2
      """,
      says: #"""
        c.toml:2:8: warning: the press "once" does not wait for "twice" on line 6, so 2 presses trigger both: to make it wait, give it requires_failure_of = ["twice"]; if both are meant, give it does_not_prevent = ["twice"]
           2 | name = "once"
             |        ^~~~~~
        """#),
    .init(
      "a long press beside one that may be long", isUsable: true,
      """
      [[gesture]]
      name = "short"
      kind = "press"
      key = "volumeup"
      max_duration = "none"
      [[gesture]]
      name = "held"
      kind = "press"
      key = "volumeup"
      hold = "500ms"
      """,
      says: #"""
        c.toml:2:8: warning: the press "short" does not wait for "held" on line 7, so a press that is held triggers both: to make it wait, give it requires_failure_of = ["held"]; if both are meant, give it does_not_prevent = ["held"]
           2 | name = "short"
             |        ^~~~~~~
        """#),
    .init(
      "one press of the screen beside two of the first responder", isUsable: true,
      """
      view = [{ name = "page", first_responder = true }]
      [[gesture]]
      name = "once"
      kind = "press"
      key = "volumeup"
      [[gesture]]
      name = "twice"
      kind = "press"
      key = "volumeup"
      count = 2
      view = "page"
      """,
      says: #"""
        c.toml:3:8: warning: the press "once" does not wait for "twice" on line 7, so 2 presses trigger both: to make it wait, give it requires_failure_of = ["twice"]; if both are meant, give it does_not_prevent = ["twice"]
           3 | name = "once"
             |        ^~~~~~
        """#),
    .init(
      "knocks that are too close", isUsable: true,
      """
      [[gesture]]
      name = "door"
      kind = "knock"
      count = 2
      interval = "150ms"
      """,
      says: #"""
        c.toml:5:12: warning: the knock "door" is never recognized: knocks are at least 150 ms apart, so "interval" must be longer
           5 | interval = "150ms"
             |            ^~~~~~~
        """#),
    .init(
      "a relation of a knock", isUsable: true,
      """
      [[gesture]]
      name = "door"
      kind = "knock"
      does_not_prevent = "all"
      """,
      says: #"""
        c.toml:4:1: warning: "does_not_prevent" has no effect: a knock prevents no other gesture, and none prevents it
           4 | does_not_prevent = "all"
             | ^~~~~~~~~~~~~~~~
        """#),
    .init(
      "a relation to a shake", isUsable: true,
      """
      [[gesture]]
      name = "tap"
      kind = "tap"
      simultaneous_with = ["turned"]
      [[gesture]]
      name = "turned"
      kind = "shake"
      """,
      says: #"""
        c.toml:4:1: warning: "simultaneous_with" has no effect: the shake "turned" prevents no other gesture, and none prevents it
           4 | simultaneous_with = ["turned"]
             | ^~~~~~~~~~~~~~~~~
        """#),
  ]

  @Test func `A view that contains a first responder is on its chain`() throws {
    let views =
      "view = [{ name = 'a' }, { name = 'b', parent = 'a', first_responder = true }, { name = 'c', parent = 'b' }]\n"
    _ = try configuration(views + Self.gesture("knock", "view = 'a'"))
    let focus = Self.gesture("tap", "action = { focus = 'c' }") + "\n"
    let names = Self.gesture("shake", "view = ['a', 'b', 'c']").split(separator: "\"g\"").joined(separator: "\"h\"")
    _ = try configuration(views + focus + names)
  }

  @Test func `A press that only some first responders have causes no warning about presses of others`() throws {
    let views =
      "view = [{ name = 'a' }, { name = 'b', parent = 'a', first_responder = true }, { name = 'c' }]\n"
    // The screen, another view, and a view inside get presses that the single press does not.
    for (once, twice) in [("'a'", "[]"), ("'b'", "'c'"), ("'b'", "'a'")] {
      let focus = "[[gesture]]\nname = 'f'\nkind = 'tap'\naction = [{ focus = 'c' }, { focus = 'a' }]\n"
      let two = "[[gesture]]\nname = 'two'\nkind = 'press'\nkey = 'a'\ncount = 2"
      let place = twice == "[]" ? "" : "\nview = \(twice)"
      _ = try configuration(views + Self.gesture("press", "key = 'a'\nview = \(once)") + "\n" + focus + two + place)
    }
  }

  @Test func `A relation that says that both presses are meant causes no warning`() throws {
    let two = "[[gesture]]\nname = 'two'\nkind = 'press'\nkey = 'a'\ncount = 2"
    _ = try configuration(Self.gesture("press", "key = 'a'\ndoes_not_prevent = 'two'\n\(two)"))
    _ = try configuration(Self.gesture("tap", "does_not_prevent = 'all'\n\(two)"))
  }

  @Test func `Gestures that wait, or that end where others begin, cause no warning`() throws {
    let lines = [
      "max_duration = '500ms'\n[[gesture]]\nname = 'o'\nkind = 'press'\nkey = 'a'\nhold = '500ms'",
      "requires_failure_of = 'o'\n[[gesture]]\nname = 'o'\nkind = 'press'\nkey = 'a'\ncount = 2",
      "[[gesture]]\nname = 'o'\nkind = 'press'\nkey = 'b'\ncount = 2",
    ]
    for line in lines { _ = try configuration(Self.gesture("press", "key = 'a'\n\(line)")) }
  }
}
