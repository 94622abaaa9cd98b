import CTouchInput
import Gestures
import Glibc
import Program
import Testing

@testable import TouchInput

/// A device with buttons at the end of a pipe. Its state cannot be read.
private final class PipedButtons {
  let device: ButtonDevice
  private var end: Int32

  init(_ codes: Set<EventCode>) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    end = ends[1]
    device = ButtonDevice(
      adopting: ends[0], DeviceDescription(ti_description()), DiscoveredDevice(at: "/dev/input/event9"), codes: codes)
  }

  deinit { unplug() }

  func unplug() {
    if end >= 0 { close(end) }
    end = -1
  }

  func send(_ frames: String) {
    let events = buttonEvents(frames).map { event in
      var raw = input_event()
      raw.time.tv_sec = Int(event.time / 1_000_000)
      raw.time.tv_usec = Int(event.time % 1_000_000)
      (raw.type, raw.code, raw.value) = (event.type, event.code, event.value)
      return raw
    }
    let size = events.count * MemoryLayout<input_event>.stride
    #expect(write(end, events, size) == size)
  }
}

@Suite struct `A device with buttons` {
  // In the future: presses never have times before the opening of the device.
  private static let soon = Timestamp.now.microseconds / 1000 + 3_600_000

  @Test func `gives the presses of what it has sent, and nil when it is gone`() throws {
    let buttons = try PipedButtons([.key(115)])
    #expect(buttons.device.start() == [])
    #expect(try buttons.device.read() == [])
    buttons.send("\(Self.soon) key 115 1\n\(Self.soon + 10) key 30 1\n\(Self.soon + 20) key 115 0")
    #expect(picture(try #require(try buttons.device.read())) == ["\(Self.soon) +115", "\(Self.soon + 20) -115"])
    buttons.send("\(Self.soon + 30) key 115 1")
    #expect(try buttons.device.read()?.count == 1)
    #expect(buttons.device.held == [115])
    buttons.unplug()
    #expect(try buttons.device.read() == nil)
    let time = Timestamp(microseconds: (Self.soon + 40) * 1000)
    #expect(picture([buttons.device.cancelAll(at: time)]) == ["\(Self.soon + 40) !115"])
    #expect(buttons.device.held == [])
  }

  @Test func `reads a flood in parts, so that others have their turn`() throws {
    let buttons = try PipedButtons([.key(115)])
    for round in 0..<2 {
      let click = "\(Self.soon + Int64(round)) key 115 1 key 115 0\n"
      buttons.send(String(repeating: click, count: 400))
    }
    // 1024 events each, of which every third ends a frame.
    #expect(try buttons.device.read()?.joined().count == 683)
    #expect(try buttons.device.read()?.joined().count == 683)
    #expect(try buttons.device.read()?.joined().count == 1600 - 2 * 683)
    #expect(try buttons.device.read() == [])
  }

  @Test func `takes other codes from a reload on`() throws {
    let buttons = try PipedButtons([.key(115)])
    buttons.send("\(Self.soon) key 115 1 key 116 1")
    #expect(try buttons.device.read()?.count == 1)
    let time = Timestamp(microseconds: (Self.soon + 5) * 1000)
    #expect(picture([buttons.device.setCodes([.key(116)], at: time)]) == ["\(Self.soon + 5) !115"])
    #expect(buttons.device.codes == [.key(116)])
    buttons.send("\(Self.soon + 10) key 115 0 key 116 0\n\(Self.soon + 20) key 116 1 key 115 1")
    #expect(picture(try #require(try buttons.device.read())) == ["\(Self.soon + 20) +116"])
  }

  @Test func `is refused before it is opened`() {
    var found = DiscoveredDevice(at: "/nonexistent/event9")
    func refusal(_ codes: Set<EventCode> = [.key(115)], isNamed: Bool = false) -> String {
      do throws(DeviceError) {
        _ = try ButtonDevice(opening: found, codes: codes, isNamed: isNamed)
        return "opened"
      } catch {
        return "\(error)"
      }
    }
    #expect(refusal() == "/nonexistent/event9 is not used for buttons: it has no keys or switches")
    found.codes = [.key(115), .key(30)]
    #expect(refusal() == "/nonexistent/event9 is not used for buttons: it has keys for letters or digits")
    #expect(
      refusal([.key(116)], isNamed: true)
        == "/nonexistent/event9 is not used for buttons: it has none of the keys and switches")
    #expect(refusal(isNamed: true).hasPrefix("open /nonexistent/event9: No such file or directory"))
  }

  @Test func `that may not be read names the group`() {
    let error = DeviceError(
      call: "open", object: "/dev/input/event3", reason: .system(.permissionDenied), group: ButtonDevice.group)
    #expect("\(error)".contains("`adduser USER tickled-buttons`"))
  }

  @Test func `has a code for each key and each switch, which presses have too`() {
    #expect(EventCode.key(115).pressCode == 115)
    #expect(EventCode.switch(1).pressCode == 0x1001)
    #expect(EventCode(pressCode: 0x1001) == .switch(1))
    #expect(EventCode(pressCode: 767) == .key(767))
    #expect(EventCode.switch(.max).pressCode == 0x0FFF)
    #expect(EventCode.key(115).name == "KEY_VOLUMEUP")
    #expect(EventCode.switch(1).name == "SW_TABLET_MODE")
    #expect(EventCode.key(9999).name == "9999")
  }

  @Test func `has its codes in the kernel's bits`() {
    let codes: Set<EventCode> = [.key(0), .key(7), .key(8), .key(767), .switch(0), .switch(16)]
    #expect(ti_codes(codes).all == codes)
    #expect(ti_codes([.key(768), .key(.max), .switch(24), .switch(.max)]).all == [])
  }
}
