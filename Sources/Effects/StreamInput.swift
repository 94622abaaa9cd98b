import CLinux
import Program

/// Our end of a program's standard input. Writing never blocks.
final class StreamInput {
  enum Condition { case open, broken }

  private(set) var condition = Condition.open
  let descriptor: Int32
  private let watch: DescriptorWatch
  private let ready: () -> Void
  /// The identifier of the watch while the pipe is full.
  private var watching: UInt64?

  /// - Parameter ready: called when a pipe that was full accepts more.
  /// - Returns: this end, and the other one, which the caller closes.
  static func pipe(
    watch: DescriptorWatch, ready: @escaping () -> Void
  ) throws(SpawnError) -> (input: StreamInput, reading: Int32) {
    let (reading, writing) = try RunningCommand.makePipe { $0.writing }
    return (StreamInput(writing, watch, ready), reading)
  }

  private init(_ descriptor: Int32, _ watch: DescriptorWatch, _ ready: @escaping () -> Void) {
    self.descriptor = descriptor
    self.watch = watch
    self.ready = ready
  }

  deinit {
    if let watching { watch.remove(watching, descriptor) }
    Descriptor.close(descriptor)
  }

  /// - Returns: the number of bytes that the pipe accepted; `nil` if it accepts none now.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { linux_write_pipe(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      stopWatching()
      return count
    }
    if Errno.latest == .wouldBlock {
      startWatching()
    } else {
      stopWatching()
      condition = .broken
    }
    return nil
  }

  private func startWatching() {
    guard watching == nil else { return }
    watching = watch.add(descriptor, for: LINUX_EPOLL_OUT) { [ready] in ready() }
    if watching == nil { condition = .broken }
  }

  private func stopWatching() {
    if let watching { watch.remove(watching, descriptor) }
    watching = nil
  }
}
