import Testing

@Suite struct `A panel of protocol A` {
  @Test(arguments: pictures) func `tells its touches`(picture: Picture) throws { try picture.check() }

  @Test func `follows many fingers that move together by more than they are apart`() throws {
    let apart = 10, way = 9
    let frames = (0..<3).map { step in
      "\(step * 10) " + (0..<10).map { "x \($0 * apart + step * way) y 0 mt" }.joined(separator: " ")
    }
    let last = try transcript(Panel.anonymous, frames.joined(separator: "\n")).split(separator: "\n").last
    #expect(last == "20" + (0..<10).map { "  ~\($0 + 1) \($0 * apart + 2 * way),0" }.joined())
  }

  @Test func `stands more contacts than a panel can have`() throws {
    let many = "0 " + (0..<300).map { "x \($0) y \($0 % 7) mt" }.joined(separator: " ")
    let lines = try transcript(Panel.anonymous, many + "\n" + many.replacing("0 x 0", with: "10 x 3") + "\n20 mt")
    #expect(lines.split(separator: "\n").first?.split(separator: "+").count == 65)
  }

  private static let pictures: [Picture] = [
    Picture(
      "a finger, and its lift by an empty frame", Panel.anonymous,
      """
      0   x 100 y 50 mt
      10  x 110 y 50 mt
      20  x 110 y 50 mt
      30  mt
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        30  -1 110,50
        """),
    Picture(
      "two fingers keep their names in whatever order they are told", Panel.anonymous,
      """
      0   x 100 y 50 mt x 500 y 500 mt
      10  x 510 y 500 mt x 110 y 50 mt
      20  x 120 y 50 mt
      30  x 520 y 510 mt x 125 y 50 mt
      40  mt
      """,
      gives: """
        0  +1 100,50  +2 500,500
        10  ~1 110,50  ~2 510,500
        20  ~1 120,50  -2 510,500
        30  ~1 125,50  +3 520,510
        40  -1 125,50  -3 520,510
        """),
    Picture(
      "fingers with tracking ids may cross", Panel.anonymous,
      """
      0   id 4 x 100 y 50 mt id 9 x 200 y 50 mt
      10  id 4 x 200 y 50 mt id 9 x 100 y 50 mt
      20  id 9 x 100 y 50 mt
      30  mt
      """,
      gives: """
        0  +1 100,50  +2 200,50
        10  ~1 200,50  ~2 100,50
        20  -1 200,50
        30  -2 100,50
        """),
    Picture(
      "one tracking id twice in a frame: the last one counts", Panel.anonymous,
      """
      0   id 4 x 100 y 50 mt id 4 x 200 y 50 mt
      10  mt
      """,
      gives: """
        0  +1 200,50
        10  -1 200,50
        """),
    Picture(
      "the touch button lifts all, be it before or behind the frame's contacts", Panel.anonymous,
      """
      0   x 100 y 50 mt touch 1
      10  touch 0
      20  x 100 y 50 mt touch 1
      30  touch 0 x 120 y 50 mt
      """,
      gives: """
        0  +1 100,50
        10  -1 100,50
        20  +2 100,50
        30  -2 120,50
        """),
    Picture(
      "a frame that says nothing of contacts", Panel.anonymous,
      """
      0   x 100 y 50 mt
      10  scan 100
      20  X 100 Y 50
      30  mt
      """,
      gives: """
        0  +1 100,50
        30  -1 100,50
        """),
    Picture(
      "a last contact without its SYN_MT_REPORT", Panel.anonymous,
      """
      0   x 100 y 50
      10  x 110 y 50
      20  mt
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        20  -1 110,50
        """),
    Picture(
      "a touch major of 0 is a lift", Panel.anonymous,
      """
      0   x 100 y 50 major 5 mt
      10  x 105 y 50 major 0 mt
      20  x 105 y 50 major 5 mt
      30  major 0 mt
      """,
      gives: """
        0  +1 100,50
        10  -1 100,50
        20  +2 105,50
        30  -2 105,50
        """),
    Picture(
      "a touch major that is always 0 says nothing", Panel.anonymous,
      """
      0   x 100 y 50 major 0 mt
      10  x 105 y 50 major 0 mt
      20  mt
      """,
      gives: """
        0  +1 100,50
        10  ~1 105,50
        20  -1 105,50
        """),
    Picture(
      "half a place is none", Panel.anonymous,
      """
      0   x 100 mt
      10  id 5 y 7 mt
      20  pressure 5 mt
      """,
      gives: ""),
    Picture(
      "a tracking id of -1 is a lift", Panel.anonymous,
      """
      0   id 4 x 100 y 50 mt
      10  id -1 mt
      """,
      gives: """
        0  +1 100,50
        10  -1 100,50
        """),
    Picture(
      "events lost", Panel.anonymous,
      """
      0   x 100 y 50 mt
      10  x 110 dropped y 50 mt
      20  x 120 y 50 mt
      30  mt
      """,
      gives: """
        0  +1 100,50
        10  dropped  !1 100,50
        20  +2 120,50
        30  -2 120,50
        """),
  ]
}
