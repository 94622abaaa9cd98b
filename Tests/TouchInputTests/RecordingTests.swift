import Testing

@testable import TouchInput

@Suite struct `A recording of a panel` {
  @Test(arguments: Recordings.all) func `ends every touch that it begins`(file: String) throws {
    let lives = try Lives(of: Recording(file: file))
    #expect(lives.faults == [])
    #expect(lives.down == [])
    #expect(lives.begun > 0)
    #expect(lives.begun == lives.ended + lives.cancelled)
  }

  @Test(arguments: madeTouches)
  func `has the touches that were made up for it`(panel: String, begun: Int, cancelled: Int) throws {
    let lives = try Lives(of: OwnRecordings.load(panel))
    #expect(lives.begun == begun)
    #expect(lives.cancelled == cancelled)
    #expect(lives.downInTheEnd == 0)
  }

  @Test(.enabled(if: SharedRecordings.exist, SharedRecordings.missing), arguments: touches)
  func `has the touches that were seen on it`(name: String, begun: Int, left: Int) throws {
    let lives = try Lives(of: SharedRecordings.load(name))
    #expect(lives.begun == begun)
    #expect(lives.downInTheEnd == left)
    #expect(lives.cancelled == left)
  }

  @Test(arguments: madeProtocols)
  func `speaks the protocol that was made up for it`(panel: String, expected: DeviceDescription.TouchProtocol) throws {
    #expect(try OwnRecordings.load(panel).description.touchProtocol == expected)
  }

  @Test(.enabled(if: SharedRecordings.exist, SharedRecordings.missing), arguments: protocols)
  func `speaks the protocol of its panel`(name: String, expected: DeviceDescription.TouchProtocol) throws {
    #expect(try SharedRecordings.load(name).description.touchProtocol == expected)
  }

  /// A panel, the number of touches that begin on it, and the number of those that are cancelled.
  private static let madeTouches: [(String, Int, Int)] = [
    ("slots", 14, 0), ("tracked", 3, 0), ("anonymous", 3, 0), ("single", 3, 0), ("dropped", 2, 1), ("pen-palm", 3, 1),
    ("no-resolution", 2, 0), ("hover", 2, 0),
  ]

  private static let madeProtocols: [(String, DeviceDescription.TouchProtocol)] = [
    ("slots", .slots), ("tracked", .anonymous), ("anonymous", .anonymous), ("single", .single),
  ]

  private static let touches: [(String, Int, Int)] = [
    ("1-finger-hold", 1, 0),
    ("2-fingers-rotate-clockwise", 2, 0),
    ("3-fingers-pinch-in", 4, 0),
    ("Atmel_maXTouch_Touchscreen.1-finger-fast-taps", 9, 0),
    ("Atmel_maXTouch_Touchscreen.2-fingers-touch-release", 2, 0),
    ("Atmel_maXTouch_Touchscreen.4-finger-drag-down", 4, 0),
    ("ELAN_CANDO_Windows7.1-finger-drag-up-down", 1, 0),
    ("EP0430M09.2-finger-scroll-down", 2, 0),
    ("N-Trig-MultiTouch.touch_1_update", 1, 1),
    ("N-Trig_MultiTouch.1-finger-drag-NW-SE", 1, 0),
    ("QUANTA_OpticalTouchScreen.touch-hover", 1, 0),
    ("Wacom_ISDv4_E6_Finger.single-tap-center", 1, 0),
    ("dell_canvas_touch", 12, 0),
    ("eGalax_Inc._USB_TouchController", 2, 0),
    ("phone-single-drag", 1, 0),
    ("phone-three-touches", 3, 0),
    ("tablet-two-finger-drag", 2, 0),
  ]

  private static let protocols: [(String, DeviceDescription.TouchProtocol)] = [
    ("Wacom_ISDv4_E6_Finger.single-tap-center", .slots),
    ("N-Trig_MultiTouch.1-finger-drag-NW-SE", .anonymous),
    ("phone-single-drag", .anonymous),
    ("eGalax_Inc._USB_TouchController", .single),
  ]
}

@Suite struct `A recording` {
  @Test(arguments: refused) func `that cannot be used is rejected with the reason`(content: String, problem: String) {
    #expect(throws: RecordingError.self) { try Recording(bytes: Array(content.utf8), file: "tap.evemu") }
    do throws(RecordingError) {
      _ = try Recording(bytes: Array(content.utf8), file: "tap.evemu")
    } catch {
      #expect(error.description == problem)
    }
  }

  @Test(arguments: [
    ("/nowhere/tap.evemu", "/nowhere/tap.evemu: cannot be read: No such file or directory"),
    ("/tmp", "/tmp: is not a regular file"),
    ("/dev/null", "/dev/null: is not a regular file"),
  ]) func `that is not a regular file is rejected`(file: String, problem: String) {
    do throws(RecordingError) {
      _ = try Recording(file: file)
      Issue.record("\(file) was read")
    } catch {
      #expect(error.description == problem)
    }
  }

  @Test func `reads microseconds as a decimal number, zero-padded or not`() throws {
    let text = Panel.single + "E: 1.5 0 0 0\nE: 1.000012 0 0 0\nE: 1.012345 0 0 0 # a comment\nE: 2.1 0 0 0\n"
    let events = try Recording(bytes: Array(text.utf8), file: "").events
    #expect(events.storage.map(\.time) == [1_000_005, 1_000_012, 1_012_345, 2_000_001])
  }

