import Testing

@testable import Gestures

@Suite("Phases of a touch")
struct PhaseTests {
  private func pressed(_ name: String = "pressed") -> PanGestureRecognizer {
    let pan = makePan(name)
    pan.minimumPressDuration = .milliseconds(400)
    return pan
  }

  private func resting(_ slop: Double = 20) -> PanGestureRecognizer {
    let pan = makePan("resting")
    pan.slop = slop
    pan.minimumRestDuration = .milliseconds(300)
    return pan
  }

  /// Lands a finger, moves it by 30 mm to the left after a rest, and lifts it. Returns the times at which gestures began or were recognized.
  private func drag(after rest: Double, _ recognizers: GestureRecognizer...) -> [String: Double] {
    let screen = TestScreen(recognizers)
    screen.frame(0, ["1": .at(200, 50)])
    screen.wait(until: rest - 10)
    screen.stroke(from: (200, 50), to: (170, 50), at: rest, for: 150)
    screen.frame(rest + 160, ["1": .lifts])
    let begun = screen.gestures.filter {
      $0.state == .began || $0.state == .ended && $0.recognizer is SwipeGestureRecognizer
    }
    return Dictionary(begun.map { ($0.recognizer.name, Double($0.time.microseconds) / 1000) }) { first, _ in first }
  }

  @Test func `A pan after a press begins only after a rest (PHA-1)`() {
    #expect(drag(after: 20, pressed()).isEmpty)
    #expect(drag(after: 380, pressed()).isEmpty)
    #expect(drag(after: 500, pressed()).keys.sorted() == ["pressed"])
  }

  @Test func `It is measured from where the finger rested, which may be a little off its landing (PHA-1)`() {
    let pan = pressed()
    let screen = TestScreen(pan)
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(100, ["1": .at(101.5, 50)])
    screen.frame(500, ["1": .at(103, 50)])
    #expect(pan.state == .possible, "1.5 mm from the rest, 3 mm from the landing")
    screen.frame(510, ["1": .at(105, 50)])
    #expect(pan.state == .began)
    screen.frame(520, ["1": .at(110, 50)])
    #expect(pan.translation(in: nil).x.isClose(to: 110 - 101.5 - 1.6))
  }

  @Test func `A finger that moves before it has rested fails it, and another finger begins the rest anew (PHA-1)`() {
    let pan = pressed()
    pan.minimumNumberOfTouches = 2
    let screen = TestScreen(pan)
    screen.frame(0, ["1": .at(100, 50)])
    screen.frame(300, ["2": .at(130, 50)])
    screen.frame(600, ["1": .at(90, 50), "2": .at(120, 50)])
    #expect(pan.state == .failed, "300 ms after the second finger")
    screen.frame(700, ["1": .lifts, "2": .lifts])
    screen.frame(1000, ["1": .at(100, 50), "2": .at(130, 50)])
    screen.frame(1450, ["1": .at(90, 50), "2": .at(120, 50)])
    #expect(pan.state == .began)
  }

  @Test
  func `A plain pan and one after a press tell a drag from a press and drag, and cost each other no time (PHA-1)`() {
    let alone = drag(after: 20, makePan("plain"))
    #expect(drag(after: 20, makePan("plain"), pressed()) == alone)
    #expect(drag(after: 20, pressed(), makePan("plain")) == alone)
    #expect(drag(after: 500, makePan("plain"), pressed()) == drag(after: 500, pressed()))
    #expect(drag(after: 500, pressed(), makePan("plain")).keys.sorted() == ["pressed"])
  }

  @Test func `A swipe after a press does not count its rest (PHA-1)`() {
    for decision in [SwipeGestureRecognizer.Decision.atLift, .duringMovement] {
      let (plain, pressed) = (makeSwipe("plain", [.left]), makeSwipe("pressed", [.left]))
      for swipe in [plain, pressed] {
        swipe.decision = decision
        swipe.failsEarly = true
        swipe.minimumLiftVelocity = decision == .atLift ? 120 : 0
      }
      pressed.minimumPressDuration = .milliseconds(400)
      #expect(drag(after: 20, plain, pressed).keys.sorted() == ["plain"], "\(decision)")
      // Longer than a swipe may take.
      #expect(drag(after: 2000, plain, pressed).keys.sorted() == ["pressed"], "\(decision)")
      #expect(drag(after: 300, pressed).isEmpty)
    }
  }

