import CTouchInput
import Foundation
import Testing

@testable import TouchInput

@Suite struct `A recording of another program` {
  @Test func `is read if libinput wrote it`() throws {
    let recording = try #require(try recordings("libinput/panel.yml").first)
    #expect(recording.description.name == "Test Panel")
    #expect(recording.description.vendor == 0x1d6b)
    #expect(recording.description.touchProtocol == .slots)
    #expect(recording.description.slots == 5)
    #expect(recording.description.x == .init(minimum: 0, maximum: 20000, resolution: 100))
    #expect(recording.description.y == .init(minimum: 0, maximum: 12000, resolution: 100))
    #expect(recording.events.storage.map(\.time).last == 500_101)
    #expect(recording.events.storage.filter { $0.code == ABS_MT_TRACKING_ID }.map(\.value) == [1, -1, 2, -1])
    #expect(try Lives(of: recording).begun == 2)
  }

  @Test func `with several devices gives a recording of each touchscreen`() throws {
    let recordings = try recordings("libinput/two.yml")
    #expect(recordings.map(\.description.name) == ["Panel"])
    #expect(recordings[0].description.y == .init(minimum: -5, maximum: 4095, resolution: 12))
    #expect(recordings[0].description.touchProtocol == .single)
    #expect(recordings[0].events.storage.first?.time == 1_999_999)
    let both = try text("libinput/two.yml").replacing("2: [0, 1] # EV_REL", with: "3: [0, 1]")
      .replacing(
        "    properties: []",
        with: "    absinfo:\n      0: [0, 9, 0, 0, 0]\n      1: [0, 9, 0, 0, 0]\n    properties: [1]"
      )
      .replacing("1: [272, 273]", with: "1: [330]")
    #expect(try read(both).map(\.description.name) == ["Mouse \"M\"", "Panel"])
  }

  @Test func `is read if getevent printed it with its devices`() throws {
    let recordings = try recordings("getevent/described.log")
    try #require(recordings.count == 1)
    #expect(recordings[0].description.name == "synaptics_dsx")
    #expect(recordings[0].description.slots == 10)
    #expect(recordings[0].description.y == .init(minimum: 0, maximum: 1919, resolution: 0))
    #expect(recordings[0].events.storage.first == event(1_234_567_890, EV_ABS, ABS_MT_TRACKING_ID, 5))
    #expect(recordings[0].events.storage.contains(event(1_234_600_000, EV_ABS, ABS_MT_TRACKING_ID, -1)))
    #expect(recordings[0].events.storage.contains(event(1_234_600_000, EV_KEY, 0x14a, 0)))
    #expect(recordings[0].warnings == [])
    #expect(try Lives(of: recordings[0]).begun == 1)
  }

  @Test func `is read if getevent printed numbers`() throws {
    let recordings = try recordings("getevent/numbers.log")
    try #require(recordings.count == 1)
    #expect(recordings[0].description.name == "ft5x06")
    #expect(recordings[0].description.y == .init(minimum: -1, maximum: 480, resolution: 10))
    #expect(recordings[0].description.slots == 5)
    #expect(try Lives(of: recordings[0]).begun == 1)
  }

  @Test func `is read if python-evdev printed it`() throws {
    let end = "time 17.25     ------------- SYN_REPORT -------------"
    let log = """
      $ python3 -m evdev.evtest /dev/input/event3
      Listening for events (press ctrl-c to exit) ...
      time 17.25     type 3 (EV_ABS), code 57   (ABS_MT_TRACKING_ID), value 5
      time 17.25     type 3 (EV_ABS), code 53   (ABS_MT_POSITION_X), value 500
      time 17.25     type 3 (EV_ABS), code 54   (ABS_MT_POSITION_Y), value 400
      \(end)
      time 17.331802 type 3 (EV_ABS), code 57   (ABS_MT_TRACKING_ID), value -1
      \(end.replacing("17.25    ", with: "17.331802"))
      """
    let recording = try #require(try read(log).first)
    #expect(recording.events.storage.map(\.time).last == 17_331_802)
    #expect(recording.events.storage.first?.time == 17_250_000)
    #expect(recording.description.x == .init(minimum: 0, maximum: 500, resolution: 0))
    #expect(try Lives(of: recording).begun == 1)
  }

