import Glibc

/// What a command, and what it leaves behind, print: read as it comes, cut into lines; beyond a limit read and forgotten.
final class CommandOutput {
  private enum State { case open, closed }

  /// When the last process that could print is gone.
  var closed: ((CommandOutput) -> Void)?
  var isOpen: Bool { state == .open }

  private let descriptor: Int32
  private let watch: DescriptorWatch
  private var identifier: UInt64 = 0
  private let report: (String) -> Void
  private var lines = OutputLines()
  private var state = State.open

  /// Takes the descriptor, a non-blocking one, over; but not when it cannot be watched: `nil`, and errno.
  init?(descriptor: Int32, watch: DescriptorWatch, report: @escaping (String) -> Void) {
    self.descriptor = descriptor
    self.watch = watch
    self.report = report
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
        lines.add(UnsafeRawBufferPointer(rebasing: buffer[..<count])).forEach(report)
        return true
      }
      if count < 0, errno == EAGAIN || errno == EINTR { return errno == EINTR }
      close()
      return false
    }
  }
}
