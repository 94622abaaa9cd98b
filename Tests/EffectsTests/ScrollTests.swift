import Actions
import CLinux
import Gestures
import Testing

@testable import Effects

@Suite("Scrolling in numbers")
struct ScrollTests {
  private static func words(_ events: [linux_input_event]) -> String {
    events.map { event in
      let name =
        switch event.code {
        case LINUX_REL_WHEEL: "wheel"
        case LINUX_REL_HWHEEL: "hwheel"
        case LINUX_REL_WHEEL_HI_RES: "wheel/120"
        case LINUX_REL_HWHEEL_HI_RES: "hwheel/120"
        default: "code \(event.code)"
        }
      return event.type == LINUX_EV_REL ? "\(name) \(event.value)" : "type \(event.type)"
    }.joined(separator: ", ")
  }

  private static func turns(_ scroll: PointerAction.Scroll, _ travel: [Vector]) -> [String] {
    var wheel = ScrollWheel(scroll)
    return travel.map { words(wheel.turn(to: $0)) }
  }

  @Test func `Content follows a finger: down turns the wheel up, and right tilts it to the left`() {
    let turns = Self.turns(
      .init(), [Vector(x: 0, y: 4), Vector(x: 0, y: 10), Vector(x: -5, y: 10), Vector(x: -25, y: 10), .zero])
    #expect(
      turns == [
        "wheel/120 48", "wheel/120 72, wheel 1", "hwheel/120 60", "hwheel/120 240, hwheel 2",
        "wheel/120 -120, wheel -1, hwheel/120 -300, hwheel -2",
      ])
  }

  @Test func `Without natural scrolling the wheel turns the other way, and a step has its own length`() {
    var scroll = PointerAction.Scroll()
    scroll.isNatural = false
    scroll.step = .millimetres(5)
    #expect(Self.turns(scroll, [Vector(x: 5, y: 10)]) == ["wheel/120 -240, wheel -2, hwheel/120 120, hwheel 1"])
  }

  @Test func `A finger that rests on the border of a step turns no whole steps back and forth`() {
    let places = [10.2, 9.8, 10.2, 9.8, 20.1]
    let turns = Self.turns(.init(), places.map { Vector(x: 0, y: $0) })
    #expect(
      turns == ["wheel/120 122, wheel 1", "wheel/120 -4", "wheel/120 4", "wheel/120 -4", "wheel/120 123, wheel 1"])
  }

  @Test func `Small movements add up, and a movement that turns nothing sends nothing`() {
    let turns = Self.turns(.init(), (1...300).map { Vector(x: 0, y: Double($0) * 0.03) })
    let fine = turns.compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0.filter { $0 != "," }) } }
    #expect(fine.reduce(0, +) == 108)
    #expect(turns.contains(""))
  }

  @Test func `The speed after a lift decays by the time constant, and the way to the rest is finite`() throws {
    let inertia = try #require(ScrollInertia(velocity: Vector(x: 0, y: 500)))
    func travel(_ time: Double) -> Double { (inertia.travel(after: time).y * 1000).rounded() / 1000 }
    #expect(travel(0) == 0)
    #expect(travel(0.1) == 45.317)
    #expect(travel(0.5) == 158.03)
    #expect(travel(1) == 216.166)
    // 500 mm/s fall to 5 mm/s.
    #expect((inertia.duration * 1000).rounded() == 2303)
    #expect(travel(inertia.duration) == 247.5)
    #expect(travel(60) == 247.5)
    #expect(travel(-1) == 0)
  }

  @Test func `A finger that stops before it lifts throws nothing, and an impossible speed is limited`() throws {
    #expect(ScrollInertia(velocity: Vector(x: 30, y: 39)) == nil)
    #expect(ScrollInertia(velocity: Vector(x: 30, y: 40)) != nil)
    #expect(ScrollInertia(velocity: Vector(x: .infinity, y: 0)) == nil)
    #expect(ScrollInertia(velocity: Vector(x: .nan, y: 0)) == nil)
    let fastest = try #require(ScrollInertia(velocity: Vector(x: -5000, y: 0)))
    let faster = try #require(ScrollInertia(velocity: Vector(x: -50000, y: 0)))
    #expect(faster.duration == fastest.duration)
    #expect(faster.travel(after: 1).x == fastest.travel(after: 1).x)
  }
}

