import Actions
@testable import Configuration
import Gestures
import Testing

/// Returns the kind of a gesture with these lines.
private func kind(_ name: String, _ lines: String) throws -> GestureKind {
  try configuration("[[gesture]]\nname = \"g\"\nkind = \"\(name)\"\n\(lines)").gestures[0].kind
}

@Test func `Each kind has its defaults and its parameters`() throws {
  #expect(try kind("tap", "") == .tap(TapSettings()))
  var tap = TapSettings()
  tap.taps = 2
  tap.fingers = 3
  tap.movement.given = .some(nil)
  tap.maxDuration = .milliseconds(1500)
  tap.maxInterval = nil
  tap.minInterval = .milliseconds(40)
  tap.maxDistance = .percent(10)
  #expect(
    try kind(
      "tap",
      """
      taps = 2
      fingers = 3
      movement = "none"
      max_duration = "1.5s"
      max_interval = "none"
      min_interval = "40ms"
      max_distance = "10%"
      """) == .tap(tap))

  #expect(try kind("long-press", "") == .longPress(LongPressSettings()))
  var pan = PanSettings()
  pan.fingers.least = 2
  pan.fingers.most = 2
  pan.threshold = .millimetres(0)
  pan.axis = .horizontal
  pan.compensate = false
  #expect(
    try kind(
      "pan", "min_fingers = 2\nmax_fingers = 2\nthreshold = '0mm'\naxis = 'horizontal'\ncompensate = false")
      == .pan(pan))
  #expect(try kind("pan", "max_fingers = 'none'") == .pan(PanSettings()))
  var endless = SwipeSettings()
  endless.maxDuration.given = .some(nil)
  endless.maxAngle.given = .some(nil)
  #expect(try kind("swipe", "max_duration = 'none'\nmax_angle = 'none'") == .swipe(endless))

  var swipe = SwipeSettings()
  swipe.directions = [.left, .up]
  swipe.maxAngle.given = .pi / 4
  swipe.minVelocity = .millimetres(50)
  swipe.decision.given = .duringMovement
  swipe.liftVelocity = nil
  swipe.straightness = 0.5
  swipe.failsEarly.given = false
  #expect(
    try kind(
      "swipe",
      """
      direction = ['left', 'up']
      max_angle = '45deg'
      min_velocity = '50mm/s'
      decide = 'movement'
      lift_velocity = 'none'
      straightness = 0.5
      fail_early = false
      """) == .swipe(swipe))
  #expect(try kind("swipe", "direction = 'right'") == .swipe(SwipeSettings()))
  swipe = SwipeSettings()
  swipe.directions = [.upLeft, .downRight, SwipeDirection(angle: 30 * .pi / 180)]
  swipe.minDistance = .percent(20)
  swipe.maxDistance = .percent(50)
  #expect(
    try kind("swipe", "direction = ['up-left', '45deg', '30deg']\nmin_distance = '20%'\nmax_distance = '50%'")
      == .swipe(swipe))

  #expect(try kind("pinch", "") == .pinch(PinchSettings()))
  #expect(try kind("rotation", "") == .rotation(RotationSettings()))
  var pinch = PinchSettings()
  pinch.fingers = 3
  pinch.directions = [.in]
  #expect(try kind("pinch", "fingers = 3\ndirection = 'in'") == .pinch(pinch))
  #expect(try kind("pinch", "fingers = 'any'") == .pinch(PinchSettings()))
  var rotation = RotationSettings()
  rotation.fingers = .exactly(2)
  rotation.directions = [.clockwise]
  #expect(try kind("rotation", "fingers = 2\ndirection = ['clockwise']") == .rotation(rotation))
  rotation = RotationSettings()
  rotation.fingers = .oneOrMore
  #expect(try kind("rotation", "fingers = '1+'") == .rotation(rotation))
  var transform = TransformSettings()
  transform.fingers = FingerRange(least: 2, most: 3)
  (transform.minScale, transform.maxScale, transform.maxTurn) = (0.5, 2, .pi / 4)
  let keys = "min_fingers = 2\nmax_fingers = 3\nmin_scale = '0.5x'\nmax_scale = '2x'\nmax_turn = '45deg'"
  #expect(try kind("transform", keys) == .transform(transform))
  #expect(try kind("rotation", "fingers = 'any'") == .rotation(RotationSettings()))
  var any = TapSettings()
  any.fingers = [2, 4]
  any.movement.given = .millimetres(8)
  #expect(try kind("tap", "fingers = [2, 4]") == .tap(any))
  any.fingers = .atLeast(2)
  #expect(try kind("tap", "fingers = '2+'") == .tap(any))
  var corner = SwipeSettings()
  corner.path = [.up, .right]
  corner.minLeg = .millimetres(5)
  corner.afterPress = .milliseconds(300)
  corner.maxAngle.given = .some(30 * .pi / 180)
  corner.minVelocity = .millimetres(40)
  corner.straightness = 0.85
  corner.maxDuration.given = .milliseconds(1600)
  #expect(try kind("swipe", "path = ['up', 'right']\nmin_leg = '5mm'\nafter_press = '300ms'") == .swipe(corner))
  var edge = EdgePanSettings()
  edge.edges = [.bottom]
  #expect(try kind("edge-pan", "edges = 'bottom'") == .edgePan(edge))
  #expect(try kind("tickle", "tickles = 3\ndistance = '25pt'") == .tickle(TickleSettings()))
  var stroke = StrokeSettings()
  stroke.templates = ["heart"]
  stroke.minScore = 1
  #expect(try kind("stroke", "templates = ['heart']\nmin_score = 1") == .stroke(stroke))
}

