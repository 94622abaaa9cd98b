import Program
import Queues

/// The programs of `stream` actions, by their words: the same words mean the same program, no matter which gestures feed it.
/// Used only on its queue.
final class Streams {
  private let actions: ActionQueue
  private let watch: DescriptorWatch
  private let starter: CommandStarter
  private let settled: () -> Void
  /// Entered while a program is running.
  private let running: WorkGroup
  private var streams: [[String]: Stream] = [:]
  private var isStopped = false

  /// - Parameter settled: called once for each line, whether it was written or dropped.
  init(
    _ actions: ActionQueue, watch: DescriptorWatch, starter: CommandStarter, running: WorkGroup,
    settled: @escaping () -> Void
  ) {
    self.actions = actions
    self.watch = watch
    self.starter = starter
    self.running = running
    self.settled = settled
  }

  /// - Parameters:
  ///   - written: the number of the line's bytes that the program has got already.
  ///   - replaced: the number of changes that the line has replaced already.
  func feed(_ gate: StreamGate, _ context: ActionContext, _ written: Int, _ replaced: Int) {
    let words = gate.words
    guard !isStopped else { return settled() }
    let stream =
      streams[words]
      ?? Stream(gate, actions, watch: watch, starter: starter, running: running, settled: settled)
    streams[words] = stream
    stream.feed(context, written, replaced)
  }

  /// Ends the programs that no action names any more.
  func keep(_ named: Set<[String]>) {
    for (words, stream) in streams where !named.contains(words) {
      stream.close(grace: actions.surroundings.streamGrace)
      streams[words] = nil
    }
  }

  /// Starts nothing more, and ends the standard input of every program.
  func stop() {
    isStopped = true
    for stream in streams.values { stream.close(grace: nil) }
  }

  func terminate() { for stream in streams.values { stream.terminate() } }

  func kill() { for stream in streams.values { stream.kill() } }
}
