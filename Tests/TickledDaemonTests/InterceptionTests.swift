import Testing
import TouchInput

@testable import TickledDaemon

/// Returns the configuration of a gesture on the whole screen.
func gesture(_ kind: String, _ lines: String = "") -> String {
  "[[gesture]]\nname = \"g\"\nkind = \"\(kind)\"\n\(lines)\n"
}

/// Each test has the panel's events first, then those that applications receive.
@Suite struct `Touches of an intercepted panel` {
  @Test func `pass at once if no gesture wants them, frame by frame and with all that the panel reports`() throws {
    try expectClone(
      "[[screen]]\nname = \"main\"\nsteady = false",
      """
      0  slot 0 id 5 x 100 y 50 major 4 pressure 30 touch 1 X 100 Y 50
      8  pressure 31
      16  x 110 X 110
      16  slot 1 id 6 x 500 y 60 pressure 9
      24  slot 0 id -1 X 500 Y 60
      32  slot 1 id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 major 4 x 100 y 50 pressure 30 touch 1 X 100 Y 50
        8  pressure 31
        16  x 110 X 110
        16  slot 1 id 6 x 500 y 60 pressure 9
        24  slot 0 id -1 X 500 Y 60
        32  slot 1 id -1 touch 0
        """)
  }

  @Test func `beside others are held back until their second report, and left out if there is none (RS-12)`() throws {
    try expectClone(
      "",
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      16  slot 1 id 6 x 500 y 60
      24  x 510
      32  id -1
      40  id 7 x 700 y 10
      48  id -1
      56  slot 0 id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        16  slot 1 id 6 x 500 y 60
        24  x 510
        32  id -1
        56  slot 0 id -1 touch 0
        """)
  }

  @Test func `are cancelled as a palm and then lifted when a gesture takes them (DL-1)`() throws {
    try expectClone(
      gesture("pan"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      10  x 101 X 101
      20  x 110 X 110
      30  x 120 X 120
      40  id -1 touch 0
      50  id 6 x 130 touch 1 X 130
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        10  x 101 X 101
        20  tool 2 touch 0
        20  tool 0 id -1
        50  id 6 x 130 touch 1 X 130
        """)
  }

