import Testing

@Suite struct `A panel of one touch` {
  @Test(arguments: pictures) func `tells its touches`(picture: Picture) throws { try picture.check() }

  private static let pictures: [Picture] = [
    Picture(
      "a drag", Panel.single,
      """
      0   touch 1 X 100 Y 50
      10  X 110
      20  touch 0
      30  touch 1
      40  touch 0 X 5
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        20  -1 110,50
        30  +2 110,50
        40  -2 5,50
        """),
    Picture(
      "a place before the touch", Panel.single,
      """
      0   X 100 Y 50
      10  touch 1
      20  touch 0
      """,
      gives: """
        10  +1 100,50
        20  -1 100,50
        """),
    Picture(
      "a touch before the first place ever waits for it", Panel.single,
      """
      0   touch 1
      10  X 100 Y 50
      20  touch 0
      """,
      gives: """
        10  +1 100,50
        20  -1 100,50
        """),
    Picture(
      "a touch that never has a place is none", Panel.single,
      """
      0   touch 1
      10  touch 0
      20  touch 1 touch 0
      """,
      gives: ""),
    Picture(
      "a tap, and a lift with a landing, within one frame", Panel.single,
      """
      0   touch 1 X 100 Y 50 touch 0
      10  touch 1
      20  touch 0 touch 1 X 200
      """,
      gives: """
        0  +1 100,50  -1 100,50
        10  +2 100,50
        20  -2 100,50
        20  +3 200,50
        """),
    Picture(
      "events lost", Panel.single,
      """
      0   touch 1 X 100 Y 50
      10  dropped touch 0
      20  X 110
      30  touch 1
      """,
      gives: """
        0  +1 100,50
        10  dropped  !1 100,50
        30  +2 110,50
        """),
    Picture(
      "coordinates on other axes than those declared", Panel.swapped,
      """
      0   touch 1 Z 100 RX 50
      10  Z 110
      20  touch 0
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        20  -1 110,50
        """),
    Picture(
      "the same panel, should it send what it declares", Panel.swapped,
      """
      0   touch 1 X 100 Y 50 Z 7
      10  X 110 Z 8
      20  touch 0
      """,
      gives: """
        0  +1 200,100
        10  ~1 220,100
        20  -1 220,100
        """),
  ]
}
