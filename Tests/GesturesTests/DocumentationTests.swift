import Foundation
import Gestures
import Testing

// Tests of the articles in Gestures.docc: their code compiles, and what they say about it is true.

private let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Sources/Gestures")

private func text(_ url: URL) -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }

private func article(_ name: String) -> String { text(sources.appending(path: "Gestures.docc/\(name).md")) }

private let articles = [
  "Gestures", "StateMachine", "Arbitration", "Rules", "WritingARecognizer", "ContinuousRecognizers",
  "LearnedShapes", "OtherEvents", "Numbers", "ComingFromUIKit", "Snippets", "DelegatesAndViews", "CallsAndMemory",
]

/// The lines without their indentation, which an excerpt need not keep.
private func lines(_ text: some StringProtocol) -> [Substring] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0).drop { $0 == " " } }
}

@Test(arguments: articles)
func `Swift code in an article is compiled somewhere`(name: String) throws {
  let article = article(name)
  #expect(!article.isEmpty)
  let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "DocumentationExamples.swift")
  let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
  let files = [examples] + paths.filter { $0.hasSuffix(".swift") }.map { sources.appending(path: $0) }
  let compiled = files.map { lines(text($0)) }
  for fence in article.components(separatedBy: "```swift\n").dropFirst() {
    let excerpt = lines(fence.components(separatedBy: "\n```")[0])
    let isCompiled = compiled.contains { $0.firstRange(of: excerpt) != nil }
    #expect(isCompiled, "in no source:\n\(excerpt.joined(separator: "\n"))")
  }
}

@Test func `Each recognizer's page has code, which is compiled somewhere`() throws {
  let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "DocumentationExamples.swift")
  let compiled = lines(text(examples))
  var pages: [String] = []
  for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted()
  where path.hasSuffix("GestureRecognizer.swift") {
    let source = text(sources.appending(path: path))
    guard let declaration = source.firstMatch(of: /\n(public|open)( final)? class (\w+)/) else { continue }
    let comment = source[..<declaration.range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
      .reversed().prefix { $0.hasPrefix("///") }.reversed()
    // The last block: those before it may be drawings.
    let blocks = comment.split { $0 != "///" && !$0.hasPrefix("///     ") }
    let code = blocks.last { $0.contains { $0.hasPrefix("///     ") } }?
      .map { $0.dropFirst(3).drop { $0 == " " } }.drop { $0.isEmpty }
    let isCompiled = code.map { compiled.firstRange(of: $0.reversed().drop { $0.isEmpty }.reversed()) != nil }
    #expect(isCompiled == true, "\(declaration.3): \(code.map { $0.joined(separator: "\n") } ?? "no code")")
    pages.append(String(declaration.3))
  }
  #expect(pages.count == 18, "\(pages)")
}

@Test func `The program of the page about the libraries is the example`() {
  let root = sources.deletingLastPathComponent().deletingLastPathComponent()
  let program = lines(text(root.appending(path: "docs/examples/Sources/PanelTaps/main.swift")))
  let fences = text(root.appending(path: "docs/library.md")).components(separatedBy: "```swift\n").dropFirst()
  let code = fences.map { lines($0.components(separatedBy: "\n```")[0]) }.first { $0[0].contains("func recognizeTaps") }
  #expect(code.map { program.firstRange(of: $0) != nil } == true)
}