  @Test func `does not go back in time`() throws {
    let text = Panel.single + "E: 2.0 0 0 0\nE: 1.0 0 0 0\nE: 3.0 0 0 0"
    #expect(
      try Recording(bytes: Array(text.utf8), file: "").events.storage.map(\.time) == [2_000_000, 2_000_000, 3_000_000])
  }

  @Test func `may stop in the middle of a frame`() throws {
    #expect(throws: Never.self) {
      try Recording(bytes: Array((Panel.single + "E: 0.0 0001 014a 1\n").utf8), file: "")
    }
  }

  @Test func `is read with everything that other programs write into it`() throws {
    let text = """
      # EVEMU 1.3
      # Kernel: 6.18

      N: Ein Bild\u{202E}schirm # 7
      I: 0003 056a 00e6 0139
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 03 03 00 00 00 00 80 e0 02
      A: 00 0 2776 4 0 12
      A: 01 -5 1569 4 0
      L: 00 0
      S: 00 0
      ################################
      #      Waiting for events      #
      E: 0.000001 0003 0000 -7\t# EV_ABS / ABS_X -7
      E: 0.000001 0000 0000 0\r

      """
    let recording = try Recording(bytes: Array(text.utf8), file: "")
    #expect(recording.description.name == "Ein Bild\u{202E}schirm # 7")
    #expect(recording.description.printableName == "Ein Bild\\u{202E}schirm # 7")
    #expect(recording.description.vendor == 0x056a)
    #expect(recording.description.x == .init(minimum: 0, maximum: 2776, resolution: 12))
    #expect(recording.description.y == .init(minimum: -5, maximum: 1569, resolution: 0))
    #expect(recording.events.storage.first?.value == -7)
  }

  private static let head = Panel.single  // 5 lines, the last one empty
  private static let event = "E: 0.0 0003 0000 1\n"

  private static let refused: [(String, String)] = [
    ("", "tap.evemu: is empty"),
    ("ELF\0\u{1}", "tap.evemu: is not text: is it a recording of evemu, libinput, getevent or evtest?"),
    ("Guten Tag\u{1B}[2J", "tap.evemu:1: cut off"),
    ("Guten Tag\u{1B}[2J\n", "tap.evemu:1: is not a line of an EVEMU recording: `Guten Tag\\u{1B}[2J`"),
    ("\n\nX: 5\n", "tap.evemu:3: is not a line of an EVEMU recording: `X: 5`"),
    (head, "tap.evemu: holds no events"),
    (head + event + "E: 0.01 00", "tap.evemu:6: cut off"),
    (head + event + "E: 0.", "tap.evemu:6: cut off"),
    (head + event + "E", "tap.evemu:6: cut off"),
    (head + "E: 0.01 0003\n" + event, "tap.evemu:5: the type or the code is not a 16-bit hexadecimal number"),
    (head + "E: 0.01 0003 0035\n", "tap.evemu:5: the value is not a 32-bit number"),
    (head + "E: 0.01 0003 0035 2147483648\n", "tap.evemu:5: the value is not a 32-bit number"),
    (head + "E: 0.01 0003 0035 99999999999999999999\n", "tap.evemu:5: the value is not a 32-bit number"),
    (head + "E: 0.01 10003 0035 1\n", "tap.evemu:5: the type or the code is not a 16-bit hexadecimal number"),
    (head + "E: 0.01 0003 0035 1 2\n", "tap.evemu:5: has more than a time, a type, a code and a value"),
    (head + "E: 1 0003 0035 1\n", "tap.evemu:5: the time is not SECONDS.MICROSECONDS"),
    (head + "E: -1.0 0003 0035 1\n", "tap.evemu:5: the time is not SECONDS.MICROSECONDS"),
    (head + "E: 1.0000001 0003 0035 1\n", "tap.evemu:5: the time is not SECONDS.MICROSECONDS"),
    (head + "E: 99999999999999999999.0 0003 0035 1\n", "tap.evemu:5: the time is not SECONDS.MICROSECONDS"),
    ("I: 3 4\n", "tap.evemu:1: I: expected four 16-bit hexadecimal numbers"),
    ("P: 2 100\n", "tap.evemu:1: P: expected hexadecimal bytes"),
    ("B: 20 0\n", "tap.evemu:1: B: does not begin with an event type"),
    ("A: 40 0 1 0 0\n", "tap.evemu:1: A: does not begin with an axis"),
    ("A: 35 0 1 0\n", "tap.evemu:1: A: expected an axis and four or five 32-bit numbers"),
    ("A: 35 0 99999999999 0 0\n", "tap.evemu:1: A: expected an axis and four or five 32-bit numbers"),
    ("N: Maus\u{7}\n" + event, "tap.evemu: Maus\\u{7} is not a touchscreen: it has no absolute X and Y axes"),
    (
      event,
      "tap.evemu: holds events but no device: name the file that describes it before this one, "
        + "or put it beside this one as NAME.desc"
    ),
    ("N:\n" + event, "tap.evemu: the device is not a touchscreen: it has no absolute X and Y axes"),
  ]
}