  @Test(arguments: ["D: 0\nR: 52 05 0d\nN: Panel\n", "R: 52 05 0d\n"])
  func `is refused with the way to one if hid-recorder wrote it`(text: String) {
    let error = #expect(throws: RecordingError.self) { try read(text) }
    #expect(
      error.map { "\($0)".contains("is a recording of hid-recorder") && "\($0)".contains("tickle record") } == true)
  }

  @Test func `by getevent without devices has the ranges that its fingers reached, and a warning`() throws {
    let recordings = try recordings("getevent/alone.log")
    try #require(recordings.count == 1)
    #expect(recordings[0].description.touchProtocol == .anonymous)
    #expect(recordings[0].description.x == .init(minimum: 0, maximum: 256, resolution: 0))
    #expect(recordings[0].warnings.count == 1)
    #expect(try Lives(of: recordings[0]).begun == 1)
  }

  @Test func `by getevent has slots even if its fingers never name one`() throws {
    let log = try text("getevent/numbers.log")
    let events = log.split(separator: "\n").filter { $0.hasPrefix("[") }.joined(separator: "\n") + "\n"
    #expect(try read(events).first?.description.touchProtocol == .slots)
  }

  @Test func `by evtest is read with what it prints around it`() throws {
    let recordings = try recordings("evtest/screen.evtest")
    try #require(recordings.count == 1)
    let panel = recordings[0]
    #expect(panel.description.name == "Acme \"Glass\" Touch" && panel.description.vendor == 0xeef)
    #expect(panel.description.x == .init(minimum: -5, maximum: 4095, resolution: 13))
    #expect(panel.description.y == .init(minimum: 0, maximum: 2047, resolution: 24))
    #expect(panel.description.slots == 10)
    #expect(panel.events.storage.first == event(1_489_331_115_266_088, EV_ABS, ABS_MT_TRACKING_ID, 244))
    #expect(panel.events.storage.contains(event(1_489_331_115_266_088, EV_MSC, 4, 0x90001)))
    #expect(panel.warnings == [])
    #expect(try Lives(of: panel).begun == 1)
    let lines = try text("evtest/screen.evtest").split(separator: "\n")
    let events = lines.filter { $0.hasPrefix("Event: ") }.joined(separator: "\n") + "\n"
    let alone = try #require(try read(events).first)
    #expect(alone.description.x == .init(minimum: 0, maximum: 1831, resolution: 0))
    #expect(
      alone.warnings == [
        "the log lacks the ranges of its axes: guessed from its events (evtest prints them before the events)"
      ])
    #expect(try Lives(of: alone).begun == 1)
  }

  @Test func `by an evtest of 2010 calls the end of a contact Config Sync`() throws {
    let lines = [
      "type 3 (Absolute), code 53 (?), value 90", "type 3 (Absolute), code 54 (?), value 40",
      "-------------- Config Sync ------------", "type 3 (Absolute), code 53 (?), value 300",
      "type 3 (Absolute), code 54 (?), value 44", "-------------- Config Sync ------------",
      "-------------- Report Sync ------------", "-------------- Config Sync ------------",
      "-------------- Report Sync ------------",
    ]
    let log = lines.enumerated().map { "Event: time 12.\(100 + $0), \($1)\n" }.joined()
    let panel = try #require(try read("Testing ... (interrupt to exit)\n" + log).first)
    #expect(panel.description.touchProtocol == .anonymous)
    #expect(try Lives(of: panel).begun == 2)
  }

  @Test func `by libinput debug-events has the touches, the names and the sizes of its panels`() throws {
    let recordings = try recordings("debugevents/tablet.log")
    try #require(recordings.count == 2)
    #expect(recordings[0].description.name == "ELAN Touch Screen")
    // 255.33 mm are 80.78 % of the width.
    #expect(recordings[0].description.x == .init(minimum: 0, maximum: 31607, resolution: 100))
    #expect(recordings[0].description.y == .init(minimum: 0, maximum: 17606, resolution: 100))
    let positions = recordings[0].events.storage.filter { $0.code == ABS_MT_POSITION_X && $0.type == EV_ABS }
    #expect(positions.map(\.value) == [25533, 25525, 500, 25400])
    #expect(positions.map(\.time) == [0, 8000, 8000, 20000])
    let lives = try Lives(of: recordings[0])
    #expect(lives.begun == 2 && lives.cancelled == 1)
    // Its line has no size, so libinput knew no resolution.
    #expect(recordings[1].description.name == "No Size")
    #expect(recordings[1].description.x.resolution == 0)
    #expect(try Lives(of: recordings[1]).begun == 1)
  }

  /// Compares the recordings of one panel in the formats of different programs.
  @Test(arguments: OwnRecordings.panels, OwnRecordings.formats)
  func `says the same in each format`(panel: String, format: String) throws {
    let evemu = try OwnRecordings.load(panel)
    let other = try OwnRecordings.load(panel, format)
    #expect(other.warnings == [])
    #expect(other.description.name == "tickled \(panel) panel" && other.description.vendor == 0x1d6b)
    #expect(other.description.name == evemu.description.name)
    #expect(other.description.touchProtocol == evemu.description.touchProtocol)
    #expect(other.description.slots == evemu.description.slots)
    #expect(other.description.x == evemu.description.x && other.description.y == evemu.description.y)
    // Recordings by tickle begin at 1 µs.
    func sinceTheFirst(_ recording: Recording) -> [ti_event] {
      let start = recording.events.storage[0].time
      return recording.events.storage.map {
        ti_event(time: $0.time - start, type: $0.type, code: $0.code, value: $0.value)
      }
    }
    #expect(sinceTheFirst(other) == sinceTheFirst(evemu))
    #expect(other.events.storage.count > 30)
  }

  @Test func `of a made-up panel is the one that the generator writes`() throws {
    let fresh = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: fresh, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: fresh) }
    let folder = URL(filePath: OwnRecordings.path("slots", "evemu")).deletingLastPathComponent()
    let script = try Process.run(folder.appending(path: "make-recordings"), arguments: [fresh.path])
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
    let written = try FileManager.default.contentsOfDirectory(atPath: fresh.path).sorted()
    let committed = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(committed.filter { $0 != "make-recordings" } == written)
    #expect(written.count == OwnRecordings.panels.count * OwnRecordings.formats.count)
    for name in written {
      let isCurrent =
        try Data(contentsOf: fresh.appending(path: name)) == Data(contentsOf: folder.appending(path: name))
      #expect(isCurrent, "\(name): run Tests/Recordings/make-recordings, and commit what it writes")
    }
  }

  @Test(arguments: refused) func `that cannot be used is rejected with the reason`(content: String, problem: String) {
    do throws(RecordingError) {
      _ = try Recording(bytes: Array(content.utf8), file: "tap")
      Issue.record("was read")
    } catch {
      #expect(error.description == problem)
    }
  }

  @Test func `by getevent with brackets among its keys is read to its end`() throws {
    let log = try text("getevent/described.log").replacing(
      "BTN_TOUCH             BTN_TOOL", with: "BTN_TOUCH ] BTN_TOOL")
    #expect(try read(log).map(\.description.name) == ["synaptics_dsx"])
  }

  @Test func `has at most 64 devices`() throws {
    let devices = String(repeating: "- node: x\n", count: 65)
    #expect(throws: RecordingError(file: "tap", line: 66, problem: "more than 64 devices")) {
      try Recording(bytes: Array(("version: 1\n" + devices).utf8), file: "tap")
    }
    let log = (1...65).map { "add device \($0): /dev/input/event\($0)\n" }.joined()
    #expect(throws: RecordingError(file: "tap", line: 65, problem: "more than 64 devices")) {
      try Recording(bytes: Array(log.utf8), file: "tap")
    }
  }

  @Test(arguments: [
    "libinput/panel.yml", "libinput/two.yml", "getevent/described.log", "getevent/numbers.log", "evtest/screen.evtest",
    "debugevents/tablet.log",
  ])
  func `that is broken anywhere is read or rejected`(name: String) throws {
    let whole = Array(try text(name).utf8)
    var random = SplitMix64(state: 7)
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 1...255, using: &random)
        case 1: bytes.remove(at: at)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: at)
        }
      }
      guard let recording = try? Recording(bytes: bytes, file: name) else { continue }
      #expect(try Lives(of: recording).down == [])
    }
  }

  private static let yaml = """
    version: 1
    devices:
    - node: /dev/input/event1
      evdev:

    """
  private static let refused: [(String, String)] = [
    ("version: 2\n", "tap:1: the only supported version of libinput's format is 1, found `2`"),
    ("devices:\n- node: x\n", "tap:2: `version: 1` is missing before the first device"),
    ("version: 1\nHallo\n", "tap:2: is not a line of a libinput recording: `Hallo`"),
    (yaml, "tap: holds no events"),
    (yaml + "    id: [1, 2]\n", "tap:5: id: expected four 16-bit numbers"),
    (yaml + "    id: [1, 2, 3, 65536]\n", "tap:5: id: expected four 16-bit numbers"),
    (
      yaml + "    absinfo:\n      0: [1]\n", "tap:6: expected minimum, maximum, fuzz, flat and resolution, found `[1]`"
    ),
    (yaml + "    absinfo:\n      64: [1, 2, 3, 4, 5]\n", "tap:6: 64 is not an axis"),
    (yaml + "    codes:\n      32: [1]\n", "tap:6: 32 is not an event type"),
    (yaml + "    codes:\n      x: [1]\n", "tap:6: does not begin with the number of a type or an axis: `x`"),
    (yaml + "    properties: 1\n", "tap:5: is not a list of numbers: `1`"),
    (
      yaml + "  events:\n  - evdev:\n    - [0, 0, 3, 53]\n",
      "tap:7: expected [seconds, microseconds, type, code, value], found `[0, 0, 3, 53]`"
    ),
    (
      yaml + "  events:\n  - evdev:\n    - [0, 0, 3, 65536, 0]\n",
      "tap:7: the type or the code is not a 16-bit number: `[0, 0, 3, 65536, 0]`"
    ),
    (yaml + "  events:\n  - evdev:\n    - [0, 0, 3, 5", "tap:7: cut off"),
    ("/dev/input/event2: 0003 0035 00000001\n", "tap:1: is an event without a time: record with `getevent -lt`"),
    ("EV_ABS ABS_X 00000001\n", "tap:1: is an event without a time: record with `getevent -lt`"),
    ("[ 1 ] 0003 0035 00000001\n", "tap:1: does not begin with [SECONDS.MICROSECONDS]: `[ 1 ] 0003 0035 00000001`"),
    ("[ 1.000000] EV_FOO ABS_X 1\n", "tap:1: unknown event type: `EV_FOO`"),
    ("[ 1.000000] EV_ABS ABS_FOO 1\n", "tap:1: unknown event code: `ABS_FOO`"),
    ("[ 1.000000] EV_ABS ABS_X 123456789\n", "tap:1: is not a 32-bit value: `123456789`"),
    ("[ 1.000000] EV_ABS ABS_X 1\nHallo\n", "tap:2: is not a line of a getevent log: `Hallo`"),
    (
      "Event: time 1.5, type 3 (EV_ABS), code x\n",
      "tap:1: unknown event code: `Event: time 1.5, type 3 (EV_ABS), code x`"
    ),
    ("Event: time 1.5, type 99 (?), code 1\n", "tap:1: unknown event type: `Event: time 1.5, type 99 (?), code 1`"),
    ("Event: time x\n", "tap:1: does not begin with a time: `Event: time x`"),
    ("Testing ...\nHallo\n", "tap:2: is not a line of an evtest log: `Hallo`"),
    ("Testing ...\n", "tap: holds no events"),
    ("event1 TOUCH_DOWN +0.1s 0 (0)\n", "tap:1: has no place: `+0.1s 0 (0)`"),
    ("event1 TOUCH_UP +0.1s 99 (0)\n", "tap:1: has a slot that no panel has: `+0.1s 99 (0)`"),
    ("event1 TOUCH_UP 0 (0)\n", "tap:1: has no time: `0 (0)`"),
    ("event1 TOUCH_UP +0.1s 0 (0)\nHallo\n", "tap:2: is not a line of `libinput debug-events`: `Hallo`"),
    ("event1 POINTER_MOTION +0.1s 0/0\n", "tap: holds no events"),
    ("add device 1: /dev/input/event0\n  name: \"x\"\n", "tap: holds no events"),
    (
      "[ 1.000000] EV_REL REL_X 1\n",
      "tap: the device is not a touchscreen: it has no absolute X and Y axes"
    ),
  ]
}

