@preconcurrency import Dispatch
import CLinux
import Glibc
import Synchronization

/// Standard output for lines that come from the engine's queue: never waits for a slow reader.
///
/// A pipe or a socket that takes a line at once has it at once; whatever else waits for a queue of its own. A reader that does
/// not keep up loses whole lines, which are counted; one that is gone ends the output.
package final class LineOutput: Sendable {
  /// What may wait to be written, in bytes.
  private static let limit = 1 << 20
  private let queue = DispatchQueue(label: "output")
  private let pending = Atomic(0)
  private let lostLines = Atomic(0)
  private let isClosed = Atomic(false)
  private let descriptor: Int32
  /// For writes that do not wait.
  private let direct: linux_direct_output

  package init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
    direct = linux_open_directly(descriptor)
  }

  deinit { if direct.fd >= 0 { close(direct.fd) } }

  /// Lines that were lost so far.
  package var lost: Int { lostLines.load(ordering: .relaxed) }

  /// To be called by one thread at a time.
  package func write(_ line: [UInt8]) {
    var done = 0
    // Nothing waits, and who could add to it is here.
    if direct.fd >= 0, !isClosed.load(ordering: .relaxed), pending.load(ordering: .acquiring) == 0 {
      done = max(0, linux_write_directly(direct, line, line.count))
    }
    if done < line.count { enqueue(done == 0 ? line : Array(line[done...])) }
  }

  private func enqueue(_ line: [UInt8]) {
    guard !isClosed.load(ordering: .relaxed), pending.load(ordering: .relaxed) + line.count <= Self.limit else {
      lostLines.add(1, ordering: .relaxed)
      return
    }
    pending.add(line.count, ordering: .relaxed)
    queue.async { @Sendable [self] in
      if !writeAll(line, to: descriptor) { isClosed.store(true, ordering: .relaxed) }
      pending.subtract(line.count, ordering: .releasing)
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
