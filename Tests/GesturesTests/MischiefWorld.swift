@testable import Gestures

/// A screen with views, recognizers and fingers, and a program that makes mischief whenever the engine calls it.
///
/// Each world aims at one deed in one callback, so that a few thousand worlds do each deed in each callback. What else it does is chance.
final class MischiefWorld {
  let root = View(name: "screen", frame: MischiefHand.screen)
  var engine: GestureEngine
  var random: SplitMix64
  var hand: MischiefHand
  /// The time of the last frame, in milliseconds.
  private(set) var time = 0.0

  // What the program keeps alive, besides the engine and its root. To forget something is to take it off its list.
  var views: [View] = []
  var recognizers: [GestureRecognizer] = []
  var delegates: [MischievousDelegate] = []
  var targets: [MischievousTarget] = []
  var responder: MischievousResponder?
  private(set) var keptTouches: [KeptTouch] = []
  private(set) var births: [Birth] = []

  private(set) var ledger = MischiefLedger()
  /// The number of gestures that began or were recognized.
  private(set) var recognized = 0
  /// The number of frames that were handled late.
  private(set) var glided = 0
  private(set) var problem: String?
  /// Whether an engine was dropped. It does not end its touches for views.
  var hasLostEngine = false

  private let aim: MischiefLedger.Pair
  /// The number of times that the world still does what it aims at, and how often it then does it.
  private var shots: Int
  private let accuracy: Double
  /// How often other mischief is made when something is called.
  private let temper: Double
  /// How often something else than a frame happens: a press, a command, a sample.
  private let liveliness: Double
  private var keys = MischiefKeys()
  /// Whether frames that decide nothing are handled late, as the daemon does.
  private let glides: Bool
  private var depth = 0
  /// Whether an object ends.
  private(set) var isEnding = false
  private var isOver = false
  private static let deepest = 3

  /// A touch that the program keeps.
  struct KeptTouch {
    let touch: Touch
    let id: UInt64
  }