@Test func `The article about numbers states the defaults`() {
  let tap = TapGestureRecognizer()
  let press = LongPressGestureRecognizer()
  let pan = PanGestureRecognizer()
  let swipe = SwipeGestureRecognizer()
  let stroke = StrokeGestureRecognizer()
  let key = PressGestureRecognizer(code: 1)
  func milliseconds(_ duration: Duration?) -> String {
    duration.map { "\(Int(($0 / .milliseconds(1)).rounded())) ms" } ?? "none"
  }
  let thousandths = { (length: Double) in (length * 1000).rounded() / 1000 }
  let numbers: [(symbol: String, value: String)] = [
    ("TapGestureRecognizer/numberOfTapsRequired", "\(tap.numberOfTapsRequired)"),
    ("TapGestureRecognizer/numberOfTouchesRequired", "\(tap.numberOfTouchesRequired)"),
    ("TapGestureRecognizer/allowableMovement", "\(tap.allowableMovement) mm"),
    ("TapGestureRecognizer/maximumDuration", milliseconds(tap.maximumDuration)),
    ("TapGestureRecognizer/maximumInterval", milliseconds(tap.maximumInterval)),
    ("TapGestureRecognizer/minimumInterval", milliseconds(tap.minimumInterval)),
    ("TapGestureRecognizer/maximumDistance", "\(tap.maximumDistance) mm"),
    ("LongPressGestureRecognizer/numberOfTapsRequired", "\(press.numberOfTapsRequired)"),
    ("LongPressGestureRecognizer/numberOfTouchesRequired", "\(press.numberOfTouchesRequired)"),
    ("LongPressGestureRecognizer/minimumPressDuration", milliseconds(press.minimumPressDuration)),
    ("LongPressGestureRecognizer/allowableMovement", "\(press.allowableMovement) mm"),
    ("PanGestureRecognizer/minimumNumberOfTouches", "\(pan.minimumNumberOfTouches)"),
    ("PanGestureRecognizer/maximumNumberOfTouches", pan.maximumNumberOfTouches == .max ? "no limit" : ""),
    ("PanGestureRecognizer/slop", "\(pan.slop) mm"),
    ("PanGestureRecognizer/compensatesSlop", "\(pan.compensatesSlop)"),
    ("ScreenEdgePanGestureRecognizer/edges", ScreenEdgePanGestureRecognizer().edges.isEmpty ? "none" : ""),
    ("ScreenEdgePanGestureRecognizer/edgeWidth", "\(ScreenEdgePanGestureRecognizer().edgeWidth) mm"),
    ("SwipeGestureRecognizer/direction", swipe.direction.map(\.name).joined()),
    ("SwipeGestureRecognizer/numberOfTouchesRequired", "\(swipe.numberOfTouchesRequired)"),
    ("SwipeGestureRecognizer/minimumDistance", "\(swipe.minimumDistance) mm"),
    ("SwipeGestureRecognizer/maximumDuration", milliseconds(swipe.maximumDuration)),
    ("SwipeGestureRecognizer/maximumAngle", "\(Int((swipe.maximumAngle * 180 / .pi).rounded()))°"),
    ("SwipeGestureRecognizer/minimumVelocity", "\(Int(swipe.minimumVelocity)) mm/s"),
    ("PinchGestureRecognizer/slop", "\(PinchGestureRecognizer().slop) mm"),
    ("RotationGestureRecognizer/slop", "\(RotationGestureRecognizer().slop) rad"),
    ("TickleGestureRecognizer/numberOfStrokesRequired", "\(TickleGestureRecognizer().numberOfStrokesRequired)"),
    ("TickleGestureRecognizer/strokeDistance", "\(thousandths(TickleGestureRecognizer().strokeDistance)) mm"),
    ("StrokeGestureRecognizer/minimumScore", "\(stroke.minimumScore)"),
    ("StrokeGestureRecognizer/maximumNumberOfStrokes", "\(stroke.maximumNumberOfStrokes)"),
    ("StrokeGestureRecognizer/maximumInterval", milliseconds(stroke.maximumInterval)),
    ("StrokeGestureRecognizer/numberOfTouchesRequired", "\(stroke.numberOfTouchesRequired)"),
    ("StrokeGestureRecognizer/minimumSize", "\(stroke.minimumSize) mm"),
    ("StrokeGestureRecognizer/allowsAnyDirection", "\(stroke.allowsAnyDirection)"),
    ("StrokeGestureRecognizer/maximumScale", stroke.maximumScale == .infinity ? "no limit" : ""),
    ("StrokeGestureRecognizer/maximumOffset", stroke.maximumOffset == .infinity ? "no limit" : ""),
    ("Shake/force", "\(Int(Shake().force)) m/s²"),
    ("Shake/strokes", "\(Shake().strokes)"),
    ("Shake/interval", milliseconds(Shake().interval)),
    ("Shake/maximumDuration", milliseconds(Shake().maximumDuration)),
    ("PressGestureRecognizer/numberOfPressesRequired", "\(key.numberOfPressesRequired)"),
    ("PressGestureRecognizer/maximumPressDuration", milliseconds(key.maximumPressDuration)),
    ("PressGestureRecognizer/maximumInterval", milliseconds(key.maximumInterval)),
    ("KnockGestureRecognizer/numberOfKnocksRequired", "\(KnockGestureRecognizer().numberOfKnocksRequired)"),
    ("KnockGestureRecognizer/force", "\(Int(KnockGestureRecognizer().force)) m/s²"),
    ("KnockGestureRecognizer/maximumInterval", milliseconds(KnockGestureRecognizer().maximumInterval)),
    ("TurnGestureRecognizer/orientations", TurnGestureRecognizer().orientations.count == 6 ? "all six" : ""),
    ("TurnGestureRecognizer/minimumRestDuration", milliseconds(TurnGestureRecognizer().minimumRestDuration)),
    ("GestureRecognizer/cancelsTouchesInView", "\(tap.cancelsTouchesInView)"),
    ("GestureRecognizer/delaysTouchesBegan", "\(tap.delaysTouchesBegan)"),
    ("GestureRecognizer/delaysTouchesEnded", "\(tap.delaysTouchesEnded)"),
    ("GestureRecognizer/allowedTouchTypes", tap.allowedTouchTypes == [.finger, .pen] ? "finger, pen" : ""),
  ]
  let article = article("Numbers")
  for (symbol, value) in numbers {
    #expect(article.contains("| ``\(symbol)`` | \(value) |"), "\(symbol) is \(value)")
  }
}
@Test func `The landing page's card is turned over by a tap and moved by a drag`() {
  let table = CardTable()
  playWithTheCard(on: table)
  #expect(table.isFaceUp)
  // 10 mm less the slop.
  #expect(table.card.frame.origin.x.isClose(to: 28.4))
  #expect(table.card.frame.origin.y == 20)
  #expect(table.wakeTime == nil)
}

