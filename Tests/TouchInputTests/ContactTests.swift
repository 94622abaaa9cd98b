import CTouchInput
import Gestures
import Glibc
import Testing

@testable import TouchInput

@Suite struct `Force and size of contacts` {
  @Test(arguments: pictures) func `are followed, and pens mute, as in the pictures`(picture: Picture) throws {
    try picture.check()
  }

  private static let pictures = Picture.all(in: "contacts")

  /// The panel with slots and an axis for the length of contacts, in tenths of a millimetre unless `resolution` is another.
  private static func sized(_ resolution: Int = 10, maximum: Int = 2000) -> String {
    Panel.slots + "A: 30 0 \(maximum) 0 0 \(resolution)\n"
  }

  private func measures(_ panel: String, _ wishes: ContactWishes, size: Size? = nil) throws -> ContactMeasures {
    let recording = try Recording(bytes: Array((panel + "E: 0.0 0 0 0\n").utf8), file: "panel")
    let geometry = PanelGeometry(recording.description, settings: .init(size: size))
    return ContactMeasures(wishes, of: recording.description, geometry)
  }

  /// The imprints of a picture's frames, in tenths of a millimetre: length × width.
  private func sizes(_ panel: String, _ picture: String, size: Size = Size(width: 1000, height: 1000)) throws
    -> [String]
  {
    let recording = try Recording(bytes: Array((panel + eventLines(picture)).utf8), file: "picture")
    let decoder = try #require(FrameDecoder(of: recording))
    let geometry = PanelGeometry(recording.description, settings: .init(size: size))
    decoder.follow(ContactMeasures(ContactWishes(imprints: true), of: recording.description, geometry))
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    var found: [String] = []
    while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
      for contact in frame.contacts {
        let lengths = [contact.imprint.majorRadius, contact.imprint.minorRadius].map { radius in
          radius.map { "\(Int(($0 * 20).rounded()))" } ?? "-"
        }
        found.append(lengths.joined(separator: "×"))
      }
    }
    return found
  }

  private static let growing = "0 slot 0 id 7 x 100 y 50 major 80\n10 major 120\n20 x 110 major 100\n30 id -1"

  @Test func `A size is in millimetres if its axis has a resolution`() throws {
    #expect(try sizes(Self.sized(), Self.growing) == ["80×80", "120×120", "100×100", "100×100"])
    #expect(try sizes(Self.sized(20), Self.growing) == ["40×40", "60×60", "50×50", "50×50"])
  }

  @Test func `A size without a resolution is in the units of positions if it has their range`() throws {
    #expect(
      try sizes(Self.sized(0, maximum: 1000), "0 slot 0 id 7 x 1 y 1 major 8\n30 id -1") == ["80×80", "80×80"])
    #expect(
      try sizes(
        Self.sized(0, maximum: 1000), "0 slot 0 id 7 x 1 y 1 major 8\n30 id -1", size: Size(width: 500, height: 500))
        == ["40×40", "40×40"])
  }

  @Test(arguments: [0, -5, Int(Int32.min)]) func `A size without a unit is not in millimetres`(resolution: Int) throws {
    #expect(
      try sizes(Self.sized(resolution, maximum: 255), "0 slot 0 id 7 x 1 y 1 major 8\n9 x 2\n30 id -1")
        == ["-×-", "-×-", "-×-"])
  }

  @Test(arguments: [(7, 7), (9, 3), (Int(Int32.max), Int(Int32.min))])
  func `A pressure axis without a range gives no force`(range: (Int, Int)) throws {
    let panel = Panel.slots.replacing("A: 3a 0 255 0 0 0", with: "A: 3a \(range.0) \(range.1) 0 0 0")
    #expect(try measures(panel, ContactWishes(imprints: true)).hasForce == false)
    #expect(
      try transcript(panel, "0 slot 0 id 7 x 100 y 50 pressure 7\n9 pressure 8", wishes: ContactWishes(imprints: true))
        == "0  +1 100,50")
  }

  @Test func `Values at the ends of what the kernel can send never trap`() throws {
    let extremes = [Int(Int32.min), -1, 0, 1, Int(Int32.max)]
    for minimum in extremes {
      for maximum in extremes {
        for resolution in extremes {
          let axis = "\(minimum) \(maximum) 0 0 \(resolution)\n"
          let panel = Panel.slots.replacing("A: 3a 0 255 0 0 0\n", with: "A: 3a \(axis)A: 30 \(axis)A: 31 \(axis)")
          let events = extremes.map { "1 slot 0 id 7 x 1 y 1 pressure \($0) major \($0)" }.joined(separator: "\n")
          for palm in [ContactWishes.Length.units(1), .millimetres(1e9), .millimetres(.leastNormalMagnitude)] {
            _ = try transcript(panel, events, wishes: ContactWishes(imprints: true, palm: palm, penMutes: true))
          }
        }
      }
    }
  }

  private static let palm = """
    0 slot 0 id 7 x 100 y 50 major 80 slot 1 id 8 x 500 y 500 major 260
    10 slot 0 major 249 slot 1 x 510 major 300
    20 slot 0 x 110 major 250
    30 slot 0 x 120 major 90
    40 slot 0 id -1 slot 1 id -1
    50 slot 0 id 9 x 200 y 200
    60 id -1
    """

  @Test func `A contact that becomes as long as a palm is cancelled, and one that lands so is a palm`() throws {
    let expected = """
      0  +1 100,50  +2 500,500 palm
      10  =1 100,50  ~2 510,500
      20  !1 110,50
      30
      40  -2 510,500
      50  +3 200,200
      60  -3 200,200
      """
    let panel = Self.sized().replacing("A: 3a 0 255 0 0 0\n", with: "")
    #expect(try transcript(panel, Self.palm, wishes: ContactWishes(palm: .millimetres(25))) == expected)
    #expect(try transcript(panel, Self.palm, wishes: ContactWishes(palm: .units(250))) == expected)
  }

  @Test func `A contact that lands in a dead area is not a finger until it lifts`() throws {
    var wishes = ContactWishes()
    wishes.dead = [Rect(x: 990, y: 0, width: 10, height: 1000), Rect(x: 0, y: 0, width: 5, height: 5)]
    let picture =
      "0 slot 0 id 1 x 995 y 500 slot 1 id 2 x 500 y 500\n10 slot 0 x 800 slot 1 x 995\n20 slot 0 id -1 slot 1 id -1\n"
    #expect(
      try transcript(Panel.slots, picture, wishes: wishes) == "0  +2 500,500\n10  ~2 995,500\n20  -2 995,500")
  }

  @Test func `A contact that lands beside the picture is not a finger if that is wanted`() throws {
    var wishes = ContactWishes()
    let picture = "0 slot 0 id 1 x 1000 y 500 slot 1 id 2 x 0 y 500\n10 slot 0 x 800 slot 1 id -1\n20 slot 0 id -1\n"
    let usual = try transcript(Panel.slots, picture, wishes: wishes)
    #expect(usual.contains("+1") && usual.contains("+2 0,500"))
    wishes.ignoresOutside = true
    #expect(try transcript(Panel.slots, picture, wishes: wishes) == "0\n10\n20")
  }

  @Test func `A contact without enough pressure lands when it has it`() throws {
    var wishes = ContactWishes()
    wishes.leastPressure = 0.1
    let picture = """
      0   slot 0 id 1 x 100 y 50 pressure 10 slot 1 id 2 x 500 y 500 pressure 3
      10  slot 0 pressure 26
      20  slot 0 x 101 pressure 4
      30  slot 0 id -1 slot 1 id -1
      """
    let expected = "0\n10  +1 100,50\n20  ~1 101,50\n30  -1 101,50"
    #expect(try transcript(Panel.slots, picture, wishes: wishes) == expected)
    #expect(
      try measures(Panel.anonymous, wishes).warning == "\"pressure\" has no effect: the panel does not measure pressure"
    )
  }

  @Test func `A contact that is cancelled as it gets enough pressure never lands`() throws {
    var wishes = ContactWishes()
    wishes.leastPressure = 0.1
    let picture = "0 slot 0 id 1 x 100 y 50 pressure 3\n10 tool 2 pressure 90\n20 id -1"
    #expect(try !transcript(Panel.slots, picture, wishes: wishes).contains("+1"))
  }

  @Test func `A contact without pressure has lifted if that is what lifts, and lands again with it`() throws {
    var wishes = ContactWishes()
    wishes.lifts = .pressure
    let picture = """
      0   slot 0 id 1 x 100 y 50 pressure 0 slot 1 id 2 x 500 y 500 pressure 90
      10  slot 0 pressure 1
      20  slot 0 x 101 pressure 0
      30  slot 0 x 102 slot 1 x 501
      40  slot 0 pressure 7
      50  slot 0 id -1 pressure 0 slot 1 id -1
      """
    let expected =
      "0  +2 500,500\n10  +1 100,50\n20  -1 101,50\n30  ~2 501,500\n40  +1 102,50\n50  -1 102,50  -2 501,500"
    #expect(try transcript(Panel.slots, picture, wishes: wishes) == expected)
    wishes.lifts = .panel
    #expect(!(try transcript(Panel.slots, picture, wishes: wishes)).contains("20  -1"))
    wishes.lifts = .pressure
    #expect(
      try measures(Panel.anonymous, wishes).warning
        == "lifts = \"pressure\" has no effect: the panel does not measure pressure")
  }

  @Test func `Fingers are down only while BTN_TOUCH is 1 if that is what lifts, whatever the panel declares`() throws {
    var wishes = ContactWishes()
    wishes.lifts = .button
    let picture = "0 slot 0 id 1 x 100 y 50\n10 touch 1\n20 x 101\n30 touch 0\n40 x 102\n50 id -1\n60 id 2\n70 id -1"
    #expect(try transcript(Panel.slots, picture, wishes: wishes) == "10  +1 100,50\n20  ~1 101,50\n30  -1 101,50")
  }

  @Test func `A palm that the panel cannot measure says why, and has no effect`() throws {
    let long = ContactWishes(palm: .millimetres(25)), raw = ContactWishes(palm: .units(25))
    let unitless = Self.sized(0, maximum: 255)
    #expect(
      try measures(unitless, long).warning
        == "\"palm\" has no effect: the panel does not give the size of contacts in millimetres "
        + "(a whole number such as palm = 40 is in the panel's own units)")
    #expect(
      try measures(Panel.slots, raw).warning
        == "\"palm\" has no effect: the panel does not measure the size of contacts")
    #expect(try measures(unitless, raw).warning == nil)
    #expect(try measures(Self.sized(), long).warning == nil)
    #expect(try measures(Panel.slots, ContactWishes()).warning == nil)
    #expect(try transcript(unitless, "0 slot 0 id 7 x 1 y 1 major 255", wishes: long) == "0  +1 1,1")
    // The size of the screen is only assumed, so nothing is known in millimetres.
    #expect(try measures(Self.sized(0, maximum: 1000), long).warning != nil)
    #expect(try measures(Self.sized(0, maximum: 1000), long, size: Size(width: 99, height: 99)).warning == nil)
  }

  @Test func `A device is read in the same way, and asked for at any time`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    defer { close(ends[1]) }
    let recording = try Recording(bytes: Array((Panel.slots + "E: 0.0 0 0 0\n").utf8), file: "pipe")
    let device = try #require(TouchDevice(adopting: ends[0], recording.description))
    let source = PanelSource(device, DiscoveredDevice(at: device.node))
    func send(_ values: [(Int32, Int32)]) throws -> [TouchFrame] {
      var events = values.map { code, value in
        var event = input_event()
        (event.type, event.code, event.value) = (UInt16(EV_ABS), UInt16(code), value)
        return event
      }
      events.append(input_event())
      let size = events.count * MemoryLayout<input_event>.stride
      #expect(write(ends[1], events, size) == size)
      var frames: [TouchFrame] = []
      _ = try source.read { frames.append($0) }
      return frames
    }
    #expect(
      try send([(ABS_MT_TRACKING_ID, 7), (ABS_MT_POSITION_X, 101), (ABS_MT_PRESSURE, 51)]).map(\.contacts.count) == [1])
    #expect(try send([(ABS_MT_PRESSURE, 102)]).isEmpty)
    device.wishes.imprints = true
    let frames = try send([(ABS_MT_PRESSURE, 255)])
    #expect(frames.map { $0.contacts.map(\.phase) } == [[.stationary]])
    #expect(frames.first?.contacts.first?.imprint.force == 1)
    device.wishes.imprints = false
    #expect(try send([(ABS_MT_PRESSURE, 102)]).isEmpty)
    #expect(try send([(ABS_MT_POSITION_X, 102)]).first?.contacts.first?.imprint.isEmpty == true)
  }

  @Test(.enabled(if: SharedRecordings.exist, SharedRecordings.missing))
  func `Real panels: following adds nothing but frames of resting fingers`() throws {
    for name in SharedRecordings.names {
      let recording = try SharedRecordings.load(name)
      let plain = try recording.frames(ContactWishes())
      let followed = try recording.frames(ContactWishes(imprints: true))
      let moving = followed.compactMap { frame in
        var frame = frame
        frame.contacts.removeAll { $0.phase == .stationary }
        for index in frame.contacts.indices { frame.contacts[index].imprint = Touch.Imprint() }
        return frame.contacts.isEmpty ? nil : frame
      }
      #expect(moving.map(\.contacts) == plain.map(\.contacts).filter { !$0.isEmpty }, "\(name)")
      #expect(moving.map(\.time) == plain.filter { !$0.contacts.isEmpty }.map(\.time), "\(name)")
      let forces = followed.flatMap(\.contacts).compactMap(\.imprint.force)
      let hasForce = try measures(of: recording).hasForce
      #expect(hasForce == !forces.isEmpty, "\(name)")
      // The phone's and the tablet's pressures differ from finger to finger.
      if name.hasPrefix("phone") || name.hasPrefix("tablet") { #expect(Set(forces).count > 1, "\(name)") }
    }
  }

  private func measures(of recording: Recording) throws -> ContactMeasures {
    ContactMeasures(ContactWishes(imprints: true), of: recording.description, PanelGeometry(recording.description))
  }
}
