import CTouchInput
import Foundation
import Testing

@testable import TouchInput

@Suite struct `A recording that is written` {
  @Test(arguments: Recordings.all, RecordingWriter.Format.allCases)
  func `holds what was recorded`(file: String, format: RecordingWriter.Format) throws {
    let original = try Recording(file: file)
    let copy = try Recording(bytes: write(original, format), file: file)
    #expect(bytes(copy.description.raw) == bytes(original.description.raw))
    let start = original.events.storage[0].time
    #expect(copy.events.storage.map(\.time) == shifted(original.events, by: start, format))
    #expect(copy.events.storage.map(what) == original.events.storage.map(what))
  }

  /// The file to compare with was made without this writer.
  @Test(arguments: OwnRecordings.panels)
  func `matches the format byte for byte`(panel: String) throws {
    let written = try write(OwnRecordings.load(panel), .evemu)
    let expected = try Data(contentsOf: URL(filePath: OwnRecordings.path(panel, "tickle")))
    let (lines, wanted) = (
      String(decoding: written, as: UTF8.self).split(separator: "\n"),
      String(decoding: expected, as: UTF8.self).split(separator: "\n")
    )
    for (line, want) in zip(lines, wanted) where line != want {
      Issue.record("\(line), not \(want)")
      break
    }
    #expect(lines.count == wanted.count)
    #expect(written.count == expected.count)
  }

  @Test(arguments: RecordingWriter.Format.allCases)
  func `begins with the values of the axes`(format: RecordingWriter.Format) throws {
    let tap = try Recording(
      bytes: Array((Panel.slots + eventLines("500 slot 1 id 7 x 9 y 9\n600 id -1")).utf8), file: "tap")
    var held = Recording.Events()
    for (code, value) in [(ABS_MT_POSITION_X, 41), (ABS_MT_SLOT, 3), (ABS_MT_POSITION_Y, 42)] as [(Int32, Int32)] {
      held.storage.append(ti_event(time: 0, type: UInt16(EV_ABS), code: UInt16(code), value: value))
    }
    held.storage.append(ti_event(time: 0, type: 0, code: 0, value: 0))
    let copy = try Recording(bytes: write(tap, format, state: held), file: "tap")
    #expect(copy.events.storage.prefix(4).map(what) == held.storage.map(what))
    #expect(copy.events.storage[3].time == copy.events.storage[4].time)
    #expect(try Lives(of: copy).begun == 1)
  }

  @Test(arguments: RecordingWriter.Format.allCases)
  func `keeps a hostile name on its line`(format: RecordingWriter.Format) throws {
    let text = Panel.slots.replacing("N: slots", with: "N: \"a\\ # \u{1B}[2J\u{202E}") + eventLines("0 slot 0 id 1")
    let recording = try Recording(bytes: Array(text.utf8), file: "tap")
    let copy = try Recording(bytes: write(recording, format), file: "tap")
    #expect(copy.description.name == "\"a\\ # ?[2J?")
  }

  @Test(arguments: RecordingWriter.Format.allCases)
  func `of an anonymous device holds nothing that identifies its owner`(format: RecordingWriter.Format) throws {
    var device = RecordedDevice()
    device.description = try SharedDevice.slots()
    device.setName("Anna's panel".utf8)
    device.setPhys("usb-0000:00:14.0-7")
    withUnsafeMutableBytes(of: &device.description.uniq) { $0.copyBytes(from: "SN4711\0".utf8) }
    let description = DeviceDescription(device.description)
    let origin = RecordingOrigin(program: "tickle", kernel: "6.1")
    let writer = RecordingWriter(format)
    let open = writer.head(description, node: "/dev/input/event4", origin: origin, isAnonymous: false)
    let anonymous = writer.head(description, node: "/dev/input/event4", origin: origin, isAnonymous: true)
    for word in ["Anna's panel", "usb-0000:00:14.0-7", "SN4711", "/dev/input/event4"] {
      #expect(String(decoding: open, as: UTF8.self).contains(word))
      #expect(!String(decoding: anonymous, as: UTF8.self).contains(word))
    }
  }

  @Test func `notes where the kernel lost events`() throws {
    let text = Panel.slots + eventLines("0 slot 0 id 1 x 5 y 5\n10 dropped\n20 id -1")
    let recording = try Recording(bytes: Array(text.utf8), file: "tap")
    var writer = RecordingWriter(.evemu)
    let lines = String(decoding: writer.lines(recording.events), as: UTF8.self)
    #expect(writer.losses == 1)
    #expect(writer.frames == 3)
    #expect(lines.contains("E: 0.010001 0000 0003 0000\t# !!!!!!!!!!!! SYN_DROPPED (0): the kernel lost events\n"))
  }

  @Test func `consists of whole frames, also at its end`() throws {
    let text = Panel.slots + eventLines("0 slot 0 id 1 x 5 y 5\n10 x 6")
    let events = try Recording(bytes: Array(text.utf8), file: "tap").events.storage
    var writer = RecordingWriter(.libinput)
    #expect(writer.lines(Recording.Events(storage: Array(events[..<2]))) == [])
    #expect(writer.lines(Recording.Events(storage: Array(events[2..<6]))).split(separator: 10).count == 6)
    #expect(writer.end().split(separator: 10).count == 2)
    #expect(writer.end() == [])
  }

  private func write(
    _ recording: Recording, _ format: RecordingWriter.Format, state: Recording.Events = Recording.Events()
  ) -> [UInt8] {
    var writer = RecordingWriter(format)
    let origin = RecordingOrigin(program: "tickle", kernel: "6.1")
    let head = writer.head(recording.description, node: "/dev/input/event1", origin: origin, isAnonymous: false)
    return head + writer.lines(before: state) + writer.lines(recording.events) + writer.end()
  }

  private func shifted(_ events: Recording.Events, by start: Int64, _ format: RecordingWriter.Format) -> [Int64] {
    events.storage.map { $0.time - start + (format == .evemu ? 1 : 0) }
  }

  private func what(_ event: ti_event) -> [Int] { [Int(event.type), Int(event.code), Int(event.value)] }
}

private enum SharedDevice {
  static func slots() throws -> ti_description {
    try Recording(bytes: Array((Panel.slots + "E: 0.0 0 0 0\n").utf8), file: "slots").description.raw
  }
}

/// The fields of a description, without its padding.
private func bytes(_ raw: ti_description) -> [[Int]] {
  func all<T>(_ field: T) -> [Int] { withUnsafeBytes(of: field) { $0.map(Int.init) } }
  let axes = withUnsafeBytes(of: raw.axes) { bytes in
    bytes.assumingMemoryBound(to: ti_axis.self).map {
      [$0.present ? 1 : 0, Int($0.minimum), Int($0.maximum), Int($0.fuzz), Int($0.flat), Int($0.resolution)]
    }
  }
  let ids = [raw.bustype, raw.vendor, raw.product, raw.version].map(Int.init)
  return [all(raw.name), ids, all(raw.properties), all(raw.keys), all(raw.relative), all(raw.misc)] + axes
}