@Test func `The six methods of the article's note are called in the chain's order`() {
  let log = CallLog()
  let page = Note(name: "page", frame: Rect(x: 0, y: 0, width: 200, height: 100), log: log)
  let note = Note(name: "note", frame: Rect(x: 0, y: 0, width: 50, height: 50), log: log)
  page.addSubview(note)
  let engine = GestureEngine(root: page)
  /// Rests, shakes with four strokes of 100 ms, and rests.
  func shake(from start: Double, isQuietAfter: Bool) {
    for step in 0..<(isQuietAfter ? 110 : 50) {
      let force = (10..<50).contains(step) ? (step / 10 % 2 == 0 ? 20.0 : -20) : 0
      let acceleration = Acceleration(x: force, y: 0, z: 9.81)
      _ = engine.handle(sample: MotionSample(time: .at(start + 10 * Double(step)), acceleration: acceleration))
    }
  }
  func both(_ call: String) -> [String] { ["note \(call)", "page \(call)"] }
  note.becomeFirstResponder()
  shake(from: 0, isQuietAfter: true)
  #expect(note.text.isEmpty)
  _ = engine.handle(command: RemoteCommand(.play, time: .at(2000)))
  shake(from: 3000, isQuietAfter: false)
  _ = engine.cancelMotion(at: .at(3600))
  note.resignFirstResponder()
  let motions = ["motionBegan", "motionEnded", "remoteControlReceived", "motionBegan", "motionCancelled"]
  #expect(
    log.calls == ["note becomeFirstResponder"] + motions.flatMap(both) + ["note resignFirstResponder"])
}

@Test func `The picture frame turns a page by a button, pauses by a remote control, and is shaken`() {
  let frame = PictureFrame(frame: Rect(x: 0, y: 0, width: 200, height: 100))
  let screen = View(frame: Rect(x: 0, y: 0, width: 200, height: 100))
  screen.addSubview(frame)
  let engine = GestureEngine(root: screen)
  #expect(frame.becomeFirstResponder() && engine.firstResponder === frame)
  PictureFrameDevices.play(on: engine, at: .at(0))
  #expect(frame.picture == 1 && frame.isPaused)
  PictureFrameDevices.measure(on: engine, at: .at(1000))
  #expect(frame.picture == 1)
}