  @Test func `are cancelled by a gesture that is recognized without a new frame (DL-1)`() throws {
    try expectClone(
      gesture("long-press"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      @600
      700  id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        600  tool 2 touch 0
        600  tool 0 id -1
        """)
  }

  @Test func `continue if the gesture leaves them to the view (DL-5)`() throws {
    try expectClone(
      gesture("pan", "cancels_touches = false"),
      """
      0  slot 0 id 5 x 100 y 50
      10  x 110
      20  id -1
      """,
      received: """
        0  slot 0 id 5 x 100 y 50
        10  x 110
        20  id -1
        """)
  }

  @Test func `wait for a gesture that delays them, and arrive in order when it fails (DL-2, DL-4)`() throws {
    try expectClone(
      gesture("long-press", "delays_touches_began = true\nmovement = \"20mm\""),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      10  x 105 X 105
      20  x 110 pressure 7 X 110
      30  x 200 X 200
      40  x 201 X 201
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        10  x 105 X 105
        20  x 110 pressure 7 X 110
        30  x 200 X 200
        40  x 201 X 201
        """)
  }

  @Test func `that wait follow those that did not, in order of time`() throws {
    try expectClone(
      "[[view]]\nname = \"left\"\nframe = { x = \"0%\", width = \"50%\" }\n"
        + gesture("long-press", "view = \"left\"\ndelays_touches_began = true\nmovement = \"20mm\""),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      10  slot 1 id 6 x 700 y 60
      20  x 701
      30  slot 0 x 200 X 200
      """,
      received: """
        10  slot 1 id 6 x 700 y 60 touch 1 X 700 Y 60
        20  x 701 X 701
        20  slot 0 id 5 x 100 y 50
        30  x 200 X 200 Y 50
        """)
  }

  @Test func `that wait are never seen if the gesture is recognized (DL-2)`() throws {
    try expectClone(
      gesture("pan", "delays_touches_began = true"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      10  x 110 X 110
      20  id -1 touch 0
      1000  id 6 x 300 touch 1 X 300
      @1200
      """,
      received: """
        1000  slot 0 id 6 x 300 y 50 touch 1 X 300 Y 50
        """)
  }

  @Test func `wait for max_delay at most, and are cancelled if they are taken later`() throws {
    try expectClone(
      "[[screen]]\nname = \"main\"\nmax_delay = \"100ms\"\n" + gesture("pan", "delays_touches_began = true"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      20  x 101 X 101
      @100
      150  y 51 Y 51
      200  x 200 X 200
      300  id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        20  x 101 X 101
        150  y 51 Y 51
        200  tool 2 touch 0
        200  tool 0 id -1
        """)
  }

  @Test func `lift late if a gesture may still take them, but with the time of their lift (DL-3, DL-4)`() throws {
    try expectClone(
      gesture("tap", "taps = 2"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      50  id -1 touch 0
      @500
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        50  id -1 touch 0
        """)
  }

  @Test func `of a double tap are both cancelled, the second one in its own slot (DL-3)`() throws {
    try expectClone(
      gesture("tap", "taps = 2"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      50  id -1 touch 0
      150  id 6 x 101 touch 1 X 101
      200  id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        150  slot 1 id 6 x 101 y 50
        200  tool 2 slot 0 tool 2 touch 0
        200  tool 0 id -1 slot 1 tool 0 id -1
        """)
  }

  @Test func `of a double tap that does not delay them end before they are taken (DL-3)`() throws {
    try expectClone(
      gesture("tap", "taps = 2\ndelays_touches_ended = false"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      50  id -1 touch 0
      150  id 6 x 101 touch 1 X 101
      200  id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        50  id -1 touch 0
        150  id 6 x 101 touch 1 X 101
        200  tool 2 touch 0
        200  tool 0 id -1
        """)
  }

  @Test func `are taken one by one, so that others on the panel pass`() throws {
    try expectClone(
      "[[view]]\nname = \"left\"\nframe = { x = \"0%\", width = \"50%\" }\n" + gesture("pan", "view = \"left\""),
      """
      0  slot 0 id 5 x 100 y 50 slot 1 id 6 x 700 y 60 touch 1 X 100 Y 50
      10  slot 0 x 110 slot 1 x 710 X 110
      20  slot 0 x 120 slot 1 x 720 X 120
      30  slot 0 id -1 slot 1 id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 slot 1 id 6 x 700 y 60 touch 1 X 100 Y 50
        10  slot 0 tool 2 slot 1 x 710 X 710 Y 60
        10  slot 0 tool 0 id -1
        20  slot 1 x 720 X 720
        30  id -1 touch 0
        """)
  }

  @Test func `that begin in a view that swallows them are never seen, nor those in a view inside it`() throws {
    try expectClone(
      """
      [[view]]
      name = "left"
      frame = { x = "0%", width = "50%" }
      touches = "swallow"
      [[view]]
      name = "inside"
      parent = "left"
      frame = { x = "0%", width = "50%" }

      """,
      """
      0  slot 0 id 5 x 400 y 50 touch 1 X 400 Y 50
      10  x 700 X 700
      20  id -1 touch 0
      30  id 6 x 100 touch 1 X 100
      40  id -1 touch 0
      50  id 7 x 700 touch 1 X 700
      60  id -1 touch 0
      """,
      received: """
        50  slot 0 id 7 x 700 y 50 touch 1 X 700 Y 50
        60  id -1 touch 0
        """)
  }

  @Test func `that begin in a view which owns them pass at once, beside gestures of more fingers`() throws {
    try expectClone(
      """
      [[screen]]
      name = "main"
      steady = false
      [[view]]
      name = "keyboard"
      touches = "own"

      """ + gesture("tap", "fingers = 2"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      10  slot 1 id 6 x 400 y 60
      20  slot 0 id -1 X 400 Y 60
      30  slot 1 id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        10  slot 1 id 6 x 400 y 60
        20  slot 0 id -1 X 400 Y 60
        30  slot 1 id -1 touch 0
        """)
  }

  @Test func `of a panel for one finger have slots, and can be taken back`() throws {
    try expectClone(
      gesture("pan"),
      """
      0  touch 1 X 100 Y 50
      10  X 101
      20  X 120
      30  touch 0
      40  touch 1 X 500 Y 60
      50  touch 0
      """,
      received: """
        0  slot 0 id 0 x 100 y 50 touch 1 X 100 Y 50
        10  x 101 X 101
        20  tool 2 touch 0
        20  tool 0 id -1
        40  id 1 x 500 y 60 touch 1 X 500 Y 60
        50  id -1 touch 0
        """, on: InterceptedPanel.single)
  }

  @Test func `of a protocol A panel have slots`() throws {
    try expectClone(
      "",
      """
      0  x 100 y 50 mt x 500 y 60 mt
      10  x 101 y 50 mt x 500 y 60 mt
      20  x 101 y 50 mt
      30  mt
      """,
      received: """
        0  slot 0 id 0 x 100 y 50 slot 1 id 1 x 500 y 60 touch 1 X 100 Y 50
        10  slot 0 x 101 X 101
        20  slot 1 id -1
        30  slot 0 id -1 touch 0
        """, on: InterceptedPanel.anonymous)
  }

  @Test func `that hover are seen as on the panel itself`() throws {
    try expectClone(
      "",
      """
      0  slot 0 id 5 x 100 y 50 distance 5
      10  x 110
      20  distance 0
      30  x 120
      40  distance 5
      50  id -1
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 distance 5
        10  x 110
        20  distance 0
        30  x 120
        40  distance 5
        50  id -1
        """)
  }

  @Test func `that hover before they touch pass frame by frame, even if a gesture delays touches`() throws {
    try expectClone(
      gesture("long-press", "delays_touches_began = true\nmovement = \"20mm\""),
      """
      0  slot 0 id 5 x 100 y 50 distance 5
      10  distance 0
      20  x 105
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 distance 5
        10  distance 0
        20  x 105
        """)
  }

  @Test func `that hover after a gesture took them land again when they touch again`() throws {
    try expectClone(
      gesture("pan"),
      """
      0  slot 0 id 5 x 100 y 50
      10  x 110
      20  distance 5
      30  x 300
      1000  distance 0
      1010  x 301
      1020  id -1
      """,
      received: """
        0  slot 0 id 5 x 100 y 50
        10  tool 2
        10  tool 0 id -1
        1000  id 5 x 300
        1010  x 301
        1020  id -1
        """)
  }

  @Test func `that land and lift in one frame do so in two, and one in a slot that another just left has a new one`()
    throws
  {
    try expectClone(
      "",
      """
      0  slot 0 id 5 x 100 y 50 id -1
      10  id 6 x 200 touch 1 X 200 Y 50
      20  id -1 id 7 x 300 X 300
      30  id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        0  id -1 touch 0
        10  id 6 x 200 touch 1 X 200
        20  slot 1 id 7 x 300 y 50 slot 0 id -1 X 300
        30  slot 1 id -1 touch 0
        """)
  }

  @Test func `that the panel calls a palm are cancelled at once`() throws {
    try expectClone(
      "",
      """
      0  slot 0 id 5 x 100 y 50 tool 0
      10  tool 2
      20  x 110
      30  id -1
      40  id 6 tool 0
      50  id -1
      """,
      received: """
        0  slot 0 id 5 x 100 y 50
        10  tool 2
        10  tool 0 id -1
        40  id 6 x 110
        50  id -1
        """)
  }

  @Test func `whose state is unknown after lost events are cancelled`() throws {
    try expectClone(
      "",
      """
      0  slot 0 id 5 x 100 y 50
      10  dropped
      20  id 6 x 200
      30  id -1
      """,
      received: """
        0  slot 0 id 5 x 100 y 50
        10  tool 2
        10  tool 0 id -1
        20  id 6 x 200
        30  id -1
        """)
  }

  @Test func `that no finger made are never seen`() throws {
    let taps = (0..<6).map { "\($0 * 100)  id \($0 + 1) x 100 y 50\n\($0 * 100 + 1)  id -1\n" }.joined()
    let bench = try InterceptedPanel("")
    try bench.play("0  slot 0\n" + taps + "@1000")
    let lines = bench.picture.split(separator: "\n")
    #expect(lines.count == 6, "\(lines)")  // Three taps pass, as no earlier ones are known.
    #expect(lines.last == "201  id -1")
  }

  @Test func `are cancelled when the panel is released, and none is left down`() throws {
    let bench = try InterceptedPanel("")
    try bench.play("0  slot 0 id 5 x 100 y 50 slot 3 id 6 x 300 y 60 touch 1 X 100 Y 50")
    _ = bench.picture
    bench.panel.interception?.release(.paused, at: try bench.time("10"))
    #expect(
      bench.picture == """
        10  slot 0 tool 2 slot 3 tool 2 touch 0
        10  slot 0 tool 0 id -1 slot 3 tool 0 id -1
        """)
    try bench.play("20  x 400\n30  id -1")
    #expect(bench.picture == "")
  }
}

@Suite struct `An intercepted panel` {
  @Test func `whose clone cannot be written to must be released, and is read without the clone`() throws {
    let bench = try InterceptedPanel("")
    let interception = try #require(bench.panel.interception)
    try bench.play("0  slot 0 id 5 x 100 y 50")
    #expect(interception.reasonToRelease(at: try bench.time("5")) == nil)
    try bench.breakClone()
    try bench.play("10  x 101")
    #expect(interception.reasonToRelease(at: try bench.time("15")) == .failed)
    #expect(interception.clone.failure?.description == "write /dev/uinput: No space left on device")
    interception.release(.failed, at: try bench.time("15"))
    #expect(interception.state == .loose(.failed))
    try bench.play("20  x 102\n30  id -1")
    #expect(bench.panel.device.fingers == 0)
  }

  @Test func `is not grabbed again until it is resumed`() throws {
    let bench = try InterceptedPanel("")
    let interception = try #require(bench.panel.interception)
    let time = try bench.time("10")
    interception.release(.paused, at: time)
    #expect(interception.grabIfUntouched(at: time, nil) == nil)
    #expect(interception.state == .loose(.paused))
    interception.resume()
    #expect(interception.grabIfUntouched(at: time, nil) == nil)
    #expect(interception.state == .grabbed)
  }
}

@Suite struct `A key of an intercepted panel` {
  @Test func `passes in the frame in which the panel reports it`() throws {
    try expectClone(
      "",
      """
      0  home 1
      10  slot 0 id 5 x 100 y 50 home 0
      20  id -1
      """,
      received: """
        0  home 1
        10  slot 0 id 5 x 100 y 50 home 0
        20  id -1
        """)
  }

  @Test func `is released when the panel is released`() throws {
    let bench = try InterceptedPanel("")
    try bench.play("0  home 1")
    _ = bench.picture
    bench.panel.interception?.release(.paused, at: try bench.time("10"))
    #expect(bench.picture == "10  home 0")
    try bench.play("20  home 0\n30  home 1")
    #expect(bench.picture == "")
  }

  @Test func `is not held after lost events of a panel that cannot be read`() throws {
    for panel in [InterceptedPanel.slots, InterceptedPanel.anonymous, InterceptedPanel.single] {
      try expectClone(
        "",
        """
        0  home 1
        10  dropped home 0
        20  home 1
        """,
        received: """
          0  home 1
          10  home 0
          20  home 1
          """, on: panel)
    }
  }
}