@Suite struct `A recording in two files` {
  private let folder = try! Folder()

  @Test func `is its description and its events, in this order`() throws {
    let description = try folder.write("panel.evemu", Panel.slots)
    let events = try ["a", "b"].map { try folder.write("\($0).events", eventLines("0 slot 0 id 1 x 5 y 5\n20 id -1")) }
    let read = results([description] + events)
    #expect(try read.map { try $0.get().file } == events)
    #expect(try read.map { try Lives(of: $0.get()).begun } == [1, 1])
  }

  @Test(arguments: ["panel.desc", "panel.prop", "panel.one.description"])
  func `finds its description beside its events`(name: String) throws {
    _ = try folder.write(name, Panel.slots)
    let events = try folder.write("panel.one.drag.events", eventLines("0 slot 0 id 1 x 5 y 5\n20 id -1"))
    #expect(try Lives(of: Recording(file: events)).begun == 1)
  }

  @Test func `may have its events before its description`() throws {
    let events = try ["a", "b"].map { try folder.write("\($0).events", eventLines("0 slot 0 id 1 x 5 y 5\n20 id -1")) }
    let description = try folder.write("panel.evemu", Panel.slots)
    let read = results(events + [description])
    #expect(try read.map { try $0.get().file } == events)
    #expect(try read.map { try Lives(of: $0.get()).begun } == [1, 1])
    // In one file, too.
    let both = try folder.write("both", eventLines("0 slot 0 id 1 x 5 y 5\n20 id -1") + Panel.slots)
    #expect(try Lives(of: Recording(file: both)).begun == 1)
  }

