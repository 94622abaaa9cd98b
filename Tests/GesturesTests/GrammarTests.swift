import GestureTesting
import Gestures
import Testing

/// Gestures as expressions: the relations that follow from the words, as seen in what is recognized.
@Suite("Gestures as expressions")
struct GrammarTests {
  private let root = View(name: "screen", frame: Rect(x: 0, y: 0, width: 300, height: 100))

  /// Plays a hand to the root view's gestures.
  private func lines(_ words: String) throws -> [String] { try Hand(words).play(on: GestureEngine(root: root)).lines }

  @Test func `A double tap exclusively before a tap`() throws {
    var called: [String] = []
    root.gestures {
      Tap(count: 2).named("double").onEnded { _ in called.append("double") }
        .exclusively(before: Tap().onEnded { tap in called.append("tap at \(tap.location(in: nil))") })
    }
    #expect(try lines("tap at 50,50") == ["tap ended"])
    #expect(try lines("double tap at 50,50") == ["double ended"])
    #expect(called == ["tap at (50.0, 50.0) mm", "double"])
  }

  @Test func `A press, then a drag in the same touch`() throws {
    var way = Vector.zero
    root.gestures {
      LongPress().then(Drag().onChanged { way = $0.translation(in: nil) })
    }
    #expect(try lines("drag right 60mm in 400ms from 100,50") == [])
    let both = try lines("press at 100,50 for 700ms then right 30mm")
    #expect(both.filter { $0.hasPrefix("drag") } == ["drag began", "drag changed", "drag ended"])
    #expect(both.first == "press began" && (way - Vector(x: 30, y: 0)).length < 2)
  }

  @Test func `A transform simultaneously with an edge pan`() throws {
    root.gestures {
      Transform().simultaneously(with: EdgePan(.left))
    }
    let lines = try lines("edge-pan from left 60mm")
    #expect(Set(lines).isSuperset(of: ["transform began", "edge pan began", "transform ended", "edge pan ended"]))
    root.gestureRecognizers = []
    root.gestures {
      Transform()
      EdgePan(.left)
    }
    let alone = try self.lines("edge-pan from left 60mm")
    #expect(!Set(alone).isSuperset(of: ["transform began", "edge pan began"]))
  }

  @Test func `Taps in two places, one after the other`() throws {
    let left = View(name: "left", frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let right = View(name: "right", frame: Rect(x: 200, y: 0, width: 100, height: 100))
    root.addSubview(left)
    root.addSubview(right)
    let (first, second) = (Tap().named("first"), Tap().named("second"))
    let sequence = first.then(second).named("both")
    left.gestures { first }
    right.gestures { second }
    root.addGestureRecognizer(sequence.recognizer)
    #expect(try lines("tap at 50,50; tap at 250,50") == ["first ended", "second ended", "both ended"])
    #expect(try lines("tap at 250,50; tap at 50,50") == ["second ended", "first ended"])
  }

  @Test func `What is exclusively before another comes before all of it, and after all before it`() throws {
    root.gestures {
      Tap(count: 3).named("three").exclusively(before: Tap(count: 2).named("two"))
        .exclusively(before: Tap().named("one"))
    }
    #expect(try lines("tap at 50,50") == ["one ended"])
    #expect(try lines("double tap at 50,50") == ["two ended"])
    let one = try #require(root.gestureRecognizers.last)
    #expect(root.gestureRecognizers.map(\.name) == ["three", "two", "one"] && "\(one)".contains("one"))
    #expect(
      one.debugDescription.contains("requires to fail: TapGestureRecognizer \"three\" TapGestureRecognizer \"two\""))
  }

  @Test func `What waits for a sequence waits for the whole, not for its steps`() throws {
    root.gestures {
      Tap().named("first").then(Swipe(.left).named("second")).named("both").exclusively(before: LongPress())
    }
    #expect(
      try lines("tap at 150,50; pause 200ms; swipe left 60mm in 150ms") == [
        "first ended", "second ended", "both ended",
      ])
    #expect(try lines("press for 1s") == ["press began", "press ended"])
  }

  @Test func `A sequence grows by one step for each then`() {
    let sequence = Tap().then(Swipe(.left)).then(LongPress())
    #expect(sequence.recognizer.steps.map { $0.map(\.name) } == [["tap"], ["swipe"], ["press"]])
    #expect(sequence.recognizers.count == 5)
  }

  @Test func `Settings, conditions and loops are code`() throws {
    let hasTickle = true, isLeftHanded = false
    let made = root.gestures {
      Drag(.horizontal, fingers: 1...1).with { $0.slop = 5 }
      if hasTickle { Tickle() }
      if isLeftHanded { EdgePan(.left) } else { EdgePan(.right) }
      for fingers in 2...3 { Tap(fingers: fingers).named("tap of \(fingers)") }
      Swipe(.up, .down, fingers: 2)
      Pinch().simultaneously(with: Rotation())
    }
    #expect(
      made.map(\.name) == [
        "drag", "tickle", "edge pan", "tap of 2", "tap of 3", "swipe", "pinch", "rotation",
      ])
    #expect(root.gestureRecognizers == made)
    #expect(try lines("tap with 3 fingers") == ["tap of 3 ended"])
  }

  @Test func `States have closures of their own`() throws {
    var states: [String] = []
    root.gestures {
      Drag().onBegan { _ in states.append("began") }.onCancelled { _ in states.append("cancelled") }
        .onEnded { _ in states.append("ended") }
    }
    _ = try Hand("drag right 60mm").play(on: GestureEngine(root: root))
    try Picture("1  .abx.\ndrag  ..BX.").check(on: GestureEngine(root: root))
    #expect(states == ["began", "ended", "began", "cancelled"])
  }

  /// An actor may own an engine.
  private actor Wall {
    private let root = View(frame: Rect(x: 0, y: 0, width: 217, height: 136))
    private(set) var taps = 0

    func play(_ words: String) throws -> [String] {
      root.gestures { Tap().onEnded { [weak self] _ in self?.assumeIsolated { $0.taps += 1 } } }
      return try Hand(words).play(on: GestureEngine(root: root)).lines
    }
  }

  @Test func `An actor owns an engine`() async throws {
    let wall = Wall()
    #expect(try await wall.play("tap") == ["tap ended"])
    #expect(await wall.taps == 1)
  }

  @MainActor private final class Window {
    let root = View(frame: Rect(x: 0, y: 0, width: 217, height: 136))
    var taps = 0

    func play(_ words: String) throws {
      root.gestures { Tap().onEnded { [unowned self] _ in MainActor.assumeIsolated { taps += 1 } } }
      try Hand(words).play(on: GestureEngine(root: root))
    }
  }

  @MainActor @Test func `The main actor owns an engine`() throws {
    let window = Window()
    try window.play("tap")
    #expect(window.taps == 1)
  }
}
