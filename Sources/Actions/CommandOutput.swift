@preconcurrency import Dispatch
import Glibc

/// What a command, and what it leaves behind, print: read as it comes, cut into lines; beyond a limit read and forgotten.
final class CommandOutput {
  private enum State { case open, closed }

  /// When the last process that could print is gone.
  var closed: ((CommandOutput) -> Void)?
  var isOpen: Bool { state == .open }

  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private let report: (String) -> Void
  private var lines = OutputLines()
  private var state = State.open

  /// Takes the descriptor, a non-blocking one, over.
  init(descriptor: Int32, queue: DispatchQueue, report: @escaping (String) -> Void) {
    self.descriptor = descriptor
    self.report = report
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { self.readWhatIsThere() }
    source.setCancelHandler { Glibc.close(descriptor) }
    source.activate()
  }

  /// Whole, since dispatch may tell of the last bytes and of their end at once; but a pipe that someone keeps filling is
  /// left after a while, to come back to.
  func readWhatIsThere() {
    repeat {
      for _ in 0..<8 {
        guard read() else { return }
      }
    } while hasNoWriter
  }

  /// A process that still prints to it is ended by SIGPIPE.
  func close() {
    guard state == .open else { return }
    state = .closed
    lines.finish().forEach(report)
    source.cancel()
    closed?(self)
  }

  /// Whether there may be more.
  private func read() -> Bool {
    guard state == .open else { return false }
    return withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        lines.add(UnsafeRawBufferPointer(rebasing: buffer[..<count])).forEach(report)
        return true
      }
      if count < 0, errno == EAGAIN || errno == EINTR { return errno == EINTR }
      close()
      return false
    }
  }

  private var hasNoWriter: Bool {
    var poll = pollfd(fd: descriptor, events: 0, revents: 0)
    return Glibc.poll(&poll, 1, 0) == 1 && poll.revents & Int16(POLLHUP) != 0
  }
}
