import Configuration
import Foundation
import Gestures
import Screen
import Testing
import TouchInput

/// A person at a panel of unknown size whose axes are those of the picture, and whose fingers miss by up to `miss` millimetres.
private struct Person {
  let size: Size
  let miss: Double
  /// Whether fingers miss evenly over a disc, or more often by less (a normal distribution with this standard deviation).
  var isNormal = false
  var random: RandomNumbers
  /// The angle by which the card is not straight, in radians.
  var tilt = 0.0

  mutating func touch(_ x: Double, _ y: Double) -> SingleTouch {
    var offset = Vector.zero
    if isNormal {
      offset = Vector(x: miss * random.normal(), y: miss * random.normal())
    } else {
      repeat {
        offset = Vector(x: miss * (2 * random.share() - 1), y: miss * (2 * random.share() - 1))
      } while offset.length > miss
    }
    return .place(Point(x: (x + offset.x) / size.width, y: (y + offset.y) / size.height))
  }

  /// Answers every question. Returns the number of touches.
  mutating func answer(_ dialogue: inout SetupDialogue) -> Int {
    var count = 0
    var queue = [(4.0, 4.0), (size.width - 4, 4), (size.width - 4, size.height - 4), (4, size.height - 4)]
    var isLengthwise = true
    while !dialogue.isDone, count < 200 {
      if dialogue.question.contains("long sides") {
        queue = [(size.width / 2, size.height / 2 + 26.99)]
      } else if queue.isEmpty {
        let (across, down) = isLengthwise ? (42.8, 26.99) : (26.99, 42.8)
        queue = [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)].map { side in
          let x = side.0 * across, y = side.1 * down
          return (
            size.width / 2 + x * cos(tilt) - y * sin(tilt), size.height / 2 + x * sin(tilt) + y * cos(tilt)
          )
        }
        isLengthwise.toggle()
      }
      let next = queue.removeFirst()
      _ = dialogue.take(touch(next.0, next.1))
      count += 1
    }
    return count
  }
}

/// The same numbers on every machine: xorshift64*.
private struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func share() -> Double {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) / Double(1 << 53)
  }

  /// Nearly a normal distribution: the sum of twelve numbers.
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += share() }
    return sum
  }
}

@Suite("Setting up by touching")
struct SetupDialogueTests {
  private static func description(resolution: Int = 0) throws -> DeviceDescription {
    let axes = ["35", "36"].map { "A: \($0) 0 4000 0 0 \(resolution)\n" }.joined()
    let text =
      "# EVEMU 1.3\nN: Panel\nI: 0003 1d6b 0104 0001\nP: 02 00 00 00 00 00 00 00\n"
      + "A: 00 0 4000 0 0 \(resolution)\nA: 01 0 4000 0 0 \(resolution)\nA: 2f 0 9 0 0 0\n\(axes)A: 39 0 65535 0 0 0\n"
      + "E: 0.000000 0000 0000 0\n"
    return try Recording(bytes: Array(text.utf8), file: "panel").description
  }

  private static func corners(_ map: (Point) -> Point = { $0 }) -> [SingleTouch] {
    [(0.02, 0.03), (0.98, 0.03), (0.98, 0.97), (0.02, 0.97)].map { .place(map(Point(x: $0.0, y: $0.1))) }
  }

