@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Standard output for lines that come from the engine's queue: never waits for a slow reader.
///
/// A reader that does not keep up loses whole lines, which are counted; one that is gone ends the output.
package final class LineOutput: Sendable {
  /// What may wait to be written, in bytes.
  private static let limit = 1 << 20
  private let queue = DispatchQueue(label: "output")
  private let pending = Atomic(0)
  private let lostLines = Atomic(0)
  private let isClosed = Atomic(false)
  private let descriptor: Int32

  package init(descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

  /// Lines that were lost so far.
  package var lost: Int { lostLines.load(ordering: .relaxed) }

  package func write(_ line: [UInt8]) {
    guard !isClosed.load(ordering: .relaxed), pending.load(ordering: .relaxed) + line.count <= Self.limit else {
      lostLines.add(1, ordering: .relaxed)
      return
    }
    pending.add(line.count, ordering: .relaxed)
    queue.async { @Sendable [self] in
      if !writeAll(line, to: descriptor) { isClosed.store(true, ordering: .relaxed) }
      pending.subtract(line.count, ordering: .relaxed)
    }
  }

  /// Waits until all is written; for a reader that does not read, no longer than `grace`.
  package func flush(grace: Duration = .seconds(1)) {
    let written = DispatchSemaphore(value: 0)
    queue.async { @Sendable in written.signal() }
    _ = written.wait(timeout: .now() + .milliseconds(Int(grace / .milliseconds(1))))
  }
}

/// - Returns: false where the reader is gone or the disk is full.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var done = 0
    while done < buffer.count {
      let count = write(descriptor, buffer.baseAddress! + done, buffer.count - done)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return false }
      done += count
    }
    return true
  }
}