@Test func `Relations accept a name, a list of names, or all`() throws {
  let gesture = try configuration(
    """
    [[view]]
    name = "snake"
    [[gesture]]
    name = "tap"
    kind = "tap"
    view = ["snake", "main", "snake"]
    enabled = false
    requires_failure_of = "swipe"
    required_to_fail_by = ["press"]
    simultaneous_with = "all"
    does_not_prevent = ["swipe", "press"]
    not_prevented_by = "press"
    ignores_touches_in = ["snake"]
    tools = "palm"
    cancels_touches = false
    delays_touches_began = true
    delays_touches_ended = false
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    [[gesture]]
    name = "press"
    kind = "long-press"
    """
  ).gestures[0]
  var expected = GestureSettings(name: "tap", kind: .tap(TapSettings()))
  expected.views = ["snake", "main"]
  expected.isEnabled = false
  expected.requiresFailureOf = ["swipe"]
  expected.requiredToFailBy = ["press"]
  expected.simultaneousWith = .all
  expected.doesNotPrevent = .names(["swipe", "press"])
  expected.notPreventedBy = .names(["press"])
  expected.ignoresTouchesIn = ["snake"]
  expected.tools = [.palm]
  expected.cancelsTouches = false
  expected.delaysTouchesBegan = true
  expected.delaysTouchesEnded = false
  #expect(gesture == expected)
}

@Test func `A drag that waits for a swipe yields to it, unless its beginning cannot be undone`() throws {
  func drag(_ kind: String, _ relation: String, _ action: String) throws -> (yields: Bool, notes: [String]) {
    let (parsed, diagnostics) = Configuration.parse(
      text: """
        [[gesture]]
        name = "swipe"
        kind = "swipe"
        [[gesture]]
        name = "drag"
        kind = "\(kind)"
        \(relation) = "swipe"
        \(action)
        """, path: "c.toml")
    let gestures = try #require(parsed).gestures
    #expect(!gestures[1].yields(toAwaited: gestures[0], in: .uikit))
    return (
      gestures[1].yields(toAwaited: gestures[0], in: .hand), diagnostics.filter { $0.severity == .note }.map(\.message)
    )
  }
  let harmless = [
    "", "action = { stream = [\"cat\"] }", "action = { scroll = true }", "on.began = { log = \"a\" }",
    "on.ended = { sound = \"chomp\" }",
    "on.cancelled = { shell = \"true\" }",
  ]
  for action in harmless {
    for kind in ["pan", "edge-pan"] {
      let outcome = try drag(kind, "requires_failure_of", action)
      #expect(outcome.yields && !outcome.notes.contains { $0.contains("yields_to") }, "\(kind) \(action)")
    }
  }
  for action in [
    "action = { key = \"a\" }", "on.began = { sound = \"chomp\" }",
    "on.changed = { shell = \"true\", every = \"5mm\" }",
  ] {
    let outcome = try drag("pan", "requires_failure_of", action)
    #expect(!outcome.yields && outcome.notes.contains { $0.contains("yields_to = [\"swipe\"]") }, "\(action)")
  }
  #expect(try drag("pinch", "requires_failure_of", "").yields == false)
  #expect(
    try drag("pan", "yields_to", "action = { key = \"a\" }").notes.allSatisfy { !$0.contains("cannot be taken back") })
}

