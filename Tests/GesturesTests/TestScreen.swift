import Gestures

/// A screen of 300 × 100 mm with simulated fingers. Locations are in millimetres, times in milliseconds.
final class TestScreen {
  let root: View
  let engine: GestureEngine
  /// Everything that the engine has reported.
  private(set) var events: [GestureEngine.Event] = []
  /// The fingers that are down.
  private var fingers: [String: (id: UInt64, place: Point)] = [:]
  private var nextID: UInt64 = 1
  /// The uncertainty of the locations in the frames, in millimetres.
  var uncertainty = 0.0

  /// Creates a screen. Recognizers without a view are added to the root, in the given order.
  init(root: View? = nil, _ recognizers: [GestureRecognizer]) {
    self.root = root ?? TestScreen.makeRoot()
    engine = GestureEngine(root: self.root)
    for recognizer in recognizers where recognizer.view == nil { self.root.addGestureRecognizer(recognizer) }
  }

  convenience init(root: View? = nil, _ recognizers: GestureRecognizer...) { self.init(root: root, recognizers) }

  static func makeRoot() -> View { View(name: "screen", frame: Rect(x: 0, y: 0, width: 300, height: 100)) }

  /// A finger's change in a frame.
  enum News {
    /// Lands or moves there.
    case at(Double, Double)
    /// Lands or moves there with this force, 0…1.
    case pressed(Double, Double, Double)
    /// Rests, and now has this force.
    case presses(Double)
    /// Lifts where it is.
    case lifts
    /// Moves and lifts in one frame; lands, too, if it was not down.
    case liftsAt(Double, Double)
    /// Is cancelled.
    case cancelled
  }

  /// Handles one frame. A name that starts with `palm` or `pen` is one, any other is a finger.
  @discardableResult
  func frame(_ time: Double, _ news: KeyValuePairs<String, News>) -> [GestureEngine.Event] {
    frame(time, news.map { ($0.key, $0.value) })
  }

  @discardableResult
  func frame(_ time: Double, _ news: [(name: String, news: News)]) -> [GestureEngine.Event] {
    var frame = TouchFrame(time: .at(time), contacts: news.flatMap { contacts(of: $0.name, $0.news) })
    frame.uncertainty = uncertainty
    return note(engine.handle(frame))
  }

  /// Moves a finger in a straight line at constant speed, with a frame every `step` ms. The first frame lands it, unless it
  /// is down.
  func stroke(
    _ finger: String = "1", from start: (Double, Double), to end: (Double, Double), at time: Double,
    for duration: Double, step: Double = 10
  ) {
    let steps = Int(duration / step)
    for index in 0...steps {
      let part = Double(index) / Double(steps)
      frame(
        time + Double(index) * step,
        [(finger, .at(start.0 + (end.0 - start.0) * part, start.1 + (end.1 - start.1) * part))])
    }
  }

  /// Moves a finger along `path`, whose argument runs from 0 to 1, with a frame every `step` ms, then lifts it. Returns the
  /// time of the lift.
  @discardableResult
  func follow(
    _ finger: String = "1", at time: Double, for duration: Double, step: Double = 10, lifts: Bool = true,
    _ path: (Double) -> (x: Double, y: Double)
  ) -> Double {
    let steps = Int(duration / step)
    for index in 0...steps {
      let place = path(Double(index) / Double(steps))
      frame(time + Double(index) * step, [(finger, .at(place.x, place.y))])
    }
    let end = time + Double(steps) * step + step
    if lifts { frame(end, [(finger, .lifts)]) }
    return end
  }

  /// The fraction of its path that a hand has covered after a fraction of the time. It starts and ends at rest, with minimum
  /// jerk.
  static func smooth(_ time: Double) -> Double { time * time * time * (10 + time * (-15 + time * 6)) }

  @discardableResult
  func wait(until time: Double) -> [GestureEngine.Event] { note(engine.advance(to: .at(time))) }

  @discardableResult
  func perform(at time: Double, _ change: () -> Void) -> [GestureEngine.Event] {
    note(engine.perform(at: .at(time), change))
  }

  @discardableResult
  func handle(_ presses: [Press]) -> [GestureEngine.Event] { note(engine.handle(presses: presses)) }

