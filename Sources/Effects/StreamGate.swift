import CLinux
import Program
import Synchronization

/// The engine's way to the program of a stream: while no line waits for the program, and its pipe has room, a line is written at once
/// instead of crossing to the queue of the stream.
///
/// The gate is open while the stream's queue has nothing to write. A line that the pipe does not take shuts it, and that line and all lines
/// after it take the way through the queue, which opens the gate again when it has written the last of them. So the lines stay in order.
package final class StreamGate: Sendable {
  private struct State {
    /// The pipe, which belongs to the stream; -1: the gate is shut.
    var descriptor: Int32 = -1
    /// The number of lines that have been handed over and have not reached the stream.
    var onTheWay = 0
  }

  /// The bytes of a caller. It is safe to call them `Sendable`, because they are used only during the call, on the caller's thread.
  private struct Borrowed: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
  }

  /// The words of the stream's program.
  let words: [String]
  private let state = Mutex(State())
  /// Whether a pipe without a reader sends no signal, as in the daemon; if not, each write must prevent the signal.
  private let ignoresSignal = linux_ignores_sigpipe()

  init(_ words: [String]) { self.words = words }

  /// Writes a line as far as the pipe takes it now.
  ///
  /// - Returns: the number of bytes that were written. If it is not the whole line, the caller must hand over the line to the stream's
  ///   queue (`ActionRunner.feed`).
  package func write(_ line: UnsafeRawBufferPointer) -> Int {
    let line = Borrowed(bytes: line)
    return state.withLock { state in
      var written = 0
      if state.descriptor >= 0 {
        written = max(0, write(line.bytes, to: state.descriptor))
        if written == line.bytes.count { return written }
        state.descriptor = -1
      }
      state.onTheWay += 1
      return written
    }
  }

  private func write(_ line: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    ignoresSignal
      ? (try? Descriptor.write(descriptor, line)) ?? 0
      : linux_write_pipe(descriptor, line.baseAddress, line.count)
  }

  // MARK: Called by the stream and the inbox

  /// Notes that a line has reached the stream, or has been replaced or dropped before that.
  func noteArrival() { state.withLock { $0.onTheWay -= 1 } }

  /// Opens the gate if no line is on the way. Called by the stream when it has written all lines.
  func open(_ descriptor: Int32) {
    state.withLock { if $0.onTheWay == 0 { $0.descriptor = descriptor } }
  }

  /// Shuts the gate. Called by the stream before it closes the pipe.
  func shut() { state.withLock { $0.descriptor = -1 } }
}