  /// An object that must be gone at the end.
  struct Birth {
    weak var object: AnyObject?
    let name: String
  }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let pairs = MischiefLedger.Pair.all
    aim = pairs[Int(seed % UInt64(pairs.count))]
    shots = 1 + random.below(4)
    accuracy = random.pick([0.05, 0.5, 1])
    temper = random.pick([0, 0.01, 0.05, 0.2])
    liveliness = aim.callback.cause == .touch ? random.pick([0.1, 0.5]) : 1
    glides = random.chance(0.3)
    let fingers = random.chance(0.02) ? 70 : 3
    hand = MischiefHand(fingers: fingers, oddness: random.chance(0.3) ? 0.1 : 0)
    engine = GestureEngine(root: root)
    views = [root]
    equip(for: aim.deed)
  }

  // MARK: Time

  func run(frames: Int) {
    for _ in 0..<frames {
      pass(random.chance(0.1) ? 400 : Double(5 + random.below(15)))
      if random.chance(liveliness) { happen() }
      if glides && random.chance(0.5) { glide() }
      if random.chance(0.02) { misbehave(random.pick(MischiefDeed.allCases)) }
      if let deadline = engine.nextDeadline, random.chance(0.2) { take(engine.advance(to: deadline)) }
    }
    drain()
  }

  var now: Timestamp { .at(time) }

  /// Returns the next frame, at the present time.
  func frame() -> TouchFrame {
    var frame = TouchFrame(time: now, contacts: hand.contacts(&random))
    if random.chance(hand.oddness) { frame.uncertainty = random.pick([.nan, .infinity, -1, 0.5]) }
    if random.chance(hand.oddness) { frame.time = random.pick([.at(0), .at(-1e9), frame.time + 50_000]) }
    return frame
  }

  private func pass(_ milliseconds: Double) {
    time += milliseconds
    if !glides { return take(engine.handle(frame())) }
    let engine = engine
    if engine.process(frame()) && !engine.withOnlyGesture({ note($0) }) { take(engine.handOut()) }
  }

  /// Handles some frames that stay in the quiet zone late, as a panel does.
  private func glide() {
    let engine = engine
    guard let zone = engine.quietZone() else { return }
    let end = engine.nextPunctualDeadline
    engine.takeQuietFrames {
      for _ in 0...random.below(5) {
        time += 8
        if let end, end <= now { break }
        engine.beginQuietFrame(at: now)
        for place in zone.places {
          if let next = hand.step(of: place.id, in: zone, &random) { engine.moveQuietly(place.id, to: next) }
        }
        glided += 1
      }
    }
    take(engine.handOut())
  }

  /// Presses a key, sends a command or shakes the screen: often what the world's aim needs.
  private func happen() {
    if random.chance(0.1) { _ = views.last?.becomeFirstResponder() }
    let causes: [MischiefCallback.Cause] = [.press, .command, .motion]
    switch aim.callback.cause == .touch || random.chance(0.3) ? random.pick(causes) : aim.callback.cause {
    case .press, .touch:
      take(random.chance(0.9) ? engine.handle(presses: presses()) : engine.cancelPresses(at: now))
    case .command: take(engine.handle(command: RemoteCommand(.play, time: now)))
    case .motion:
      for _ in 0..<random.below(12) {
        time += 20
        take(engine.handle(sample: sample()))
      }
      if random.chance(0.1) { take(engine.cancelMotion(at: now)) }
    }
  }

  func presses() -> [Press] { keys.presses(at: now, &random) }

  func sample() -> MotionSample {
    let force = random.pick([-30.0, 0, 30])
    return MotionSample(time: now, acceleration: Acceleration(x: force, y: 0, z: 9.8))
  }

  func take(_ events: [GestureEngine.Event]) {
    for case .gesture(let event) in events { note(event) }
  }

  private func note(_ event: GestureEvent) {
    if event.state == .began || event.state == .ended { recognized += 1 }
  }

  // MARK: Mischief

  /// Called whenever the engine calls the program.
  ///
  /// - Parameter subject: the object that is called, or that it is called about.
  func tempt(_ callback: MischiefCallback, of subject: AnyObject? = nil) {
    guard depth < Self.deepest, !isOver else { return }
    let wasEnding = isEnding
    isEnding = isEnding || callback.isEnd
    defer { isEnding = wasEnding }
    if callback == aim.callback && shots > 0 && random.chance(accuracy) {
      shots -= 1
      misbehave(aim.deed, in: callback, near: subject)
    } else if random.chance(temper) {
      misbehave(random.pick(MischiefDeed.allCases), in: callback, near: subject)
    }
  }

  private func misbehave(
    _ deed: MischiefDeed, in callback: MischiefCallback? = nil, near subject: AnyObject? = nil
  ) {
    depth += 1
    defer { depth -= 1 }
    guard carryOut(deed, near: subject), let callback else { return }
    ledger.note(MischiefLedger.Pair(callback: callback, deed: deed))
  }

  // MARK: What lives on

  /// Notes an object that nothing may keep alive at the end.
  func expectEnd(of object: AnyObject, _ name: String) { births.append(Birth(object: object, name: name)) }

  func keep(_ touches: [Touch]) {
    if keptTouches.count > 20 || !random.chance(0.1) { return }
    keptTouches += touches.map { KeptTouch(touch: $0, id: $0.id) }
  }

  /// Reads everything of the touches that are kept, most of which are over.
  func readTouches() {
    if !keptTouches.allSatisfy(\.isItself) { problem = "a touch that is kept has become another one" }
  }

  // MARK: The end

  /// Lifts all fingers and lets time pass. Then nothing may be left.
  private func drain() {
    isOver = true
    time = max(time, Double(engine.now.microseconds) / 1000) + 5
    let contacts = (1..<hand.nextID).map { TouchFrame.Contact(id: $0, phase: .ended, location: .zero) }
    take(engine.handle(TouchFrame(time: now, contacts: contacts)))
    take(engine.cancelTouches(at: now))
    take(engine.cancelPresses(at: now))
    take(engine.cancelMotion(at: now))
    var patience = 1000
    while let deadline = engine.nextDeadline, patience > 0 {
      take(engine.advance(to: deadline))
      patience -= 1
    }
    readTouches()
    problem = problem ?? remains
  }

  private var remains: String? {
    if engine.nextDeadline != nil { return "a deadline is left" }
    if !engine.touches.isEmpty { return "touches are left" }
    if engine.delivery.isHoldingBack { return "touches are held back" }
    for one in recognizers
    where one.state != .possible || one.attempt.isListed || one.attempt.isAsking || one.numberOfTouches > 0 {
      return "\(one.name) is left \(one.state)\(one.view == nil ? ", without a view" : "")"
    }
    if hasLostEngine { return nil }
    for case let view as MischievousView in views {
      if !view.down.isEmpty { return "a view waits for the end of a touch" }
      if view.isConfused { return "a view got a touch twice, or an end without a beginning" }
    }
    return nil
  }
}

extension MischiefWorld.KeptTouch {
  /// Whether the touch is what it was, and all that it refers to can be read.
  var isItself: Bool {
    let view = touch.view
    _ = touch.location(in: view)
    return touch.id == id && touch.gestureRecognizers.allSatisfy { !$0.name.isEmpty }
  }
}
