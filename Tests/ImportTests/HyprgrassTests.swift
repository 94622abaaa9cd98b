import Testing

@testable import Import

@Suite("Importing hyprgrass")
struct HyprgrassTests {
  private func plugin(_ lines: String) -> String {
    "$menu = fuzzel --lines 3\nplugin {\n  touch_gestures {\n    long_press_delay = 350\n\(lines)\n  }\n}\n"
  }

  @Test func `Binds become gestures, and dispatchers are sent with hyprctl`() throws {
    let imported = try imported(
      .hyprgrass,
      plugin(
        """
            hyprgrass-bind = , swipe:3:u, exec, $menu # the menu
            hyprgrass-bind = , swipe:4:ld, exec, notify-send a, b ##2
            hyprgrass-bind = , edge:r:l, workspace, +1
            hyprgrass-bindl = , tap:3, killactive
            # hyprgrass-bind = , tap:4, killactive
        """))
    #expect(imported.summary == "4 of 4 gestures carried, 0 with differences")
    #expect(
      imported.tables.hasSuffix(
        """
        [[gesture]]
        name = "3-swipe-up"
        kind = "swipe"
        direction = "up"
        fingers = 3
        lift_velocity = "none"
        action = { shell = "fuzzel --lines 3" }

        [[gesture]]
        name = "4-swipe-down-left"
        kind = "swipe"
        direction = "down-left"
        fingers = 4
        lift_velocity = "none"
        action = { shell = "notify-send a, b #2" }

        [[gesture]]
        name = "swipe-left-from-right"
        kind = "swipe"
        direction = "left"
        starts_at = "right"
        lift_velocity = "none"
        action = { shell = "hyprctl dispatch workspace '+1'" }

        [[gesture]]
        name = "3-tap"
        kind = "tap"
        fingers = 3
        action = { shell = "hyprctl dispatch killactive" }

        """))
    try valid(imported)
  }

  @Test(.needsPointer) func `A press that holds a mouse button drags`() throws {
    let imported = try imported(
      .hyprgrass,
      plugin("hyprgrass-bindm = , longpress:2, movewindow\nhyprgrass-bindm = , longpress:3, resizewindow"))
    #expect(imported.gestures.map(\.name) == ["2-press", "3-press"])
    #expect(imported.different == 2)
    #expect(imported.gestures[0].bindings[0].steps.map(\.action) == [.key("+super"), .drag()])
    #expect(imported.gestures[1].bindings[0].steps.map(\.action) == [.key("+super"), .drag("right")])
    #expect(imported.tables.contains("min_duration = \"350ms\""))
    try valid(imported)
  }

  @Test func `Lists of Nix are read`() throws {
    let imported = try imported(
      .hyprgrass,
      """
      settings.plugin.touch_gestures = {
        hyprgrass-bind = [
          ", edge:d:u, exec, firefox"
          # ", edge:u:d, exec, no"
          ", pinch:4:in, fullscreen, 0"
        ];
        "hyprgrass-bindl" = [ ", tap:2, exec, a" ", tap:3, exec, b" ];
        hyprgrass-bind = ", longpress:1, exec, c";
      };
      "plugin:touch_gestures:hyprgrass-bind" = [ ", edge:l:r, exec, d" ];
      """)
    #expect(
      imported.gestures.map(\.name) == [
        "swipe-up-from-bottom", "4-pinch-in", "2-tap", "3-tap", "1-press", "swipe-right-from-left",
      ])
    try valid(imported)
  }

  @Test func `An expression of Nix is not taken for a parameter of the shell`() throws {
    let imported = try imported(
      .hyprgrass,
      """
      hyprgrass-bind = , tap:2, exec, ${pkgs.writeScript "keyboard" ''
      hyprgrass-bind = , tap:3, exec, ${getExe toggle}
      hyprgrass-bind = , tap:4, exec, ${TERMINAL:-foot} -e "${HOME}/menu"
      """)
    #expect(imported.gestures.map(\.name) == ["4-tap"])
    #expect(imported.omissions.count == 2)
    #expect(imported.omissions.allSatisfy { $0.hasPrefix("only Nix knows the value of its command") })
  }

  @Test func `What has no counterpart is said with its line`() throws {
    let imported = try imported(
      .hyprgrass,
      """
      hyprgrass-bind = SUPER, tap:3, exec, a
      hyprgrass-bind = , twist:3:l, exec, a
      hyprgrass-bind = , swipe:3:lr, exec, a
      hyprgrass-bind = , swipe:11:l, exec, a
      hyprgrass-bind = , tap:3, exec
      hyprgrass-bindm = , tap:3, movewindow
      hyprgrass-bind = , tap:3
      hyprgrass-bind = , tap:5, a;b
      """)
    #expect(imported.gestures.isEmpty && imported.total == 8)
    #expect(imported.omissions.contains("it asks for a key that is held: SUPER"))
    #expect(imported.omissions.contains("it has no command"))
    #expect(imported.omissions.contains("only a long press can hold a button"))
    #expect(imported.omissions.contains("it has no dispatcher"))
  }

  @Test func `An argument cannot leave its word, and Lua is refused with the reason`() throws {
    let imported = try imported(.hyprgrass, "hyprgrass-bind = , tap:3, global, a'; reboot; '")
    let word = #"'a'\''; reboot; '\'''"#
    #expect(imported.gestures[0].bindings[0].steps[0].action == .shell("hyprctl dispatch global \(word)"))
    #expect(refusal(.hyprgrass, Array("hl.plugin.hyprgrass.bind {}".utf8))?.reason.contains("Lua") == true)
    #expect(refusal(.hyprgrass, Array("bind = SUPER, Q, killactive".utf8))?.reason == "has no gestures of hyprgrass")
  }
}