@Test func `The article's headset plays, skips, goes back and seeks`() {
  let gestures = headset()
  let screen = TestScreen(gestures)
  var time = 0.0
  for lengths in [[100.0], [100, 100], [100, 100, 100], [800]] {
    for length in lengths {
      screen.press(time, .began, 226)
      screen.press(time + length, .ended, 226)
      time += length + 100
    }
    time += 1000
    screen.wait(until: time)
  }
  #expect(screen.gestures.map(\.recognizer.name) == ["play", "next", "previous", "seek", "seek"])
}

@Test func `The article's key counts only with two fingers on the screen`() {
  expect(
    """
    1     .a-----...a--
    2     ...b---......
    key7  .#...#....#..
    key   .....R.......
    """, keyWithTwoFingers())
}

private func keyWithTwoFingers() -> GestureRecognizer {
  let key = KeyWithTwoFingers(code: 7)
  key.name = "key"
  return key
}

/// Moves a finger back and forth, with a stroke every 25 ms. Returns the number of strokes at the recognition, or 0.
private func tickle(_ recognizer: TickleGestureRecognizer, strokesOf millimetres: Double) -> Int {
  let screen = TestScreen(recognizer)
  screen.frame(0, ["1": .at(50, 50)])
  for stroke in 1...6 {
    screen.frame(Double(stroke) * 25, ["1": .at(stroke % 2 == 1 ? 50 + millimetres : 50, 50)])
    if !screen.gestures.isEmpty { return stroke }
  }
  return 0
}

@Test func `Both classic tickles are recognized at the third stroke, and differ in its minimum length`() {
  #expect(tickle(ClassicTickles.moreThanTwo(), strokesOf: 3.9) == 3)
  #expect(tickle(ClassicTickles.moreThanTwo(), strokesOf: 3.2) == 0)
  #expect(tickle(ClassicTickles.atLeastThree(), strokesOf: 3.2) == 3)
  #expect(tickle(ClassicTickles.atLeastThree(), strokesOf: 3.1) == 0)
  #expect(TickleGestureRecognizer().strokeDistance == ClassicTickles.moreThanTwo().strokeDistance)
}

private func knock() -> FingerKnockGestureRecognizer { FingerKnockGestureRecognizer(name: "knock") }

@Test func `A knock is two taps of one finger beside a resting one`() throws {
  #expect(try checkKnock() == [])
}

@Test func `A knock fails with a long tap, a long pause, a third finger, or a resting finger that lifts`() {
  expect(
    """
    1      .a---------.
    2      ...c--.....
    knock  .....F.....
    """, knock())
  expect(
    """
    1      .a---------.
    2      ...C....C..
    knock  ......F....
    """, knock())
  expect(
    """
    1      .a---------.
    2      ...C.c.....
    3      .....e.....
    knock  .....F.....
    """, knock())
  expect(
    """
    1      .a--.......
    2      ...c.......
    knock  ....F......
    """, knock())
}