  private func findings(
    _ touches: [SingleTouch], _ screen: ScreenSettings = ScreenSettings(), calibration: String = ""
  ) throws -> ScreenFindings {
    var dialogue = SetupDialogue(measuresSize: false)
    for touch in touches { #expect(dialogue.take(touch) == nil) }
    #expect(dialogue.isDone)
    return dialogue.findings(of: try Self.description(resolution: 20), as: screen, calibration: calibration)
  }

  // Fingers that miss by up to 2 mm are off by 1 mm on each axis, in the sense of a standard deviation.
  @Test(arguments: [(1.0, false, 1.0, 18.0), (2.0, false, 0.99, 32.0), (1.0, true, 0.99, 32.0)])
  func `The size is right within 2 %, and careful fingers are asked less`(
    miss: Double, isNormal: Bool, share: Double, mostTouches: Double
  ) throws {
    let description = try Self.description()
    var right = 0, touches = 0
    let people = 1_000
    for seed in 1...people {
      var random = RandomNumbers(seed: UInt64(seed))
      let size = Size(width: 100 + 300 * random.share(), height: 95 + 200 * random.share())
      var person = Person(size: size, miss: miss, isNormal: isNormal, random: random)
      var dialogue = SetupDialogue(measuresSize: true)
      touches += person.answer(&dialogue)
      #expect(dialogue.isDone)
      let found = dialogue.findings(of: description, as: ScreenSettings())
      let measured = try #require(found.measured)
      if abs(measured.width / size.width - 1) <= 0.02, abs(measured.height / size.height - 1) <= 0.02 { right += 1 }
    }
    #expect(Double(right) >= share * Double(people), "\(right) of \(people)")
    let mean = Double(touches) / Double(people)
    #expect(mean <= mostTouches && mean >= 13 - 1e-9, "\(mean) touches")
  }

  @Test func `Ranges that are not the glass' are found, if who touches the corners insists`() throws {
    var dialogue = SetupDialogue(measuresSize: false)
    // The device declares 0...4000 for both; the glass has 100...2200 and 0...7000. The touches are shares of the declared ranges.
    let corners = [(0.03, 0.02), (0.545, 0.02), (0.545, 1.73), (0.03, 1.73)].map { Point(x: $0.0, y: $0.1) }
    #expect(dialogue.take(.place(corners[0])) == nil)
    let objection = dialogue.take(.place(corners[1]))
    #expect(objection?.contains("or the same place again if it was") == true)
    #expect(dialogue.take(.place(Point(x: corners[1].x + 0.01, y: corners[1].y))) == nil)
    #expect(dialogue.take(.place(corners[2])) == nil && dialogue.take(.place(corners[3])) == nil && dialogue.isDone)
    let found = dialogue.findings(of: try Self.description(resolution: 20), as: ScreenSettings())
    let ranges = try #require(found.ranges), x = try #require(ranges.x), y = try #require(ranges.y)
    #expect(found.calibration == nil && found.orientation == .normal)
    #expect(abs(x.first) <= 1 && abs(x.last - 2_280) <= 60, "\(x)")
    #expect(abs(y.first) <= 1 && abs(y.last - 7_000) <= 120, "\(y)")
    #expect(found.keys.contains { $0.key == "range" })
  }

  @Test func `A card that does not lie straight gives the same size`() throws {
    var person = Person(size: Size(width: 250, height: 150), miss: 0, random: RandomNumbers(seed: 1), tilt: 0.2)
    var dialogue = SetupDialogue(measuresSize: true)
    _ = person.answer(&dialogue)
    let found = dialogue.findings(of: try Self.description(), as: ScreenSettings())
    let size = try #require(found.measured)
    #expect(abs(size.width - 250) < 0.1 && abs(size.height - 150) < 0.1, "\(size)")
  }

  @Test func `All eight maps from the panel to the picture are found`() throws {
    for map in AxisMap.all {
      // The panel's place for each place in the picture: try all, as the map is one to one.
      let touches = Self.corners { place in
        let candidates = [place.x, 1 - place.x, place.y, 1 - place.y].flatMap { x in
          [place.x, 1 - place.x, place.y, 1 - place.y].map { Point(x: x, y: $0) }
        }
        return candidates.first { abs(map($0).x - place.x) < 1e-9 && abs(map($0).y - place.y) < 1e-9 } ?? .zero
      }
      let found = try findings(touches)
      #expect(found.orientation == map.orientation ?? .normal)
      #expect((found.calibration == nil) == (map.orientation != nil))
      // The geometry of the findings puts each touch where it was in the picture.
      let geometry = PanelGeometry(
        try Self.description(),
        settings: PanelGeometry.Settings(
          size: Size(width: 100, height: 100),
          calibration: found.calibration.flatMap { PanelGeometry.Calibration($0) } ?? .identity,
          orientation: found.orientation))
      for (touch, place) in zip(touches, Self.corners()) {
        guard case .place(let raw) = touch, case .place(let wanted) = place else { continue }
        let seen = geometry.location(x: Int32(raw.x * 4000), y: Int32(raw.y * 4000))
        #expect(abs(seen.x - wanted.x * 100) < 0.1 && abs(seen.y - wanted.y * 100) < 0.1, "\(map)")
      }
    }
  }

  @Test func `A panel that is turned has the sides of its picture`() throws {
    var screen = ScreenSettings()
    screen.size = Size(width: 200, height: 100)
    // The picture is 100 mm wide and 200 mm high; fingers land 8 mm from its sides.
    for map in AxisMap.all where map.swaps && map.orientation != nil {
      let touches = [(0.08, 0.04), (0.92, 0.04), (0.92, 0.96), (0.08, 0.96)].map { place -> SingleTouch in
        let shares = [place.0, 1 - place.0, place.1, 1 - place.1]
        let candidates = shares.flatMap { x in shares.map { Point(x: x, y: $0) } }
        return .place(
          candidates.first { abs(map($0).x - place.0) < 1e-9 && abs(map($0).y - place.1) < 1e-9 } ?? .zero)
      }
      let found = try findings(touches, screen)
      #expect(found.calibration == nil && found.orientation == map.orientation)
    }
  }

  @Test func `A calibration that is right stays: udev's, and that of the configuration`() throws {
    let mirrored = Self.corners { Point(x: 1 - $0.x, y: $0.y) }
    #expect(try findings(mirrored, calibration: "-1 0 1 0 1 0").calibration == nil)
    var screen = ScreenSettings()
    screen.calibration = [-1, 0, 1, 0, 1, 0]
    #expect(try findings(mirrored, screen).calibration == nil)
    // One that is wrong is replaced, also by that of no change.
    #expect(try findings(Self.corners(), calibration: "-1 0 1 0 1 0").calibration == [1, 0, 0, 0, 1, 0])
    #expect(try findings(mirrored).calibration == [-1, 0, 1, 0, 1, 0])
    // A rotation on top of it becomes the orientation.
    let turned = Self.corners { Point(x: $0.x, y: 1 - $0.y) }
    let found = try findings(turned, calibration: "-1 0 1 0 1 0")
    #expect(found.calibration == nil && found.orientation == .inverted)
  }

  @Test func `A known size stays if the measured one fits it`() throws {
    for (side, isNew) in [(200.0, false), (214.0, true)] {
      var person = Person(size: Size(width: side, height: side), miss: 0, random: RandomNumbers(seed: 1))
      var dialogue = SetupDialogue(measuresSize: true)
      _ = person.answer(&dialogue)
      // 4000 units at 20 per millimetre are 200 mm.
      let found = dialogue.findings(of: try Self.description(resolution: 20), as: ScreenSettings())
      #expect((found.size != nil) == isNew)
      #expect(abs((found.measured?.width ?? 0) - side) < 0.5)
      #expect(found.keys.map(\.key) == (isNew ? ["orientation", "size"] : ["orientation"]))
    }
  }
}

@Suite("Single touches")
struct SingleTouchTests {
  private func touches(_ frames: [[TouchFrame.Contact]]) -> [SingleTouch] {
    var collector = SingleTouchCollector(tolerance: 3)
    return frames.enumerated().compactMap { index, contacts in
      collector.handle(TouchFrame(time: Timestamp(microseconds: Int64(index) * 10_000), contacts: contacts))
    }
  }