@Test func `Places are edges, corners and segments, one or several`() throws {
  let gestures = try configuration(
    """
    [[gesture]]
    name = "corner"
    kind = "tap"
    starts_at = "top-left"
    corner_size = "20mm"
    [[gesture]]
    name = "sides"
    kind = "swipe"
    starts_at = ["left", { edge = "top", from = "50%" }, { edge = "bottom", from = "10mm", to = "40mm" }]
    ends_at = ["right", "bottom-right"]
    edge_width = "3%"
    """
  ).gestures
  #expect(gestures[0].startsAt == PlaceSettings(corners: [.topLeft]))
  #expect(gestures[0].cornerSize == .millimetres(20) && gestures[0].endsAt == nil)
  let segments: [PlaceSettings.Segment] = [
    .init(edge: .left), .init(edge: .top, from: .percent(50)),
    .init(edge: .bottom, from: .millimetres(10), to: .millimetres(40)),
  ]
  #expect(gestures[1].startsAt == PlaceSettings(segments: segments))
  #expect(gestures[1].endsAt == PlaceSettings(segments: [.init(edge: .right)], corners: [.bottomRight]))
  let screen = ScreenMetrics(size: Size(width: 200, height: 100), of: ScreenSettings())
  let recognizer = gestures[1].makeRecognizer(view: Size(width: 200, height: 100), on: screen)
  #expect(
    recognizer.startingPlaces
      == RimPlaces(
        segments: [.init(.left), .init(.top, 100...Double.infinity), .init(.bottom, 10...40)], edgeWidth: 3,
        cornerSize: 15))
  #expect(recognizer.endingPlaces?.corners == Set([RimPlaces.Corner.bottomRight]))
}

@Test func `A spread is measured in the view`() throws {
  let gestures = try configuration(
    """
    [[gesture]]
    name = "near"
    kind = "tap"
    fingers = 2
    max_spread = "40mm"
    [[gesture]]
    name = "far"
    kind = "pinch"
    min_spread = "50%"
    max_spread = "90%"
    [[gesture]]
    name = "any"
    kind = "pinch"
    """
  ).gestures
  let screen = ScreenMetrics(size: Size(width: 200, height: 100), of: ScreenSettings())
  let spreads = gestures.map { $0.makeRecognizer(view: Size(width: 80, height: 60), on: screen).landingSpread }
  #expect(spreads == [0...40, 30...54, nil])
}

@Test func `Gestures that share no view may wait for each other`() throws {
  _ = try configuration(
    """
    [[view]]
    name = "x"
    frame = { width = "50%" }
    [[view]]
    name = "y"
    frame = { x = "50%" }
    [[gesture]]
    name = "a"
    kind = "tap"
    view = "x"
    requires_failure_of = ["b"]
    [[gesture]]
    name = "b"
    kind = "tap"
    view = "y"
    requires_failure_of = ["a"]
    """)
}

@Test func `Every action parses`() throws {
  var options = CommandOptions()
  options.timeout = .seconds(10)
  options.overlap = .restart
  options.directory = "/etc/tickled/scripts"
  options.environment = [.init(name: "B", value: "2"), .init(name: "A", value: "1")]
  options.user = "kiosk"
  var trusted = CommandOptions()
  trusted.secrets = [
    .init(name: "A", value: "token"), .init(name: "B", value: "/etc/tickled/./token"),
    .init(name: "C", value: "/token"),
  ]
  trusted.mayOpenInputDevices = true
  let actions: [(String, Action)] = [
    ("shell = 'true'", .shell("true", CommandOptions())),
    (
      "shell = 'x', timeout = '10s', overlap = 'restart', cwd = 'scripts', env = { B = '2', A = '1' }, user = 'kiosk'",
      .shell("x", options)
    ),
    (
      "shell = 'x', secrets = { A = 'token', B = './token', C = '/token' }, input_devices = true",
      .shell("x", trusted)
    ),
    ("exec = ['prog', '']", .exec(["prog", ""], CommandOptions())),
    ("sound = 'chomp'", .sound(.chomp, volume: 1)),
    ("sound = 'hehe', volume = 0.25", .sound(.hehe, volume: 0.25)),
    ("sound = 'bell.wav'", .sound(.file("/etc/tickled/bell.wav"), volume: 1)),
    ("sound = '/usr/share/bell'", .sound(.file("/usr/share/bell"), volume: 1)),
    ("key = 'ctrl+alt+t'", .key(try KeySequence("ctrl+alt+t"))),
    ("stream = ['prog']", .stream(["prog"])),
    ("log = ''", .log("")),
    ("mode = 'default'", .mode("default")),
    ("led = 'scroll'", .led(LED("scroll"))),
    ("led = 'scroll', state = 'on'", .led(LED("scroll", state: .on))),
    ("led = 'scroll', time = '2s'", .led(LED("scroll", time: .seconds(2)))), ("haptic = true", .haptic(Haptic())),
    (
      "haptic = true, device = 'vib*', time = '20ms', strength = 0.5",
      .haptic(Haptic(device: "vib*", time: .milliseconds(20), strength: 0.5))
    ),
    ("backlight = 'off'", .backlight(Backlight(.off))), ("backlight = 'on'", .backlight(Backlight(.on))),
    (
      "backlight = '12.5%', device = 'intel*', time = '2s'",
      .backlight(Backlight(.level(0.125), device: "intel*", time: .seconds(2)))
    ),
    ("unit = 'reboot.target'", .unit(UnitJob(.start, "reboot.target"))),
    ("unit = 'kiosk.service', do = 'stop'", .unit(UnitJob(.stop, "kiosk"))),
    ("unit = 'kiosk', do = 'restart'", .unit(UnitJob(.restart, "kiosk"))),
  ]
  for (text, action) in actions {
    let gesture = try configuration("[[gesture]]\nname = 'g'\nkind = 'tap'\naction = { \(text) }").gestures[0]
    #expect(gesture.actions == [ActionBinding(state: .recognized, action: action)], "\(text)")
  }
}