  @discardableResult
  func press(_ time: Double, _ phase: Press.Phase, _ code: UInt16) -> [GestureEngine.Event] {
    handle([Press(code: code, phase: phase, time: .at(time))])
  }

  @discardableResult
  func command(_ time: Double, _ command: RemoteCommand.Subtype) -> [GestureEngine.Event] {
    note(engine.handle(command: RemoteCommand(command, time: .at(time))))
  }

  /// The recognizers' events, in order.
  var gestures: [GestureEvent] {
    events.compactMap { if case .gesture(let event) = $0 { event } else { nil } }
  }

  /// The events that views received, in order.
  var deliveries: [TouchEvent] {
    events.compactMap { if case .touch(let event) = $0 { event } else { nil } }
  }

  func events(of recognizer: GestureRecognizer) -> [GestureEvent] { gestures.filter { $0.recognizer === recognizer } }

  func touch(_ finger: String) -> Touch? { engine.touches.first { $0.id == fingers[finger]?.id } }

  @discardableResult
  func note(_ new: [GestureEngine.Event]) -> [GestureEngine.Event] {
    events += new
    return new
  }

  private func contacts(of name: String, _ news: News) -> [TouchFrame.Contact] {
    let type: Touch.TouchType = name.hasPrefix("palm") ? .palm : name.hasPrefix("pen") ? .pen : .finger
    func contact(_ id: UInt64, _ phase: Touch.Phase, _ place: Point) -> TouchFrame.Contact {
      TouchFrame.Contact(id: id, phase: phase, location: place, type: type)
    }
    switch (news, fingers[name]) {
    case (.at(let x, let y), let known?):
      fingers[name]!.place = Point(x: x, y: y)
      return [contact(known.id, .moved, Point(x: x, y: y))]
    case (.at(let x, let y), nil):
      return [contact(land(name, x, y), .began, Point(x: x, y: y))]
    case (.pressed(let x, let y, let force), let known):
      var contact = contact(known?.id ?? land(name, x, y), known == nil ? .began : .moved, Point(x: x, y: y))
      fingers[name]!.place = contact.location
      contact.imprint = Touch.Imprint(force: force)
      return [contact]
    case (.presses(let force), let known?):
      var contact = contact(known.id, .stationary, known.place)
      contact.imprint = Touch.Imprint(force: force)
      return [contact]
    case (.lifts, let known?):
      fingers[name] = nil
      return [contact(known.id, .ended, known.place)]
    case (.liftsAt(let x, let y), let known?):
      fingers[name] = nil
      return [contact(known.id, .ended, Point(x: x, y: y))]
    case (.liftsAt(let x, let y), nil):
      let id = land(name, x, y)
      fingers[name] = nil
      return [contact(id, .began, Point(x: x, y: y)), contact(id, .ended, Point(x: x, y: y))]
    case (.cancelled, let known?):
      fingers[name] = nil
      return [contact(known.id, .cancelled, known.place)]
    case (.lifts, nil), (.cancelled, nil), (.presses, nil):
      return []
    }
  }

  private func land(_ name: String, _ x: Double, _ y: Double) -> UInt64 {
    defer { nextID += 1 }
    fingers[name] = (nextID, Point(x: x, y: y))
    return nextID
  }
}

extension Timestamp {
  static func at(_ milliseconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
  }
}

extension Double {
  func isClose(to other: Double, within tolerance: Double = 1e-9) -> Bool { (self - other).magnitude <= tolerance }
}

extension Vector {
  func isClose(to x: Double, _ y: Double, within tolerance: Double = 1e-9) -> Bool {
    self.x.isClose(to: x, within: tolerance) && self.y.isClose(to: y, within: tolerance)
  }
}

extension GestureEvent {
  var translation: Vector? {
    switch values {
    case .pan(let translation, _), .edgePan(let translation, _, _), .transform(let translation, _, _, _): translation
    default: nil
    }
  }

  var velocity: Vector? {
    switch values {
    case .pan(_, let velocity), .edgePan(_, let velocity, _): velocity
    default: nil
    }
  }

  var scale: Double? { if case .pinch(let scale, _) = values { scale } else { nil } }

  var rotation: Double? { if case .rotation(let rotation, _) = values { rotation } else { nil } }
}
