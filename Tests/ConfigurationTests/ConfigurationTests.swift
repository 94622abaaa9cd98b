import Gestures
import Program
import Testing
import TouchInput

@testable import Configuration

/// Parses a configuration; fails the test if there are diagnostics.
func configuration(
  _ text: String, path: String = "/etc/tickled/config.toml", sourceLocation: SourceLocation = #_sourceLocation
) throws -> Configuration {
  let (configuration, diagnostics) = Configuration.parse(text: text, path: path)
  #expect(diagnostics.map(\.description) == [], sourceLocation: sourceLocation)
  return try #require(configuration, sourceLocation: sourceLocation)
}

@Test func `An empty file is a configuration with every default`() throws {
  #expect(try configuration("") == Configuration(path: "/etc/tickled/config.toml"))
  #expect(try configuration("\u{FEFF}# only a remark\r\n").daemon == DaemonSettings())
}

@Test func `The tables daemon and screen are parsed`() throws {
  let configuration = try configuration(
    """
    [daemon]
    log_level = "debug"
    socket = "/tmp/s"
    sound_device = "hw:1"
    sandbox = true
    watch = true

    [[screen]]
    name = "wall"
    match = { name = "Goodix*", vendor = 0x27c6, product = 0x0111, path = "/dev/input/event4", serial = "7" }
    orientation = "inverted"
    size = ["217mm", "163pt"]
    pixels = [1920, 1200]
    calibration = [1, 0, 0, 0, 1.5, 0]
    intercept = true
    max_delay = "none"
    exclusive = "screen"
    filter = false
    stale = "90s"
    [[screen]]
    name = "table"
    stale = "none"
    """)
  #expect(configuration.daemon.logLevel == .debug)
  #expect(configuration.daemon.socket == "/tmp/s")
  #expect(configuration.daemon.soundDevice == "hw:1" && configuration.daemon.sandbox)
  #expect(configuration.daemon.watch)
  var screen = ScreenSettings()
  screen.name = "wall"
  screen.match.name = "Goodix*"
  screen.match.vendor = 0x27C6
  screen.match.product = 0x111
  screen.match.path = "/dev/input/event4"
  screen.match.serial = "7"
  screen.orientation = .inverted
  screen.size = Size(width: 217, height: 163 * Length.point)
  screen.pixels = PixelSize(width: 1920, height: 1200)
  screen.calibration = [1, 0, 0, 0, 1.5, 0]
  screen.intercept = true
  screen.maxDelay = .unlimited
  screen.exclusive = .screen
  screen.filter = false
  screen.stale = .seconds(90)
  var table = ScreenSettings()
  table.name = "table"
  table.stale = nil
  #expect(configuration.screens == [screen, table])
}

@Test func `Views inherit their parent's screen, and a screen's name as parent means its root view`() throws {
  let views = try configuration(
    """
    [[screen]]
    name = "left"
    [[view]]
    name = "leaf"
    parent = "branch"
    hidden = true
    [[view]]
    name = "branch"
    parent = "left"
    alpha = 0
    touches = "swallow"
    [[view]]
    name = "free"
    enabled = false
    """
  ).views
  #expect(views.map(\.name) == ["leaf", "branch", "free"])
  #expect(views.map(\.screen) == ["left", "left", nil])
  #expect(views.map(\.parent) == ["branch", nil, nil])
  #expect(views.map(\.isHidden) == [true, false, false])
  #expect(views.map(\.isEnabled) == [true, true, false])
  #expect(views.map(\.alpha) == [1, 0, 1])
  #expect(views.map(\.touches) == [.pass, .swallow, .pass])
}

@Test func `Two of left, width and right define a frame`() throws {
  let frames: [(String, x: Double, width: Double)] = [
    ("", 0, 200), ("x = '10%'", 20, 180), ("left = '20mm', right = '30mm'", 20, 150), ("width = '50%'", 0, 100),
    ("right = '20mm'", 0, 180), ("width = '30mm', right = '10%'", 150, 30), ("x = '80px', width = '40px'", 20, 10),
    ("left = '150mm', right = '100mm'", 150, 0),
  ]
  for (text, x, width) in frames {
    let configuration = try configuration(
      """
      [[screen]]
      name = "main"
      pixels = [800, 400]
      [[view]]
      name = "snake"
      frame = { \(text) }
      """)
    let frame = configuration.views[0].frame
    let rect = frame.rect(in: Size(width: 200, height: 100), horizontalScale: 4, verticalScale: 4)
    #expect(rect == Rect(x: x, y: 0, width: width, height: 100), "\(text)")
  }
}

@Test func `Modes name gestures, views and screens`() throws {
  let modes = try configuration(
    """
    [[view]]
    name = "snake"
    [[gesture]]
    name = "snake"
    kind = "tap"
    action = { mode = "locked" }
    [mode.locked]
    disable = ["snake", "main"]
    timeout = "30s"
    [mode.free]
    enable = "snake"
    """
  ).modes
  #expect(modes.map(\.name) == ["locked", "free"])
  #expect(modes[0].disable.gestures == ["snake"])
  #expect(modes[0].disable.views == ["snake", "main"])
  #expect(modes[0].timeout == .seconds(30))
  #expect(modes[1].enable.gestures == ["snake"])
  #expect(modes[1].timeout == nil)
}
