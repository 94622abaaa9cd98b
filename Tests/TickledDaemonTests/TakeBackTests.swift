import Testing

@testable import TickledDaemon

private func screen(_ keys: String) -> String { "[[screen]]\nname = \"main\"\nintercept = true\n\(keys)\n" }

@Suite struct `Touches that are held by default` {
  @Test func `are never seen if a gesture takes them`() throws {
    try expectClone(
      screen("take_back = \"hold\"") + gesture("tap"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      @200
      250  id -1 touch 0
      """,
      received: "")
  }

  @Test func `arrive completely and in order if no gesture takes them`() throws {
    try expectClone(
      screen("take_back = \"hold\"") + gesture("tap"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      10  x 101 X 101
      20  x 150 X 150
      30  id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        10  x 101 X 101
        20  x 150 X 150
        30  id -1 touch 0
        """)
  }

  @Test func `are shown after max_delay if the gesture may take forever, and are then taken back`() throws {
    try expectClone(
      screen("take_back = \"hold\"") + gesture("pan"),
      """
      0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
      @149
      @150
      200  x 120 X 120
      300  id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50
        200  y 999 Y 999
        200  y 1009 Y 1009
        200  id -1 touch 0
        """)
  }

  private static func fingers(_ count: Int, at time: Int, _ line: (Int) -> String) -> String {
    "\(time)  " + (0..<count).map { "slot \($0) \(line($0))" }.joined(separator: " ")
  }

  @Test func `of four fingers are not seen while a swipe of four may take them`() throws {
    func frames(_ count: Int) -> String {
      let landings = (0..<count).map {
        "\($0 * 20)  slot \($0) id \($0 + 5) x \(100 + $0 * 100) y \(50 + $0 * 20)" + ($0 == 0 ? " touch 1" : "")
      }
      let moves = stride(from: 80, through: 360, by: 40).map { time in
        Self.fingers(count, at: time) { "x \(100 + $0 * 100 + max(0, time - 200))" }
      }
      return (landings + moves + [Self.fingers(count, at: 380) { _ in "id -1" } + " touch 0"]).joined(separator: "\n")
    }
    func swipe(_ count: Int) -> String {
      screen("take_back = \"hold\"") + gesture("swipe", "direction = \"right\"\nfingers = \(count)")
    }
    try expectClone(swipe(4), frames(4), received: "")
    // Applications may want three, so these are seen after a moment.
    let bench = try InterceptedPanel(swipe(3), InterceptedPanel.slots)
    try bench.play(frames(3))
    #expect(!bench.picture.isEmpty)
  }

  @Test func `of four fingers that rest are shown after 400 ms`() throws {
    let bench = try InterceptedPanel(
      screen("take_back = \"hold\"") + gesture("swipe", "direction = \"right\"\nfingers = 4"), InterceptedPanel.slots)
    try bench.play(
      "0  slot 0 id 5 x 100 y 50 touch 1 slot 1 id 6 x 200 y 50 slot 2 id 7 x 300 y 50 slot 3 id 8 x 400 y 50\n@399")
    #expect(bench.picture.isEmpty)
    try bench.play("@400")
    #expect(bench.picture.contains("slot 3 id 8"))
  }

  @Test func `wait as long as it takes on an edge, and arrive completely if they turn out to be taps`() throws {
    let edge = screen("take_back = \"hold\"") + gesture("edge-pan", "edges = \"left\"")
    try expectClone(
      edge,
      """
      0  slot 0 id 5 x 1 y 50 touch 1 X 1 Y 50
      @900
      1000  x 60 X 60
      1100  id -1 touch 0
      """,
      received: "")
    try expectClone(
      edge,
      """
      0  slot 0 id 5 x 1 y 50 touch 1 X 1 Y 50
      @900
      1000  id -1 touch 0
      """,
      received: """
        0  slot 0 id 5 x 1 y 50 touch 1 X 1 Y 50
        1000  id -1 touch 0
        """)
  }

  @Test func `do not include those off the edge, which pass at once`() throws {
    try expectClone(
      screen("take_back = \"hold\"") + gesture("edge-pan", "edges = \"left\""),
      "0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50",
      received: "0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50")
  }

  @Test func `have the gesture's limit, or the screen's`() throws {
    let tap = "0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50\n"
    let shown = "0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50"
    let hold = screen("take_back = \"hold\"")
    try expectClone(hold + gesture("tap", "max_delay = \"40ms\""), tap + "@39", received: "")
    try expectClone(hold + gesture("tap", "max_delay = \"40ms\""), tap + "@40", received: shown)
    try expectClone(screen("max_delay = \"40ms\"\ntake_back = \"hold\"") + gesture("tap"), tap + "@40", received: shown)
    try expectClone(hold + gesture("pan", "max_delay = \"none\""), tap + "@900", received: "")
    try expectClone(hold + gesture("pan", "cancels_touches = false"), tap, received: shown)
    try expectClone(hold + gesture("pan", "delays_touches_began = false"), tap, received: shown)
    try expectClone(screen("take_back = \"away\"") + gesture("pan"), tap, received: shown)
  }

  @Test func `wait for the longest limit of those that may still take them`() throws {
    let both =
      screen("take_back = \"hold\"") + gesture("pan", "max_delay = \"40ms\"")
      + "[[gesture]]\nname = \"h\"\nkind = \"long-press\"\nmovement = \"1mm\"\nmax_delay = \"200ms\"\naction = { log = \"\" }\n"
    let landing = "0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50\n"
    try expectClone(both, landing + "@199", received: "")
    // The press fails, and the limit of the other gesture has passed already.
    try expectClone(
      both, landing + "60  x 101 y 51\n", received: "0  slot 0 id 5 x 100 y 50 touch 1 X 100 Y 50\n60  x 101 y 51")
  }
}

@Suite struct `A touch that applications know of` {
  private let left = "[[view]]\nname = \"left\"\nframe = { x = \"0%\", width = \"50%\" }\n"

