import CLinux
@preconcurrency import Dispatch
import Gestures
import Glibc
import Synchronization

/// Carries out actions, in the order of the calls, without ever holding up who calls.
///
/// One queue owns commands and streams; another one keyboard, LEDs and motors, whose drivers may take their time; a third
/// one the sounds, since playing waits for the sound card.
package final class ActionRunner: Sendable {
  private struct State {
    var log: Log
    let commands: Commands
    let streams: Streams
    /// The configuration has actions for the devices below.
    var usesDevices = false
  }

  /// What goes out through the kernel's devices, which may be slow.
  private struct Devices {
    let keyboard: VirtualKeyboard
    let leds: LEDs
    let haptics: Haptics
  }

  private let state: QueueBound<State>
  private let devices: QueueBound<Devices>
  private let sound: SoundPlayer
  /// Whether lines of a `log` action are wanted: those that are not are not even handed to the queue.
  private let writesLogActions: Atomic<Bool>
  private let unfinished = DispatchGroup()
  /// Programs of streams that run.
  private let runningStreams = DispatchGroup()

  package init(log: Log, soundDevice: String, surroundings: ActionSurroundings = ActionSurroundings()) {
    writesLogActions = Atomic(log.level >= .info)
    let queue = DispatchQueue(label: "actions")
    let unfinished = unfinished
    let runningStreams = runningStreams
    state = QueueBound(queue: queue) {
      let watch = DescriptorWatch(queue: queue)
      return State(
        log: log,
        commands: Commands(queue: queue, watch: watch, log: log, patience: surroundings.patience) {
          unfinished.leave()
        },
        streams: Streams(
          queue: queue, watch: watch, log: log, surroundings: surroundings, running: runningStreams
        ) { unfinished.leave() })
    }
    let deviceQueue = DispatchQueue(label: "devices")
    devices = QueueBound(queue: deviceQueue) {
      Devices(
        keyboard: VirtualKeyboard(queue: deviceQueue, log: log, surroundings: surroundings) { unfinished.leave() },
        leds: LEDs(queue: deviceQueue, log: log, folder: surroundings.leds),
        haptics: Haptics(log: log, folder: surroundings.inputDevices, nodes: surroundings.inputNodes))
    }
    sound = SoundPlayer(log: log, device: soundDevice, queue: DispatchQueue(label: "sound"))
  }

  /// `mode` does nothing here: modes are the daemon's.
  package func run(_ action: Action, for context: ActionContext) {
    switch action {
    case .shell(let text, let options): submit(.shell(text), options, context)
    case .exec(let arguments, let options): submit(.exec(arguments), options, context)
    case .sound(let name, let volume): sound.play(name, volume: volume, for: context)
    case .log(let text):
      if writesLogActions.load(ordering: .relaxed) { enqueue { $0.log.info("\(context): \(text)") } }
    case .key(let keys): press(keys)
    case .stream(let words): feed(words, context)
    case .led(let led): devices.async { $0.leds.set(led) }
    case .haptic(let haptic): devices.async { $0.haptics.play(haptic, panel: context.panel) }
    case .mode: break
    }
  }

  /// Makes ready what the actions of a configuration need, so that the first one is carried out at once, and what is wrong
  /// is said now; lets go of what they no longer need. Sound files are read, the keyboard is made, LEDs and motors looked for.
  package func prepare(for actions: [Action]) {
    var streams: Set<[String]> = []
    var keys: [KeySequence] = []
    var leds: Set<String> = []
    var haptics: Set<Haptic> = []
    for action in actions {
      switch action {
      case .sound(.file(let path), _): sound.preload(path)
      case .stream(let words): streams.insert(words)
      case .key(let sequence): keys.append(sequence)
      case .led(let led): leds.insert(led.name)
      case .haptic(let haptic): haptics.insert(haptic)
      case .sound, .shell, .exec, .log, .mode: break
      }
    }
    let usesDevices = !keys.isEmpty || !leds.isEmpty || !haptics.isEmpty
    // In the caller's thread: who uses neither streams nor devices does without threads for them.
    let usesOrUsedDevices = state.sync { [streams] state in
      state.streams.keep(streams)
      defer { state.usesDevices = usesDevices }
      return usesDevices || state.usesDevices
    }
    if usesOrUsedDevices { prepareDevices(keys, leds, haptics) }
  }

  private func prepareDevices(_ keys: [KeySequence], _ leds: Set<String>, _ haptics: Set<Haptic>) {
    unfinished.enter()
    devices.async { [unfinished] devices in
      devices.keyboard.prepare(for: keys)
      devices.leds.check(leds)
      devices.haptics.check(haptics)
      unfinished.leave()
    }
  }

  /// From now on; what runs, runs on.
  package func reconfigure(log: Log, soundDevice: String) {
    writesLogActions.store(log.level >= .info, ordering: .relaxed)
    enqueue { state in
      state.log = log
      state.commands.log = log
      state.streams.log = log
    }
    devices.async { devices in
      devices.keyboard.log = log
      devices.leds.log = log
      devices.haptics.log = log
    }
    sound.reconfigure(log: log, device: soundDevice)
  }

  /// Tries to open the device, if it is not open.
  package func soundAvailability() -> SoundAvailability { sound.availability() }

  /// Waits until all commands have ended and all sounds are over; false when the time was.
  /// What commands leave in the background is not waited for.
  package func waitUntilIdle(timeout: Duration) -> Bool {
    let deadline = DispatchTime.now() + .microseconds(Int(timeout.microseconds))
    return unfinished.wait(timeout: deadline) == .success && sound.waitUntilIdle(deadline)
  }

  /// Starts nothing more, and gives sounds that are playing, and streams' programs to read what there is, `grace` to end.
  ///
  /// Commands that were started run on, without their time-outs: one may be an on-screen keyboard. Under systemd the unit
  /// ends them with the daemon (`KillMode=`). One that prints after the daemon has gone gets SIGPIPE. Streams' programs are
  /// told by the end of their standard input, then by SIGTERM, then killed.
  package func shutdown(grace: Duration = .seconds(1)) {
    state.sync { state in
      state.commands.stop()
      state.streams.stop()
    }
    sound.stop()
    let deadline = DispatchTime.now() + .microseconds(Int(grace.microseconds))
    if state.sync({ $0.usesDevices }) { putDevicesBack(deadline) }
    _ = sound.waitUntilIdle(deadline)
    if runningStreams.wait(timeout: deadline) == .success { return }
    state.sync { $0.streams.terminate() }
    if runningStreams.wait(timeout: .now() + .milliseconds(500)) == .success { return }
    state.sync { $0.streams.kill() }
    _ = runningStreams.wait(timeout: .now() + .milliseconds(200))
  }

  private func press(_ keys: KeySequence) {
    unfinished.enter()
    devices.async { $0.keyboard.press(keys) }
  }

  private func feed(_ words: [String], _ context: ActionContext) {
    unfinished.enter()
    state.async { $0.streams.feed(words, context) }
  }

  /// The keyboard goes when what it pressed has been seen: what is read later is lost with it. A driver that hangs is left
  /// to itself.
  private func putDevicesBack(_ deadline: DispatchTime) {
    let done = DispatchGroup()
    done.enter()
    devices.async { devices in
      devices.leds.restore()
      let rest = devices.keyboard.closable - linux_monotonic_microseconds()
      if rest > 0 { usleep(UInt32(clamping: rest)) }
      devices.keyboard.close()
      done.leave()
    }
    _ = done.wait(timeout: deadline)
  }

  private func submit(_ command: CommandRequest.Command, _ options: CommandOptions, _ context: ActionContext) {
    unfinished.enter()
    state.async { state in
      state.commands.submit(CommandRequest(command: command, options: options, context: context))
    }
  }

  /// `waitUntilIdle` waits for it too.
  private func enqueue(_ body: @escaping @Sendable (inout State) -> Void) {
    unfinished.enter()
    state.async { [unfinished] state in
      body(&state)
      unfinished.leave()
    }
  }
}