@Test func `Pointer actions have the place of the touch, and the movements that they follow`() throws {
  var lines = PointerAction.Scroll()
  lines.place = .pointer
  lines.step = .millimetres(5)
  lines.isNatural = false
  lines.hasInertia = false
  var menu = PointerAction.Drag()
  menu.button = .right
  menu.liftTime = .milliseconds(300)
  var slow = PointerAction.Drag()
  slow.place = .pointer
  slow.speed = 0.5
  var there = PointerAction.Move()
  there.place = .touch
  var fast = PointerAction.Move()
  fast.speed = 2
  let actions: [(String, PointerAction)] = [
    ("click = 'left'", .click(.init())),
    ("click = 'double'", .click(.init(.left, count: 2))),
    ("click = 'middle', count = 3, at = 'pointer'", .click(.init(.middle, count: 3, place: .pointer))),
    ("scroll = true", .scroll(.init())),
    ("scroll = true, at = 'pointer', step = '5mm', natural = false, inertia = false", .scroll(lines)),
    ("drag = true", .drag(.init())),
    ("drag = true, lift_time = 'none'", .drag(.init())),
    ("drag = true, button = 'right', lift_time = '300ms'", .drag(menu)),
    ("drag = true, at = 'pointer', speed = 0.5", .drag(slow)),
    ("pointer = true", .move(.init())),
    ("pointer = true, at = 'touch'", .move(there)),
    ("pointer = true, speed = 2", .move(fast)),
  ]
  for (text, action) in actions {
    let gesture = try configuration("[[gesture]]\nname = 'g'\nkind = 'pan'\naction = { \(text) }").gestures[0]
    #expect(gesture.actions == [ActionBinding(state: .recognized, action: .pointer(action))], "\(text)")
  }
}

@Test func `Actions can be named, listed and bound to states, in order`() throws {
  let configuration = try configuration(
    """
    [[gesture]]
    name = "pan"
    kind = "pan"
    action = "both"
    [gesture.on]
    ended = [{ log = "1" }, "one", { log = "2" }]
    changed = { log = "c", every = "163pt" }
    [[gesture]]
    name = "pinch"
    kind = "pinch"
    on = { changed = { log = "c", every = "0.1x" } }
    [[gesture]]
    name = "turn"
    kind = "rotation"
    on.changed = { log = "c", every = "180deg" }
    [actions]
    one = { log = "one" }
    both = [{ log = "a" }, { log = "b" }]
    """)
  #expect(
    configuration.gestures[0].actions == [
      ActionBinding(state: .recognized, action: .log("a")),
      ActionBinding(state: .recognized, action: .log("b")),
      ActionBinding(state: .ended, action: .log("1")),
      ActionBinding(state: .ended, action: .log("one")),
      ActionBinding(state: .ended, action: .log("2")),
      ActionBinding(state: .changed, action: .log("c"), every: .millimetres(163 * Length.point)),
    ])
  #expect(configuration.gestures[1].actions[0].every == .ratio(0.1))
  #expect(configuration.gestures[2].actions[0].every == .radians(.pi))
  #expect(
    configuration.actions == [
      NamedAction(name: "one", actions: [.log("one")]),
      NamedAction(name: "both", actions: [.log("a"), .log("b")]),
    ])
}

