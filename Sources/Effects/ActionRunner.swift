// Effects: performs actions: commands, streams, sounds, keys, pointers, LEDs, backlights, motors. It knows no reason for an action.
import Actions
import CLinux
import Program
import Queues
import Synchronization

/// Runs actions, in the order of the calls, and never blocks its caller.
///
/// One queue owns commands, streams and requests to systemd; a second one owns the keyboard, pointers, LEDs and motors, whose drivers may be
/// slow; a third one owns backlights, whose drivers may be slower still; a fourth one owns the sounds, since playing waits for the sound card.
package final class ActionRunner: Sendable {
  private struct State {
    let actions: ActionQueue
    let starter: CommandStarter
    let commands: Commands
    let streams: Streams
    let units: UnitRequests
    /// Whether the configuration has actions for `Devices`, and whether it has any for backlights.
    var usesDevices = false
    var usesBacklights = false
  }

  /// The outputs that go through the kernel's devices, which may be slow.
  private struct Devices {
    let actions: ActionQueue
    let keyboard: VirtualKeyboard
    let pointer: VirtualPointer
    let leds: LEDs
    let haptics: Haptics
  }

  private let state: QueueBound<State>
  private let devices: QueueBound<Devices>
  private let backlights: QueueBound<Backlights>
  private let sound: SoundPlayer
  /// Whether the log's level includes the lines of `log` actions; if not, they are not even handed to the queue.
  private let logsActions: Atomic<Bool>
  private let inbox = ActionInbox()
  private let deviceInbox = DeviceInbox()
  /// The gates of all streams, by the words of their programs, which no word's end can be confused in. A dictionary of lists would take
  /// longer to make, at each start, than most of the rest.
  private let gates = Mutex<[String: StreamGate]>([:])
  private let dropped = Counter()
  private let switchedOff = Counter()
  private let unfinished = WorkGroup()
  /// Entered once for each stream's program that is running.
  private let runningStreams = WorkGroup()

  package init(log: Log, soundDevice: String, surroundings: ActionSurroundings = ActionSurroundings()) {
    logsActions = Atomic(log.level >= .info)
    let queue = SerialQueue(label: "actions")
    let unfinished = unfinished
    let runningStreams = runningStreams
    let dropped = dropped
    state = QueueBound(queue: queue) {
      let watch = DescriptorWatch(queue: queue)
      let actions = ActionQueue(queue, surroundings, log)
      let starter = CommandStarter(actions, rights: CommandRights(surroundings, log: log))
      return State(
        actions: actions, starter: starter,
        commands: Commands(
          actions, watch: watch, starter: starter, ended: { unfinished.leave() }, dropping: { dropped.add() }),
        streams: Streams(actions, watch: watch, starter: starter, running: runningStreams) { unfinished.leave() },
        units: UnitRequests(actions))
    }
    let deviceQueue = SerialQueue(label: "devices")
    let deviceInbox = deviceInbox
    devices = QueueBound(queue: deviceQueue) {
      let actions = ActionQueue(deviceQueue, surroundings, log)
      let keyboard = VirtualKeyboard(actions)
      return Devices(
        actions: actions, keyboard: keyboard,
        pointer: VirtualPointer(actions, deviceInbox, keyboard, unfinished: unfinished), leds: LEDs(actions),
        haptics: Haptics(actions))
    }
    let displayQueue = SerialQueue(label: "displays")
    let switchedOff = switchedOff
    backlights = QueueBound(queue: displayQueue) {
      Backlights(ActionQueue(displayQueue, surroundings, log)) { switchedOff.add() }
    }
    sound = SoundPlayer(log: log, device: soundDevice, queue: SerialQueue(label: "sound"))
  }

  /// Runs an action. `mode` does nothing here: modes belong to the daemon.
  package func run(_ action: Action, for context: ActionContext) {
    switch action {
    case .shell(let text, let options): submit(.shell(text), options, context)
    case .exec(let arguments, let options): submit(.exec(arguments), options, context)
    case .sound(let name, let volume): sound.play(name, volume: volume, for: context)
    case .log(let text):
      if writesLogActions { enqueue { $0.actions.log.info("\(context): \(context.filling(text))") } }
    case .key(let keys): add(.keys(keys, Holder(of: context)))
    case .pointer(let action): point(action, for: context)
    case .stream(let words): feed(words, context)
    case .led(let led): devices.async { $0.leds.set(led) }
    case .haptic(let haptic): devices.async { $0.haptics.play(haptic, panel: context.panel) }
    case .backlight(let backlight): backlights.async(in: unfinished) { $0.set(backlight) }
    case .unit(let job): enqueue { $0.units.request(job) }
    case .mode, .focus: break
    }
  }

  /// Whether the lines of `log` actions are written. If not, such an action need not be run.
  package var writesLogActions: Bool { logsActions.load(ordering: .relaxed) }

  /// Prepares what the actions of a configuration need, so that the first one runs without delay and errors are reported now, and releases
  /// what they no longer need. Sound files are read, the keyboard and the pointers are made, and LEDs, motors, backlights and permits for
  /// units are looked up.
  /// - Parameters:
  ///   - layout: the keyboard's layout; `nil`: unknown.
  ///   - isSandboxed: whether commands are confined like this process, even if there is a starter for the session's commands.
  package func prepare(for actions: [Action], _ layout: KeyboardLayout? = nil, isSandboxed: Bool = false) {
    var streams: Set<[String]> = []
    var keys: [KeySequence] = []
    var pointers: [PointerAction] = []
    var leds: Set<String> = []
    var haptics: Set<Haptic> = []
    var backlights: Set<Backlight> = []
    var units: Set<UnitJob> = []
    for action in actions {
      switch action {
      case .sound(.file(let path), _): sound.preload(path)
      case .stream(let words): streams.insert(words)
      case .key(let sequence): keys.append(sequence)
      case .pointer(let action): pointers.append(action)
      case .led(let led): leds.insert(led.name)
      case .haptic(let haptic): haptics.insert(haptic)
      case .backlight(let backlight): backlights.insert(backlight)
      case .unit(let job): units.insert(job)
      case .sound, .shell, .exec, .log, .mode, .focus: break
      }
    }
    let usesDevices = layout != nil || !keys.isEmpty || !pointers.isEmpty || !leds.isEmpty || !haptics.isEmpty
    // On the caller's thread: a configuration without streams and devices needs no threads for them.
    let usesBacklights = !backlights.isEmpty
    let (usesOrUsedDevices, usesOrUsedBacklights) = state.sync { [streams, units] state in
      state.starter.prepare(isSandboxed: isSandboxed)
      state.streams.keep(streams)
      state.units.check(units)
      defer { (state.usesDevices, state.usesBacklights) = (usesDevices, usesBacklights) }
      return (usesDevices || state.usesDevices, usesBacklights || state.usesBacklights)
    }
    if usesOrUsedDevices { prepareDevices(keys, layout, pointers, leds, haptics) }
    if usesOrUsedBacklights { prepareBacklights(backlights) }
  }

  private func prepareDevices(
    _ keys: [KeySequence], _ layout: KeyboardLayout?, _ pointers: [PointerAction], _ leds: Set<String>,
    _ haptics: Set<Haptic>
  ) {
    changeDevices { devices in
      devices.keyboard.prepare(for: keys, layout)
      devices.pointer.prepare(for: pointers)
      devices.leds.check(leds)
      devices.haptics.check(haptics)
    }
  }

  /// Changes the devices before any action of theirs that comes from now on.
  private func changeDevices(_ body: @escaping @Sendable (inout Devices) -> Void) {
    deviceInbox.hold()
    devices.async(in: unfinished) { [deviceInbox] devices in
      body(&devices)
      deviceInbox.release()
      devices.pointer.carryOut()
    }
  }

  private func prepareBacklights(_ wanted: Set<Backlight>) {
    backlights.async(in: unfinished) { backlights in
      backlights.check(wanted)
      // No action is left that could switch a display on.
      if wanted.isEmpty { backlights.restore() }
    }
  }

  /// Presses letters where the layout has them from now on; `nil`: the layout is unknown.
  package func use(_ layout: KeyboardLayout?) {
    changeDevices { $0.keyboard.use(layout) }
  }

  /// Applies to actions from now on; whatever is already running continues.
  package func reconfigure(log: Log, soundDevice: String) {
    logsActions.store(log.level >= .info, ordering: .relaxed)
    enqueue { $0.actions.log = log }
    backlights.async { $0.actions.log = log }
    devices.async { $0.actions.log = log }
    sound.reconfigure(log: log, device: soundDevice)
  }

  /// Whether the sound device can be used. Tries to open it if it is not open.
  package func soundAvailability() -> SoundAvailability { sound.availability() }

  /// Waits until all commands have ended and all sounds are over. Processes that commands left in the background are not waited for.
  /// - Returns: false if the time was up first.
  package func waitUntilIdle(timeout: Duration) -> Bool {
    let deadline = Deadline.after(timeout)
    return unfinished.wait(until: deadline) && sound.waitUntilIdle(deadline)
  }

  /// Starts nothing more. Sounds that are playing and commands, such as those that undo what an idle display has, have `grace` to end, and
  /// streams' programs have it to read what is left: their standard input is closed. Programs that don't end get SIGTERM, then SIGKILL, as the unit's `KillMode=` ends them under systemd.
  /// - Parameter endsCommands: whether commands that are running are ended, too. Those that continue get SIGPIPE if they print
  ///   after this process has ended. Processes that a command left in the background continue in any case.
  package func shutdown(grace: Duration = .seconds(1), endsCommands: Bool = true) {
    state.sync { state in
      state.commands.stop()
      state.streams.stop()
    }
    sound.stop()
    let deadline = Deadline.after(grace)
    let (usesDevices, usesBacklights) = state.sync { ($0.usesDevices, $0.usesBacklights) }
    if usesBacklights { backlights.sync(until: deadline) { $0.restore() } }
    if usesDevices { putDevicesBack(deadline) }
    _ = sound.waitUntilIdle(deadline)
    _ = runningStreams.wait(until: deadline)
    if endsCommands { _ = unfinished.wait(until: deadline) }
    let programs = endsCommands ? [runningStreams, unfinished] : [runningStreams]
    func haveEnded(within time: Duration) -> Bool {
      let deadline = Deadline.after(time)
      return programs.allSatisfy { $0.wait(until: deadline) }
    }
    state.sync { state in
      if endsCommands { state.commands.terminate() }
      state.streams.terminate()
    }
    if haveEnded(within: .milliseconds(500)) { return }
    state.sync { state in
      if endsCommands { state.commands.kill() }
      state.streams.kill()
    }
    _ = haveEnded(within: .milliseconds(200))
  }

  /// How often displays have been switched off.
  package var timesSwitchedOff: Int { switchedOff.value }

  private func point(_ action: PointerAction, for context: ActionContext) {
    add(.step(.init(action: action, holder: Holder(of: context), screen: context.screen, motion: context.motion)))
  }

  /// Stops the scrolling that goes on after a lift. Called when a finger lands on the screen.
  package func stopScrolling(on screen: String) { add(.landing(screen)) }

  private func add(_ entry: DeviceInbox.Entry) {
    unfinished.enter()
    switch deviceInbox.add(entry) {
    case .first: devices.async { $0.pointer.carryOut() }
    case .added: break
    case .replacedOlder: unfinished.leave()
    case .full:
      if case .keys(let keys, _) = entry { devices.async { $0.keyboard.noteDropped(keys) } }
      unfinished.leave()
    }
  }

  /// Releases the keys that a gesture holds. Called when a gesture with actions that hold keys has ended or was cancelled.
  package func releaseKeys(of context: ActionContext) { add(.end(context.source)) }

  /// The number of commands and lines of streams that were dropped because too many were waiting.
  package var droppedCommands: Int { dropped.value }

  /// The gate of the stream with these words.
  package func gate(of words: [String]) -> StreamGate {
    let key = words.joined(separator: "\0")
    return gates.withLock { gates in
      if let gate = gates[key] { return gate }
      let gate = StreamGate(words)
      gates[key] = gate
      return gate
    }
  }

  /// Hands over a line that a gate has not written completely.
  /// - Parameter written: the number of bytes that the gate has written.
  package func feed(_ gate: StreamGate, _ context: ActionContext, _ written: Int) {
    add(.line(gate, context, written: written))
  }

  private func feed(_ words: [String], _ context: ActionContext) {
    let gate = gate(of: words)
    let written = context.line.withUnsafeBytes { gate.write($0) }
    if written < context.line.count { feed(gate, context, written) }
  }

  private func add(_ entry: ActionInbox.Entry) {
    unfinished.enter()
    switch inbox.add(entry) {
    case .first:
      state.async { [inbox] state in
        for entry in inbox.takeAll() {
          switch entry {
          case .command(let request): state.commands.submit(request)
          case .line(let gate, let context, let written, let replaced):
            gate.noteArrival()
            state.streams.feed(gate, context, written, replaced)
          }
        }
      }
    case .added: break
    case .replacedOlder: leave(entry)
    case .full:
      dropped.add()
      leave(entry)
    }
  }

  /// Called with an entry that the inbox has not added.
  private func leave(_ entry: ActionInbox.Entry) {
    if case .line(let gate, _, _, _) = entry { gate.noteArrival() }
    unfinished.leave()
  }

  /// Restores the LEDs, and removes the keyboard and the pointers once their events have been read: unread ones are lost with them. A driver that hangs is
  /// not waited for beyond the deadline.
  private func putDevicesBack(_ deadline: Deadline) {
    devices.sync(until: deadline) { devices in
      devices.leds.restore()
      let rest = max(devices.keyboard.closableAt, devices.pointer.closableAt) - linux_monotonic_microseconds()
      if rest > 0 { blockThread(microseconds: UInt32(clamping: rest)) }
      devices.keyboard.close()
      devices.pointer.close()
    }
  }

  private func submit(_ command: CommandRequest.Command, _ options: CommandOptions, _ context: ActionContext) {
    add(.command(CommandRequest(command: command, options: options, context: context)))
  }

  /// Runs `body` on the queue; `waitUntilIdle` waits for it too.
  private func enqueue(_ body: @escaping @Sendable (inout State) -> Void) { state.async(in: unfinished, body) }
}

/// A number that one queue counts up and others read.
private final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }
}
