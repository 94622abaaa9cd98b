import Actions
import CLinux
import Gestures
import Program
import Queues

/// The virtual pointers for `click`, `scroll`, `drag` and `pointer` actions. Used only on its queue.
///
/// One is absolute, like a tablet, and goes where the screen is touched. The other one is relative, like a mouse, and has the wheel. An
/// action becomes reports, which are sent in order. Those of buttons are sent with a pause between them. The chords of `key` actions are among
/// the reports, so that an application gets a click while the keys are down that were pressed before it, and not yet those that follow.
final class VirtualPointer {
  /// The pause between two turns of the wheel while it coasts: 125 turns in a second.
  private static let coastingPace: Duration = .milliseconds(8)

  private enum Report {
    /// Moves the absolute pointer to a place, as shares of the width and height of the picture or of the panel.
    case put(x: Double, y: Double, isAnew: Bool)
    case move(x: Int32, y: Int32)
    case wheel([linux_input_event])
    case press(PointerAction.Button, PointerAction.Device, by: Holder)
    case release(PointerAction.Device, of: ActionContext.Source)
    case chord(VirtualKeyboard.Stroke)
    case releaseKeys(of: ActionContext.Source)
    /// All reports of an action were sent.
    case done

    /// Whether the keyboard sends it; `nil` if no device does.
    var isOfKeys: Bool? {
      switch self {
      case .chord, .releaseKeys: true
      case .done: nil
      default: false
      }
    }
  }

  /// An action of a gesture.
  private struct Track: Hashable {
    let source: ActionContext.Source
    let action: PointerAction
  }

  /// How far an action has followed its gesture.
  private struct Course {
    /// The place and the translation at which the gesture began.
    let location: Point
    let translation: Vector
    /// What was reported of the movement: by the relative pointer, in its counts, or by the wheel.
    var counts = (x: 0, y: 0)
    var wheel: ScrollWheel?

    func movement(to motion: Motion) -> Vector {
      Vector(x: motion.translation.x - translation.x, y: motion.translation.y - translation.y)
    }
  }

  /// A wheel that goes on after the lift.
  private struct Coast {
    let inertia: ScrollInertia
    let screen: String
    let start: Int64
    /// The finger's movement until the lift.
    let movement: Vector
    var wheel: ScrollWheel
    let turns: Pending
  }

  private let queue: SerialQueue
  private let inbox: DeviceInbox
  /// Entered once for each entry of the inbox, and for a wheel that coasts.
  private let unfinished: WorkGroup
  private let keyboard: VirtualKeyboard
  private let relative: PointingDevice
  private let absolute: PointingDevice
  private var waiting: [Report] = []
  /// Whether the last report was the keyboard's, and when it was sent.
  private var last = (isOfKeys: false, time: Int64(0))
  /// The pause before the next report.
  private var pause: Pending?
  private var courses: [Track: Course] = [:]
  /// The drags whose fingers have lifted and whose button is still down, with its release.
  private var lifted: [Track: Pending] = [:]
  private var coast: Coast?

  /// The pause between the reports of the keyboard and of a pointer, in microseconds: applications read each device by itself, and see in any order
  /// what both send at once.
  private static let changePause: Int64 = 5_000

  init(_ actions: ActionQueue, _ inbox: DeviceInbox, _ keyboard: VirtualKeyboard, unfinished: WorkGroup) {
    self.inbox = inbox
    self.keyboard = keyboard
    self.unfinished = unfinished
    queue = actions.queue
    relative = PointingDevice(.relative, actions)
    absolute = PointingDevice(.absolute, actions)
  }

  deinit {
    abandon()
    while inbox.takeNext() != nil { unfinished.leave() }
  }

  /// Makes the pointers that the actions need, and closes those that they don't. They are made now, because systems need a moment to
  /// notice them. Releases all buttons and stops the wheel; keys that are being pressed go on.
  func prepare(for actions: [PointerAction]) {
    startOver(keepsKeys: waiting.first?.isOfKeys == true)
    let needed = Set(actions.flatMap { $0.devices })
    for kind in PointerAction.Device.allCases {
      if needed.contains(kind) { device(kind).prepare() } else { device(kind).close() }
    }
  }