  private func contact(
    _ id: UInt64, _ phase: Touch.Phase, _ x: Double, _ y: Double = 10, _ type: Touch.TouchType = .finger
  ) -> TouchFrame.Contact {
    TouchFrame.Contact(id: id, phase: phase, location: Point(x: x, y: y), type: type)
  }

  @Test func `A finger that rests is a place: the mean of its positions`() {
    let frames = [
      [contact(1, .began, 10)], [contact(1, .moved, 12)], [contact(1, .ended, 12)], [contact(2, .began, 5)],
    ]
    #expect(touches(frames) == [.place(Point(x: 11, y: 10))])
  }

  @Test func `A drag, a second finger, a palm and a cancelled touch are none`() {
    #expect(touches([[contact(1, .began, 10)], [contact(1, .moved, 14)], [contact(1, .ended, 14)]]) == [.drag])
    let two = [
      [contact(1, .began, 10)], [contact(2, .began, 30)], [contact(1, .ended, 10)], [contact(2, .moved, 30)],
      [contact(2, .ended, 30)],
    ]
    #expect(touches(two) == [.several(2)])
    #expect(touches([[contact(1, .began, 10)], [contact(1, .cancelled, 10)]]) == [.cancelled])
    #expect(touches([[contact(1, .began, 10, 10, .palm)], [contact(1, .ended, 10)]]) == [.cancelled])
    // A touch that was down before the first frame is not counted.
    #expect(touches([[contact(9, .moved, 10)], [contact(9, .ended, 10)]]) == [])
  }
}
