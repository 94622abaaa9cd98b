import CTouchInput
import Gestures
import Glibc
import Program

@testable import Configuration
@testable import TickledDaemon
@testable import TouchInput

/// Reads a file of quirks. Each row is used or named, and a panel with the keys of all of them is played to the end.
func fuzzQuirks(_ bytes: [UInt8]) {
  scratch.write(bytes, as: "quirks.toml")
  var configuration = Configuration(path: "fuzz.toml")
  configuration.quirks = PanelQuirks(in: [scratch.path])
  let rows = Configuration.parse(bytes: bytes, path: "fuzz.toml").0?.screens.count ?? 1
  guard configuration.quirks.rows.count + configuration.quirks.warnings.count >= rows else {
    fatalError("a row that is neither used nor named")
  }
  let description = lyingPanel.description
  _ = configuration.screen(for: description, DiscoveredDevice(at: "/dev/input/event9"))
  let screen = configuration.quirks.completing(ScreenSettings()) { _ in true }
  let geometry = screen.geometry(of: description)
  var lives = Lives(size: geometry.size, screen.touchFilter, unit: geometry.unit)
  lives.landsByPressure = screen.lifts == .pressure || screen.leastPressure > 0
  play(lyingPanel, screen.contactWishes(imprints: true, on: geometry.size), on: geometry, lives)
}

/// Reads what was measured of panels. A panel of which it says something is played to the end, and its measures are written and read again.
func fuzzPanels(_ bytes: [UInt8]) {
  scratch.write(bytes, as: "panels.jsonl")
  let source = source()
  let known = read().model(of: source)
  if known == PanelModel.Summary() { return }
  _ = known.sentence
  guard known.ghosts <= known.touches else { fatalError("\(known.ghosts) ghosts in \(known.touches) touches") }
  let geometry = PanelGeometry(lyingPanel.description)
  let lives = Lives(size: geometry.size, TouchFilter.Settings(), unit: geometry.unit, known: known)
  let measured = play(lyingPanel, ContactWishes(), on: geometry, lives)
  _ = measured.sentence
  guard (measured.noise ?? 0).isFinite else { fatalError("a noise of \(measured.noise!)") }
  let panels = read()
  panels.keep(measured, of: source, inUse: false)
  panels.close()
  let again = read().model(of: source)
  guard again.touches == measured.touches, again.breaks == measured.breaks else {
    fatalError("\(again) is not \(measured)")
  }
}

private func read() -> KnownPanels {
  guard let panels = KnownPanels(in: scratch.path, log: Log { _, message in fatalError(message) }) else {
    fatalError("no folder")
  }
  return panels
}

/// A folder with the file of an input.
private struct Scratch {
  let path: String

  init() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    path = "\(folder)/tickled-fuzz-\(getpid())"
    guard mkdir(path, 0o700) == 0 else { fatalError("mkdir \(path)") }
  }

  func write(_ bytes: [UInt8], as name: String) {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else { fatalError("write \(name)") }
    close(file)
  }
}

private let scratch = Scratch()

// MARK: - A panel that lies