  /// Carries out what waits in the inbox.
  func carryOut() {
    guard pause == nil else { return }
    while true {
      guard let next = waiting.first else {
        guard let entry = inbox.takeNext() else {
          keyboard.hasDropped = false
          return
        }
        plan(entry)
        waiting.append(.done)
        continue
      }
      let now = linux_monotonic_microseconds()
      let isAfterOther = next.isOfKeys.map { $0 != last.isOfKeys } ?? false
      let rest = max(readyAt(next) ?? 0, isAfterOther ? last.time + Self.changePause : 0) - now
      if rest > 0 {
        pause = queue.after(.microseconds(rest), for: self) { pointer in
          pointer.pause = nil
          pointer.carryOut()
        }
        return
      }
      waiting.removeFirst()
      send(next)
      if let isOfKeys = next.isOfKeys { last = (isOfKeys, now) }
    }
  }

  /// The time at which the pointers may be closed without losing what was sent.
  var closableAt: Int64 { max(relative.closableAt, absolute.closableAt) }

  func close() {
    startOver()
    relative.close()
    absolute.close()
  }

  /// Gives up the action that is being carried out, and the wheel that coasts.
  private func abandon(keepsKeys: Bool = false) {
    stopCoasting()
    if keepsKeys { return }
    for case .done in waiting { unfinished.leave() }
    waiting.removeAll()
  }

  private func startOver(keepsKeys: Bool = false) {
    abandon(keepsKeys: keepsKeys)
    courses.removeAll()
    lifted.removeAll()
    for device in [relative, absolute] { device.release(where: { _ in true }) }
  }

  private func device(_ kind: PointerAction.Device) -> PointingDevice { kind == .absolute ? absolute : relative }

  // MARK: Reports

  /// Returns the time from which a report can be sent; `nil` if it cannot be sent.
  private func readyAt(_ report: Report) -> Int64? {
    switch report {
    case .put: absolute.readyAt(forButton: false)
    case .move, .wheel: relative.readyAt(forButton: false)
    case .press(_, let kind, _), .release(let kind, _): device(kind).readyAt(forButton: true)
    case .chord, .releaseKeys: keyboard.readyAt()
    case .done: nil
    }
  }

  private func send(_ report: Report) {
    switch report {
    case .put(let x, let y, let isAnew):
      absolute.put(x: Int32((x * 65535).rounded()), y: Int32((y * 65535).rounded()), isAnew: isAnew)
    case .move(let x, let y):
      let values = [(LINUX_REL_X, x), (LINUX_REL_Y, y)]
      relative.send(
        values.filter { $0.1 != 0 }.map { linux_input_event(type: LINUX_EV_REL, code: $0.0, value: $0.1) })
    case .wheel(let report): relative.send(report)
    case .press(let button, let kind, let holder): device(kind).press(button, by: holder)
    case .release(let kind, let source): device(kind).release(where: { $0.source == source })
    case .chord(let stroke): keyboard.send(stroke)
    case .releaseKeys(let source): keyboard.release(source)
    case .done: unfinished.leave()
    }
  }

  // MARK: Actions

  private func plan(_ entry: DeviceInbox.Entry) {
    switch entry {
    case .keys(let keys, let holder): waiting += keyboard.strokes(of: keys, by: holder).map(Report.chord)
    case .end(let source): if keyboard.holdsKeys { waiting.append(.releaseKeys(of: source)) }
    case .landing(let screen): if coast?.screen == screen { stopCoasting() }
    case .step(let step):
      let track = Track(source: step.holder.source, action: step.action)
      if step.motion?.phase != .changed { releaseLifted(except: track) }
      switch step.action {
      case .click(let click): plan(click, step)
      case .scroll(let scroll): if let motion = step.motion { plan(scroll, motion, track, step) }
      case .drag(let drag): if let motion = step.motion { plan(drag, motion, track, step) }
      case .move(let move): if let motion = step.motion { plan(move, motion, track) }
      }
    }
  }

  private func plan(_ click: PointerAction.Click, _ step: DeviceInbox.Step) {
    stopCoasting()
    // A drag keeps the button that it holds.
    if device(click.place.device).held.contains(click.button.code) { return }
    if click.place.device == .absolute {
      guard let motion = step.motion else { return }
      put(motion.location, motion, isAnew: true)
    }
    // The releases follow, whatever becomes of the gesture.
    let holder = Holder(source: step.holder.source, isContinuing: true)
    for _ in 0..<click.count {
      waiting.append(.press(click.button, click.place.device, by: holder))
      waiting.append(.release(click.place.device, of: holder.source))
    }
  }

