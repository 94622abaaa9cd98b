import CTickle
import Configuration
import Gestures

/// A program's function that gets events.
public typealias Listener = @convention(c) (UnsafePointer<tickle_event>?, UnsafeMutableRawPointer?) -> Void

/// An engine with its views and recognizers, until it is freed.
final class Engine {
  let engine: GestureEngine
  let screen: ScreenSettings
  private(set) var metrics: ScreenMetrics
  fileprivate(set) var handle: OpaquePointer?
  fileprivate(set) var root: ScreenView?
  private var views: [ObjectIdentifier: ScreenView] = [:]
  /// The recognizers by their tags, which are never used again.
  private var recognizers: [Int: Recognizer] = [:]
  private var lastTag = 0
  /// The recognizers that were added since the last frame, whose relations by themselves are not made yet.
  private var unsettled: [Recognizer] = []
  private var contacts = Contacts()
  private var events = EventQueue()
  private var listener: (function: Listener, data: UnsafeMutableRawPointer?)?
  /// Whether the engine is called, and may call the program.
  private var isBusy = false
  /// Whether the listener gets events now, also those of what it does.
  private var isDelivering = false
  private var isGone = false

  private init(_ screen: ScreenSettings, _ size: Size) {
    self.screen = screen
    metrics = ScreenMetrics(size: size, of: screen)
    engine = GestureEngine(root: View(name: "screen", frame: Rect(origin: .zero, size: size)))
    engine.maximumDelay = screen.longestDelay
    engine.exclusion = screen.exclusive
    engine.intention = screen.intention
    engine.reportsTouches = true
  }

  /// Creates an engine that has a handle, and so has its root view; `nil` if there are too many.
  static func make(_ screen: ScreenSettings, _ size: Size, explains: Bool) -> Engine? {
    let engine = Engine(screen, size)
    engine.engine.reportsAttempts = explains
    guard let handle = Handles.add(.engine(engine)) else { return nil }
    engine.handle = handle
    engine.root = engine.add(engine.engine.root)
    if engine.root == nil { engine.free() }
    return engine.root == nil ? nil : engine
  }

  func resize(_ size: Size) {
    metrics = ScreenMetrics(size: size, of: screen)
    perform { engine.root.frame = Rect(origin: .zero, size: size) }
  }

  /// Views and recognizers keep their engine alive while a call is in progress, so the engine keeps none of them.
  func free() {
    isGone = true
    listener = nil
    events = EventQueue()
    Handles.remove([handle] + views.values.map { $0.handle } + recognizers.values.map { $0.handle })
    for recognizer in recognizers.values { recognizer.letGo() }
    views = [:]
    recognizers = [:]
    unsettled = []
    root = nil
  }

  // MARK: Views and recognizers

  /// Gives a view a handle; `nil` if there are too many.
  func add(_ view: View) -> ScreenView? {
    let new = ScreenView(view, in: self)
    guard let handle = Handles.add(.view(new)) else { return nil }
    new.handle = handle
    views[ObjectIdentifier(view)] = new
    return new
  }

  func add(_ new: Recognizer) -> Bool {
    guard let handle = Handles.add(.recognizer(new)) else { return false }
    lastTag += 1
    new.tag = lastTag
    new.handle = handle
    recognizers[lastTag] = new
    return true
  }

  subscript(view: View?) -> ScreenView? { view.flatMap { views[ObjectIdentifier($0)] } }
  subscript(recognizer: GestureRecognizer?) -> Recognizer? { recognizer.flatMap { recognizers[$0.tag] } }

  func remove(_ removed: Recognizer) {
    perform { removed.leave() }
    Handles.remove([removed.handle])
    recognizers[removed.tag] = nil
    unsettled.removeAll { $0 === removed }
  }

  func remove(_ removed: ScreenView) {
    perform { removed.view.removeFromSuperview() }
    var left = [removed.view]
    while let view = left.popLast() {
      left += view.subviews
      for recognizer in view.gestureRecognizers { if let known = self[recognizer] { remove(known) } }
      guard let known = self[view] else { continue }
      Handles.remove([known.handle])
      views[ObjectIdentifier(view)] = nil
    }
  }

