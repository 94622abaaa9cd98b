import Configuration
import Gestures
import Testing

@testable import Screen

/// What nearly was a tap or a press, on a screen of 200 × 120 mm.
struct NearMissTests {
  /// One finger that slides to the right.
  private struct Slide {
    var distance = 0.0
    var milliseconds: Int64 = 120
    /// The time until the next one lands.
    var pause: Int64 = 2000
    var fingers = 1
    var end = Touch.Phase.ended
  }

  private func misses(_ slides: [Slide], _ text: String) throws -> [NearMiss] {
    let scene = Scene(try configuration(text), screen: ScreenSettings(), size: Size(width: 200, height: 120))
    let session = Session(scene, origin: Timestamp(microseconds: 0), runner: nil) { _ in }
    var time: Int64 = 0
    for slide in slides {
      let points = [(0.0, Touch.Phase.began), (0.5, .moved), (1, .moved), (1, slide.end)]
      for (share, phase) in points {
        let place = Point(x: 50 + share * slide.distance, y: 60)
        let at = phase == slide.end ? slide.milliseconds : Int64(share * Double(slide.milliseconds) * 0.4)
        let contacts = (0..<slide.fingers).map {
          TouchFrame.Contact(
            id: UInt64($0), phase: phase, location: place + Vector(x: 0, y: Double($0) * 15), type: .finger)
        }
        let moment = Timestamp(microseconds: (time + at) * 1000)
        session.advance(to: moment)
        session.handle(TouchFrame(time: moment, contacts: contacts))
      }
      time += slide.milliseconds + slide.pause
      session.advance(to: Timestamp(microseconds: time * 1000))
    }
    scene.nearMisses.conclude()
    return scene.nearMisses.findings
  }

  private static let ring = "[[gesture]]\nname = \"ring\"\nkind = \"tap\"\n"

  @Test func `Taps that slide too far are counted, and the profile that they propose recognizes them`() throws {
    let slides = (0..<16).map { Slide(distance: $0 < 6 ? 6.2 + 0.2 * Double($0) : 1) }
    let found = try misses(slides, Self.ring)
    #expect(found.map(\.key) == [.movement])
    let miss = try #require(found.first)
    #expect(miss.gesture == "ring" && miss.recognized == 10 && miss.missed == 6 && miss.limit == 5)
    #expect(abs(miss.least - 6.2) < 1e-9 && abs(miss.largest - 7.2) < 1e-9)
    #expect(
      miss.sentence == "ring: 6 of 16 attempts (38 %) were missed: moved 6.2 to 7.2 mm, 5.0 mm is allowed")
    let profile = NearMiss.profiles(found)
    #expect(profile == ["[profile.tap]", "movement = \"8mm\""])
    #expect(try misses(slides, profile.joined(separator: "\n") + "\n" + Self.ring) == [])
  }

  @Test(arguments: [
    // What a hand does, the configuration, and the profile that it proposes.
    (
      [Slide](repeating: Slide(milliseconds: 1130), count: 6), ring, ["[profile.tap]", "max_duration = \"1150ms\""]
    ),
    (
      [Slide](repeating: Slide(distance: 3.4, milliseconds: 800), count: 6),
      "[[gesture]]\nname = \"hold\"\nkind = \"long-press\"\n",
      ["[profile.long-press]", "movement = \"4mm\""]
    ),
    (
      [Slide](repeating: Slide(pause: 480), count: 9), ring + "taps = 2\n",
      ["[profile.tap]", "max_interval = \"500ms\""]
    ),
    (
      [Slide](repeating: Slide(distance: 9, fingers: 2), count: 6), ring + "fingers = 2\n",
      ["[profile.tap]", "movement = \"9mm\""]
    ),
  ])
  private func `Each limit that a hand exceeds is found`(slides: [Slide], text: String, profile: [String]) throws {
    #expect(try NearMiss.profiles(misses(slides, text)) == profile)
    #expect(try misses(slides, profile.joined(separator: "\n") + "\n" + text) == [])
  }

  @Test(arguments: [
    // Too few.
    [Slide](repeating: Slide(distance: 6), count: 4),
    // Few beside those that are recognized.
    (0..<60).map { Slide(distance: $0 < 5 ? 6 : 1) },
    // A finger that went far meant something else.
    [Slide](repeating: Slide(distance: 40), count: 20),
    // So did two fingers.
    [Slide](repeating: Slide(distance: 6, fingers: 2), count: 20),
    // A palm, or a panel that was unplugged.
    [Slide](repeating: Slide(distance: 6, end: .cancelled), count: 20),
  ])
  private func `A movement that is far from the gesture is not a miss`(slides: [Slide]) throws {
    #expect(try misses(slides, Self.ring) == [])
  }

  @Test func `A movement in which another gesture was recognized is not a miss`() throws {
    let slides = [Slide](repeating: Slide(distance: 6), count: 20)
    let pan = "[[gesture]]\nname = \"move\"\nkind = \"pan\"\n"
    #expect(try misses(slides, Self.ring + pan) == [])
    let elsewhere = "[[view]]\nname = \"right\"\nframe = { left = \"100mm\" }\n"
    #expect(try misses(slides, elsewhere + Self.ring + "view = \"right\"\n") == [])
    #expect(try misses(slides, elsewhere + Self.ring + pan + "view = \"right\"\n").map(\.missed) == [20])
  }

  @Test func `A press that begins between two misses is not one of them`() throws {
    let slides = (0..<20).map { $0.isMultiple(of: 2) ? Slide(distance: 6) : Slide(milliseconds: 800) }
    let hold = "[[gesture]]\nname = \"hold\"\nkind = \"long-press\"\n"
    #expect(try misses(slides, Self.ring + hold).map(\.missed) == [10])
  }

  @Test func `The gesture that was recognized last counts from its beginning, as often as it was made`() throws {
    let text = "[[gesture]]\nname = \"move\"\nkind = \"pan\"\naction = { log = \"x\" }\n"
    let scene = Scene(try configuration(text), screen: ScreenSettings(), size: Size(width: 200, height: 120))
    let session = Session(scene, origin: Timestamp(microseconds: 0), runner: nil) { _ in }
    func frame(_ milliseconds: Int64, _ phase: Touch.Phase, _ x: Double) {
      let contact = TouchFrame.Contact(id: 1, phase: phase, location: Point(x: x, y: 60), type: .finger)
      session.handle(TouchFrame(time: Timestamp(microseconds: milliseconds * 1000), contacts: [contact]))
    }
    frame(0, .began, 50)
    for step in 1...5 as ClosedRange<Int64> { frame(10 * step, .moved, 50 + 5 * Double(step)) }
    #expect(scene.latestGesture?.name == "move")
    #expect(scene.latestGesture?.time == Timestamp(microseconds: 10_000))
    frame(60, .ended, 75)
    #expect(scene.latestGesture?.time == Timestamp(microseconds: 60_000))
  }
}
