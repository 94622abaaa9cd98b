import Testing

@Suite struct `A panel with slots` {
  @Test(arguments: pictures) func `tells its touches`(picture: Picture) throws { try picture.check() }

  @Test func `cancels the fingers that are still down in the end, and is then deaf to them`() throws {
    #expect(
      try transcript(Panel.slots, "0 slot 0 id 1 x 10 y 10 slot 1 id 2 x 20 y 20\n5 slot 0 id -1", cancelAllAt: 9)
        == """
        0  +1 10,10  +2 20,20
        5  -1 10,10
        9  !2 20,20
        """)
  }

  private static let pictures: [Picture] = [
    Picture(
      "a drag", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50
      10  x 110
      20  x 120 y 60
      30  id -1
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        20  ~1 120,60
        30  -1 120,60
        """),
    Picture(
      "a finger that rests says nothing, whatever its pressure", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50 pressure 9
      10  pressure 20
      20  x 100 y 50
      30  pressure 0
      40  id -1
      """,
      gives: """
        0  +1 100,50
        40  -1 100,50
        """),
    Picture(
      "a slot keeps its place over a lift, as the kernel does", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50
      10  id -1
      20  id 8 y 60
      30  id -1
      """,
      gives: """
        0  +1 100,50
        10  -1 100,50
        20  +2 100,60
        30  -2 100,60
        """),
    Picture(
      "a slot used again within a frame: the lift comes first, in a frame of its own", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50 slot 1 id 8 x 10 y 10
      10  slot 1 x 20 slot 0 id 9 x 300 y 300
      20  id -1
      """,
      gives: """
        0  +1 100,50  +2 10,10
        10  -1 100,50
        10  ~2 20,10  +3 300,300
        20  -3 300,300
        """),
    Picture(
      "a lift and a landing under one tracking id, which is always 0", Panel.slots,
      """
      0   slot 0 id 0 x 100 y 50
      10  id -1
      20  id 0 x 200
      30  id -1 id 0 x 300
      40  id -1
      """,
      gives: """
        0  +1 100,50
        10  -1 100,50
        20  +2 200,50
        30  -2 200,50
        30  +3 300,50
        40  -3 300,50
        """),
    Picture(
      "a tap within one frame", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50 id -1
      10  id 8 id -1
      """,
      gives: """
        0  +1 100,50  -1 100,50
        10  +2 100,50  -2 100,50
        """),
    Picture(
      "a lift and a tap within one frame", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50
      10  id -1 id 8 x 200 id -1
      """,
      gives: """
        0  +1 100,50
        10  -1 100,50
        10  +2 200,50  -2 200,50
        """),
    Picture(
      "a tracking id written twice: the last one counts", Panel.slots,
      """
      0   slot 0 id 3 id 5 x 100 y 50
      10  id 9 id 5 x 110
      20  id 4 id 6 x 120
      30  id 7 id -1
      """,
      gives: """
        0  +1 100,50
        10  ~1 110,50
        20  -1 110,50
        20  +2 120,50
        30  -2 120,50
        """),
    Picture(
      "a place in the frame of the lift is the last place", Panel.slots,
      """
      0   slot 0 id 3 x 100 y 50
      10  x 110 id -1
      """,
      gives: """
        0  +1 100,50
        10  -1 110,50
        """),
    Picture(
      "a slot that the panel does not have", Panel.slots,
      """
      0   slot 5 id 3 x 100 y 50
      10  slot -1 id 3 x 100 y 50
      20  slot 2147483647 id 3
      30  slot -2147483648 id 3
      40  id 4 x 1 y 1
      50  slot 4 id 5 x 7 y 7
      """,
      gives: "50  +1 7,7"),
    Picture(
      "a move without a landing", Panel.slots,
      """
      0   slot 0 x 100 y 50
      10  slot 1 id -1 x 20
      """,
      gives: ""),
    Picture(
      "places out of range are brought to the edge", Panel.slots,
      """
      0   slot 0 id 1 x -2147483648 y 2147483647
      10  x 2147483647 y -2147483648
      20  x 1001 y -1
      """,
      gives: """
        0  +1 0,1000
        10  ~1 1000,0
        """),
    Picture(
      "hovering is no touch", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50 distance 1
      10  x 110
      20  distance 0
      30  x 120
      40  distance 2 x 130
      50  x 140
      60  distance 0
      70  distance 1
      80  id -1
      """,
      gives: """
        20  +1 110,50
        30  ~1 120,50
        40  -1 120,50
        60  +2 140,50
        70  -2 140,50
        """),
    Picture(
      "a touch that turns into a palm is cancelled, and dead until it lifts", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50
      10  tool 2 x 105
      20  x 110
      30  tool 0 x 120
      40  id -1
      50  id 8
      60  id -1
      """,
      gives: """
        0  +1 100,50
        10  !1 100,50 palm
        50  +2 120,50
        60  -2 120,50
        """),
    Picture(
      "a hand that lands as a palm", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50 tool 2
      10  x 110
      20  id -1
      """,
      gives: """
        0  +1 100,50 palm
        10  ~1 110,50 palm
        20  -1 110,50 palm
        """),
    Picture(
      "a palm that is marked with its lift only", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50
      10  tool 2 id -1
      """,
      gives: """
        0  +1 100,50
        10  !1 100,50 palm
        """),
    Picture(
      "a pen", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50 tool 1
      10  id -1
      """,
      gives: """
        0  +1 100,50 pen
        10  -1 100,50 pen
        """),
    Picture(
      "a slot that passes from a finger to a pen in one frame: the lift is the finger's", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50
      10  id 8 tool 1 x 200
      """,
      gives: """
        0  +1 100,50
        10  -1 100,50
        10  +2 200,50 pen
        """),
    Picture(
      "events lost: touches whose fate is not known are cancelled, and what follows begins anew", Panel.slots,
      """
      0   slot 0 id 7 x 100 y 50 slot 1 id 8 x 10 y 10
      10  slot 0 x 110 dropped id -1 slot 1 id 99
      20  slot 0 x 120
      30  slot 0 id -1 slot 1 id 9 x 30
      40  id -1
      """,
      gives: """
        0  +1 100,50  +2 10,10
        10  dropped  !1 110,50  !2 10,10
        30  +3 30,10
        40  -3 30,10
        """),
    Picture(
      "events lost while nobody touches", Panel.slots,
      """
      0   dropped
      10  slot 0 id 7 x 100 y 50
      """,
      gives: """
        0  dropped
        10  +1 100,50
        """),
    Picture(
      "a clock that goes backwards stands still", Panel.slots,
      """
      20  slot 0 id 7 x 100 y 50
      10  x 110
      30  id -1
      """,
      gives: """
        20  +1 100,50
        20  ~1 110,50
        30  -1 110,50
        """),
  ]
}