  @Test func `is rejected without its description or without its events`() throws {
    let description = try folder.write("panel.evemu", Panel.slots)
    let events = try folder.write("b.events", eventLines("0 slot 0 id 1 x 5 y 5\n20 id -1"))
    let problems = (results([events]) + results([description])).map { result -> String in
      if case .failure(let error) = result { error.description } else { "" }
    }
    #expect(
      problems == [
        "\(events): holds events but no device: name the file that describes it before this one, "
          + "or put it beside this one as NAME.desc",
        "\(description): holds no events",
      ])
  }

  @Test func `by getevent is a list of devices and the log of one`() throws {
    let log = try text("getevent/described.log").split(separator: "\n")
    let devices = try folder.write("devices.log", log.filter { !$0.hasPrefix("[") }.joined(separator: "\n") + "\n")
    let events = log.filter { $0.hasPrefix("[") }.map { $0.replacing("/dev/input/event2: ", with: "") }
    let drag = try folder.write("drag.log", events.joined(separator: "\n") + "\n")
    let read = results([devices, drag])
    try #require(read.count == 1)
    #expect(try read[0].get().description.name == "synaptics_dsx")
    #expect(try read[0].get().warnings == [])
  }

  private func results(_ paths: [String]) -> [Result<Recording, RecordingError>] {
    var results: [Result<Recording, RecordingError>] = []
    RecordingFiles(paths).read { results.append($0) }
    return results
  }
}

/// The text of a recording among the fuzzers' seeds.
private func text(_ name: String) throws -> String {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  return try String(contentsOf: tests.appending(path: "fuzz/corpus/\(name)"), encoding: .utf8)
}

private func read(_ text: String) throws -> [Recording] {
  try RecordingContent(bytes: Array(text.utf8), file: "tap").recordings(of: "tap")
}

private func recordings(_ name: String) throws -> [Recording] { try read(text(name)) }

private func event(_ time: Int64, _ type: Int32, _ code: Int32, _ value: Int32) -> ti_event {
  ti_event(time: time, type: UInt16(type), code: UInt16(code), value: value)
}

extension ti_event: @retroactive Equatable {
  public static func == (a: ti_event, b: ti_event) -> Bool {
    a.time == b.time && a.type == b.type && a.code == b.code && a.value == b.value
  }
}

/// A temporary folder, which is removed when it is no longer used.
private final class Folder {
  private let path = NSTemporaryDirectory() + "recordings-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    return "\(path)/\(name)"
  }
}
