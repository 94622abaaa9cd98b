import Configuration
import Foundation
import Testing

@testable import Import

@Suite("Importing InputActions")
struct InputActionsTests {
  @Test func `Keys, commands and shortcuts of Plasma are carried`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - type: swipe
            fingers: 3
            direction: left_down
            actions:
              - on: begin
                input:
                  - keyboard: [leftctrl+n, +leftalt, tab, -leftalt]
          - type: pinch
            fingers: 2
            direction: in
            actions:
              - plasma_shortcut: kwin,Window Close
          - type: hold
            fingers: 4
            threshold: 1000
            actions: [{on: begin, command: "say $window_title"}]
      touchscreen:
        gestures:
          - {type: tap, fingers: 5, actions: [{command: tapped}]}
      """)
    #expect(imported.summary == "4 of 4 gestures carried, 1 with differences")
    #expect(imported.tables.contains("key = \"ctrl+n +alt tab -alt\""))
    #expect(
      imported.tables.contains(
        "ended = { shell = \"qdbus6 org.kde.kglobalaccel /component/kwin invokeShortcut 'Window Close'\" }"))
    #expect(imported.tables.contains("min_duration = \"1000ms\""))
    try valid(imported)
  }

  @Test func `Updates in both directions are steps of one drag`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - type: swipe
            fingers: 3
            direction: up_down
            actions:
              - {on: update, interval: -20, input: [{keyboard: [volumeup]}]}
              - {on: update, interval: 20, input: [{keyboard: [volumedown]}]}
          - type: rotate
            fingers: 2
            direction: clockwise
            actions: [{on: update, interval: 15, command: turn}]
      """)
    #expect(imported.tables.contains("axis = \"vertical\""))
    #expect(
      imported.tables.contains("backwards = { key = \"volumeup\", every = \"2mm\" }\nforwards = { key = \"volumedown\"")
    )
    #expect(imported.tables.contains("clockwise = { shell = \"turn\", every = \"15deg\""))
    try valid(imported)
  }

  @Test func `Places where the finger lands become views`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - conditions: [&x $finger_1_initial_position_percentage_x <= 0.25, $finger_1_initial_position_percentage_y > 0.4]
            gestures:
              - {type: tap, fingers: 1, actions: [{command: corner}]}
          - {type: tap, fingers: 1, actions: [{command: everywhere}]}
      """)
    #expect(imported.tables.contains("frame = { left = \"0%\", right = \"75%\", top = \"40%\", bottom = \"0%\" }"))
    #expect(imported.summary == "2 of 2 gestures carried, 0 with differences")
    try valid(imported)
  }

  @Test func `Distances between the fingers are carried, before gestures of any distance`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - {type: swipe, fingers: 3, direction: up, actions: [{command: any}]}
          - type: swipe
            fingers: 3
            direction: up
            conditions: $max_finger_distance_percentage <= 0.3
            actions: [{command: close}]
          - type: swipe
            fingers: 3
            direction: up
            conditions: [$fingers == 3, $max_finger_distance_percentage between 0.4;0.6]
            actions: [{command: far}]
          - {type: tap, conditions: $max_finger_distance_percentage > 0.5, actions: [{command: tap}]}
          - {type: tap, fingers: 1, conditions: $max_finger_distance_percentage > 0.5, actions: [{command: never}]}
          - type: tap
            fingers: 2
            conditions: [$max_finger_distance_percentage > 0.5, $max_finger_distance_percentage < 0.4]
            actions: [{command: never}]
      touchscreen:
        gestures:
          - {type: pinch, direction: in, conditions: $max_finger_distance_percentage >= 0.5, actions: [{command: pinch}]}
      """)
    #expect(imported.summary == "5 of 7 gestures carried, 1 with differences")
    let commands = imported.gestures.flatMap(\.bindings).flatMap(\.steps).map(\.action)
    #expect(commands == ["pinch", "close", "far", "tap", "any"].map { .shell($0) })
    let spreads = imported.gestures.map { gesture in
      gesture.settings.filter { $0.key.hasSuffix("spread") }.map { "\($0.key) \($0.value)" }
    }
    #expect(
      spreads == [
        ["min_spread \"94.35%\""], ["max_spread \"37.5mm\""], ["min_spread \"50mm\"", "max_spread \"75mm\""],
        ["min_spread \"62.5mm\""], [],
      ])
    #expect(imported.gestures[3].fingers == 2)
    #expect(imported.omissions.count == 2)
    #expect(imported.toml.contains("a touchpad is taken as 125 mm from corner to corner"))
    try valid(imported)
    #expect(Configuration.parse(text: imported.toml, path: "/tmp/imported.toml").1.map(\.description) == [])
  }

  @Test func `A condition about a window makes a mode, another one is dropped or leaves the gesture out`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - {type: swipe, fingers: 3, direction: up, actions: [{command: a}]}
          - {type: swipe, fingers: 3, direction: up, conditions: $window_class == firefox, actions: [{command: b}]}
          - {type: swipe, fingers: 3, direction: up, conditions: $thumb_present, actions: [{command: c}]}
          - {type: swipe, fingers: 4, direction: up, conditions: $thumb_present, actions: [{command: d}]}
          - {type: swipe, fingers: 3, direction: up, conditions: $keyboard_modifiers == meta, actions: [{command: e}]}
      """)
    #expect(imported.summary == "3 of 5 gestures carried, 2 with differences")
    #expect(imported.tables.contains("[mode.\"firefox\"]"))
    try valid(imported)
  }

  @Test func `Of several actions, those with a condition are left out`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - type: swipe
            fingers: 3
            direction: up
            actions: [{command: a}, {command: b, conditions: $thumb_present}]
          - {type: tap, fingers: 3, actions: [{command: c, conditions: $thumb_present}]}
          - type: tap
            fingers: 4
            actions: [{command: d, conditions: $window_maximized}, {command: e, conditions: $window_fullscreen}]
          - type: tap
            fingers: 5
            actions: [{one: [{command: f, conditions: $window_maximized}, {command: g}]}]
      """)
    #expect(imported.summary == "4 of 4 gestures carried, 4 with differences")
    let commands = imported.gestures.flatMap(\.bindings).flatMap(\.steps).map(\.action)
    #expect(commands == [.shell("a"), .shell("e"), .shell("g"), .shell("c")])
    try valid(imported)
  }

  @Test func `Angles are clockwise, and their middle counts`() throws {
    let imported = try imported(
      .inputActions,
      "touchscreen:\n  gestures:\n    - {type: swipe, fingers: 2, angle: 330-30, actions: [{command: a}]}\n"
        + "    - {type: swipe, fingers: 2, angle: 60-120, actions: [{command: b}]}\n")
    #expect(imported.gestures.map(\.directions) == [["0deg"], ["270deg"]])
    try valid(imported)
  }

  @Test func `Gestures of mice are listed but not counted`() throws {
    let imported = try imported(
      .inputActions,
      "mouse:\n  gestures:\n    - {type: wheel, direction: up, actions: [{command: a}]}\n"
        + "touchpad:\n  gestures:\n    - {type: stroke, strokes: [abc], actions: [{command: b}]}\n")
    #expect(imported.summary == "0 of 1 gesture carried, 0 with differences; 1 for other devices left out")
    #expect(imported.toml.contains("# Left out: it is for a mouse."))
    #expect(imported.omissions.first?.contains("tickle learn") == true)
    try valid(imported)
  }

  @Test(.needsPointer) func `Clicks, drags and wheels are those of the virtual pointer`() throws {
    try valid(
      try imported(
        .inputActions,
        """
        touchpad:
          gestures:
            - {type: tap, fingers: 3, actions: [{input: [{mouse: [middle]}]}]}
            - type: swipe
              fingers: 3
              direction: any
              actions:
                - {on: begin, input: [{mouse: [+left]}]}
                - {on: update, input: [{mouse: [move_by_delta]}]}
                - {on: end_cancel, input: [{mouse: [-left]}]}
            - {type: swipe, fingers: 2, direction: up_down, actions: [{on: update, interval: 10, input: [{mouse: [wheel 0 9]}]}]}
        """))
  }

  @Test func `The beginning of one direction is not that of the opposite one`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - type: swipe
            fingers: 4
            direction: up
            actions:
              - {on: begin, input: [{keyboard: [leftctrl+leftshift+tab]}]}
              - {on: update, interval: 80, input: [{keyboard: [leftctrl+leftshift+tab]}]}
          - type: swipe
            fingers: 4
            direction: down
            actions:
              - {on: begin, input: [{keyboard: [leftctrl+tab]}]}
              - {on: update, interval: 80, input: [{keyboard: [leftctrl+tab]}]}
          - type: swipe
            fingers: 3
            angle: 60-120
            actions: [{on: begin, command: first}, {on: update, interval: 20, command: a}, {on: cancel, command: b}]
          - {type: swipe, fingers: 3, direction: down, actions: [{command: c}]}
          - {type: swipe, fingers: 5, direction: left_up, actions: [{on: update, interval: 20, command: a}]}
      """)
    #expect(imported.summary == "4 of 5 gestures carried, 1 with differences")
    #expect(
      imported.gestures.map { "\($0.name) \($0.directions)" } == [
        "4-pan-vertical []", #"4-begin-up ["up"]"#, #"4-begin-down ["down"]"#, "3-pan-vertical []",
        #"3-begin-up ["up"]"#, #"3-swipe-down ["down"]"#,
      ])
    #expect(imported.gestures[0].bindings.map(\.state) == ["backwards", "forwards"])
    #expect(imported.tables.contains("simultaneous_with = [\"3-pan-vertical\", \"3-begin-up\"]"))
    #expect(imported.toml.contains("# Different: what runs when it is cancelled is left out"))
    #expect(imported.omissions.first?.hasPrefix("its actions run along a diagonal") == true)
    try valid(imported)
  }

  @Test func `A hold runs its beginning once and its updates after each interval`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - type: hold
            fingers: 3
            actions: [{on: begin, command: once}, {on: update, interval: 600, command: again}]
      """)
    #expect(imported.summary == "1 of 1 gesture carried, 0 with differences")
    #expect(
      imported.tables.contains(
        "began = { shell = \"once\" }\nchanged = { shell = \"again\", every = \"600ms\", overlap = \"queue\" }"))
    #expect(!imported.tables.contains("action ="))
    try valid(imported)
  }

  @Test(.needsPointer, arguments: [("left", ""), ("right", ", button = \"right\"")])
  func `A key stays down while a button drags`(button: String, says: String) throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - type: swipe
            fingers: 3
            direction: any
            actions:
              - {on: begin, input: [{keyboard: [+leftmeta]}, {mouse: [+\(button)]}]}
              - {on: update, input: [{mouse: [move_by_delta]}]}
              - {on: end_cancel, input: [{keyboard: [-leftmeta]}, {mouse: [-\(button)]}]}
      """)
    #expect(imported.summary == "1 of 1 gesture carried, 0 with differences")
    #expect(
      imported.tables.contains(
        """
        action = [
          { key = "+super" },
          { drag = true\(says) },
        ]

        [gesture.on]
        ended = { key = "-super" }
        cancelled = { key = "-super" }
        """))
    try valid(imported)
  }

  @Test(.needsPointer) func `A key beside a pointer that moves is not a button`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - type: swipe
            fingers: 3
            direction: left
            actions:
              - {on: begin, input: [{keyboard: [+leftalt]}]}
              - {on: update, input: [{mouse: [move_by_delta]}]}
      """)
    let actions = imported.gestures.flatMap(\.bindings).flatMap(\.steps).map(\.action)
    #expect(actions == [.key("+alt"), .pointer])
    #expect(imported.toml.contains("it also follows fingers that move away from its direction"))
    try valid(imported)
  }

  @Test func `A negated condition is not its opposite`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - {type: tap, fingers: 3, conditions: [!$keyboard_modifiers contains shift], actions: [{command: a}]}
          - type: swipe
            fingers: 4
            direction: left
            conditions:
              - !$window_class == firefox
            actions: [{command: b}]
          - {type: swipe, fingers: 4, direction: left, conditions: [$window_class == firefox], actions: [{command: c}]}
          - type: tap
            fingers: 4
            conditions: [{negate: [window_class], window_class: chrome}]
            actions: [{command: d}]
      """)
    #expect(imported.summary == "4 of 4 gestures carried, 3 with differences")
    #expect(imported.toml.contains("it is not for $window_class == firefox, so it is off there"))
    #expect(
      imported.tables.contains(
        "[mode.\"firefox\"]\nenable = [\"4-swipe-left.2\"]\ndisable = [\"4-swipe-left\"]"))
    #expect(imported.tables.contains("[mode.\"window-class-chrome\"]\ndisable = [\"4-tap\"]"))
    try valid(imported)
  }

  @Test func `Settings of devices are named, and thresholds and short intervals are kept`() throws {
    let imported = try imported(
      .inputActions,
      """
      device_rules: [{name: pad, ignore: true}]
      touchpad:
        speed: {swipe_threshold: 4}
        delta_multiplier: 6.0
        gestures:
          - {type: swipe, fingers: 2, direction: left, threshold: 20.0, actions: [{command: a}]}
          - {type: pinch, fingers: 2, threshold: 2, actions: [{command: b}]}
          - type: swipe
            fingers: 3
            direction: left_right
            threshold: 50
            actions: [{on: update, interval: 4, command: c}, {on: update, interval: -9, command: d}]
          - {type: rotate, fingers: 2, actions: [{on: update, command: e}]}
          - type: tap
            fingers: 2
            conditions: $finger_1_initial_position_percentage_x <= 0.5
            actions: [{command: f}]
      """)
    for remark in [
      "Line 1: device_rules is not about one gesture",
      "Line 3: speed of the touchpad, swipe_threshold: 4, was left out",
      "Line 4: delta_multiplier of the touchpad, 6.0, was left out", "its threshold of 2 is left out",
      "it runs at each step, not at every movement", "all fingers must land in its view",
    ] {
      #expect(imported.toml.contains(remark), "\(remark)")
    }
    #expect(imported.tables.contains("min_distance = \"2mm\""))
    #expect(imported.tables.contains("threshold = \"5mm\""))
    #expect(imported.tables.contains("every = \"0.4mm\"") && imported.tables.contains("every = \"0.9mm\""))
    try valid(imported)
  }

  @Test func `An action that runs once in a direction is a swipe, and a hold without an interval is slow`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - type: swipe
            fingers: 4
            direction: left_right
            actions:
              - {on: update, interval: -1, limit: 1, input: [{mouse: [forward]}]}
              - {on: update, interval: 1, limit: 1, input: [{mouse: [back]}]}
          - {type: hold, fingers: 2, actions: [{on: tick, input: [{keyboard: [backspace]}]}]}
      """)
    #expect(imported.gestures.map(\.directions) == [["left"], ["right"], []])
    let actions = imported.gestures.flatMap(\.bindings).flatMap(\.steps).map(\.action)
    #expect(actions == [.key("forward"), .key("back"), .key("backspace")])
    #expect(imported.tables.contains("changed = { key = \"backspace\", every = \"100ms\" }"))
    try valid(imported)
  }

  @Test(arguments: ["- type: swipe\n  fingers: 3", "gestures:\n  - {type: swipe, fingers: 3}"])
  func `Gestures without their device are refused with the reason`(text: String) {
    let error = #expect(throws: ImportError.self) { try imported(.inputActions, text) }
    #expect(error?.reason.contains("put them below `touchscreen:`, `gestures:`") == true)
  }

  @Test func `A gesture without actions turns others off in its application`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - type: swipe
            fingers: 3
            direction: left
            conditions: [$window_class == kitty]
            actions: []
          - {type: swipe, fingers: 3, direction: left, actions: [{command: a}]}
          - {type: swipe, fingers: 3, direction: right, conditions: $window_class == firefox, actions: [{command: c}]}
          - {type: swipe, fingers: 3, direction: right, actions: []}
          - {type: swipe, fingers: 4, direction: up_down, actions: [{command: b}]}
          - {type: swipe, fingers: 4, direction: up, conditions: [$window_class == kitty], actions: []}
      """)
    #expect(imported.summary == "4 of 6 gestures carried, 3 with differences")
    #expect(
      imported.omissions == [
        "it has no actions; only the gestures of applications have its movement", "it has no actions",
      ])
    #expect(
      imported.tables.hasSuffix(
        """
        [mode."kitty"]
        disable = ["3-swipe-left"]

        [[follow]]
        app = "*kitty*"
        mode = "kitty"

        [mode."firefox"]
        enable = ["3-swipe-right"]

        [[follow]]
        app = "*firefox*"
        mode = "firefox"

        """))
    try valid(imported)
  }

  @Test func `What a gesture says in numbers is kept where it says something`() throws {
    let imported = try imported(
      .inputActions,
      """
      touchpad:
        gestures:
          - {type: circle, fingers: 3, direction: clockwise, actions: [{command: a}]}
          - {type: circle, fingers: 1, direction: clockwise, actions: [{command: a}]}
          - {type: hold, fingers: 2, threshold: 0, actions: [{command: b}]}
          - {type: hold, fingers: 3, threshold: 1, actions: [{command: b}]}
          - {type: swipe, fingers: 4, direction: up, conditions: [$window_class == kitty], actions: []}
          - type: tap
            fingers: 1
            conditions: [$finger_1_initial_position_percentage_x <= 0.25, $finger_1_initial_position_percentage_x >= 0.25]
            actions: [{command: c}]
      """)
    #expect(imported.gestures.map(\.name) == ["3-rotation-clockwise", "2-hold", "3-hold", "1-tap"])
    #expect(imported.gestures.map(\.fingers) == [3, 2, 3, 1])
    #expect(imported.tables.components(separatedBy: "min_duration").count == 2)
    #expect(imported.tables.contains("min_duration = \"1ms\""))
    // No finger lands on a line.
    #expect(imported.views.isEmpty)
    #expect(
      imported.omissions == [
        "a circle drawn by one finger is a stroke here: `tickle learn circle`, then kind = \"stroke\"",
        "it has no actions",
      ])
  }
}