  /// Has the relations made that a recognizer has by itself, before the next frame.
  func settleLater(_ recognizer: Recognizer) { if !isGone { unsettled.append(recognizer) } }

  private func settle() {
    for new in unsettled {
      for other in recognizers.values where other !== new {
        new.giveWay(to: other, in: screen.recognition)
        other.giveWay(to: new, in: screen.recognition)
      }
    }
    unsettled = []
  }

  // MARK: Calls

  /// Changes views or recognizers, and passes on the events of that.
  func perform(_ change: () -> Void) {
    if isBusy { return change() }  // Its events are those of the present call.
    call { engine.perform(at: engine.now, change) }
  }

  /// - Returns: `false` if a contact is not one.
  func feed(_ frame: tickle_frame) -> Bool {
    guard !isBusy else { return false }
    if !unsettled.isEmpty { settle() }
    guard contacts.read(frame) else { return false }
    call { engine.process(contacts.frame) ? engine.handOut() : [] }
    return true
  }

  func advance(to time: Timestamp) { if !isBusy { call { engine.advance(to: time) } } }

  func cancelTouches(at time: Timestamp) {
    guard !isBusy else { return }
    call { engine.cancelTouches(at: time) }
    contacts.removeAll()
  }

  /// Whether the program is asked something, and must not call for time to pass.
  var isAsking: Bool { isBusy }

  /// Without explanations, no call is needed when a gesture only fails.
  var nextDeadline: Timestamp? { engine.reportsAttempts ? engine.nextDeadline : engine.nextPunctualDeadline }

  private func call(_ body: () -> [GestureEngine.Event]) {
    isBusy = true
    let new = body()
    isBusy = false
    if new.isEmpty || isGone { return }
    for event in new {
      if case .touch(let touch) = event { contacts.note(touch) }
      if let one = NamedEvent(event, in: self) { events.append(one) }
    }
    deliver()
  }

  // MARK: Events

  /// Passes events to the listener, which may free the engine.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    while let listener, let next = events.next() {
      withUnsafePointer(to: next.event) { listener.function($0, listener.data) }
    }
    isDelivering = false
  }

  /// The next event. Its texts last until the next call.
  func nextEvent() -> NamedEvent? { events.next() }

  func forgetTexts() { events.forgetLast() }

  func listen(_ function: Listener?, _ data: UnsafeMutableRawPointer?) {
    listener = function.map { ($0, data) }
    deliver()
  }

  func number(of touch: Touch) -> Int64 { contacts.id(of: touch.id) }

  func fate(of id: Int64) -> tickle_fate {
    guard let contact = contacts.contact(id), engine.touches.contains(where: { $0.id == contact.touch }) else {
      return TICKLE_NO_TOUCH
    }
    if !engine.isDelivering(touch: contact.touch) { return TICKLE_TAKEN }
    return contact.isPassed ? TICKLE_PASSED : TICKLE_HELD
  }
}

/// Events that wait for the program.
private struct EventQueue {
  private var waiting: [NamedEvent] = []
  /// The number of those at the beginning that were fetched.
  private var fetched = 0
  /// Keeps the texts of the event that was fetched last.
  private var last: NamedEvent?
  /// A program that does not fetch its events must not fill the memory.
  private static let most = 10_000

  mutating func append(_ event: NamedEvent) {
    if waiting.count - fetched >= Self.most { fetched += 1 }
    if fetched > Self.most {
      waiting.removeFirst(fetched)
      fetched = 0
    }
    waiting.append(event)
  }

  mutating func next() -> NamedEvent? {
    guard fetched < waiting.count else {
      if !waiting.isEmpty { waiting.removeAll(keepingCapacity: waiting.count < 100) }
      fetched = 0
      return nil
    }
    last = waiting[fetched]
    fetched += 1
    return last
  }

  mutating func forgetLast() { last = nil }
}
