import Foundation
import Testing

@testable import Configuration

@Suite("The effective configuration")
struct EffectiveTests {
  private func effective(_ text: String) throws -> String {
    let read = CheckedText(ConfigurationText(bytes: Array(text.utf8), path: "/etc/tickled/config.toml"))
    let configuration = try #require(
      read.configuration, "\(read.diagnostics.map(\.description).joined(separator: "\n"))\n\(text)")
    return EffectiveText(configuration, read.outline, nil).written()
  }

  private func configuration(_ text: String) throws -> Configuration {
    let (configuration, diagnostics) = Configuration.parse(text: text, path: "/etc/tickled/config.toml")
    return try #require(configuration, "\(diagnostics.map(\.description).joined(separator: "\n"))")
  }

  @Test func `It has what the file says, with the defaults, and is its own effective configuration`() throws {
    let text = try effective(Self.everything)
    var (first, second) = (try configuration(Self.everything), try configuration(text))
    #expect(try effective(text) == text)
    // Defaults that depend on `recognition` are written in, which changes nothing on these screens.
    for index in first.screens.indices { first.screens[index].fill(from: second.screens[index]) }
    for index in first.gestures.indices { first.gestures[index].fill(from: second.gestures[index]) }
    #expect(first.screens == second.screens)
    for (a, b) in zip(first.gestures, second.gestures) { #expect(a == b) }
    second.gestures = first.gestures
    #expect(first == second)
  }

  @Test func `An empty file has the screen that each touchscreen is, with all of its defaults`() throws {
    let text = try effective("")
    for key in Keys.screenKeys where key.standard != nil {
      #expect(text.contains("\n\(key.name) = \(key.standard!)\n"))
    }
    #expect(text.contains("[daemon]\nlog_level = \"info\"\n"))
  }

  @Test func `A default that depends on recognition is written only if all screens have the same`() throws {
    let swipe = "[[gesture]]\nname = \"s\"\nkind = \"swipe\"\n"
    let uikit = "[[screen]]\nname = \"a\"\nrecognition = \"uikit\"\n"
    #expect(try effective(swipe).contains("decide = \"lift\""))
    #expect(try effective(uikit + swipe).contains("decide = \"movement\""))
    #expect(try effective(uikit + swipe).contains("landing_grace = \"0ms\""))
    #expect(try !effective(uikit + "[[screen]]\nname = \"b\"\n" + swipe).contains("decide"))
  }

  @Test func `Relative paths become absolute, as another file may be in another folder`() throws {
    let action = "{ shell = \"a\", cwd = \"work\", secrets = { A = \"keys/a\", B = \"b\" } }"
    let text = try effective(
      "[[gesture]]\nname = \"a\"\nkind = \"tap\"\naction = [{ sound = \"bell.wav\" }, \(action)]\n")
    #expect(text.contains("sound = \"/etc/tickled/bell.wav\""))
    #expect(text.contains("cwd = \"/etc/tickled/work\""))
    #expect(text.contains("secrets = { A = \"/etc/tickled/keys/a\", B = \"b\" }"))
  }

  private static let everything = #"""
    [daemon]
    watch = true
    [actions]
    both = [{ log = "a\\b \"c\"" }, { key = "ctrl+c ctrl+v" }]
    [actions.bite]
    sound = "chomp"
    volume = 0.5
    [[screen]]
    name = "wall"
    match = { name = "Goodix*", vendor = 0x27c6 }
    size = ["217mm", "136mm"]
    pixels = [1920, 1200]
    calibration = [1, 0, 0, 0, 1, 0.5]
    palm = 12
    wake_guard = "300ms"
    wake_action = { led = "power", state = "on" }
    [[view]]
    name = "left side"
    screen = "wall"
    frame = { width = "50%", top = "20px" }
    [[view]]
    name = "inner"
    parent = "left side"
    alpha = 0.5
    first_responder = true
    [[gesture]]
    name = "tap"
    kind = "tap"
    view = ["left side", "inner"]
    movement = "25pt"
    tools = "pen"
    simultaneous_with = "all"
    action = ["bite", { exec = ["a", "b c"], timeout = "5s", env = { A = "1" }, user = "kiosk" }]
    [[gesture]]
    name = "drag"
    kind = "pan"
    requires_failure_of = "tap"
    starts_at = ["left", { edge = "top", to = "50%" }, "top-right"]
    held = 1
    held_side = "left"
    action = { drag = true, lift_time = "1s" }
    [gesture.on]
    began = [{ led = "power", state = "off" }, { click = "double" }]
    changed = { stream = ["p"], every = "5mm" }
    backwards = { haptic = true, every = "0.1mm", strength = 0.25 }
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    direction = ["left", "30deg"]
    max_angle = "none"
    max_delay = "none"
    action = { click = "right", at = "pointer" }
    [[gesture]]
    name = "code"
    kind = "sequence"
    steps = ["tap", "swipe"]
    action = { mode = "still" }
    [[gesture]]
    name = "turn"
    kind = "rotation"
    fingers = 3
    on.clockwise = { log = "c", every = "15deg" }
    [[gesture]]
    name = "scroll"
    kind = "edge-pan"
    edges = "left"
    momentum = true
    action = { scroll = true, natural = false }
    [[gesture]]
    name = "move"
    kind = "pan"
    action = { pointer = true, speed = 2 }
    [[gesture]]
    name = "louder"
    kind = "press"
    key = "volumeup"
    view = "inner"
    hold = "0ms"
    on.changed = { focus = "inner", every = "200ms" }
    [[gesture]]
    name = "skip"
    kind = "remote"
    command = ["next-track", "previous-track"]
    [[gesture]]
    name = "lid"
    kind = "switch"
    switch = "lid"
    [[gesture]]
    name = "shake"
    kind = "shake"
    force = "1.5g"
    [[gesture]]
    name = "knock"
    kind = "knock"
    [[gesture]]
    name = "over"
    kind = "turn"
    to = "face-down"
    [mode.still]
    disable = "tap"
    timeout = "30s"
    entered = { led = "power" }
    left = "both"
    """#
}

extension ScreenSettings {
  /// Takes over the given values of settings whose defaults depend on the recognition, if they are the defaults.
  fileprivate mutating func fill(from other: ScreenSettings) {
    if followsLeader.value(in: recognition) == other.followsLeader.given { followsLeader = other.followsLeader }
    if landingGrace.value(in: recognition) == other.landingGrace.given { landingGrace = other.landingGrace }
    if steadies.value(in: recognition) == other.steadies.given { steadies = other.steadies }
    if settles.value(in: recognition) == other.settles.given { settles = other.settles }
    if bridge.value(in: recognition) == other.bridge.given { bridge = other.bridge }
  }
}

extension GestureSettings {
  fileprivate mutating func fill(from other: GestureSettings) {
    if case .tap(var tap) = kind, case .tap(let given) = other.kind,
      tap.movement.value(in: .hand) == given.movement.given
    {
      tap.movement = given.movement
      kind = .tap(tap)
    }
    if case .edgePan(var pan) = kind, case .edgePan(let given) = other.kind {
      if pan.width.value(in: .hand) == given.width.given { pan.width = given.width }
      if pan.threshold.value(in: .hand) == given.threshold.given { pan.threshold = given.threshold }
      if pan.givesWay.value(in: .hand) == given.givesWay.given { pan.givesWay = given.givesWay }
      kind = .edgePan(pan)
    }
    if case .pan(var pan) = kind, case .pan(let given) = other.kind,
      pan.givesWay.value(in: .hand) == given.givesWay.given
    {
      pan.givesWay = given.givesWay
      kind = .pan(pan)
    }
    guard case .swipe(var swipe) = kind, case .swipe(let given) = other.kind else { return }
    if swipe.maxDuration.value(in: .hand) == given.maxDuration.given { swipe.maxDuration = given.maxDuration }
    if swipe.maxAngle.value(in: .hand) == given.maxAngle.given { swipe.maxAngle = given.maxAngle }
    if swipe.decision.value(in: .hand) == given.decision.given { swipe.decision = given.decision }
    if swipe.failsEarly.value(in: .hand) == given.failsEarly.given { swipe.failsEarly = given.failsEarly }
    kind = .swipe(swipe)
  }
}