@Test func `Steps in one direction have a key of their own, in general and in the kind's words`() throws {
  let configuration = try configuration(
    """
    [[gesture]]
    name = "drag"
    kind = "pan"
    [gesture.on]
    forwards = { log = "right", every = "5mm" }
    backwards = [{ log = "left", every = "5mm" }, { log = "far left", every = "50mm" }]
    [[gesture]]
    name = "pinch"
    kind = "pinch"
    on = { in = { log = "smaller", every = "0.1x" }, out = { log = "larger", every = "0.1x" } }
    [[gesture]]
    name = "turn"
    kind = "rotation"
    on.clockwise = { log = "up", every = "180deg" }
    on.backwards = { log = "down", every = "180deg" }
    """)
  func binding(
    _ text: String, _ every: ActionBinding.Step, _ direction: ActionBinding.Direction
  ) -> ActionBinding {
    ActionBinding(state: .changed, action: .log(text), every: every, direction: direction)
  }
  #expect(
    configuration.gestures.map(\.actions) == [
      [
        binding("right", .millimetres(5), .forwards), binding("left", .millimetres(5), .backwards),
        binding("far left", .millimetres(50), .backwards),
      ],
      [binding("smaller", .ratio(0.1), .backwards), binding("larger", .ratio(0.1), .forwards)],
      [binding("up", .radians(.pi), .forwards), binding("down", .radians(.pi), .backwards)],
    ])
}

@Test func `A percentage of a swipe's distance means the view's extent along the direction`() throws {
  let settings = try configuration(
    """
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    direction = ["right", "down", "down-right", "up-left"]
    min_distance = "50%"
    max_distance = "75%"
    """
  ).gestures[0]
  let strip = Size(width: 217, height: 8)
  let screen = ScreenMetrics(size: Size(width: 217, height: 136), of: ScreenSettings())
  let swipe = try #require(settings.makeRecognizer(view: strip, on: screen) as? SwipeGestureRecognizer)
  let lengths: [(SwipeDirection, Double)] = [
    (.right, 217), (.down, 8), (.downRight, 8 * 2.0.squareRoot()), (.upLeft, 8 * 2.0.squareRoot()),
  ]
  for (direction, extent) in lengths {
    let range = try #require(swipe.distances[direction])
    #expect((range.lowerBound - extent / 2).magnitude < 1e-9, "\(direction)")
    #expect((range.upperBound - extent * 0.75).magnitude < 1e-9, "\(direction)")
  }
}

@Test(arguments: ["pan", "edge-pan"])
func `A pan has momentum if its gesture says so`(kind: String) throws {
  for (key, expected) in [("", false), ("momentum = true", true), ("momentum = false", false)] {
    let settings = try configuration("[[gesture]]\nname = \"g\"\nkind = \"\(kind)\"\n\(key)").gestures[0]
    let screen = ScreenMetrics(size: Size(width: 200, height: 100), of: ScreenSettings())
    let pan = settings.makeRecognizer(view: Size(width: 200, height: 100), on: screen) as? PanGestureRecognizer
    #expect(try #require(pan).hasMomentum == expected, "\(key)")
  }
}

@Test(arguments: [
  ("kind = \"pan\"\nmax_fingers = 1", true, false), ("kind = \"edge-pan\"", true, false),
  ("kind = \"pan\"", false, false), ("kind = \"pan\"\nmax_fingers = 2", false, false),
  ("kind = \"pan\"\nmax_fingers = 1\ngives_way = true\naction = { exec = [\"true\"] }", true, true),
  ("kind = \"pan\"\nmax_fingers = 1\ngives_way = false", false, false),
  ("kind = \"pan\"\nmax_fingers = 1\naction = { exec = [\"true\"] }", false, false),
  ("kind = \"pan\"\nmax_fingers = 1\naction = { scroll = true }", true, false),
  ("kind = \"pan\"\nmax_fingers = 1\non.ended = { exec = [\"true\"] }", true, false),
  ("kind = \"pan\"\nmax_fingers = 1\nsimultaneous_with = [\"pinch\"]", false, false),
  ("kind = \"pan\"\nmax_fingers = 1\ndoes_not_prevent = [\"pinch\"]", false, false),
])
func `A drag gives way to gestures for more fingers, unless its beginning cannot be undone (ARB-14)`(
  keys: String, byHand: Bool, inUIKit: Bool
) throws {
  let text = "[[gesture]]\nname = \"pinch\"\nkind = \"pinch\"\n[[gesture]]\nname = \"drag\"\n\(keys)"
  let gestures = try configuration(text).gestures
  #expect(gestures[1].givesWay(to: gestures[0], in: .hand) == byHand)
  #expect(gestures[1].givesWay(to: gestures[0], in: .uikit) == inUIKit)
}
