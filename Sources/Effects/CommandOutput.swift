import CLinux
import Program

/// The output of a command and of the processes that it leaves behind: read as it comes and cut into lines. Output beyond a limit is read
/// and discarded. For a long-lived command the limit applies to each minute.
final class CommandOutput {
  private static let minute: Int64 = 60_000_000

  private enum State { case open, closed }

  /// Called when the last process that could print is gone.
  var closed: ((CommandOutput) -> Void)?
  var isOpen: Bool { state == .open }

  private let descriptor: Int32
  private let watch: DescriptorWatch
  private var identifier: UInt64 = 0
  private let report: (String) -> Void
  private var lines = OutputLines()
  private var nextMinute: Int64?
  private var state = State.open

  /// Takes over a non-blocking descriptor. Returns `nil`, with `Errno.latest` set, if it cannot be watched; the caller then keeps it.
  init?(descriptor: Int32, isLongLived: Bool, watch: DescriptorWatch, report: @escaping (String) -> Void) {
    self.descriptor = descriptor
    self.watch = watch
    self.report = report
    nextMinute = isLongLived ? linux_monotonic_microseconds() + CommandOutput.minute : nil
    guard let identifier = watch.add(descriptor, { self.read() }) else { return nil }
    self.identifier = identifier
  }

  /// Reads at most what a pipe holds, as another process may be filling it.
  func readAvailable() {
    for _ in 0..<4 {
      guard read() else { return }
    }
  }

  /// Closes the output. A process that still prints to it is ended by SIGPIPE.
  func close() {
    guard state == .open else { return }
    state = .closed
    lines.finish().forEach(report)
    watch.remove(identifier, descriptor)
    Descriptor.close(descriptor)
    closed?(self)
  }

  /// - Returns: whether there may be more.
  @discardableResult
  private func read() -> Bool {
    guard state == .open else { return false }
    return withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
      do throws(Errno) {
        let count = try Descriptor.read(descriptor, into: buffer)
        if count > 0 {
          renewLimit()
          lines.add(UnsafeRawBufferPointer(rebasing: buffer[..<count])).forEach(report)
          return true
        }
      } catch {
        if error == .wouldBlock { return false }
      }
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