@Suite("Actions of keys and pointers that wait")
struct DeviceInboxTests {
  private static func step(
    _ phase: Motion.Phase?, _ x: Double = 0, gesture: String = "pan", _ action: PointerAction = .drag(.init())
  ) -> DeviceInbox.Entry {
    let context = ActionContext(gesture: gesture, view: "snake")
    let motion = phase.map { Motion($0, at: Point(x: x, y: 0), on: Size(width: 100, height: 100)) }
    return .step(
      .init(
        action: action, holder: Holder(source: context.source, isContinuing: true), screen: "main", motion: motion))
  }

  private static func contents(_ inbox: DeviceInbox) -> [String] {
    var found: [String] = []
    while let entry = inbox.takeNext() {
      switch entry {
      case .landing(let screen): found.append("landing on \(screen)")
      case .keys(let keys, let holder): found.append("\(holder.source.gesture) key \(keys.text)")
      case .end(let source): found.append("\(source.gesture) is over")
      case .step(let step):
        guard let motion = step.motion else {
          found.append("\(step.holder.source.gesture) without a touch")
          continue
        }
        found.append("\(step.holder.source.gesture) \(motion.phase) \(motion.location.x)")
      }
    }
    return found
  }

  @Test func `Of the changes that wait, only the newest of a gesture is kept`() {
    let inbox = DeviceInbox()
    #expect(inbox.add(Self.step(.began)) == .first)
    #expect(inbox.add(Self.step(.changed, 1)) == .added)
    #expect(inbox.add(Self.step(.changed, 2, gesture: "other")) == .added)
    #expect(inbox.add(Self.step(.changed, 3)) == .replacedOlder)
    #expect(inbox.add(Self.step(.changed, 4, .scroll(.init()))) == .added)
    #expect(inbox.add(.landing("main")) == .added)
    #expect(inbox.add(Self.step(.ended, 5)) == .added)
    #expect(inbox.add(Self.step(.began, 6)) == .added)
    #expect(inbox.add(Self.step(.changed, 7)) == .added)
    #expect(
      Self.contents(inbox) == [
        "pan began 0.0", "pan changed 3.0", "other changed 2.0", "pan changed 4.0", "landing on main", "pan ended 5.0",
        "pan began 6.0", "pan changed 7.0",
      ])
    #expect(inbox.add(Self.step(nil)) == .first)
  }

  @Test func `A change is not replaced by one after a key or a click of its gesture`() throws {
    let inbox = DeviceInbox()
    let holder = Holder(source: ActionContext(gesture: "pan", view: "snake").source, isContinuing: true)
    _ = inbox.add(Self.step(.changed, 1))
    _ = inbox.add(.keys(try KeySequence("a"), holder))
    #expect(inbox.add(Self.step(.changed, 2)) == .added)
    _ = inbox.add(Self.step(.changed, 2, gesture: "other"))
    #expect(inbox.add(Self.step(.changed, 3)) == .replacedOlder)
    _ = inbox.add(Self.step(.single, 3, .click(.init())))
    #expect(inbox.add(Self.step(.changed, 4)) == .added)
    #expect(
      Self.contents(inbox) == [
        "pan changed 1.0", "pan key a", "pan changed 3.0", "other changed 2.0", "pan single 3.0", "pan changed 4.0",
      ])
  }

  @Test func `When too much waits, beginnings are dropped, but no end`() {
    let inbox = DeviceInbox()
    for _ in 0..<DeviceInbox.most { _ = inbox.add(Self.step(.began)) }
    #expect(inbox.add(Self.step(.began)) == .full)
    #expect(inbox.add(Self.step(nil)) == .full)
    #expect(inbox.add(Self.step(.ended)) == .added)
    #expect(inbox.add(Self.step(.cancelled)) == .added)
    #expect(Self.contents(inbox).count == DeviceInbox.most + 2)
  }
}
