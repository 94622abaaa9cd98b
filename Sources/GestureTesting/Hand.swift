// GestureTesting: plays hands in words and pictures to recognizers, for tests; a public library.
import Gestures
import Hands

/// What a hand does, in words, which can be played to an engine.
///
///     let events = try Hand("swipe left 60mm in 200ms").play(on: engine)
///     #expect(events.lines == ["swipe ended"])
///
/// The words are those of `tickle replay --hand`. Hands are as even as the words: the same words give the same frames on every machine.
public struct Hand: Sendable {
  /// The words cannot be understood, or the screen is too small for them. The description shows the place.
  public struct Problem: Error, CustomStringConvertible {
    public let description: String
  }

  private let sentence: HandSentence
  private let rate: Double

  /// Reads the words.
  ///
  /// - Parameter rate: frames per second, 10 to 1,000.
  /// - Throws: a `Problem` with the word that was not understood, and what may have been meant.
  public init(_ words: String, rate: Double = 100) throws {
    sentence = try Self.understood { () throws(HandError) in try HandSentence(words) }
    self.rate = min(max(rate, 10), 1000)
  }

  private static func understood<Result>(_ body: () throws(HandError) -> Result) throws -> Result {
    do { return try body() } catch { throw Problem(description: error.description) }
  }

  /// Returns the frames of the hand.
  ///
  /// - Parameters:
  ///   - size: the size of the screen, in millimetres.
  ///   - start: the time of the first frame.
  /// - Throws: a `Problem` if the hand does not fit on the screen.
  public func frames(on size: Size, from start: Timestamp) throws -> [TouchFrame] {
    var panel = HandPanel()
    panel.take(size)
    panel.rate = rate
    let fingers = try Self.understood { () throws(HandError) in
      try Hands.Hand(sentence, on: panel) { _ in nil }.fingers
    }
    let last = fingers.map(\.lift).max() ?? 0
    var frames: [TouchFrame] = []
    for number in 0..<last + 1 {
      var contacts: [TouchFrame.Contact] = []
      for (index, finger) in fingers.enumerated() where finger.land <= number && number <= finger.lift {
        let place = finger.place(at: min(number, finger.lift - 1))
        let phase: Touch.Phase =
          number == finger.land ? .began : number == finger.lift ? .ended : .moved
        if phase == .moved && place == finger.place(at: number - 1) { continue }
        // Fingers of different hands have different ids.
        let id = UInt64(bitPattern: start.microseconds) &* 1000 &+ UInt64(index)
        contacts.append(TouchFrame.Contact(id: id, phase: phase, location: place))
      }
      let time = start.advanced(by: .microseconds(Int64((Double(number) * 1e6 / rate).rounded())))
      if !contacts.isEmpty { frames.append(TouchFrame(time: time, contacts: contacts)) }
    }
    return frames
  }

  /// Plays the hand a second after what the engine has seen, and lets time pass afterwards until nothing is due.
  ///
  /// - Parameter settling: the longest time to let pass after the last lift.
  /// - Returns: all events, in order.
  /// - Throws: a `Problem` if the hand does not fit on the screen, which is the root view's.
  @discardableResult
  public func play(on engine: GestureEngine, settling: Duration = .seconds(3)) throws -> [GestureEngine.Event] {
    let now = max(engine.now, Timestamp(microseconds: 0))
    let start = now.advanced(by: .seconds(1))
    let frames = try frames(on: engine.root.bounds.size, from: start)
    var events: [GestureEngine.Event] = []
    for frame in frames { events += engine.handle(frame) }
    let end = (frames.last?.time ?? start).advanced(by: settling)
    while let due = engine.nextDeadline, due <= end { events += engine.advance(to: due) }
    return events
  }

  /// Plays the hand to recognizers on a screen of their own, 217 mm × 136 mm.
  @discardableResult
  public func play(to recognizers: GestureRecognizer...) throws -> [GestureEngine.Event] {
    let root = View(name: "screen", frame: Rect(x: 0, y: 0, width: 217, height: 136))
    root.gestureRecognizers = recognizers
    return try play(on: GestureEngine(root: root))
  }
}

extension [GestureEngine.Event] {
  /// The changes of gestures, in order.
  public var gestures: [GestureEvent] {
    compactMap { event in
      if case .gesture(let gesture) = event { gesture } else { nil }
    }
  }

  /// The changes of gestures as `NAME STATE`. If a gesture changes several times, only the first one is a line.
  public var lines: [String] {
    var states: [GestureRecognizer: GestureRecognizer.State] = [:]
    return gestures.compactMap { event in
      let isRepeated = event.state == .changed && states[event.recognizer] == .changed
      states[event.recognizer] = event.state
      return isRepeated ? nil : "\(event.recognizer.name) \(event.state)"
    }
  }
}
