import Actions
import Gestures

/// A screen at work: frames and time go in, records and actions come out.
///
/// Belongs to the queue that owns the engine, as the scene does.
package final class Session {
  /// What is to be told.
  package struct Options: Sendable {
    /// Gestures' changes of state, besides what actions need.
    package var reportsGestures = true
    /// `possible` and `failed` as well.
    package var reportsAllStates = false
    package var reportsTouches = false
    /// How attempts begin, what they wait for, and why they fail.
    package var reportsAttempts = false

    package init() {}
  }

  // What each frame and each event asks for is exempt from the run-time check of exclusive access, as `Touch` explains.

  package let scene: Scene
  /// The scene's, not counted for each frame. This and what else is open to inlining is for `handle` and `nextDeadline`, which a
  /// panel asks for in each frame.
  @usableFromInline let engine: Unmanaged<GestureEngine>
  /// The moment that times count from.
  package let origin: Timestamp
  /// Told all that happens, in order. `nil`: nothing is made for it.
  @exclusivity(unchecked) private var report: ((SessionRecord) -> Void)?
  /// Told what each view receives of its touches, perhaps without movements; `nil`: nobody.
  package var onTouch: ((TouchEvent) -> Void)? { didSet { askForTouches() } }
  @exclusivity(unchecked) private var tellsTouches = false
  /// Runs what is due. `nil`: nothing is run.
  private let runner: ActionRunner?
  @exclusivity(unchecked) private var bindings: [Bindings]
  @exclusivity(unchecked) private var json: RecordJSON
  /// The node of the panel; `nil` in a replay.
  private let panel: String?
  @usableFromInline let modes: Modes
  /// Those that the events in hand have set off, with their times: they take effect after these events.
  @exclusivity(unchecked) private var modesToEnter: [(name: String, time: Timestamp)] = []

  package init(
    _ scene: Scene, origin: Timestamp, modes: Modes = Modes(), panel: String? = nil, options: Options = Options(),
    runner: ActionRunner?, report: ((SessionRecord) -> Void)?
  ) {
    self.scene = scene
    engine = Unmanaged.passUnretained(scene.engine)
    self.modes = modes
    self.origin = origin
    self.panel = panel
    json = RecordJSON(screen: scene.screen)
    self.runner = runner
    bindings = scene.gestures.map(Bindings.init)
    tell(report, options)
  }

  deinit { modes.remove(self) }

  /// Changes who is told of what; in the middle of a gesture too.
  package func tell(_ report: ((SessionRecord) -> Void)?, _ options: Options) {
    self.report = report
    tellsTouches = report != nil && options.reportsTouches
    askForTouches()
    scene.engine.reportsAttempts = report != nil && options.reportsAttempts
    for (gesture, bindings) in zip(scene.gestures, bindings) {
      gesture.recognizer.reportedStates = bindings.states.union(Self.states(report == nil ? nil : options))
    }
    scene.apply(modes.current)
    modes.add(self)
  }

  private func askForTouches() {
    scene.engine.reportsTouches = tellsTouches || onTouch != nil
    scene.engine.reportsTouchMovements = tellsTouches
  }

  /// Those that are to be told of every gesture.
  private static func states(_ options: Options?) -> GestureRecognizer.States {
    guard let options, options.reportsGestures else { return [] }
    return options.reportsAllStates ? .all : [.began, .changed, .ended, .cancelled]
  }

  @inlinable package var nextDeadline: Timestamp? {
    let deadline = engine._withUnsafeGuaranteedRef { $0.nextDeadline }
    guard let end = modes.nextDeadline else { return deadline }
    return min(end, deadline ?? end)
  }

  /// Whether no finger is down and no gesture waits: between two taps of a double one, time is waited for.
  package var isAtRest: Bool { scene.engine.touches.isEmpty && scene.engine.nextDeadline == nil }

  @inlinable package func handle(_ frame: TouchFrame) {
    if let end = modes.nextDeadline, end <= frame.time { endModes(upTo: frame.time) }
    if engine._withUnsafeGuaranteedRef({ $0.process(frame) }) { carryOutEvents() }
  }

  @usableFromInline func carryOutEvents() { carryOut(scene.engine.handOut()) }

  package func advance(to time: Timestamp) {
    endModes(upTo: time)
    carryOut(scene.engine.advance(to: time))
  }

  /// What falls due before a mode's end still belongs to it.
  @usableFromInline func endModes(upTo time: Timestamp) {
    while let end = modes.nextDeadline, end <= time {
      carryOut(scene.engine.advance(to: end))
      modes.advance(to: end)
    }
  }

  /// Puts the mode in force on the screen; gestures that it takes away are cancelled.
  package func applyMode(at time: Timestamp) {
    carryOut(scene.engine.perform(at: time) { scene.apply(modes.current) })
  }

  /// A change from outside, such as switching a gesture off.
  package func perform(at time: Timestamp, _ change: () -> Void) { carryOut(scene.engine.perform(at: time, change)) }

  package func cancelTouches(at time: Timestamp) { carryOut(scene.engine.cancelTouches(at: time)) }

  private func carryOut(_ events: [GestureEngine.Event]) {
    if events.isEmpty { return }
    for event in events {
      switch event {
      case .touch(let touch):
        onTouch?(touch)
        if tellsTouches { report?(.touch(touch)) }
      case .gesture(let gesture): carryOut(gesture)
      case .attempt(let attempt): report?(.attempt(attempt, scene.gestures[attempt.recognizer.tag]))
      }
    }
    while !modesToEnter.isEmpty {
      let next = modesToEnter.removeFirst()
      modes.enter(next.name, at: next.time)
    }
  }

  private func carryOut(_ event: GestureEvent) {
    let gesture = scene.gesture(of: event)
    report?(.gesture(event, gesture))
    for due in bindings[event.recognizer.tag].due(at: event) {
      if !due.isContinuation { report?(.action(due.action, event, gesture)) }
      if case .mode(let name) = due.action { modesToEnter.append((name, event.time)) }
      runner?.run(due.action, for: context(due, event, gesture))
    }
  }

  private func context(_ due: Bindings.Due, _ event: GestureEvent, _ gesture: Scene.Gesture) -> ActionContext {
    var context = ActionContext(
      gesture: gesture.settings.name, view: gesture.view, screen: scene.screen, occasion: due.occasion, panel: panel)
    switch due.action {
    case .shell, .exec:
      context.environment = GestureEnvironment.variables(event, gesture, on: scene, step: due.step, since: origin)
    case .stream: context.line = json.line(.gesture(event, gesture), since: origin)
    case .sound, .key, .log, .mode, .led, .haptic: break
    }
    return context
  }
}