  @Test func `A pan with a rest begins where it stops, and goes on (PHA-2)`() {
    let pan = resting()
    let screen = TestScreen(pan)
    screen.stroke(from: (200, 50), to: (150, 50), at: 0, for: 200)
    screen.frame(350, ["1": .at(149.5, 50.5)])
    #expect(pan.state == .possible)
    screen.wait(until: 510)
    #expect(screen.gestures.map(\.state) == [.began])
    #expect(screen.gestures[0].time == .at(500), "trembling does not end the rest")
    screen.frame(600, ["1": .at(140, 50)])
    #expect(pan.state == .changed)
  }

  @Test func `A pan that goes on or comes back does not rest (PHA-2)`() {
    let pan = resting()
    let screen = TestScreen(pan)
    screen.stroke(from: (200, 50), to: (100, 50), at: 0, for: 1000, step: 50)
    #expect(pan.state == .possible, "2 mm or more in each frame")
    screen.stroke(from: (100, 50), to: (190, 50), at: 1050, for: 200)
    screen.wait(until: 3000)
    #expect(pan.state == .possible, "it is 10 mm from its landing")
    screen.frame(3100, ["1": .lifts])
    #expect(screen.gestures.isEmpty)
  }

  @Test func `A swipe and an edge pan with a rest tell home from overview (PHA-2)`() {
    let home = makeSwipe("home", [.up])
    home.decision = .atLift
    home.failsEarly = true
    home.minimumLiftVelocity = 120
    let overview = ScreenEdgePanGestureRecognizer(name: "overview")
    overview.edges = [.bottom]
    overview.slop = 20
    overview.minimumRestDuration = .milliseconds(300)
    for (rest, expected) in [(0.0, "home"), (40, "home"), (250, ""), (350, "overview")] {
      let screen = TestScreen(home, overview)
      screen.stroke(from: (150, 99), to: (150, 40), at: 0, for: 150)
      screen.wait(until: 149 + rest)
      screen.frame(150 + rest, ["1": .lifts])
      screen.wait(until: 2000)
      let made = screen.gestures.filter { $0.state == .began || $0.state == .ended && $0.recognizer === home }
      #expect(made.map(\.recognizer.name).joined() == expected, "\(rest)")
    }
  }
}

/// Made-up hands that go along two legs with a corner between them.
@Suite("Swipes with corners")
struct SwipePathTests {
  struct Hand: Sendable {
    /// The radius of the corner, in millimetres.
    var round = 0.0
    /// By how much the whole path is turned, in radians.
    var turn = 0.0
    /// How far each leg bulges, as a share of its length.
    var bulge = 0.0
    /// How far the hand trembles, in millimetres.
    var tremor = 0.0
    /// How long it stops at the corner, in milliseconds.
    var stop = 0.0
  }

  static let hands = [
    Hand(tremor: 0.2), Hand(round: 5, tremor: 0.2), Hand(turn: 0.26, tremor: 0.3), Hand(bulge: 0.15, tremor: 0.2),
    Hand(round: 2, turn: -0.2, bulge: -0.1, tremor: 0.5, stop: 120),
  ]

  private static func swipe(_ path: [SwipeDirection]) -> SwipeGestureRecognizer {
    let swipe = makeSwipe("corner")
    swipe.path = path
    swipe.decision = .atLift
    swipe.failsEarly = true
    swipe.maximumAngle = 30 * .pi / 180
    swipe.minimumStraightness = 0.85
    swipe.minimumVelocity = 40
    swipe.maximumDuration = .milliseconds(800 * path.count)
    return swipe
  }

  /// The places of a hand along legs, every 8 ms, with their times.
  private static func places(_ hand: Hand, _ legs: [(SwipeDirection, Double)], _ speed: Double) -> [(Double, Point)] {
    var corner = Point(x: 150, y: 50), time = 0.0
    var result: [(Double, Point)] = []
    for (index, (direction, length)) in legs.enumerated() {
      let along = direction.unit.turned(by: hand.turn), across = Vector(x: -along.y, y: along.x)
      let frames = max(1, (length / speed * 125).rounded())
      for frame in 0...Int(frames) {
        let share = Double(frame) / frames
        let trembling = hand.tremor * Double((index * 7 + frame * 5) % 11 - 5) / 5
        let out = hand.bulge * length * 4 * share * (1 - share) + trembling
        result.append((time, corner + along * (share * length) + across * out))
        time += 8
      }
      time += hand.stop
      corner = corner + along * length
    }
    guard hand.round > 0 else { return result }
    // Round corners: each place is the mean of those within the radius on the path.
    return result.enumerated().map { index, item in
      let near = result.filter { $0.1.distance(to: item.1) <= hand.round }
      let isEnd = index == 0 || index == result.count - 1
      let sum = near.reduce(Vector.zero) { $0 + ($1.1 - .zero) }
      return isEnd ? item : (item.0, .zero + sum * (1 / Double(near.count)))
    }
  }

