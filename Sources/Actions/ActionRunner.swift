@preconcurrency import Dispatch
import Gestures

/// Carries out actions, in the order of the calls, without ever holding up who calls.
///
/// One queue owns the commands, another one the sounds, since playing waits for the sound card.
package final class ActionRunner: Sendable {
  private struct State {
    var log: Log
    let commands: Commands
    /// Kinds of which was said that they are missing.
    var missing: Set<String> = []
  }

  private let state: QueueBound<State>
  private let sound: SoundPlayer
  private let unfinished = DispatchGroup()

  package init(log: Log, soundDevice: String, surroundings: ActionSurroundings = ActionSurroundings()) {
    let queue = DispatchQueue(label: "actions")
    let unfinished = unfinished
    state = QueueBound(queue: queue) {
      let watch = DescriptorWatch(queue: queue)
      return State(
        log: log,
        commands: Commands(queue: queue, watch: watch, log: log, patience: surroundings.patience) { unfinished.leave() }
      )
    }
    sound = SoundPlayer(log: log, device: soundDevice, queue: DispatchQueue(label: "sound"))
  }

  /// `mode` does nothing here: modes are the daemon's.
  package func run(_ action: Action, for context: ActionContext) {
    switch action {
    case .shell(let text, let options): submit(.shell(text), options, context)
    case .exec(let arguments, let options): submit(.exec(arguments), options, context)
    case .sound(let name, let volume): sound.play(name, volume: volume, for: context)
    case .log(let text): enqueue { $0.log.info("\(context): \(text)") }
    case .key: reportMissing("key")
    case .stream: reportMissing("stream")
    case .led: reportMissing("led")
    case .haptic: reportMissing("haptic")
    case .mode: break
    }
  }

  /// Reads the sound files that the actions name, so that the first one is heard at once, and what is wrong with them
  /// is said now.
  package func preload(_ actions: some Sequence<Action>) {
    for case .sound(.file(let path), _) in actions { sound.preload(path) }
  }

  /// From now on; what runs, runs on.
  package func reconfigure(log: Log, soundDevice: String) {
    enqueue { state in
      state.log = log
      state.commands.log = log
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

  /// Starts nothing more, and gives sounds that are playing `grace` to end.
  ///
  /// Commands that were started run on, without their time-outs: one may be an on-screen keyboard. Under systemd the unit
  /// ends them with the daemon (`KillMode=`). One that prints after the daemon has gone gets SIGPIPE.
  package func shutdown(grace: Duration = .seconds(1)) {
    enqueue { $0.commands.stop() }
    sound.stop()
    _ = sound.waitUntilIdle(.now() + .microseconds(Int(grace.microseconds)))
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

  private func reportMissing(_ kind: String) {
    enqueue { state in
      guard state.missing.insert(kind).inserted else { return }
      state.log.warning("\(kind) actions are not available in this version")
    }
  }
}
