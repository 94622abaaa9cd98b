import Actions
import Configuration
import Effects
import Gestures
import TouchInput

/// A running screen: takes frames and time, and produces records and actions.
///
/// Like its scene, it belongs to the queue that owns the engine.
package final class Session {
  /// The records to report.
  package struct Options: Sendable {
    /// Whether to report changes of gestures' states, even those that trigger no action.
    package var reportsGestures = true
    /// Whether to also report the states `possible` and `failed`.
    package var reportsAllStates = false
    package var reportsTouches = false
    /// Whether to report how attempts begin, what they wait for, and why they fail.
    package var reportsAttempts = false

    package init() {}
  }

  package let scene: Scene
  /// The scene's engine. This and the other members marked for inlining serve `handle` and `nextDeadline`, which a panel uses in each frame.
  @usableFromInline let engine: GestureEngine
  /// The time that corresponds to 0 in records.
  package let origin: Timestamp
  /// Receives all records in order. `nil`: no records are made.
  private var report: ((SessionRecord) -> Void)?
  /// Called after a frame was handled; `nil`: no reader.
  @usableFromInline private(set) var didHandle: ((TouchFrame) -> Void)?
  /// The panel's clone, which applications see if the panel is intercepted; `nil`: there is none.
  package var clone: TouchClone? { didSet { askForTouches() } }
  private var isReportingTouches = false
  /// Runs the actions that are due. `nil`: no actions run.
  private let runner: ActionRunner?
  private var json: RecordJSON
  /// The panel's device node; `nil` in a replay.
  private let panel: String?
  @usableFromInline let modes: Modes
  @usableFromInline let idleness: Idleness
  /// Modes triggered by the events being handled, with their times. They take effect after these events.
  private var modesToEnter: [(name: String, time: Timestamp)] = []
  /// The views to which the events being handled give the focus, with their times; `nil` stands for the screen.
  private var viewsToFocus: [(name: String?, time: Timestamp)] = []
  /// Whether there are such modes or views.
  private var hasConsequences = false
  /// Called when an action gives the focus to a view, which may be on another screen; `nil`: it is on this one.
  package var onFocus: ((String?, Timestamp) -> Void)?

  package init(
    _ scene: Scene, origin: Timestamp, modes: Modes = Modes(), idleness: Idleness? = nil, panel: String? = nil,
    options: Options = Options(), runner: ActionRunner?, report: ((SessionRecord) -> Void)?
  ) {
    self.scene = scene
    engine = scene.engine
    self.modes = modes
    self.idleness = idleness ?? Idleness(modes: modes, from: origin)
    self.origin = origin
    self.panel = panel
    json = RecordJSON(screen: scene.screen)
    self.runner = runner
    setReport(report, options)
  }

  deinit { modes.remove(self) }

  /// Changes the receiver of records and the kinds of records it gets, and that of frames. This may happen in the middle of a gesture.
  package func setReport(
    _ report: ((SessionRecord) -> Void)?, _ options: Options, didHandle: ((TouchFrame) -> Void)? = nil
  ) {
    self.report = report
    self.didHandle = didHandle
    isReportingTouches = report != nil && options.reportsTouches
    askForTouches()
    engine.reportsAttempts = report != nil && options.reportsAttempts
    let states = Self.states(report == nil ? nil : options)
    for gesture in scene.gestures {
      gesture.recognizer.reportedStates = gesture.bindings.states.union(states)
      gesture.recognizer.reportedDetail = max(report == nil ? .state : .all, gesture.bindings.detail)
      // A knock is use of the machine, whether it has an action or not.
      if gesture.settings.kind.name.input == .motion { gesture.recognizer.reportedStates.formUnion([.began, .ended]) }
    }
    scene.apply(modes.current)
    modes.add(self)
  }

  /// Whether the session needs the force and the size of touches in its frames.
  package var wantsImprints: Bool { isReportingTouches || scene.usesForce }

  private func askForTouches() {
    engine.reportsTouches = isReportingTouches || clone != nil
    engine.reportsTouchMovements = isReportingTouches
  }

  /// The states to report for every gesture.
  private static func states(_ options: Options?) -> GestureRecognizer.States {
    guard let options, options.reportsGestures else { return [] }
    return options.reportsAllStates ? .all : [.began, .changed, .ended, .cancelled]
  }

  @inlinable package var nextDeadline: Timestamp? {
    let deadline = engine.nextDeadline
    guard let end = modes.nextDeadline else { return deadline }
    return min(end, deadline ?? end)
  }

  /// The same, without the deadlines of gestures that may fail late.
  @inlinable package var nextPunctualDeadline: Timestamp? {
    let deadline = engine.nextPunctualDeadline
    guard let end = modes.nextDeadline else { return deadline }
    return min(end, deadline ?? end)
  }

  /// Whether no finger is down and no gesture waits for a deadline that comes after `time`.
  package func isAtRest(at time: Timestamp) -> Bool { engine.isAtRest(at: time) }

  /// - Returns: whether gestures or touches were reported.
  @discardableResult
  @inlinable package func handle(_ frame: TouchFrame) -> Bool {
    if let end = modes.nextDeadline, end <= frame.time { endModes(upTo: frame.time) }
    let hasEvents = engine.process(frame)
    if hasEvents { carryOutEvents() }
    if let didHandle { didHandle(frame) }
    if !frame.contacts.isEmpty { idleness.touched(at: frame.time) }
    return hasEvents
  }

  /// Notes a touch that the session does not get, or later.
  package func noteTouch(at time: Timestamp) { idleness.touched(at: time) }

  /// Has a scroll that goes on after its lift stopped by the next finger that lands.
  private func stopScrollingAtLanding() {
    engine.onLanding = { [runner, screen = scene.screen] in runner?.stopScrolling(on: screen) }
  }

  @usableFromInline func carryOutEvents() {
    if engine.withOnlyGesture({ carryOut($0) }) {
      if hasConsequences { carryOutConsequences() }
    } else {
      carryOut(engine.handOut())
    }
  }

  package func advance(to time: Timestamp) {
    endModes(upTo: time)
    carryOut(engine.advance(to: time))
  }

  /// Ends modes up to this time. Deadlines before a mode's end are still handled in that mode.
  @usableFromInline func endModes(upTo time: Timestamp) {
    while let end = modes.nextDeadline, end <= time {
      carryOut(engine.advance(to: end))
      modes.advance(to: end)
    }
  }

  /// Applies the active mode to the screen; gestures that it turns off are cancelled.
  package func applyMode(at time: Timestamp) {
    carryOut(engine.perform(at: time) { scene.apply(modes.current) })
  }

  /// Performs an external change, such as switching a gesture off.
  package func perform(at time: Timestamp, _ change: () -> Void) { carryOut(engine.perform(at: time, change)) }

  package func cancelTouches(at time: Timestamp) { carryOut(engine.cancelTouches(at: time)) }

  /// Passes on to applications what was decided since the last frame. A touch that neither the filter nor the engine will report any more
  /// was filtered, or taken by a gesture before any application saw it.
  package func settleClone(at time: Timestamp, unlessHeld isHeld: (UInt64) -> Bool) {
    clone?.settle(at: time) { engine.isDelivering(touch: $0) || isHeld($0) }
  }

  // MARK: Events without a place on the screen

  /// Whether a view has become the first responder, instead of the screen by default.
  package var hasFocus: Bool { engine.firstResponder !== engine.root }

  /// Makes a view the first responder, or the screen if it does not have this view.
  package func focus(_ name: String?, at time: Timestamp) {
    carryOut(engine.perform(at: time) { scene.focus(scene.hasView(name) ? name : nil) })
  }

  /// Passes presses on. A key that goes down is use, like a touch; a switch is not, as nobody may be there when it changes.
  package func handle(presses: [Press]) {
    guard let time = presses.last?.time else { return }
    endModes(upTo: time)
    carryOut(engine.handle(presses: presses))
    let isUse = presses.contains { press in
      if case .key = EventCode(pressCode: press.code) { press.phase == .began } else { false }
    }
    if isUse { idleness.touched(at: time) }
  }

  package func handle(command: RemoteCommand) {
    endModes(upTo: command.time)
    carryOut(engine.handle(command: command))
    idleness.touched(at: command.time)
  }

  /// Takes a measurement of the device's movement. It is use if a gesture is recognized with it.
  package func handle(sample: MotionSample) {
    endModes(upTo: sample.time)
    let events = engine.handle(sample: sample)
    if events.isEmpty { return }
    carryOut(events)
    let isUse = events.contains { if case .gesture(let event) = $0 { event.state.isRecognition } else { false } }
    if isUse { idleness.touched(at: sample.time) }
  }

  /// Cancels the presses and the motion in progress, for example because the configuration changes.
  package func cancelOthers(at time: Timestamp) {
    carryOut(engine.cancelPresses(at: time))
    cancelMotion(at: time)
  }

  package func cancelMotion(at time: Timestamp) { carryOut(engine.cancelMotion(at: time)) }

  private func carryOut(_ events: [GestureEngine.Event]) {
    if events.isEmpty { return }
    for event in events {
      switch event {
      case .touch(let touch):
        clone?.follow(touch, swallows: touch.phase == .began && scene.swallows(touch.touch.view))
        if isReportingTouches { report?(.touch(touch)) }
      case .gesture(let gesture): carryOut(gesture)
      case .attempt(let attempt): report?(.attempt(attempt, scene.gestures[attempt.recognizer.tag]))
      }
    }
    if hasConsequences { carryOutConsequences() }
  }

  /// Enters the modes and focuses the views that actions of the events ask for.
  @inline(never)
  private func carryOutConsequences() {
    hasConsequences = false
    while !modesToEnter.isEmpty {
      let next = modesToEnter.removeFirst()
      modes.enter(next.name, at: next.time)
    }
    while !viewsToFocus.isEmpty {
      let next = viewsToFocus.removeFirst()
      if let onFocus { onFocus(next.name, next.time) } else { focus(next.name, at: next.time) }
    }
  }

  private func carryOut(_ event: GestureEvent) {
    let tag = event.tag  // Read first, so that the list need not be retained while it is read.
    // The scene keeps its gestures.
    Unmanaged.passUnretained(scene.gestures[tag])._withUnsafeGuaranteedRef { carryOut(event, of: $0) }
  }

  @inline(__always)
  private func carryOut(_ event: GestureEvent, of gesture: Scene.Gesture) {
    report?(.gesture(event, gesture))
    if event.state == .changed {
      scene.nearMisses.isRecognized = true
    } else {
      scene.nearMisses.note(event.state, of: event.tag, at: event.time, isTouched: !engine.touches.isEmpty)
    }
    gesture.bindings.forEachDue(at: event.state, event.values) { action, due in
      if let report, !due.isContinuation { report(.action(action.action, event, gesture)) }
      carryOut(action, due, event, gesture)
    }
    if gesture.bindings.mayHoldKeys, event.state == .ended || event.state == .cancelled {
      runner?.releaseKeys(of: context(gesture, .end))
    }
  }

  /// Carries out an action that is due. The action's context is made only for an action that runs elsewhere.
  ///
  /// Not inlined: what any action needs would be prepared for each event.
  @inline(never)
  private func carryOut(
    _ action: BoundAction, _ due: Bindings.Due, _ event: GestureEvent, _ gesture: Scene.Gesture
  ) {
    switch action.effect {
    case .log: if runner?.writesLogActions != true { return }
    case .stream: return feed(action, due, event, gesture)
    case .session:
      hasConsequences = true
      if case .mode(let name) = action.action { modesToEnter.append((name, event.time)) }
      if case .focus(let name) = action.action { viewsToFocus.append((name, event.time)) }
      return
    case .command, .key, .pointer, .other: break
    }
    guard let runner else { return }
    var context = context(gesture, due.occasion)
    let isContinuing = !gesture.isDiscrete && event.state != .ended && event.state != .cancelled
    switch action.action {
    case .shell, .exec, .log:
      context.environment = GestureEnvironment.variables(event, gesture, on: scene, step: due.step, since: origin)
    case .key: context.isContinuing = isContinuing
    case .pointer(let action):
      context.isContinuing = isContinuing
      context.motion = motion(event, gesture, for: action)
      if case .scroll(let scroll) = action, scroll.hasInertia, event.state == .ended { stopScrollingAtLanding() }
    case .stream, .sound, .mode, .focus, .led, .haptic, .backlight, .unit: break
    }
    runner.run(action.action, for: context)
  }

  /// Writes the event to a stream's program, or hands over what its pipe does not take now.
  private func feed(_ action: BoundAction, _ due: Bindings.Due, _ event: GestureEvent, _ gesture: Scene.Gesture) {
    guard let runner, let gate = action.gate(of: runner) else { return }
    json.withLine(.gesture(event, gesture), since: origin, step: due.step) { line in
      let written = gate.write(line)
      if written == line.count { return }
      var context = context(gesture, due.occasion)
      context.line = Array(line)
      runner.feed(gate, context, written)
    }
  }

  private func context(_ gesture: Scene.Gesture, _ occasion: ActionContext.Occasion) -> ActionContext {
    ActionContext(
      gesture: gesture.settings.name, view: gesture.view, screen: scene.screen, occasion: occasion, panel: panel)
  }

  private func motion(_ event: GestureEvent, _ gesture: Scene.Gesture, for action: PointerAction) -> Motion {
    let phase: Motion.Phase =
      switch event.state {
      case _ where gesture.isDiscrete: .single
      case .began: .began
      case .changed: .changed
      case .ended: .ended
      default: .cancelled
      }
    let place = action.place == .first ? event.firstLocation : event.location
    var motion = Motion(phase, at: place, on: scene.size, translation: event.location - .zero)
    motion.panelTurn = scene.panelTurn
    switch event.values {
    case .pan(let translation, let velocity), .edgePan(let translation, let velocity, _),
      .transform(let translation, _, _, let velocity):
      motion.translation = translation
      motion.velocity = velocity
    case .pinch(let scale, _):
      if case .scroll(let scroll) = action { motion.turn(scroll, byPinch: scale) }
    case .rotation(let rotation, _):
      if case .scroll(let scroll) = action { motion.turn(scroll, byRotation: rotation) }
    default: break
    }
    if case .scroll = action, case .pan(let pan) = gesture.settings.kind { motion.keep(pan.axis) }
    return motion
  }
}

extension GestureRecognizer.State {
  /// Whether a gesture that enters this state was recognized at this moment.
  fileprivate var isRecognition: Bool { self == .began || self == .ended }
}

extension Motion {
  /// Leaves out the movement across the axis of a pan: a scroll along one axis does not drift.
  fileprivate mutating func keep(_ axis: PanGestureRecognizer.Axis) {
    switch axis {
    case .any: break
    case .horizontal:
      translation.y = 0
      velocity.y = 0
    case .vertical:
      translation.x = 0
      velocity.x = 0
    }
  }
}
