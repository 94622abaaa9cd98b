import CLinux
import Gestures
import Program
import Queues
import TouchInput

/// Runs the daemon: one serial queue owns panels, engines and bindings; the calling thread waits for events and enters the queue.
package enum Daemon {
  /// Runs until SIGTERM or SIGINT. Call it before any other thread is started.
  package static func run(_ start: DaemonStart, log: Log) -> ExitStatus {
    Signal.ignoreBrokenPipes()  // The daemon continues when a reader of its output has gone.
    Signal.reportChildren()  // The parent may have ignored it, and then no child's end would be reported.
    guard
      let loop = EventLoop(signals: [
        .terminate, .interrupt, .hangUp, .user1, .user2, .childEnded,
      ])
    else {
      log.error("epoll or signalfd: \(Errno.latest)")
      return .ioError
    }
    guard let core = DaemonCore(start, loop: loop, log: log) else {
      log.error("eventfd: \(Errno.latest)")
      return .ioError
    }
    let engine = EngineQueue(core)
    var failure: ExitStatus?
    engine.sync { core in failure = core.start() }
    if let failure { return failure }
    linux_release_program()  // Most of the program and its libraries is needed only for the start.
    engine.serve(loop)
    var finish: @Sendable () -> Void = {}
    engine.sync { core in finish = core.stop() }
    finish()
    return .done
  }
}

/// A serial queue, the state that it owns, and the functions by which the one thread that waits for events enters it.
private final class EngineQueue {
  private let queue = EntryQueue(label: "engine")
  private let core: DaemonCore
  // The one thread and the queue access these in turn: while one of them runs, the other one waits.
  private var work: (DaemonCore) -> Void = { _ in }
  private var ready = 0
  private var next = DaemonCore.Next.stop

  /// - Parameter core: used only by the queue from now on.
  init(_ core: DaemonCore) { self.core = core }

  /// Does something on the queue, and waits until it is done.
  func sync(_ work: @escaping (DaemonCore) -> Void) {
    self.work = work
    queue.sync(Unmanaged.passUnretained(self).toOpaque()) { engine in
      Unmanaged<EngineQueue>.fromOpaque(engine!)._withUnsafeGuaranteedRef { $0.work($0.core) }
    }
  }

  /// Waits for events and handles them until the daemon is to stop. A function of its own, so that the linker can place it beside the
  /// others of a frame (`make bench-order`).
  @inline(never)
  func serve(_ loop: EventLoop) {
    sync { [owner = Unowned(self)] core in owner.object.next = .wait(until: core.nextDeadline) }
    while case .wait(let deadline) = next {
      let ready = loop.wait(
        until: deadline?.microseconds, handles: Lanes.glide, core.panels.lanes.context(until: deadline))
      // Enters the queue once for all descriptors that are ready, which costs no more than a lock.
      turn(ready)
    }
  }

  /// Has the core handle the descriptors that are ready.
  /// - Parameter ready: the number of those descriptors.
  private func turn(_ ready: Int) {
    self.ready = ready
    queue.sync(Unmanaged.passUnretained(self).toOpaque()) { engine in
      Unmanaged<EngineQueue>.fromOpaque(engine!)._withUnsafeGuaranteedRef { $0.next = $0.core.turn($0.ready) }
    }
  }
}