  @Test func `is moved to the farthest side, then beyond it, and lifted there`() throws {
    let sides = [
      (x: 100, y: 400, axis: "x", side: 999, beyond: 1009), (x: 900, y: 400, axis: "x", side: 0, beyond: -10),
      (x: 500, y: 100, axis: "y", side: 999, beyond: 1009), (x: 500, y: 800, axis: "y", side: 0, beyond: -10),
    ]
    for (x, y, axis, side, beyond) in sides {
      try expectClone(
        screen("take_back = \"away\"") + gesture("long-press"),
        "0  slot 0 id 5 x \(x) y \(y) touch 1 X \(x) Y \(y)\n@500",
        received: """
          0  slot 0 id 5 x \(x) y \(y) touch 1 X \(x) Y \(y)
          500  \(axis) \(side) \(axis.uppercased()) \(side)
          500  \(axis) \(beyond) \(axis.uppercased()) \(beyond)
          500  id -1 touch 0
          """)
    }
  }

  @Test func `is lifted where it is`() throws {
    try expectClone(
      screen("take_back = \"lift\"") + gesture("long-press"),
      "0  slot 0 id 5 x 100 y 400 touch 1 X 100 Y 400\n@500\n600  x 300\n700  id -1 touch 0",
      received: "0  slot 0 id 5 x 100 y 400 touch 1 X 100 Y 400\n500  id -1 touch 0")
  }

  @Test(arguments: ["away", "lift"])
  func `is taken without the other finger on the same surface, which moves and lifts`(way: String) throws {
    let bench = try InterceptedPanel(screen("take_back = \"\(way)\"") + left + gesture("pan", "view = \"left\""))
    try bench.play(
      """
      0  slot 0 id 5 x 100 y 400 slot 1 id 6 x 700 y 60 touch 1 X 100 Y 400
      10  slot 0 x 130 X 130
      20  slot 1 x 710
      30  slot 0 id -1 X 710 Y 60
      40  slot 1 id -1 touch 0
      """)
    #expect(bench.picture.hasSuffix("20  slot 1 x 710 X 710\n40  id -1 touch 0"))
  }

  @Test func `is taken back in the screen's mode when the panel is released`() throws {
    let bench = try InterceptedPanel(screen("take_back = \"away\""))
    try bench.play("0  slot 0 id 5 x 100 y 400 touch 1 X 100 Y 400")
    _ = bench.picture
    bench.panel.interception?.release(.paused, at: try bench.time("10"))
    #expect(bench.picture == "10  x 999 X 999\n10  x 1009 X 1009\n10  id -1 touch 0")
  }
}
