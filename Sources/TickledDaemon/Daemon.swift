import Actions
import CLinux
import Configuration
import Gestures
import Glibc
import Program
import Screen
import TouchInput

/// The daemon's life: one serial queue owns panels, engines and bindings, and the calling thread waits and enters it.
package enum Daemon {
  /// Runs until SIGTERM or SIGINT. Call it before any other thread is started.
  package static func run(
    _ configuration: Configuration, options: DaemonOptions, log: Log
  ) -> ExitStatus {
    signal(SIGPIPE, SIG_IGN)  // A reader of our output that is gone is no reason to go.
    signal(SIGCHLD, SIG_DFL)  // The parent may have ignored it, and then no child's end would be reported.
    guard let loop = EventLoop(signals: [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGCHLD]) else {
      log.error("epoll or signalfd: \(String(cString: strerror(errno)))")
      return .ioError
    }
    let engine = EngineQueue { DaemonCore(configuration, options: options, loop: loop, log: log) }
    var failure: ExitStatus?
    engine.sync { core in failure = core.start() }
    if let failure { return failure }
    linux_release_program()  // What only the start has needed is most of it.
    var deadline: Timestamp?
    engine.sync { core in deadline = core.nextDeadline }
    // Enters the queue once for all that is ready: the queue's exclusion at the cost of a lock.
    while case .wait(let next) = engine.turn(loop.wait(until: deadline?.microseconds)) { deadline = next }
    var finish: @Sendable () -> Void = {}
    engine.sync { core in finish = core.stop() }
    finish()
    return .done
  }
}

/// A serial queue of libdispatch's, what it owns, and the way in for the one thread that waits for events.
///
/// By libdispatch's C functions: `DispatchQueue.sync` makes a block of its work, which costs several times what the queue does.
private final class EngineQueue {
  private let queue = linux_queue_create("engine")
  private let core: DaemonCore
  // The one thread and the queue see these in turn: while the one is at work the other waits.
  @exclusivity(unchecked) private var work: (DaemonCore) -> Void = { _ in }
  @exclusivity(unchecked) private var ready = 0
  @exclusivity(unchecked) private var next = DaemonCore.Next.stop

  /// What `make` makes it keeps nowhere else.
  init(make: () -> DaemonCore) { core = make() }

  /// Does something on the queue, and waits until it is done.
  func sync(_ work: @escaping (DaemonCore) -> Void) {
    self.work = work
    linux_queue_sync(queue, Unmanaged.passUnretained(self).toOpaque()) { engine in
      Unmanaged<EngineQueue>.fromOpaque(engine!)._withUnsafeGuaranteedRef { $0.work($0.core) }
    }
  }

  /// Has the core take what is ready: so many descriptors.
  func turn(_ ready: Int) -> DaemonCore.Next {
    self.ready = ready
    linux_queue_sync(queue, Unmanaged.passUnretained(self).toOpaque()) { engine in
      Unmanaged<EngineQueue>.fromOpaque(engine!)._withUnsafeGuaranteedRef { $0.next = $0.core.turn($0.ready) }
    }
    return next
  }
}