  private func plan(_ scroll: PointerAction.Scroll, _ motion: Motion, _ track: Track, _ step: DeviceInbox.Step) {
    switch motion.phase {
    case .began: begin(motion, track, wheel: ScrollWheel(scroll))
    case .changed:
      guard let course = courses[track], let report = courses[track]?.wheel?.turn(to: course.movement(to: motion))
      else { return }
      waiting.append(.wheel(report))
    case .ended:
      guard let course = courses.removeValue(forKey: track), scroll.hasInertia else { return }
      startCoasting(course, motion, step.screen)
    case .cancelled, .single: courses[track] = nil
    }
  }

  private func plan(_ drag: PointerAction.Drag, _ motion: Motion, _ track: Track, _ step: DeviceInbox.Step) {
    switch motion.phase {
    case .began:
      begin(motion, track)
      // After a short lift the button is still down, and pressing it changes nothing.
      lifted[track] = nil
      waiting.append(.press(drag.button, drag.place.device, by: step.holder))
    case .changed: follow(motion, track, drag.speed)
    case .ended where drag.liftTime != nil && courses[track] != nil:
      courses[track] = nil
      awaitLanding(track, for: drag.liftTime ?? .zero)
    case .ended, .cancelled:
      courses[track] = nil
      waiting.append(.release(drag.place.device, of: track.source))
    case .single: break
    }
  }

  private func plan(_ move: PointerAction.Move, _ motion: Motion, _ track: Track) {
    switch motion.phase {
    case .began: begin(motion, track)
    case .changed: follow(motion, track, move.speed)
    case .ended, .cancelled: courses[track] = nil
    case .single: if move.place.device == .absolute { put(motion.location, motion, isAnew: true) }
    }
  }

  private func begin(_ motion: Motion, _ track: Track, wheel: ScrollWheel? = nil) {
    stopCoasting()
    courses[track] = Course(location: motion.location, translation: motion.translation, wheel: wheel)
    if track.action.place.device == .absolute { put(motion.location, motion, isAnew: true) }
  }

  private func follow(_ motion: Motion, _ track: Track, _ speed: Double) {
    guard let course = courses[track] else { return }
    let movement = course.movement(to: motion)
    if track.action.place.device == .absolute { return put(course.location + movement, motion, isAnew: false) }
    // A count is a `pt`, UIKit's point: 1/163 inch.
    let scale = speed * 163 / 25.4
    let counts = (x: Self.count(movement.x * scale), y: Self.count(movement.y * scale))
    waiting.append(
      .move(x: Int32(clamping: counts.x - course.counts.x), y: Int32(clamping: counts.y - course.counts.y)))
    courses[track]?.counts = counts
  }

  private static func count(_ value: Double) -> Int { Int(max(-1e9, min(1e9, value)).rounded()) }

  private func put(_ place: Point, _ motion: Motion, isAnew: Bool) {
    guard let share = motion.share(of: place) else { return }
    waiting.append(.put(x: share.x, y: share.y, isAnew: isAnew))
  }

  // MARK: Drags across short lifts

  private func awaitLanding(_ track: Track, for time: Duration) {
    lifted[track] = queue.after(time, for: self) { pointer in
      pointer.lifted[track] = nil
      pointer.waiting.append(.release(track.action.place.device, of: track.source))
      pointer.carryOut()
    }
  }

  /// Ends the drags that wait for a landing, because another action begins.
  private func releaseLifted(except track: Track) {
    for other in lifted.keys where other != track {
      lifted[other] = nil
      waiting.append(.release(other.action.place.device, of: other.source))
    }
  }

  // MARK: Inertia

  private func startCoasting(_ course: Course, _ motion: Motion, _ screen: String) {
    guard let wheel = course.wheel, let inertia = ScrollInertia(velocity: motion.velocity) else { return }
    stopCoasting()
    coast = Coast(
      inertia: inertia, screen: screen, start: linux_monotonic_microseconds(), movement: course.movement(to: motion),
      wheel: wheel, turns: queue.every(Self.coastingPace, for: self) { $0.coastOn() })
    unfinished.enter()
  }

  private func coastOn() {
    guard let coast else { return }
    let now = linux_monotonic_microseconds()
    guard let readyAt = relative.readyAt(forButton: false) else { return stopCoasting() }
    guard now >= readyAt else { return }
    let time = Double(now - coast.start) / 1e6
    let travel = coast.inertia.travel(after: time)
    let target = Vector(x: coast.movement.x + travel.x, y: coast.movement.y + travel.y)
    if let report = self.coast?.wheel.turn(to: target) { relative.send(report) }
    if time >= coast.inertia.duration { stopCoasting() }
  }

  private func stopCoasting() {
    guard coast != nil else { return }
    coast = nil
    unfinished.leave()
  }
}
