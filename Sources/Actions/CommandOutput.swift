import CLinux
import Glibc

/// What a command, and what it leaves behind, print: read as it comes, cut into lines; beyond a limit read and forgotten.
/// One that runs for ever has the limit for each minute.
final class CommandOutput {
  private static let minute: Int64 = 60_000_000

  private enum State { case open, closed }

  /// When the last process that could print is gone.
  var closed: ((CommandOutput) -> Void)?
  var isOpen: Bool { state == .open }

  private let descriptor: Int32
  private let watch: DescriptorWatch
  private var identifier: UInt64 = 0
  private let report: (String) -> Void
  private var lines = OutputLines()
  private var nextMinute: Int64?
  private var state = State.open

  /// Takes the descriptor, a non-blocking one, over; but not when it cannot be watched: `nil`, and errno.
  init?(descriptor: Int32, isLongLived: Bool, watch: DescriptorWatch, report: @escaping (String) -> Void) {
    self.descriptor = descriptor
    self.watch = watch
    self.report = report
    nextMinute = isLongLived ? linux_monotonic_microseconds() + CommandOutput.minute : nil
    guard let identifier = watch.add(descriptor, { self.read() }) else { return nil }
    self.identifier = identifier
  }

  /// At most what a pipe holds: another process may be filling it.
  func readWhatIsThere() {
    for _ in 0..<4 {
      guard read() else { return }
    }
  }

  /// A process that still prints to it is ended by SIGPIPE.
  func close() {
    guard state == .open else { return }
    state = .closed
    lines.finish().forEach(report)
    watch.remove(identifier, descriptor)
    Glibc.close(descriptor)
    closed?(self)
  }

  /// Whether there may be more.
  @discardableResult
  private func read() -> Bool {
    guard state == .open else { return false }
    return withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        renewLimit()
        lines.add(UnsafeRawBufferPointer(rebasing: buffer[..<count])).forEach(report)
        return true
      }
      if count < 0, errno == EAGAIN || errno == EINTR { return errno == EINTR }
      close()
      return false
    }
  }

  private func renewLimit() {
    guard let nextMinute else { return }
    let now = linux_monotonic_microseconds()
    guard now >= nextMinute else { return }
    lines.renewLimit()
    self.nextMinute = now + CommandOutput.minute
  }
}
