@preconcurrency import Dispatch
import Gestures

/// The programs of `stream` actions, by their words: the same words are the same program, whatever gestures feed it.
/// Lives on its queue.
final class Streams {
  var log: Log {
    didSet { for stream in streams.values { stream.log = log } }
  }

  private let queue: DispatchQueue
  private let watch: DescriptorWatch
  private let surroundings: ActionSurroundings
  private let settled: () -> Void
  /// Entered as long as a program runs.
  private let running: DispatchGroup
  private var streams: [[String]: Stream] = [:]
  private var isStopped = false

  /// `settled` comes once for each line, whatever became of it.
  init(
    queue: DispatchQueue, watch: DescriptorWatch, log: Log, surroundings: ActionSurroundings, running: DispatchGroup,
    settled: @escaping () -> Void
  ) {
    self.queue = queue
    self.watch = watch
    self.log = log
    self.surroundings = surroundings
    self.running = running
    self.settled = settled
  }

  func feed(_ words: [String], _ context: ActionContext) {
    guard !isStopped else { return settled() }
    let stream =
      streams[words]
      ?? Stream(
        words, queue: queue, watch: watch, log: log, surroundings: surroundings, running: running, settled: settled)
    streams[words] = stream
    stream.feed(context)
  }

  /// Ends the programs that no action names any more.
  func keep(_ named: Set<[String]>) {
    for (words, stream) in streams where !named.contains(words) {
      stream.close(grace: surroundings.streamGrace)
      streams[words] = nil
    }
  }

  /// Starts nothing more, and tells every program that nothing more comes.
  func stop() {
    isStopped = true
    for stream in streams.values { stream.close(grace: nil) }
  }

  func terminate() { for stream in streams.values { stream.terminate() } }

  func kill() { for stream in streams.values { stream.kill() } }
}