  private static func made(
    _ hand: Hand, _ legs: [(SwipeDirection, Double)], _ speed: Double, _ recognizers: [GestureRecognizer]
  )
    -> [String]
  {
    let root = View(name: "screen", frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    let screen = TestScreen(root: root, recognizers)
    var last = 0.0
    for (time, place) in places(hand, legs, speed) {
      screen.frame(time, ["1": .at(place.x + 300, place.y + 300)])
      last = time
    }
    screen.frame(last + 8, ["1": .lifts])
    return screen.gestures.filter { $0.state == .ended }.map(\.recognizer.name)
  }

  @Test func `Two legs of any lengths are found at any speed (SW-11)`() {
    var (found, all) = (0, 0)
    var lost: [String] = []
    for (name, hand) in Self.hands.enumerated() {
      for (first, second) in [(10.0, 40.0), (12, 36), (20, 40), (30, 30), (40, 20), (36, 12), (40, 10)] {
        for speed in [60.0, 150, 400] {
          for turn in [[SwipeDirection.up, .right], [.down, .left], [.right, .down]] {
            all += 1
            let legs = [(turn[0], first), (turn[1], second)]
            let (up, right) = (makeSwipe("up", [turn[0]]), makeSwipe("right", [turn[1]]))
            for swipe in [up, right] {
              swipe.decision = .atLift
              swipe.failsEarly = true
              swipe.maximumAngle = 40 * .pi / 180
            }
            let made = Self.made(hand, legs, speed, [up, right, Self.swipe(turn)])
            if made == ["corner"] {
              found += 1
            } else {
              lost.append("hand \(name) \(first) \(second) \(speed): \(made)")
            }
          }
        }
      }
    }
    #expect(found * 100 >= all * 95, "\(found) of \(all): \(lost.joined(separator: "\n"))")
  }

  @Test func `A straight flick is no path, and other corners are none (SW-11)`() {
    for hand in Self.hands {
      for speed in [60.0, 150, 400] {
        let corner = Self.swipe([.up, .right])
        for legs in [
          [(SwipeDirection.up, 40.0)], [(.right, 40)], [(.right, 30), (.up, 30)], [(.up, 30), (.left, 30)],
          [(.up, 30), (.right, 3)], [(.up, 3), (.right, 30)], [(.upRight, 60)],
        ] {
          let made = Self.made(hand, legs, speed, [corner])
          #expect(made.isEmpty, "\(hand) \(legs.map { "\($0.0.name) \($0.1)" }) \(speed)")
        }
      }
    }
  }

  @Test func `A path may have many legs, and a long one costs no more places (SW-11)`() {
    let zigzag: [SwipeDirection] = [.right, .down, .left, .down, .right, .down, .left, .down]
    #expect(Self.made(Self.hands[0], zigzag.map { ($0, 30) }, 200, [Self.swipe(zigzag)]) == ["corner"])
    #expect(Self.made(Self.hands[0], zigzag.dropLast().map { ($0, 30) }, 200, [Self.swipe(zigzag)]).isEmpty)
    #expect(Self.made(Self.hands[1], [(.up, 300), (.right, 100)], 2000, [Self.swipe([.up, .right])]) == ["corner"])
  }

  @Test func `It fails as soon as the path cannot become that any more (SW-11)`() {
    let corner = Self.swipe([.up, .right])
    let screen = TestScreen(corner)
    screen.stroke(from: (100, 50), to: (90, 50), at: 0, for: 50)
    #expect(corner.state == .failed)
    corner.failsEarly = false
    screen.frame(60, ["1": .lifts])
    screen.stroke(from: (100, 50), to: (90, 50), at: 1000, for: 50)
    #expect(corner.state == .possible)
  }

  @Test func `A path is for the number of fingers (SW-11)`() {
    let corner = Self.swipe([.up, .right])
    corner.numberOfTouchesRequired = 2
    for fingers in 1...3 {
      let screen = TestScreen(corner)
      let all = (1...fingers).map { ("\($0)", 20.0 * Double($0)) }
      for (step, way) in [(0.0, 0.0), (0, 10), (0, 20), (0, 30), (10, 30), (20, 30), (30, 30)].enumerated() {
        screen.frame(Double(step) * 30, all.map { ($0.0, .at(100 + $0.1 + way.0, 80 - way.1)) })
      }
      screen.frame(400, all.map { ($0.0, .lifts) })
      #expect(screen.gestures.count == (fingers == 2 ? 1 : 0))
    }
  }
}

extension Vector {
  fileprivate func turned(by angle: Double) -> Vector {
    let (sine, cosine) = Vector.sineAndCosine(angle)
    return Vector(x: x * cosine - y * sine, y: x * sine + y * cosine)
  }
}