@Test func `A pull begins, changes and ends, alone and after another gesture has failed`() {
  let article = article("ContinuousRecognizers")
  let pictures = article.components(separatedBy: "```text\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  let places = Dictionary(uniqueKeysWithValues: zip("mnopqr", 0...).map { ($0, (50.0, 10.0 + 10 * Double($1))) })
  let other = Probe(name: "other")
  other.began = { probe, touches in probe.deadline = touches[0].timestamp + 350_000 }
  other.passed = { $0.state = .failed }
  for picture in pictures {
    let pull = PullGestureRecognizer(name: "pull")
    let root = TestScreen.makeRoot()
    if picture == pictures.last {
      root.addGestureRecognizer(other)
      pull.require(toFail: other)
    }
    root.addGestureRecognizer(pull)
    var progress: [Double] = []
    pull.addAction { progress.append($0.progress) }
    expect(picture, pull, root: root, places: places)
    #expect(progress == (picture == pictures.first ? [0.4, 0.9, 1, 1, 1] : [1, 1, 1, 1]))
  }
}

@Test func `A pull fails sideways, and when it is cancelled before it has begun`() {
  let pull = PullGestureRecognizer(name: "pull")
  expect(
    """
    1     .ab...ax.
    pull  ..F....F.
    """, pull)
  #expect(pull.progress == 0)
}

/// The reports as a code block of the article.
private func block(_ reports: [String]) -> String { "```text\n\(reports.joined(separator: "\n"))\n```" }

/// The reports of the article's recognizers, such as "80 pan failed".
private func reports(of play: (TestScreen) -> Void) -> [String] {
  let recognizers = recognizersOfACard()
  for recognizer in recognizers { recognizer.reportedStates = .all }
  let screen = TestScreen(recognizers)
  play(screen)
  return screen.gestures.map { "\($0.time.microseconds / 1000) \($0.recognizer.name) \($0.state)" }
}

@Test func `The article's single tap waits for the double tap's timeout`() {
  let reports = reports { screen in
    screen.frame(0, ["1": .at(50, 50)])
    screen.frame(80, ["1": .lifts])
    screen.wait(until: 1000)
  }
  #expect(article("Arbitration").contains(block(reports)))
}

@Test func `The article's double tap makes the single tap fail`() {
  let reports = reports { screen in
    screen.frame(0, ["1": .at(50, 50)])
    screen.frame(80, ["1": .lifts])
    screen.frame(200, ["1": .at(50, 50)])
    screen.frame(280, ["1": .lifts])
    screen.wait(until: 1000)
  }
  #expect(article("Arbitration").contains(block(reports)))
}

@Test func `The article's drag makes both taps fail`() {
  let reports = reports { screen in
    screen.frame(0, ["1": .at(50, 50)])
    screen.frame(10, ["1": .at(51, 50)])
    screen.frame(20, ["1": .at(52, 50)])
    screen.frame(30, ["1": .lifts])
  }
  #expect(article("Arbitration").contains(block(reports)))
}

@Test func `The snippets for each recognizer do what the article says`() {
  let screen = TestScreen(root: View(name: "screen", frame: Rect(x: 0, y: 0, width: 300, height: 100)))
  var lines: [String] = []
  makeOneOfEach(on: screen.root) { lines.append($0) }
  screen.frame(0, ["1": .at(100, 50)])
  screen.frame(80, ["1": .lifts])
  screen.wait(until: 1000)
  #expect(lines == ["select at (100.0, 50.0) mm"])
  lines = []
  screen.frame(2000, ["1": .at(100, 50)])
  screen.wait(until: 2450)
  screen.frame(2500, ["1": .lifts])
  #expect(lines == ["lift the card", "drop it"])
  lines = []
  screen.stroke(from: (1, 50), to: (30, 50), at: 3000, for: 100)
  screen.frame(3200, ["1": .lifts])
  #expect(lines.last?.hasPrefix("drawer at 27.4") == true)
  lines = []
  for x in stride(from: 0.0, through: 20, by: 4) {
    screen.frame(4000 + x * 5, ["1": .at(100 - x, 40), "2": .at(100 - x, 60)])
  }
  screen.frame(4200, ["1": .lifts, "2": .lifts])
  #expect(lines == ["next"])
  lines = []
  screen.frame(5000, ["1": .at(5, 5)])
  screen.frame(5080, ["1": .lifts])
  screen.frame(5600, ["1": .at(295, 95)])
  screen.frame(5680, ["1": .lifts])
  screen.wait(until: 7000)
  #expect(lines.contains("leave the kiosk"))
}

@Test func `The views of the article are hit as it says`() {
  let screen = View(name: "screen", frame: Rect(x: 0, y: 0, width: 200, height: 100))
  let dial = arrangeViews(on: screen)
  let photo = screen.subviews[0]
  // A quarter turn to the right, about (60, 50), and half as large again.
  #expect(dial.frame.origin.distance(to: Point(x: 90, y: 5)) < 1e-9)
  #expect(screen.hitTest(Point(x: 40, y: 50)) === photo, "the caption is in the photo's lower part, now on the left")
  #expect(screen.hitTest(Point(x: 60, y: 94)) === photo)
  #expect(screen.hitTest(Point(x: 92, y: 7)) === dial)
  #expect(screen.hitTest(Point(x: 150, y: 50)) === screen, "the veil is not hit")

  let layer = ButtonLayer(name: "layer", frame: screen.bounds)
  let button = RoundButton(name: "button", frame: Rect(x: 150, y: 0, width: 20, height: 20))
  layer.addSubview(button)
  screen.addSubview(layer)
  #expect(screen.hitTest(Point(x: 160, y: 10)) === button)
  #expect(screen.hitTest(Point(x: 151, y: 1)) === screen)
}

@Test func `The canvas of the article draws with two fingers, and forgets what a gesture takes`() {
  let canvas = Canvas(name: "canvas", frame: Rect(x: 0, y: 0, width: 200, height: 100))
  let root = View(name: "screen", frame: canvas.frame)
  root.addSubview(canvas)
  let press = LongPressGestureRecognizer(name: "press")
  press.numberOfTouchesRequired = 3
  canvas.addGestureRecognizer(press)
  let screen = TestScreen(root: root)
  screen.frame(0, ["1": .at(50, 50), "2": .at(80, 50)])
  screen.frame(10, ["1": .at(52, 50), "2": .at(84, 50)])
  #expect(canvas.lines.values.map(\.count) == [2, 2])
  screen.frame(20, ["1": .lifts, "2": .lifts])
  screen.frame(1000, ["1": .at(50, 50), "2": .at(80, 50), "3": .at(110, 50)])
  #expect(canvas.lines.count == 5)
  screen.wait(until: 2000)
  #expect(canvas.lines.count == 2)
}

@Test func `The delegate of the article decides as it says`() {
  let root = View(name: "screen", frame: Rect(x: 0, y: 0, width: 200, height: 100))
  let toolbar = View(name: "toolbar", frame: Rect(x: 0, y: 0, width: 200, height: 20))
  root.addSubview(toolbar)
  let delegate = DrawingDelegate(toolbar: toolbar)
  let screen = TestScreen(root: root)
  var recognizers: [GestureRecognizer] = []
  /// Puts recognizers on the view in place of the former ones.
  func use(_ new: GestureRecognizer...) {
    for recognizer in recognizers { root.removeGestureRecognizer(recognizer) }
    recognizers = new
    for recognizer in new {
      recognizer.delegate = delegate
      root.addGestureRecognizer(recognizer)
    }
  }
  var start = 0.0
  /// Returns what is reported of a stroke.
  func stroke(from: (Double, Double), to: (Double, Double), for length: Double = 100) -> [String] {
    let count = screen.gestures.count
    screen.stroke(from: from, to: to, at: start, for: length)
    screen.frame(start + length + 10, ["1": .lifts])
    start += length + 2000
    screen.wait(until: start)
    return screen.gestures.dropFirst(count).filter { $0.state != .changed }.map { "\($0.recognizer.name) \($0.state)" }
  }

  use(PanGestureRecognizer(name: "pan"))
  #expect(stroke(from: (50, 50), to: (80, 55)) == ["pan began", "pan ended"])
  #expect(stroke(from: (50, 50), to: (55, 80)) == [])
  #expect(stroke(from: (50, 10), to: (80, 15)) == [])

  use(PanGestureRecognizer(name: "pan"), SwipeGestureRecognizer(name: "swipe"))
  #expect(stroke(from: (50, 50), to: (80, 50)) == ["swipe ended"])

  let tap = TapGestureRecognizer(name: "tap")
  tap.maximumDuration = nil
  let press = LongPressGestureRecognizer(name: "press")
  use(tap, press)
  #expect(stroke(from: (50, 50), to: (50, 50), for: 800) == ["tap ended"])

  let key = PressGestureRecognizer(name: "key", code: 115)
  use(key)
  for isHidden in [false, true] {
    root.isHidden = isHidden
    let count = screen.gestures.count
    screen.press(start, .began, 115)
    screen.press(start + 80, .ended, 115)
    start += 2000
    screen.wait(until: start)
    #expect(screen.gestures.count - count == (isHidden ? 0 : 1))
  }
}

@Test func `The page turner of the article is released with its action`() {
  let screen = TestScreen()
  var turner: PageTurner? = PageTurner(on: screen.root)
  weak var released: PageTurner?
  released = turner
  screen.stroke(from: (100, 50), to: (80, 50), at: 0, for: 100)
  screen.frame(200, ["1": .lifts])
  #expect(turner?.page == 2)
  turner = nil
  #expect(released == nil)
  screen.stroke(from: (100, 50), to: (80, 50), at: 1000, for: 100)
  #expect(screen.gestures.count == 2)
}