/// Fingers that jump, that are lost for a moment, that land where others were, that rest for minutes, and that do not press.
private let lyingPanel: Recording = {
  let button = "B: 01" + String(repeating: " 00", count: 41) + " 04" + String(repeating: " 00", count: 6) + "\n"
  let axes = [
    "2f 0 4 0 0 0", "30 0 255 0 0 10", "35 0 1000 0 0 10", "36 -500 500 0 0 10", "39 0 65535 0 0 0", "3a 0 255 0 0 0",
  ]
  var text = "# EVEMU 1.3\nN: Panel\nI: 0003 1234 0015 0001\nP: 02\n\(button)"
  for axis in axes { text += "A: \(axis)\n" }
  var time = 0
  func frame(after milliseconds: Int, _ events: [(code: Int, value: Int)]) {
    time += milliseconds
    let stamp = "\(time / 1000).\(String(time % 1000 + 1000).dropFirst())000"
    for (code, value) in events {
      text += "E: \(stamp) \(code == Int(BTN_TOUCH) ? "0001" : "0003") \(String(code, radix: 16)) \(value)\n"
    }
    text += "E: \(stamp) 0000 0000 0\n"
  }
  func finger(_ slot: Int, _ id: Int, after pause: Int, at places: [(Int, Int)], every period: Int, pressure: Int = 90)
  {
    for (index, place) in places.enumerated() {
      var events = [(0x2f, slot), (0x35, place.0), (0x36, place.1), (0x3a, index % 3 == 2 ? pressure : 90), (0x30, 20)]
      if index == 0 { events.insert((0x39, id), at: 1) }
      frame(after: index == 0 ? pause : period, events)
    }
  }
  func lift(_ slot: Int, after milliseconds: Int) { frame(after: milliseconds, [(0x2f, slot), (0x39, -1)]) }
  frame(after: 0, [(Int(BTN_TOUCH), 1)])
  for round in 1...3 {
    finger(0, round * 10, after: 500, at: [(100, 0), (101, 0), (400, 40), (102, 0), (103, 1)], every: 12, pressure: 0)
    lift(0, after: 12)
    finger(0, round * 10 + 1, after: 20, at: [(104, 0), (140, 0), (180, 0), (220, 0)], every: 12)
    lift(0, after: 12)
    finger(1, round * 10 + 2, after: 24, at: [(300, 0), (340, 0)], every: 12)
    lift(1, after: 12)
    finger(0, round * 10 + 3, after: 0, at: [(999, 499)], every: 0)
    lift(0, after: 0)
  }
  finger(2, 90, after: 500, at: [(500, 100), (501, 100)], every: 12)
  for tap in 0..<12 {
    finger(0, 100 + tap, after: 40_000, at: [(200 + tap, 200)], every: 0)
    lift(0, after: 50)
  }
  finger(2, 91, after: 10, at: [(600, 100)], every: 0)
  frame(after: 10, [(Int(BTN_TOUCH), 0)])
  guard let recording = try? Recording(bytes: Array(text.utf8), file: "panel") else {
    fatalError("the panel's recording")
  }
  return recording
}()

private func source() -> PanelSource {
  guard let device = TouchDevice(adopting: -1, lyingPanel.description) else { fatalError("no touchscreen") }
  var found = DiscoveredDevice(at: "/dev/input/event9")
  found.path = "usb-1"
  return PanelSource(device, found)
}

/// What a screen says of a panel's faults, and what is known of it.
struct PanelFaults {
  var geometry = PanelGeometry.Settings()
  var wishes = ContactWishes()
  var filter = TouchFilter.Settings(stale: .seconds(1))
  var known = PanelModel.Summary()
  /// Whether the panel measures pressure, which takes the place of an axis that panels do not have.
  private var hasPressure = false

  init() {}

  init(_ input: inout Input) {
    let (choice, other) = (input.byte(), input.byte())
    hasPressure = choice & 1 != 0
    wishes.lifts = ContactWishes.Lifts.allCases[Int(choice >> 1 & 3)]
    filter.liftsBySilence = wishes.lifts == .silence
    filter.bridge = [.whereSeen, .off, .always(.milliseconds(30)), .always(.milliseconds(100))][Int(choice >> 3 & 3)]
    filter.settles = choice & 32 == 0
    filter.compensates = choice & 64 == 0
    known.breaks = choice & 128 != 0
    if other & 1 != 0 { geometry.ranges.x = Self.ends(&input) }
    if other & 2 != 0 { geometry.ranges.y = Self.ends(&input) }
    if other & 4 != 0 {
      let numbers = (0..<6).map { _ in Double(input.number()) / 100 }
      geometry.calibration = PanelGeometry.Calibration(numbers) ?? .identity
    }
    if other & 8 != 0 { geometry.size = Size(width: Double(input.number()), height: Double(input.number())) }
    if other & 16 != 0 { wishes.dead = [Rect(x: 0, y: 0, width: Double(input.byte()), height: 1000)] }
    wishes.ignoresOutside = other & 32 != 0
    wishes.leastPressure = other & 64 != 0 ? 0.25 : 0
    if other & 128 != 0 { filter.stale = .milliseconds(Int64(input.byte())) }
  }

  private static func ends(_ input: inout Input) -> PanelGeometry.Ranges.Ends? {
    let (first, last) = (input.number(), input.number())
    return first == last ? nil : PanelGeometry.Ranges.Ends(first: first, last: last)
  }

  func addAxis(to raw: inout ti_description) {
    guard hasPressure else { return }
    let axis = ti_axis(present: true, minimum: 0, maximum: 100, fuzz: 0, flat: 0, resolution: 0)
    withUnsafeMutableBytes(of: &raw.axes) { $0.assumingMemoryBound(to: ti_axis.self)[Int(ABS_MT_PRESSURE)] = axis }
  }

  func changed(_ event: ti_event) -> ti_event {
    guard hasPressure, event.type == EV_ABS, event.code == ABS_RX else { return event }
    return ti_event(time: event.time, type: event.type, code: UInt16(ABS_MT_PRESSURE), value: event.value)
  }
}
