@preconcurrency import Dispatch
import Gestures

/// Carries out actions, in the order of the calls, without ever holding up who calls.
///
/// One queue owns the commands, another one the sounds, since playing waits for the sound card.
package final class ActionRunner: Sendable {
  private struct State {
    var log: Log
    let commands: Commands
    let streams: Streams
    /// Kinds of which was said that they are missing.
    var missing: Set<String> = []
  }

  private let state: QueueBound<State>
  private let sound: SoundPlayer
  private let unfinished = DispatchGroup()
  /// Programs of streams that run.
  private let runningStreams = DispatchGroup()

  package init(log: Log, soundDevice: String, surroundings: ActionSurroundings = ActionSurroundings()) {
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
    case .stream(let words): feed(words, context)
    case .led: reportMissing("led")
    case .haptic: reportMissing("haptic")
    case .mode: break
    }
  }

  /// Makes ready what the actions of a configuration need, so that the first one is carried out at once, and what is wrong
  /// is said now; lets go of what they no longer need. Sound files are read.
  package func prepare(for actions: [Action]) {
    for case .sound(.file(let path), _) in actions { sound.preload(path) }
    let streams = actions.compactMap { action -> [String]? in
      if case .stream(let words) = action { return words }
      return nil
    }
    enqueue { $0.streams.keep(Set(streams)) }
  }

  /// From now on; what runs, runs on.
  package func reconfigure(log: Log, soundDevice: String) {
    enqueue { state in
      state.log = log
      state.commands.log = log
      state.streams.log = log
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
    _ = sound.waitUntilIdle(deadline)
    if runningStreams.wait(timeout: deadline) == .success { return }
    state.sync { $0.streams.terminate() }
    if runningStreams.wait(timeout: .now() + .milliseconds(500)) == .success { return }
    state.sync { $0.streams.kill() }
    _ = runningStreams.wait(timeout: .now() + .milliseconds(200))
  }

  private func feed(_ words: [String], _ context: ActionContext) {
    unfinished.enter()
    state.async { $0.streams.feed(words, context) }
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
