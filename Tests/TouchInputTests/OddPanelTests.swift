import Gestures
import Testing

@testable import TouchInput

// What real panels report that no documentation promises: for each kind a description and a few frames.

@Suite struct `An odd panel` {
  @Test(arguments: pictures) func `tells its touches`(picture: Picture) throws { try picture.check() }

  private static let pictures: [Picture] = [
    Picture(
      "without BTN_TOUCH", Panel.slots + keys([330 - 1]),
      """
      0   slot 0 id 7 x 100 y 50
      10  x 110
      20  id -1
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        20  -1 110,50
        """),
    Picture(
      "that sends BTN_TOUCH late, or never the release", Panel.slots + keys([330]),
      """
      0   slot 0 id 7 x 100 y 50
      10  touch 1
      20  id -1
      30  id 8
      40  touch 0
      50  id -1
      """,
      gives: """
        0  +1 100,50
        20  -1 100,50
        30  +2 100,50
        50  -2 100,50
        """),
    Picture(
      "without ABS_X and ABS_Y beside its slots, or that sends them without having them", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50 X 900 Y 900
      10  X 800
      20  id -1
      """,
      gives: """
        0  +1 100,50
        20  -1 100,50
        """),
    Picture(
      "whose tracking id is always 0", Panel.slots.replacing("39 0 65535", with: "39 0 0"),
      """
      0   slot 0 id 0 x 100 y 50
      10  id -1
      20  id 0 x 200
      30  slot 1 id 0 x 7 y 7
      40  slot 0 id -1
      50  slot 1 id -1
      """,
      gives: """
        0  +1 100,50
        10  -1 100,50
        20  +2 200,50
        30  +3 7,7
        40  -2 200,50
        50  -3 7,7
        """),
    Picture(
      "that writes a tracking id twice in a frame, and above its range",
      Panel.slots.replacing("39 0 65535", with: "39 0 5"),
      """
      0   slot 0 id 6 id 70000 x 100 y 50
      10  id 9 id 70000 x 110
      20  id -1
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        20  -1 110,50
        """),
    Picture(
      "with slots above its range and below 0", Panel.slots,
      """
      0   slot 4 id 1 x 1 y 1
      10  slot 5 id 2 x 2 y 2
      20  slot -1 id 3 x 3 y 3
      30  slot 4 x 9
      40  id -1
      """,
      gives: """
        0  +1 1,1
        30  ~1 9,1
        40  -1 9,1
        """),
    Picture(
      "with more contacts than slots: those that have one are told", Panel.slots.replacing("2f 0 4", with: "2f 0 1"),
      """
      0   slot 0 id 1 x 1 y 1 slot 1 id 2 x 2 y 2 slot 2 id 3 x 3 y 3
      10  slot 2 x 30 slot 0 x 10
      20  slot 2 id -1 slot 1 id -1 slot 0 id -1
      """,
      gives: """
        0  +1 1,1  +2 2,2
        10  ~1 10,1
        20  -2 2,2  -1 10,1
        """),
    Picture(
      "of protocol A without ids, released by an empty frame", Panel.anonymous,
      """
      0   x 100 y 50 mt
      10  x 110 y 50 mt
      20  mt
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        20  -1 110,50
        """),
    Picture(
      "of protocol A without ids, released by TOUCH_MAJOR 0", Panel.anonymous,
      """
      0   major 5 x 100 y 50 mt
      10  major 0 x 100 y 50 mt
      """,
      gives: """
        0  +1 100,50
        10  -1 100,50
        """),
    Picture(
      "with fake multitouch: an axis 0x2e, ABS_MT_SLOT without a range", Panel.single + fake,
      """
      0   slot 3 touch 1 X 100 Y 50 x 7 y 7
      10  X 110 slot -1 id 3
      20  touch 0
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        20  -1 110,50
        """),
    Picture(
      "that says pressure 0 while a finger is down", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50 pressure 0
      10  pressure 0 x 110
      20  id -1
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        20  -1 110,50
        """),
    Picture(
      "on which hovering is a contact with a distance: no touch", Panel.slots.replacing("3b 0 10", with: "3b 0 1"),
      """
      0   slot 0 id 7 x 100 y 50 distance 1
      10  distance 0
      20  distance 1 x 110
      30  id -1
      """,
      gives: """
        10  +1 100,50
        20  -1 100,50
        """),
    Picture(
      "that finds out late that a touch is a palm (RS-4)", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50
      10  tool 2
      20  x 110
      30  id -1
      """,
      gives: """
        0  +1 100,50
        10  !1 100,50 palm
        """),
    Picture(
      "whose ranges begin above 0 and below it", ranges("200 1200", "-500 500"),
      """
      0   slot 0 id 7 x 200 y -500
      10  x 700 y 0
      20  x 1200 y 500
      30  id -1
      """,
      gives: """
        0  +1 0,0
        10  ~1 500,500
        20  ~1 1000,1000
        30  -1 1000,1000
        """),
    Picture(
      "whose range is all negative", ranges("-3000 -2000", "-1 0"),
      """
      0   slot 0 id 7 x -2500 y -1
      10  y 0
      """,
      gives: """
        0  +1 500,0
        10  ~1 500,1000
        """),
    Picture(
      "whose axis has its minimum as maximum", ranges("0 0", "5 5"),
      """
      0   slot 0 id 7 x 100 y 50
      10  x 2000000 y -7
      20  id -1
      """,
      gives: """
        0  +1 0,0
        10  ~1 0,0
        20  -1 0,0
        """),
    Picture(
      "with its axes the wrong way round", ranges("1000 0", "0 1000"),
      """
      0   slot 0 id 7 x 100 y 50
      10  id -1
      """,
      gives: """
        0  +1 0,50
        10  -1 0,50
        """),
    Picture(
      "that sends places out of its range: they are at the edge", Panel.slots,
      """
      0   slot 0 id 7 x -1 y 1001
      10  x 2147483647 y -2147483648
      20  id -1
      """,
      gives: """
        0  +1 0,1000
        10  ~1 1000,0
        20  -1 1000,0
        """),
    Picture(
      "with 60 slots", Panel.slots.replacing("2f 0 4", with: "2f 0 59"),
      """
      0   slot 59 id 7 x 100 y 50 slot 0 id 8 x 10 y 10
      10  slot 60 id 9 x 1 y 1
      20  slot 59 id -1
      30  slot 0 id -1
      """,
      gives: """
        0  +1 100,50  +2 10,10
        20  -1 100,50
        30  -2 10,10
        """),
    Picture(
      "with two reports of one time", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50
      0   x 110
      0   id -1
      """,
      gives: """
        0  +1 100,50
        0  ~1 110,50
        0  -1 110,50
        """),
    Picture(
      "whose time goes backwards: it stands still", Panel.slots,
      """
      2000  slot 0 id 7 x 100 y 50
      1000  x 110
      1500  x 120
      2010  id -1
      """,
      gives: """
        2000  +1 100,50
        2000  ~1 110,50
        2000  ~1 120,50
        2010  -1 120,50
        """),
    Picture(
      "with a down and an up in one frame", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50 id -1
      10  slot 0 id 8 x 110 slot 1 id 9 x 5 y 5 slot 0 id -1
      20  slot 1 id -1
      """,
      gives: """
        0  +1 100,50  -1 100,50
        10  +2 110,50  -2 110,50  +3 5,5
        20  -3 5,5
        """),
  ]

  // MARK: Resolutions

  @Test(arguments: [
    (
      "missing", "A: 35 0 2000 0 0\nA: 36 0 1000 0 0", Size(width: 217, height: 108.5), PanelGeometry.SizeSource.assumed
    ),
    ("0", "A: 35 0 2000 0 0 0\nA: 36 0 1000 0 0 0", Size(width: 217, height: 108.5), .assumed),
    ("negative", "A: 35 0 2000 0 0 -8\nA: 36 0 1000 0 0 -8", Size(width: 217, height: 108.5), .assumed),
    ("of one axis only", "A: 35 0 2000 0 0 10\nA: 36 0 1000 0 0 0", Size(width: 217, height: 108.5), .assumed),
    (
      "different per axis", "A: 35 0 32767 0 0 100\nA: 36 0 32767 0 0 200", Size(width: 327.67, height: 163.835),
      .resolution
    ),
    ("of a stamp", "A: 35 0 100 0 0 100\nA: 36 0 100 0 0 100", Size(width: 217, height: 122.0625), .assumed),
    (
      "told by ABS_X and ABS_Y only",
      "A: 35 0 2000 0 0 0\nA: 36 0 1000 0 0 0\nA: 00 0 2000 0 0 10\nA: 01 0 1000 0 0 10",
      Size(width: 200, height: 100), .resolution
    ),
  ]) func `whose resolution is`(what: String, axes: String, size: Size, source: PanelGeometry.SizeSource) throws {
    let text = "P: 02\nA: 2f 0 9 0 0 0\n\(axes)\nE: 0.0 0 0 0\n"
    let description = try Recording(bytes: Array(text.utf8), file: what).description
    let geometry = PanelGeometry(description)
    #expect(abs(geometry.size.width - size.width) < 1e-9 && abs(geometry.size.height - size.height) < 1e-9)
    #expect(geometry.sizeSource == source)
    let corner = geometry.location(x: description.x.maximum, y: description.y.maximum)
    #expect(abs(corner.x - size.width) < 1e-9 && abs(corner.y - size.height) < 1e-9)
  }

  @Test func `with words in its name that a terminal obeys is named without them`() throws {
    let text = "N: Pa\u{1b}]0;x\u{7}nel\u{1b}[31m\u{202e}\n" + Panel.slots.dropFirst(9) + "E: 0.0 0 0 0\n"
    let name = try Recording(bytes: Array(text.utf8), file: "name").description.printableName
    #expect(name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7f })
  }

  private static func ranges(_ x: String, _ y: String) -> String {
    Panel.slots.replacing("35 0 1000", with: "35 \(x)").replacing("36 0 1000", with: "36 \(y)")
  }

  /// Axes that a HID device with very many numbers through the codes of multitouch.
  private static let fake = "A: 2e 0 1 0 0 0\nA: 2f 0 0 0 0 0\nA: 35 0 1 0 0 0\nA: 36 0 1 0 0 0\nA: 39 0 1 0 0 0\n"

  /// A B: line with these keys.
  private static func keys(_ codes: [Int]) -> String {
    var bytes = [UInt8](repeating: 0, count: 96)
    for code in codes { bytes[code / 8] |= 1 << (code % 8) }
    return "B: 01 " + bytes.map { String($0, radix: 16) }.joined(separator: " ") + "\n"
  }
}
