import CLinux
import Program
import Queues
import Synchronization

/// An output for lines that come from the engine's queue: never waits for a slow reader.
///
/// A pipe or a socket that accepts a line at once gets it at once; other lines wait in a ring, which a queue of its own writes. A reader
/// that does not keep up loses whole lines; they are counted, and a line among the others says how many. An error that may pass, as that of a
/// full disk, loses lines, too; only a reader that is gone ends the output.
package final class LineOutput: Sendable {
  private struct State: ~Copyable {
    var ring: LineRing
    /// The queue is writing, or will.
    var isWriting = false
    /// The reader is gone.
    var isClosed = false
    var lost = 0
    /// The error that the latest write ended with.
    var failure: Errno?
    /// The next attempt to write, after an error that may pass.
    var retry: Pending?
  }

  /// The bytes of a caller. It is safe to call them `Sendable`, because they are used only during the call, on the caller's thread.
  private struct Borrowed: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
  }

  /// How long it waits before it tries again to write to a full disk.
  private static let pause = Duration.seconds(1)
  private static let chunk = 16 << 10

  private let queue = SerialQueue(label: "output")
  private let state: Mutex<State>
  private let descriptor: Int32
  /// The descriptor for writes that do not block.
  private let direct: linux_direct_output
  private let firstLoss: @Sendable (Errno?) -> Void

  /// - Parameters:
  ///   - descriptor: stays the caller's, and open as long as the output.
  ///   - capacity: the most bytes that wait to be written.
  ///   - note: the line that reports a number of lost lines, with its end.
  ///   - firstLoss: called once, when the first line is lost; with the error that made it so, or `nil` where the reader does not keep up.
  ///     Called with the output's lock held: it must not write to this output.
  package init(
    descriptor: Int32 = Descriptor.standardOutput, capacity: Int = 256 << 10,
    note: @escaping @Sendable (Int) -> [UInt8] = { Array("\($0) lines lost\n".utf8) },
    firstLoss: @escaping @Sendable (Errno?) -> Void = { _ in }
  ) {
    self.descriptor = descriptor
    self.firstLoss = firstLoss
    state = Mutex(State(ring: LineRing(capacity: capacity, note: note)))
    direct = linux_open_directly(descriptor)
  }

  deinit { if direct.fd >= 0 { Descriptor.close(direct.fd) } }

  /// The number of lines that have been lost.
  package var lost: Int { state.withLock { $0.lost } }

  package func write(_ line: [UInt8]) { line.withUnsafeBytes { write($0) } }

  /// Writes a line with its end. Its bytes are not used after the call.
  package func write(_ line: UnsafeRawBufferPointer) {
    let line = Borrowed(bytes: line)
    let mustStart = state.withLock { state in add(line.bytes, to: &state) }
    if mustStart { queue.async { [self] in drain() } }
  }

  /// Writes a line, or adds it to those that wait, or counts it as lost if there is no room.
  /// - Returns: whether the caller must start `drain()` on the queue: something waits, and it is not running.
  private func add(_ line: UnsafeRawBufferPointer, to state: inout State) -> Bool {
    var rest = line
    if direct.fd >= 0, !state.isWriting, !state.isClosed {
      let done = linux_write_directly(direct, line.baseAddress, line.count)
      if done == line.count { return false }
      rest = UnsafeRawBufferPointer(rebasing: line[max(0, done)...])
    }
    guard !state.isClosed, state.ring.append(rest) else {
      if state.lost == 0 { firstLoss(state.failure) }
      state.lost += 1
      return false
    }
    defer { state.isWriting = true }
    return !state.isWriting
  }

  /// Writes until nothing waits; lives on the queue.
  private func drain() {
    while true {
      let chunk = state.withLock { state in
        let chunk = state.isClosed ? [] : state.ring.first(Self.chunk)
        if chunk.isEmpty { state.isWriting = false }
        return chunk
      }
      if chunk.isEmpty { return }
      do throws(Errno) {
        let count = try Descriptor.write(descriptor, chunk[...])
        state.withLock { state in
          state.failure = nil
          state.ring.remove(count)
        }
      } catch {
        switch error {
        case .wouldBlock: _ = Descriptor.wait(for: .writable, of: descriptor)
        case .brokenPipe, .badFileDescriptor, .invalidArgument, .connectionReset:
          state.withLock { state in
            state.failure = error
            state.isClosed = true
            state.ring.removeAll()
          }
        default:
          state.withLock { state in
            state.failure = error
            state.retry = queue.after(Self.pause) { [self] in drain() }
          }
          return
        }
      }
    }
  }

  /// Waits until all lines are written, but no longer than `grace`, as the reader may have stopped reading.
  package func flush(grace: Duration = .seconds(1)) {
    queue.sync(until: .after(grace)) {}
  }
}
